/** A tool's input fields as seen by a command line, derived from the tool's own schema. */

import { getOrInsert } from "../../core/collections/maps.ts";
import { member } from "../../core/json/validate.ts";
import type { Tool } from "../../core/tool.ts";

export interface ToolField {
  /** The schema's name: `output_folder`. */
  readonly name: string;
  /** The flag's name, without the leading `--`: `output-folder`. */
  readonly flag: string;
  /** `json`: a value that only JSON can express; `jsons`: a list of such values. */
  readonly kind: "text" | "texts" | "number" | "switch" | "json" | "jsons";
  /** Names of the members of a JSON object, or of each object in a list. */
  readonly members: readonly string[];
  readonly required: boolean;
  /** Whether it may be null. */
  readonly nullable: boolean;
  readonly description: string;
  /** The allowed values, if there are few. */
  readonly choices: readonly string[];
  readonly fallback: unknown;
}

const known = new WeakMap<Tool, readonly ToolField[]>();

/** Fields in schema order, computed once. Valibot's schemas are plain data: inspected, never run. */
export function toolFields(tool: Tool): readonly ToolField[] {
  const entries = () => Object.entries(Object(member(tool.input, "entries")));
  return getOrInsert(known, tool, () => entries().map(([name, schema]) => toolField(name, schema)));
}

/** The field that limits how much of a document's text is returned. */
export const limitField = "max_chars";
/** Fields that have no limit on a command line unless one is given. */
export const limits: ReadonlySet<string> = new Set([limitField, "max_hits"]);

/** Valid input without the limits that `given` leaves to their defaults: the whole of a document. */
export function withoutLimits(tool: Tool, given: object, input: object): object {
  const open = toolFields(tool).filter(({ name }) => limits.has(name) && !Object.hasOwn(given, name));
  return { ...input, ...Object.fromEntries(open.map(({ name }) => [name, Number.MAX_SAFE_INTEGER])) };
}

function toolField(name: string, schema: unknown): ToolField {
  let description = "";
  let required = true;
  let fallback: unknown;
  let inner: unknown = schema;
  let nullable = false;

  for (;;) {
    description ||= (fallback === true && descriptionOf(inner, "negated")) || descriptionOf(inner);
    const wrapped = member(inner, "wrapped");
    if (wrapped === undefined) break;
    required = false;
    nullable ||= member(inner, "type") === "nullable";
    fallback ??= member(inner, "default");
    inner = wrapped;
  }

  const choices = choicesOf(inner);
  const flag = name.replaceAll("_", "-");

  const members = Object.keys(Object(member(member(inner, "item") ?? inner, "entries")));
  const kind = kindOf(inner);

  return {
    name,
    flag,
    kind,
    members,
    required,
    nullable,
    description,
    choices: choices.map(String),
    fallback,
  };
}

function kindOf(schema: unknown): ToolField["kind"] {
  switch (member(schema, "type")) {
    case "string":
      return "text";
    case "number":
      return "number";
    case "boolean":
      return "switch";
    case "array":
      return ["string", "picklist"].includes(String(member(member(schema, "item"), "type")))
        ? "texts"
        : "jsons";
    default:
      break;
  }
  const choices = choicesOf(schema);
  if (choices.length === 0) return "json";

  return choices.every((choice) => typeof choice === "number") ? "number" : "text";
}

/** The values of a picklist or a list of picklists, a literal, or a union of literals. */
function choicesOf(schema: unknown): unknown[] {
  const options = member(schema, "options");

  switch (member(schema, "type")) {
    case "literal":
      return [member(schema, "literal")];
    case "array":
      return choicesOf(member(schema, "item"));
    case "picklist":
      return Array.isArray(options) ? options : [];
    case "union": {
      const literals = Array.isArray(options) ? options.map(choicesOf) : [];
      return literals.every((values) => values.length > 0) ? literals.flat() : [];
    }
    default:
      return [];
  }
}

/** A pipe's last description: the one meant only for people, or as valibot reads it. */
function descriptionOf(schema: unknown, key = "help"): string {
  const pipe = member(schema, "pipe");
  const items = Array.isArray(pipe) ? pipe : [];
  for (const item of items.toReversed()) {
    const metadata = member(item, "metadata");
    const own =
      member(metadata, key) ??
      member(metadata, "description") ??
      (member(item, "type") === "description" ? member(item, "description") : descriptionOf(item));
    if (typeof own === "string" && own !== "") return own;
  }
  return "";
}
