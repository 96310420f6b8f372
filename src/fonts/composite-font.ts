/** Composite fonts (ISO 32000-2, 9.7): Type 0 with one CIDFont. */

import { Buffer } from "node:buffer";
import { getOrInsert } from "../core/collections/maps.ts";
import { once } from "../core/once.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, isNamed, isString } from "../cos/syntax/value.ts";
import { arrayAt, dictAt, nameAt } from "../cos/typed-get.ts";
import { type CidMetrics, readCidMetrics } from "./cid-metrics.ts";
import { type Descriptor, describedHeight, readDescriptor } from "./descriptor.ts";
import { type CompositeEncoding, readEncoding } from "./encodings/composite-encoding.ts";
import { FontDoubt, unlessDoubtful } from "./encodings/font-doubt.ts";
import { macintoshText } from "./encodings/macintosh-glyphs.ts";
import { readToUnicode } from "./encodings/to-unicode.ts";
import { readFace } from "./face.ts";
import type { Glyph, PageFont } from "./font.ts";
import { embeddedStyle } from "./font-style.ts";
import { makeGlyph, mappedText, unknownText } from "./glyphs.ts";
import { syllableText, type TwoTexts } from "./syllables.ts";

/** Character collections whose CIDs Adobe's data map to text: these data aren't included. */
const adobeCollections = new Set(["Adobe-CNS1", "Adobe-GB1", "Adobe-Japan1", "Adobe-Korea1"]);

function collectionOf(cos: CosDocument, font: CosDict): string {
  const info = dictAt(cos, font.get("CIDSystemInfo"));
  const part = (key: string) => {
    const value = cos.resolve(info?.get(key));
    return isString(value) ? Buffer.from(value.bytes).toString("latin1") : "";
  };
  return info ? `${part("Registry")}-${part("Ordering")}` : "Adobe-Identity";
}

/** The cost of scanning a program's Unicode map, in budget steps. */
const programSteps = 16_384;

/** The characters that a TrueType program has for its glyphs; unknown if the font's codes aren't its glyphs. */
function programTexts(
  cos: CosDocument,
  cidFont: CosDict,
  descriptor: Descriptor,
  { identity }: CompositeEncoding,
): (code: number) => string | undefined {
  const map = cos.resolve(cidFont.get("CIDToGIDMap"));
  if (!identity || (map !== null && !isNamed(map, "Identity"))) return () => undefined;
  let paid = false;
  return (code) =>
    unlessDoubtful(() => {
      if (!paid) cos.budget.spend(programSteps);
      paid = true;
      return descriptor.program()?.glyphText?.(code);
    });
}

interface Texts {
  readonly text: (code: number) => string | undefined;
  /** The text that the program has for the shape of a code. */
  readonly own: (code: number) => string | undefined;
  /** If the document gives some codes no text: both texts that codes may have. */
  readonly both?: TwoTexts;
}

/** The text of codes. Throws FontDoubt if it would require data missing from the document. */
function readTexts(
  cos: CosDocument,
  font: CosDict,
  cidFont: CosDict,
  descriptor: Descriptor,
  encoding: CompositeEncoding,
): Texts {
  const map = readToUnicode(cos, font.get("ToUnicode"));
  const own = programTexts(cos, cidFont, descriptor, encoding);
  if (map?.hasEmptyTexts) {
    const mapped = (code: number) => mappedText(map.text(code));
    return { own, text: (code) => own(code) ?? mapped(code) ?? unknownText, both: { mapped, own } };
  }
  if (map) return { own, text: (code) => mappedText(map.text(code)) ?? unknownText };
  const collection = collectionOf(cos, cidFont);
  if (adobeCollections.has(collection)) throw new FontDoubt(`collection ${collection}`);
  if (descriptor.embedded) {
    if (descriptor.program() === undefined) throw new FontDoubt("a program that cannot be read");
    return { own, text: (code) => own(code) ?? unknownText };
  }
  if (!encoding.identity) throw new FontDoubt("a font that is neither embedded nor mapped");

  // The codes are glyphs of an unknown font: readers assume the order that most fonts begin with.
  return { own, text: (code) => macintoshText(code) ?? unknownText };
}

/** Maximum glyphs to keep for a font whose codes may be longer than two bytes. */
const maxKept = 70_000;

class CompositeGlyphs {
  readonly #encoding: CompositeEncoding;
  readonly #metrics: CidMetrics;
  readonly #text: Texts["text"];
  /** For two-byte codes, by first and then second byte. */
  readonly #pages: ((Glyph | undefined)[] | undefined)[] = new Array<undefined>(256).fill(undefined);
  readonly #others = new Map<number, Glyph>();
  readonly #syllables = new Map<string, Glyph>();

