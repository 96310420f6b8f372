/** Opens a font program by its first bytes, because its declared type is often wrong. */

import { unlessDoubtful } from "../encodings/font-doubt.ts";
import { readCff } from "./cff-program.ts";
import type { FontProgram } from "./program.ts";
import { readTables, readTrueType } from "./truetype-program.ts";
import { readType1 } from "./type1-program.ts";

/** Undefined if damaged, or of an unsupported kind. Never throws. */
export function openProgram(bytes: Uint8Array): FontProgram | undefined {
  if (bytes.length < 12) return undefined;
  const tag = String.fromCharCode(...bytes.subarray(0, 4));
  return unlessDoubtful(() => {
    if (tag === "OTTO") {
      const table = readTables(bytes).get("CFF ");
      return table && readCff(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    }
    if (tag === "\0\x01\0\0" || tag === "true" || tag === "ttcf") return readTrueType(bytes);
    if (tag.startsWith("%!") || bytes[0] === 0x80) return readType1(bytes);
    return readCff(bytes);
  });
}
