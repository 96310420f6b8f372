/** The registry's schemas in the form that client generators read. */
import * as v from "valibot";
import { jsonSchema } from "../core/json/schema.ts";
import type { Tool } from "../core/tool.ts";
import { version } from "../core/version.ts";
import { asset } from "../host/assets/assets.ts";

/** The part of JSON Schema that defines types. */
export interface TypeSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly TypeSchema[] | undefined;
  readonly oneOf?: readonly TypeSchema[] | undefined;
  /** For items after `prefixItems`; false: none are allowed. */
  readonly items?: TypeSchema | false | undefined;
  readonly prefixItems?: readonly TypeSchema[] | undefined;
  readonly properties?: Readonly<Record<string, TypeSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
}

const typeSchema: v.GenericSchema<unknown, TypeSchema> = v.looseObject({
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  description: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  anyOf: v.optional(v.array(v.lazy(() => typeSchema))),
  oneOf: v.optional(v.array(v.lazy(() => typeSchema))),
  items: v.optional(v.union([v.literal(false), v.lazy(() => typeSchema)])),
  prefixItems: v.optional(v.array(v.lazy(() => typeSchema))),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => typeSchema),
    ),
  ),
  required: v.optional(v.array(v.string())),
});

/** A schema as client generators read it. */
export function typesOf(schema: v.GenericSchema, direction: "input" | "output"): TypeSchema {
  return v.parse(typeSchema, jsonSchema(schema, direction));
}

/** A tool's input and output schemas. */
export function schemasOf(tool: Tool): { readonly input: TypeSchema; readonly output: TypeSchema } {
  return { input: typesOf(tool.input, "input"), output: typesOf(tool.output, "output") };
}

/** A client's source, without the parts generated from the registry. */
export async function template(name: "client.ts" | "client.py" | "client.sh"): Promise<string> {
  const text = new TextDecoder().decode(await asset(name));
  return text.replace("pdfd VERSION", `pdfd ${version}`).replaceAll("\r\n", "\n");
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: TypeSchema;
}

/** The fields of an object's schema, in order. */
export function fieldsOf({ properties = {}, required = [] }: TypeSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    description: (schema.description ?? "").replaceAll("\n", " "),
    schema,
  }));
}

/** `PdfReadText` */
export function typeName(tool: Tool): string {
  return tool.name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `readText` */
export function methodName(tool: Tool): string {
  const name = typeName(tool).replace(/^Pdf/, "");
  return `${name[0]?.toLowerCase()}${name.slice(1)}`;
}