  constructor(encoding: CompositeEncoding, metrics: CidMetrics, text: Texts["text"]) {
    this.#encoding = encoding;
    this.#metrics = metrics;
    this.#text = text;
  }

  /** Glyphs whose text depends on those around them. */
  inSyllables(bytes: Uint8Array, at: number, both: TwoTexts): Glyph {
    const glyph = this.identical(bytes, at);
    const codeAt = (step: number) => {
      const [first, second] = [bytes[at + 2 * step], bytes[at + 2 * step + 1]];
      return first === undefined || second === undefined ? undefined : first * 256 + second;
    };
    const text = syllableText(both, codeAt);
    if (text === undefined || text === glyph.text) return glyph;
    const { length, advance, originX, originY } = glyph;
    const key = `${codeAt(0)} ${text}`;
    return getOrInsert(this.#syllables, key, () => makeGlyph(-1, length, text, advance, originX, originY));
  }

  /** The hot path: every code has two bytes. */
  identical(bytes: Uint8Array, at: number): Glyph {
    const second = bytes[at + 1];
    if (second === undefined) return this.any(bytes, at);
    const first = bytes[at] ?? 0;
    const page = this.#pages[first];
    const glyph = page?.[second];
    if (glyph !== undefined) return glyph;
    const made = this.#make(first * 256 + second, 2);
    const pages = page ?? new Array<Glyph | undefined>(256).fill(undefined);
    pages[second] = made;
    this.#pages[first] = pages;
    return made;
  }

  /** The shortest code within a code space; a byte that begins none is code 0. */
  any(bytes: Uint8Array, at: number): Glyph {
    const { spaces } = this.#encoding;
    let code = 0;
    for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
      code = code * 256 + (bytes[at + length - 1] ?? 0);
      for (const space of spaces)
        if (space.bytes === length && code >= space.low && code <= space.high)
          return this.#kept(code, length);
    }
    return this.#kept(0, 1);
  }

  #kept(code: number, length: number): Glyph {
    const key = code * 8 + length;
    const known = this.#others.get(key);
    if (known) return known;
    const made = this.#make(code, length);
    if (this.#others.size < maxKept) this.#others.set(key, made);
    return made;
  }

  #make(code: number, length: number): Glyph {
    const cid = this.#encoding.cid(code);
    if (cid === undefined) return makeGlyph(code, length, undefined, 0);
    const text = this.#text(code);
    if (!this.#encoding.vertical) return makeGlyph(code, length, text, this.#metrics.width(cid) / 1000);
    const { advance, x, y } = this.#metrics.vertical(cid);
    return makeGlyph(code, length, text, advance / 1000, x / 1000, y / 1000);
  }
}

/** Throws FontDoubt or a CosError if it can't be read here. */
export function openCompositeFont(cos: CosDocument, font: CosDict): PageFont {
  const cidFont = dictAt(cos, arrayAt(cos, font.get("DescendantFonts"))?.[0]);
  const kind = cidFont && nameAt(cos, cidFont.get("Subtype"));
  if (!cidFont || (kind !== "CIDFontType0" && kind !== "CIDFontType2"))
    throw new FontDoubt("a composite font without a CIDFont");
  const encoding = readEncoding(cos, font.get("Encoding"));
  const descriptor = readDescriptor(cos, cidFont, kind === "CIDFontType0" ? "FontFile3" : "FontFile2");
  if (!descriptor) throw new FontDoubt("a CIDFont without a descriptor");

  const baseFont = nameAt(cos, cidFont.get("BaseFont")) ?? "";
  const { text, own, both } = readTexts(cos, font, cidFont, descriptor, encoding);
  const glyphs = new CompositeGlyphs(encoding, readCidMetrics(cos, cidFont), text);
  const face = once(() => readFace(Buffer.from(baseFont, "latin1"), embeddedStyle(descriptor, baseFont)));
  const twoBytes: PageFont["glyph"] = both
    ? (bytes, at) => glyphs.inSyllables(bytes, at, both)
    : (bytes, at) => glyphs.identical(bytes, at);

  return {
    get face() {
      return face();
    },
    vertical: encoding.vertical,
    ...describedHeight(descriptor, undefined),
    glyph: encoding.identity ? twoBytes : (bytes, at) => glyphs.any(bytes, at),
    shapeText: own,
  };
}
