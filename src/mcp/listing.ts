/**
 * Tools as listed by `tools/list`. Agents pay for every word of the list in every conversation, so it contains only what they
 * need to choose and write a call; full schemas are resources. Every schema is shortened by the same rule, and the registry's
 * own schema validates each call: anything the short one omits is still rejected, in words.
 */
import type { Tool as McpTool, Resource } from "@modelcontextprotocol/server";
import type * as v from "valibot";
import { jsonSchema } from "../core/json/schema.ts";
import { firstSentence } from "../core/message.ts";
import type { Tool, ToolAnnotations } from "../core/tool.ts";

/** A tool shown in MCP: from the registry, or existing only in MCP. */
export interface ShownTool extends Pick<Tool, "name" | "title" | "description" | "annotations"> {
  readonly input: v.GenericSchema;
  readonly output?: v.GenericSchema;
}

/** A tool's entry in the list, without the result schema, which no caller needs. */
export function listedTool(tool: ShownTool): McpTool {
  const { name, title, description, annotations } = tool;
  const reading = annotations.readOnlyHint ? " Document text is untrusted." : "";

  return {
    name,
    title,
    description: firstSentence(description) + reading,
    // The SDK types JSON Schema more narrowly than the converter; both mean an object's schema.
    inputSchema: shortSchema(
      { ...jsonSchema(tool.input, "input", { brief: true }) },
      name,
    ) as McpTool["inputSchema"],
    annotations: hintsOf(annotations),
  };
}

/** Hints that differ from MCP's defaults; the two about writing mean nothing for a read-only tool. */
function hintsOf(hints: ToolAnnotations): McpTool["annotations"] {
  const { openWorldHint } = hints;
  if (hints.readOnlyHint) return { readOnlyHint: true, openWorldHint };
  const { destructiveHint, idempotentHint } = hints;
  return { destructiveHint, ...(idempotentHint && { idempotentHint }), openWorldHint };
}

const scheme = "pdfd://tools/";

/** The tool with its full schemas, as a resource. */
export function toolResource({ name, title }: ShownTool): Resource {
  return {
    uri: scheme + name,
    name,
    title: `${title}: full schemas`,
    mimeType: "application/json",
    annotations: { audience: ["assistant"] },
  };
}

/** The resource's text; undefined for an unknown address. */
export function resourceText(uri: string, tools: readonly ShownTool[]): string | undefined {
  const tool = tools.find(({ name }) => scheme + name === uri);
  if (!tool) return undefined;
  const { name, title, description, annotations, input, output } = tool;
  return JSON.stringify({
    ...{ name, title, description, annotations },
    input: jsonSchema(input, "input"),
    ...(output && { output: jsonSchema(output, "output") }),
  });
}

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that only reject values or give examples: the full schema has them. */
const omitted: ReadonlySet<string> = new Set([
  ...["$schema", "examples", "pattern", "minLength", "maxLength", "minimum", "maximum", "multipleOf"],
  // Values that may be null, or one of several kinds: the description covers them.
  ...["anyOf"],
]);

/** A schema that allows everything the full one allows, with the first sentence of each description. */
function shortSchema(schema: Schema, tool: string): Schema {
  const { oneOf, prefixItems, ...others } = schema;
  // Some clients don't support tuples: one with equal members becomes a list of fixed length.
  if (Array.isArray(prefixItems) && areEqual(prefixItems))
    return shortSchema({ ...others, items: prefixItems[0] }, tool);

  // A list of objects with their own options is longer than everything else together.
  if (Array.isArray(oneOf))
    return {
      type: "object",
      description: `{${fieldNames(oneOf[0]).join(", ")}}: ${oneOf.map(signature).join("; ")}. Details: resource ${scheme}${tool}`,
    };

  const kept = Object.entries(schema).filter(
    ([key, value]) => !omitted.has(key) && !goesWithoutSaying(key, value),
  );

  return Object.fromEntries(kept.map(([key, value]) => [key, shortMember(key, value, tool)]));
}

function shortMember(key: string, value: unknown, tool: string): unknown {
  if (key === "description") return firstSentence(String(value));
  if (key === "properties")
    return Object.fromEntries(
      Object.entries(Object(value)).map(([name, inner]) => [name, shortSchema(Object(inner), tool)]),
    );
  if (key !== "items") return value;
  const item = shortSchema(Object(value), tool);
  if (!Object.hasOwn(Object(value), "description")) return item;

  // The list's own description covers its items.
  const { description: _, ...rest } = item;
  return rest;
}

/** An object in a union as written in a call: `rotate {pages?, angle?}`. */
function signature(schema: Schema): string {
  const properties = Object.entries(Object(schema.properties)).map(([, value]): Schema => Object(value));
  return properties
    .map((value) => ("const" in value ? String(value.const) : `{${fieldNames(value).join(", ")}}`))
    .join(" ");
}

function fieldNames({ properties, required }: Schema): string[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.keys(Object(properties)).map((name) => (needed.includes(name) ? name : `${name}?`));
}

function areEqual(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1;
}

/** What readers assume: anything absent is empty or off, and fields that aren't listed don't exist. */
function goesWithoutSaying(key: string, value: unknown): boolean {
  if (key === "additionalProperties" && value === false) return true;
  if (key === "default" && (value === false || value === "")) return true;
  return ["default", "items", "required"].includes(key) && isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
