/** The TypeScript client: one file for Bun, Deno, Node 20 and browsers, with a method for every tool. */
import { jobEventSchema, jobSchema, problemSchema } from "../core/api-schemas.ts";
import type { Tool } from "../core/tool.ts";
import { fieldsOf, methodName, schemasOf, type TypeSchema, template, typeName, typesOf } from "./schema.ts";

/** Types of the input and the result of every tool. */
export function toolTypes(tools: readonly Tool[]): string {
  const types = tools.map((tool) => {
    const { input, output } = schemasOf(tool);
    const name = typeName(tool);
    return `export interface ${name}Input ${typeOf(input, 0)}\n\nexport interface ${name}Result ${typeOf(output, 0)}\n`;
  });
  const map = tools.map(
    (tool) => `  ${tool.name}: { input: ${typeName(tool)}Input; result: ${typeName(tool)}Result };\n`,
  );

  return `${types.join("\n")}
/** The input and result of every tool. */
export interface Tools {
${map.join("")}}
`;
}

/** The client as source text. */
export async function typescriptClient(tools: readonly Tool[]): Promise<string> {
  const methods = tools.map((tool) => {
    const name = typeName(tool);
    const optional = fieldsOf(schemasOf(tool).input).every((field) => !field.required);
    return `  /** ${tool.description} */
  ${methodName(tool)}(input: ${name}Input${optional ? " = {}" : ""}, options: CallOptions = {}): Promise<${name}Result> {
    return this.call("${tool.name}", input, options);
  }
`;
  });
  const job = typesOf(jobSchema, "output");
  // The template adds them, with the type of the tool's result.
  const { result, error, ...properties } = job.properties ?? {};
  const shared = Object.entries({
    ProblemBody: typesOf(problemSchema, "output"),
    JobState: { ...job, properties },
    JobEvent: typesOf(jobEventSchema, "output"),
  });
  const types = shared.map(([name, schema]) => `\nexport interface ${name} ${typeOf(schema, 0)}\n`);
  const text = await template("client.ts");

  const [start, end] = [text.indexOf("// TYPES"), text.indexOf("// END\n") + "// END\n".length];
  const typed = `${text.slice(0, start)}${toolTypes(tools)}${types.join("")}${text.slice(end)}`;
  return typed.replace("  // METHODS\n", () => methods.join("\n"));
}

function typeOf(schema: TypeSchema, depth: number): string {
  const { type, enum: values, items, prefixItems, properties } = schema;
  if (prefixItems) return `[${prefixItems.map((one) => typeOf(one, depth)).join(", ")}]`;
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeOf(option, depth)).join(" | ");
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(" | ");
  if (type === "array") return items ? `Array<${typeOf(items, depth)}>` : "unknown[]";

  if (type === "object" && properties) {
    const pad = "  ".repeat(depth + 1);
    const members = fieldsOf(schema).map(({ name, required, description, schema: of }) => {
      const comment = description ? `${pad}/** ${description.replaceAll("*/", "* /")} */\n` : "";
      return `${comment}${pad}${name}${required ? "" : "?"}: ${typeOf(of, depth + 1)};\n`;
    });
    return `{\n${members.join("")}${"  ".repeat(depth)}}`;
  }

  const plain: Record<string, string> = {
    string: "string",
    integer: "number",
    number: "number",
    boolean: "boolean",
    null: "null",
    object: "Record<string, unknown>",
  };

  return typeof type === "string" ? (plain[type] ?? "unknown") : "unknown";
}
