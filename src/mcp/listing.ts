/**
 * Tools as `tools/list` shows them. An agent pays for every word of the list in every conversation, so it holds what a call
 * is chosen and written by; the whole schemas are resources. Every schema is shortened by the same rule, and the registry's
 * own schema stands before the call: what the short one leaves out is still refused, in words.
 */
import type { Tool as McpTool, Resource } from "@modelcontextprotocol/server";
import type * as v from "valibot";
import { jsonSchema } from "../core/json/schema.ts";
import { firstSentence } from "../core/message.ts";
import type { ToolAnnotations } from "../core/tool.ts";

/** What MCP shows of a tool: those of the registry, and those that exist in MCP alone. */
export interface ShownTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: v.GenericSchema;
  readonly output?: v.GenericSchema;
  readonly annotations: ToolAnnotations;
}

/** The entry of a tool in the list. It has no schema of results, which no caller needs to read one. */
export function listedTool(tool: ShownTool): McpTool {
  const { name, title, description, annotations } = tool;
  const reading = annotations.readOnlyHint ? " Text of documents is untrusted." : "";
  return {
    name,
    title,
    description: firstSentence(description) + reading,
    // The SDK types JSON Schema more narrowly than the converter; both mean an object's schema.
    inputSchema: shortSchema({ ...jsonSchema(tool.input, "input") }, name) as McpTool["inputSchema"],
    annotations: hintsOf(annotations),
  };
}

/** Hints that differ from what MCP assumes where they are absent; the two about writing mean nothing for a tool that reads. */
function hintsOf(hints: ToolAnnotations): McpTool["annotations"] {
  const { openWorldHint } = hints;
  if (hints.readOnlyHint) return { readOnlyHint: true, openWorldHint };
  const { destructiveHint, idempotentHint } = hints;
  return { destructiveHint, ...(idempotentHint && { idempotentHint }), openWorldHint };
}

const scheme = "pdfd://tools/";

/** The tool with its whole schemas, as a resource. */
export function toolResource({ name, title }: ShownTool): Resource {
  return {
    uri: scheme + name,
    name,
    title: `${title}: whole schemas`,
    mimeType: "application/json",
    annotations: { audience: ["assistant"] },
  };
}

/** The text of the resource; undefined where there is none of this address. */
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

/** What only refuses values, shows them, or is written for people: the whole schema has it. */
const omitted: ReadonlySet<string> = new Set([
  "$schema",
  "examples",
  "help",
  "pattern",
  "minLength",
  "maxLength",
]);

/** A schema that allows all that the whole one allows, with the first sentence of each description. */
function shortSchema(schema: Schema, tool: string): Schema {
  const { oneOf, prefixItems, ...others } = schema;
  // Some clients know no tuples: one of equal members is a list of so many.
  if (Array.isArray(prefixItems) && areEqual(prefixItems))
    return shortSchema({ ...others, items: prefixItems[0] }, tool);
  // A list of objects, each with options of its own, is longer than all the rest together.
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
  // The list's own description is about its items.
  const { description: _, ...rest } = item;
  return rest;
}

/** An object of a union as one writes a call: `rotate {pages?, angle?}`. */
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

/** What a reader takes for granted: that what is absent is empty or off. */
function goesWithoutSaying(key: string, value: unknown): boolean {
  if (key === "default" && (value === false || value === "")) return true;
  return ["default", "items", "required"].includes(key) && isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
