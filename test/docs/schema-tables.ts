/** Tables of fields for readers, generated from the JSON Schemas that programs get. */
import * as v from "valibot";
import { jsonSchema } from "../../src/core/json/schema.ts";
import { steps } from "../../src/steps/index.ts";
import { structureDocument } from "../../src/tools/shared/structure-document.ts";

type Schema = ReturnType<typeof jsonSchema>;

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The allowed values, in words. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(", ");
  if (schema.anyOf) return schema.anyOf.filter(isSchema).map(typeOf).join(", or ");
  if (schema.prefixItems) return `${schema.prefixItems.length} numbers`;
  if (schema.type === "array") return `list of ${isSchema(schema.items) ? typeOf(schema.items) : "values"}`;
  if (schema.type === "object") return `object: ${Object.keys(schema.properties ?? {}).join(", ")}`;
  return `${schema.type}${range(schema)}`;
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function range({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  return minimum === undefined ? "" : `, at least ${minimum}`;
}

function fieldRows(schema: Schema, shown: (field: Schema) => string): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      if (!isSchema(field)) throw new Error(`${name} has no schema`);
      const usual = field.default === undefined ? "" : `no: ${code(field.default)}`;
      const need = schema.required?.includes(name) ? "yes" : usual;
      return `| \`${name}\` | ${shown(field)} | ${need} | ${(field.description ?? "").replaceAll("|", "\\|")} |\n`;
    })
    .join("");
}

const head = "| Field | Value | Required | Meaning |\n|---|---|---|---|\n";

/** A section for each step, in registry order. */
export const stepSections = steps
  .map(({ action, description, options }) => {
    const schema = jsonSchema(v.strictObject(options), "input");
    const rows = fieldRows(schema, typeOf);
    return `\n### \`${action}\`\n\n${description}\n\n${rows === "" ? "It has no options.\n" : head + rows}`;
  })
  .join("")
  .concat("\n");

/** The nested objects of the structure, in the order a reader meets them. */
const objects = [
  ["The document", []],
  ["A page", ["pages"]],
  ["A block", ["pages", "blocks"]],
  ["A line", ["pages", "blocks", "lines"]],
  ["An item of a list", ["pages", "blocks", "items"]],
  ["A cell of a table", ["pages", "blocks", "rows"]],
] as const;

/** The innermost items of lists, however deeply they are nested. */
function itemOf(schema: Schema): Schema {
  return isSchema(schema.items) ? itemOf(schema.items) : schema;
}

function within(schema: Schema, path: readonly string[]): Schema {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const field = schema.properties?.[name];
  if (!isSchema(field)) throw new Error(`the structure has no ${name}`);
  return within(itemOf(field), rest);
}

/** A list of objects has its own table. */
function structureType(field: Schema): string {
  if (field.type !== "array" || !isSchema(field.items)) return typeOf(field);
  return field.items.type === "array" ? "list of rows, each a list of cells" : "list, see below";
}

export const structureSections = objects
  .map(([title, path]) => {
    const schema = within(jsonSchema(structureDocument, "output"), path);
    return `\n### ${title}\n\n${head}${fieldRows(schema, structureType)}`;
  })
  .join("")
  .concat("\n");
