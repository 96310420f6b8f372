/** Tool schemas as JSON Schema (2020-12), for every interface that shows them to programs. */
import { type JsonSchema, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/**
 * The JSON Schema of a request (`input`, before defaults apply) or a result (`output`). Checks that JSON Schema can't express
 * (well-formed Unicode) are omitted; the descriptions mention them.
 * `brief` omits `help`, the description of a field whose name says enough. `negated` is only for command lines.
 */
export function jsonSchema(
  schema: v.GenericSchema,
  direction: "input" | "output",
  { brief = false } = {},
): JsonSchema {
  return toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: direction,
    errorMode: "ignore",
    overrideAction({ jsonSchema }) {
      const { help, negated, ...others }: JsonSchema & { help?: unknown; negated?: unknown } = jsonSchema;
      if (help === undefined && negated === undefined) return undefined;
      if (typeof help !== "string") return others;
      return brief ? others : { ...others, description: help };
    },
  });
}
