/** Example values for the description, derived from the schemas: the required fields, with recognizable values. */
import type { Schema } from "./schemas.ts";

/** By field name; a schema's own example, constant or choice takes precedence. */
const byName: Readonly<Record<string, unknown>> = {
  input: "report.pdf",
  output: "result.pdf",
  inputs: ["first.pdf", "second.pdf"],
  output_folder: "parts",
  folder: "/home/ada/pdf",
  pages: "1, 3-5",
  password: "correct horse battery",
  text: "Draft",
};

/** Results give absolute paths. */
const resultsByName: Readonly<Record<string, unknown>> = {
  ...byName,
  output: "/home/ada/pdf/result.pdf",
  path: "/home/ada/pdf/report.pdf",
  modified: "2026-01-31T09:30:00.000Z",
  bytes: 48213,
  total_pages: 12,
  page: 1,
  width: 595.28,
  height: 841.89,
  rotation: 0,
};

/** An example of a schema; `schemas` resolves references. */
export function exampleOf(
  schema: Schema | boolean | undefined,
  schemas: ReadonlyMap<string, Schema>,
  direction: "input" | "output",
  name = "",
): unknown {
  if (schema === undefined || typeof schema === "boolean") return undefined;
  const inner = (below: Schema | boolean | undefined, key: string) =>
    exampleOf(below, schemas, direction, key);
  if (schema.$ref !== undefined) return inner(schemas.get(schema.$ref.split("/").at(-1) ?? ""), name);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const known = (direction === "input" ? byName : resultsByName)[name];
  if (known !== undefined && fits(known, schema)) return known;
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice !== undefined) return inner(choice, name);

  if (schema.type === "object") {
    // A call that may write its result shows where to.
    const shown = new Set(
      direction === "input" ? [...(schema.required ?? []), "output"] : Object.keys(schema.properties ?? {}),
    );
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([key, value]) => shown.has(key) && !isWarnings(key, value))
        .map(([key, value]) => [key, inner(value, key)]),
    );
  }

  if (schema.type === "array") return exampleItems(schema, (item) => inner(item, singular(name)));
  return plain(schema);
}

/** `warnings` is absent if there are none, as in a good example. */
const isWarnings = (key: string, schema: unknown): boolean => key === "warnings" && schema !== undefined;

function exampleItems(schema: Schema, make: (item: Schema | boolean | undefined) => unknown): unknown[] {
  if (schema.prefixItems) return schema.prefixItems.map(make);
  const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
  const recursive = typeof item === "object" && item.$ref !== undefined && schema.minItems === undefined;
  // A recursive list (sections within sections) ends here.
  if (recursive && schema.description === undefined) return [];
  return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => make(item));
}

const singular = (name: string): string => name.replace(/s$/, "");

function fits(value: unknown, schema: Schema): boolean {
  if (schema.type === "integer") return Number.isInteger(value);
  if (schema.type === "number") return typeof value === "number";
  if (schema.type === "array") return Array.isArray(value);
  return schema.type === "string" && typeof value === "string";
}

function plain(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;

  switch (schema.type) {
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "text";
  }
}
