/** The Python client: one file, standard library only, with a method for every tool. */
import type { Tool } from "../core/tool.ts";
import { type Field, fieldsOf, schemasOf, type TypeSchema, template, typeName } from "./schema.ts";

/** The client as source text. */
export async function pythonClient(tools: readonly Tool[]): Promise<string> {
  const types = tools.map((tool) => {
    const members = fieldsOf(schemasOf(tool).output).map(
      (field) => `    ${field.name}: ${typeOf(field.schema)}\n`,
    );
    return `class ${typeName(tool)}Result(TypedDict, total=False):\n${members.join("")}`;
  });
  const methods = tools.map((tool) => {
    const fields = fieldsOf(schemasOf(tool).input).toSorted(
      (a, b) => Number(b.required) - Number(a.required),
    );
    const name = tool.name.replace(/^pdf_/, "");
    const parameters = fields.map(parameter).join("");
    const docs = fields.map((field) => `        ${field.name}: ${field.description}\n`).join("");
    const dict = (list: readonly Field[]) =>
      `{${list.map((field) => `"${field.name}": ${field.name}`).join(", ")}}`;
    const nullable = fields.filter(({ schema }) => isNullable(schema));
    const others = dict(fields.filter((field) => !nullable.includes(field)));
    const given = nullable.length > 0 ? `${others}, ${dict(nullable)}` : others;
    return `    def ${name}(self, *${parameters}, timeout: Optional[float] = None) -> ${typeName(tool)}Result:
        ${literal(tool.description, docs)}
        answer = self.call("${tool.name}", _given(${given}), timeout=timeout)
        return cast(${typeName(tool)}Result, answer)
`;
  });
  const text = await template("client.py");
  return text
    .replace("# TYPES\n", () => types.join("\n\n"))
    .replace("    # METHODS\n", () => methods.join("\n"));
}

function parameter({ name, required, schema }: Field): string {
  const type = typeOf(schema);
  if (required) return `, ${name}: ${type}`;
  return isNullable(schema) ? `, ${name}: ${type} = OMITTED` : `, ${name}: Optional[${type}] = None`;
}

/** Whether null means something else than that the field isn't given. */
const isNullable = ({ anyOf, oneOf }: TypeSchema): boolean =>
  (anyOf ?? oneOf ?? []).some(({ type }) => type === "null");

/** A docstring; descriptions come from the registry and contain no triple quotes. */
function literal(description: string, docs: string): string {
  const text = `${description}\n\n${docs}`.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
  return `"""${text.trimEnd()}\n        """`;
}

function typeOf(schema: TypeSchema): string {
  const { type, enum: values, prefixItems } = schema;
  // Tuples are sent as JSON arrays: a list of their item type.
  const items = prefixItems?.[0] ?? schema.items;
  if ("const" in schema) return `Literal[${JSON.stringify(schema.const)}]`;
  if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return union(new Set(options.map(typeOf)));
  if (type === "array") return `List[${items ? typeOf(items) : "Any"}]`;

  const plain: Record<string, string> = {
    string: "str",
    integer: "int",
    number: "float",
    boolean: "bool",
    null: "None",
    object: "Dict[str, Any]",
  };

  return typeof type === "string" ? (plain[type] ?? "Any") : "Any";
}

function union(types: ReadonlySet<string>): string {
  return types.size === 1 ? [...types].join() : `Union[${[...types].join(", ")}]`;
}
