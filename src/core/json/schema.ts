/** The registry's schemas as JSON Schema (2020-12), for every interface that shows them to programs. */
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/**
 * The JSON Schema of what may be sent (`input`: before defaults apply) or what comes back (`output`).
 * Checks that JSON Schema cannot express (well-formed Unicode) are omitted; the descriptions name them.
 */
export function jsonSchema(schema: v.GenericSchema, direction: "input" | "output"): JsonSchema {
  return toJsonSchema(schema, { target: "draft-2020-12", typeMode: direction, errorMode: "ignore" });
}
