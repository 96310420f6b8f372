/** The fonts that text is shown in, and the codes it shows. */
import type { CosDocument } from "../../cos/document.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import { type CompositeEncoding, readEncoding } from "../../fonts/encodings/composite-encoding.ts";
import { encodedNames } from "../../fonts/encodings/encoding-of-font.ts";
import { unlessDoubtful } from "../../fonts/encodings/font-doubt.ts";
import type { PdfObject } from "../object.ts";

/** A shown code: how many bytes it has, and whether it is ever drawn. */
export interface CodeUse {
  readonly code: number;
  readonly length: number;
  isDrawn: boolean;
  readonly page: number | undefined;
}

export interface FontUse {
  readonly font: PdfObject;
  readonly codes: ReadonlyMap<number, CodeUse>;
  /** For a composite font; undefined if its CMap can't be read. */
  readonly encoding: CompositeEncoding | undefined;
  /** Whether any of its text is drawn. */
  isDrawn: boolean;
  readonly page: number | undefined;
}

interface Use extends FontUse {
  readonly codes: Map<number, CodeUse>;
  /** Names of a Type 3 font's glyphs by code. */
  readonly names: readonly (string | undefined)[];
}

export class FontUses {
  readonly #cos: CosDocument;
  readonly #uses = new Map<CosDict, Use>();

  constructor(cos: CosDocument) {
    this.#cos = cos;
  }

  get all(): readonly FontUse[] {
    return [...this.#uses.values()];
  }

  /** Notes shown strings. Returns the glyphs of a Type 3 font that are shown for the first time. */
  show(
    font: PdfObject,
    strings: readonly Uint8Array[],
    isInvisible: boolean,
    page: number | undefined,
  ): PdfObject[] {
    const use = this.#uses.get(font.dict) ?? this.#begin(font, page);
    if (!isInvisible) use.isDrawn = true;
    const fresh: PdfObject[] = [];

    for (const bytes of strings) {
      this.#cos.budget.spend(bytes.length >> 2);
      for (let at = 0; at < bytes.length; ) {
        const { code, length } = codeAt(use.encoding, bytes, at);
        at += length;
        const key = code * 8 + length;
        const known = use.codes.get(key);
        if (known) {
          if (!isInvisible) known.isDrawn = true;
          continue;
        }
        use.codes.set(key, { code, length, isDrawn: !isInvisible, page });
        const glyph = font.object("CharProcs")?.object(use.names[code] ?? "");
        if (glyph?.stream) fresh.push(glyph);
      }
    }

    return fresh;
  }

  #begin(font: PdfObject, page: number | undefined): Use {
    const subtype = font.name("Subtype");
    const encoding =
      subtype === "Type0"
        ? unlessDoubtful(() => readEncoding(this.#cos, font.dict.get("Encoding")))
        : undefined;
    const names = subtype === "Type3" ? encodedNames(this.#cos, font.get("Encoding"), undefined) : [];
    const use: Use = { font, codes: new Map(), encoding, names, isDrawn: false, page };
    this.#uses.set(font.dict, use);
    return use;
  }
}

/** The code at an offset; in a composite font whose CMap is unknown, of two bytes. */
function codeAt(
  encoding: CompositeEncoding | undefined,
  bytes: Uint8Array,
  at: number,
): { code: number; length: number } {
  if (!encoding) return { code: bytes[at] ?? 0, length: 1 };
  let code = 0;
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    code = code * 256 + (bytes[at + length - 1] ?? 0);
    for (const space of encoding.spaces)
      if (space.bytes === length && code >= space.low && code <= space.high) return { code, length };
  }
  return { code: 0, length: 1 };
}
