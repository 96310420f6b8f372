/** Opens a font program by its first bytes: what a file calls it is often wrong. */

import { unlessDoubtful } from "../encodings/font-doubt.ts";
import { readCff } from "./cff-program.ts";
import type { FontProgram } from "./program.ts";
import { readTrueType } from "./truetype-program.ts";
import { readType1 } from "./type1-program.ts";

/** The table with the CFF program of an OpenType file; the file itself where there is none. */
function cffTable(bytes: Uint8Array): Uint8Array | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = data.getUint16(4);
  for (let row = 12; row < 12 + count * 16; row += 16) {
    if (data.getUint32(row) !== 0x43464620) continue;
    const offset = data.getUint32(row + 8);
    return bytes.subarray(offset, offset + data.getUint32(row + 12));
  }
  return undefined;
}

/** Undefined: damaged, or of no kind that is read here. Never throws. */
export function openProgram(bytes: Uint8Array): FontProgram | undefined {
  if (bytes.length < 12) return undefined;
  const tag = String.fromCharCode(...bytes.subarray(0, 4));
  return unlessDoubtful(() => {
    if (tag === "OTTO") {
      const table = cffTable(bytes);
      return table && readCff(table);
    }
    if (tag === "\0\x01\0\0" || tag === "true" || tag === "ttcf") return readTrueType(bytes);
    if (tag.startsWith("%!") || bytes[0] === 0x80) return readType1(bytes);
    return readCff(bytes);
  });
}
