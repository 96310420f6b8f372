/** Font descriptors (ISO 32000-2, 9.8): a font's properties other than its codes. */
import { once } from "../core/once.ts";
import type { CosDocument } from "../cos/document.ts";
import type { CosDict } from "../cos/syntax/value.ts";
import { dictAt, numberAt, streamAt } from "../cos/typed-get.ts";
import { unlessDoubtful } from "./encodings/font-doubt.ts";
import { readCff } from "./programs/cff-program.ts";
import type { FontProgram } from "./programs/program.ts";
import { readTables, readTrueType } from "./programs/truetype-program.ts";
import { readType1 } from "./programs/type1-program.ts";

/** Bits of /Flags (table 121). */
export const fontFlags = {
  fixedPitch: 1,
  serif: 1 << 1,
  symbolic: 1 << 2,
  nonsymbolic: 1 << 5,
  italic: 1 << 6,
  forceBold: 1 << 18,
} as const;

/** The flags of a font whose program alone says which glyph a code has. */
export const asSymbolic = (flags: number): number => (flags | fontFlags.symbolic) & ~fontFlags.nonsymbolic;

/** Maximum bytes of a font program to decode: a font with all Chinese characters has some 20 million. */
const maxProgramBytes = 32 * 1024 * 1024;

export interface Descriptor {
  readonly flags: number;
  readonly missingWidth: number;
  /** In thousandths of the size; undefined if not specified. */
  readonly ascent: number | undefined;
  readonly descent: number | undefined;
  /** Whether the document includes the font's program, readable or not. */
  readonly embedded: boolean;
  /** Read on first use; undefined if missing or damaged. */
  program(): FontProgram | undefined;
}

/** A number for entries where only integers are meaningful. */
export function wholeNumber(value: number | undefined): number {
  return value === undefined ? 0 : Math.floor(value + 0.5);
}

/** A font's descriptor; `programKey` is the entry for its program. Undefined if there is none. */
export function readDescriptor(cos: CosDocument, font: CosDict, programKey: string): Descriptor | undefined {
  const dict = dictAt(cos, font.get("FontDescriptor"));
  if (!dict) return undefined;

  const key = [programKey, "FontFile", "FontFile2", "FontFile3"].find(
    (each) => cos.resolve(dict.get(each)) !== null,
  );
  const stream = key === undefined ? undefined : streamAt(cos, dict.get(key));
  return {
    flags: wholeNumber(numberAt(cos, dict.get("Flags"))),
    missingWidth: numberAt(cos, dict.get("MissingWidth")) ?? 0,
    ascent: numberAt(cos, dict.get("Ascent")),
    descent: numberAt(cos, dict.get("Descent")),
    embedded: stream !== undefined,
    program: once(() => stream && unlessDoubtful(() => openProgram(cos.decode(stream, maxProgramBytes)))),
  };
}

export interface Height {
  readonly ascender: number;
  readonly descender: number;
}

/** Fallback values. */
const usual: Height = { ascender: 0.8, descender: -0.2 };
/** Beyond these values, in ems, a font isn't trusted. */
const highest = 8;
const lowest = -3;

/** Plausible heights, or the usual ones. */
function trustedHeight({ ascender, descender }: Height): Height {
  const below = descender > 0 ? -descender : descender;
  if (ascender <= 0 || ascender > highest || below < lowest) return usual;
  return { ascender, descender: below };
}

/** Ascent and descent of a font's character boxes: from its descriptor, or else its TrueType program, or else the usual values. */
export function describedHeight(descriptor: Descriptor, own: Height | undefined): Height {
  const { ascent, descent } = descriptor;
  if (ascent !== undefined && descent !== undefined)
    return trustedHeight({ ascender: ascent / 1000, descender: descent / 1000 });
  const program = own ?? programHeight(descriptor) ?? usual;
  return trustedHeight({
    ascender: ascent === undefined ? program.ascender : ascent / 1000,
    descender: descent === undefined ? program.descender : descent / 1000,
  });
}

function programHeight(descriptor: Descriptor): Height | undefined {
  const { ascender, descender } = descriptor.program() ?? {};
  return ascender === undefined || descender === undefined ? undefined : { ascender, descender };
}

/** By its first bytes, because the declared type is often wrong. Undefined if damaged or unsupported. Never throws. */
function openProgram(bytes: Uint8Array): FontProgram | undefined {
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
