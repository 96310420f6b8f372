/** The published JSON Schema of `content` in the format json. `bun test/structure-schema.ts` writes it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import { structureDocument } from "../src/tools/shared/structure-document.ts";

export const schemaPath = resolve(import.meta.dirname, "../src/tools/structure-v1.schema.json");

export function structureSchema(): string {
  return `${JSON.stringify(toJsonSchema(structureDocument, { target: "draft-2020-12" }), undefined, 2)}\n`;
}

if (import.meta.main) {
  mkdirSync(dirname(schemaPath), { recursive: true });
  writeFileSync(schemaPath, structureSchema());
}
