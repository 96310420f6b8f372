/** Component schemas from the registry's valibot schemas, by name, so that typed clients get named types. */
import type { JsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { newFileSchema } from "../../core/fields.ts";
import { jsonSchema } from "../../core/json/schema.ts";
import type { Tool } from "../../core/tool.ts";

/** A JSON Schema object in OpenAPI 3.1's dialect (2020-12). */
export type Schema = JsonSchema;

export interface Components {
  readonly schemas: Map<string, Schema>;
  /** A reference to the schema `name`, which is added if missing. */
  add(name: string, schema: v.GenericSchema, direction: "input" | "output"): Schema;
}

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export function createComponents(): Components {
  const schemas = new Map<string, Schema>();
  return {
    schemas,
    add(name, schema, direction) {
      if (!schemas.has(name)) {
        const { $schema, $defs, ...converted } = jsonSchema(schema, direction);
        const defined = new Map(
          Object.entries($defs ?? {}).map(([key, value]) => [
            `#/$defs/${key}`,
            { name: titleOf(value) ?? `${name}Part${key}`, value: typeof value === "object" ? value : {} },
          ]),
        );
        for (const { name: part, value } of defined.values()) schemas.set(part, value);
        for (const { name: part, value } of defined.values()) schemas.set(part, hoist(value, part));
        schemas.set(name, hoist(converted, name));

        /** Moves titled schemas inside `schema` into components and references them. */
        function hoist(below: Schema, at: string): Schema {
          const copy = mapSchemas(below, (inner) => {
            const target = inner.$ref === undefined ? undefined : defined.get(inner.$ref);
            if (target) return reference(target.name);
            const title = titleOf(inner);
            const hoisted = hoist(inner, title ?? at);
            if (title === undefined) return hoisted;
            schemas.set(title, hoisted);
            return reference(title);
          });
          // Responses grow by optional fields (docs/decisions/0022): clients must not reject those they don't know.
          if (direction === "output" && copy.additionalProperties === false) delete copy.additionalProperties;
          if (direction === "input" && copy.properties)
            copy.properties = withOptionalDefaults(copy.properties);

          return copy;
        }
      }
      return reference(name);
    },
  };
}

/** Request fields with their defaults in words: client generators (openapi-typescript) make a field with a `default` required. */
function withOptionalDefaults(
  properties: Readonly<Record<string, Schema | boolean>>,
): Record<string, Schema | boolean> {
  const moved = (field: Schema | boolean) => {
    if (typeof field !== "object" || field.default === undefined) return field;
    const { default: value, description = "", ...rest } = field;
    return { ...rest, description: `${description} Default: ${JSON.stringify(value)}.`.trim() };
  };
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, moved(field)]));
}

/** A title that is a type name makes its schema a component. */
function titleOf(schema: Schema | boolean): string | undefined {
  if (typeof schema === "boolean" || schema.title === undefined) return undefined;
  return /^[A-Z][A-Za-z0-9]*$/.test(schema.title) ? schema.title : undefined;
}

/** A copy with `change` applied to each direct subschema. */
function mapSchemas(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const each = <T>(value: T): T | Schema => (isSchema(value) ? change(value) : value);
  const copy: Schema = { ...schema };

  if (copy.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([name, value]) => [name, each(value)]),
    );
  }

  if (copy.items && !Array.isArray(copy.items)) copy.items = each(copy.items);
  if (copy.prefixItems) copy.prefixItems = copy.prefixItems.map(each);
  if (copy.anyOf) copy.anyOf = copy.anyOf.map(each);
  if (copy.oneOf) copy.oneOf = copy.oneOf.map(each);
  if (copy.allOf) copy.allOf = copy.allOf.map(each);
  if (copy.additionalProperties) copy.additionalProperties = each(copy.additionalProperties);

  return copy;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** `pdf_extract_pages` → `PdfExtractPages`. */
export function typeName(tool: string): string {
  return tool.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function inputSchema(components: Components, tool: Tool): Schema {
  return components.add(`${typeName(tool.name)}Input`, tool.input, "input");
}

/** Tools that write one PDF share a result type. */
export function resultSchema(components: Components, tool: Tool): Schema {
  const shared = Object.is(tool.output, newFileSchema);
  return components.add(shared ? "NewFile" : `${typeName(tool.name)}Result`, tool.output, "output");
}
