/**
 * Programs made for fonts that aren't embedded, where no font has their widths: each glyph is that of a similar font, as wide as
 * the document says.
 */
import { type CosRef, type CosValue, dictOf, name, withEntries, without } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { readCidMetrics } from "../../fonts/cid-metrics.ts";
import { asSymbolic } from "../../fonts/descriptor.ts";
import { unknownText } from "../../fonts/glyphs.ts";
import { openFont } from "../../fonts/open-font.ts";
import { standardFont } from "../../fonts/standard-fonts.ts";
import { changedTrueType } from "../../fonts/subset/truetype-codes.ts";
import { facesFor } from "../../typeset/faces.ts";
import { makeFontFile } from "../../typeset/font-file.ts";
import type { HarfbuzzFont, Pen } from "../../typeset/harfbuzz.ts";
import { drawnOutlines } from "../../typeset/outlines.ts";
import type { PdfObject } from "../object.ts";
import type { FontUse } from "../survey/font-uses.ts";
import type { Fixing } from "./fixing.ts";

const em = 1000;
/** Fonts such as Arial have the characters of ASCII as glyphs 3 to 97. */
const lastOrdered = 97;

/** A glyph of another font; none is empty. */
interface Source {
  readonly font: HarfbuzzFont;
  readonly glyph: number;
}

/** What a code needs: `width` is undefined if the document doesn't say. */
interface Wanted {
  readonly id: number;
  readonly source: Source | undefined;
  readonly width: number | undefined;
}

const scaled = (pen: Pen, x: number, y: number): Pen => ({
  moveTo: (a, b) => pen.moveTo(a * x, b * y),
  lineTo: (a, b) => pen.lineTo(a * x, b * y),
  quadTo: (a, b, c, d) => pen.quadTo(a * x, b * y, c * x, d * y),
  cubicTo: (a, b, c, d, e, f) => pen.cubicTo(a * x, b * y, c * x, d * y, e * x, f * y),
});

const widthOf = ({ font, glyph }: Source) => (font.advance(glyph) * em) / font.unitsPerEm;

/** The program whose glyph k + 1 is that of `wanted[k]`, and the widths. */
function draw(wanted: readonly Wanted[], base: HarfbuzzFont) {
  const widths = wanted.map(({ source, width }) => Math.round(width ?? (source ? widthOf(source) : 0)));
  const outlines = drawnOutlines({
    draw(glyph, pen) {
      const source = wanted[glyph - 1]?.source;
      if (!source) return;
      const scale = em / source.font.unitsPerEm;
      const own = widthOf(source);
      const width = widths[glyph - 1] ?? own;
      source.font.draw(
        source.glyph,
        scaled(pen, own > 0 && width > 0 ? (scale * width) / own : scale, scale),
      );
    },
  });
  const font = { ...base, unitsPerEm: em, advance: () => 0 };
  const recipes = widths.map((advance, k) => ({ parts: [{ gid: k + 1, x: 0, y: 0 }], advance }));
  return { widths, ...makeFontFile({ outlines, font }, recipes) };
}

const isSpace = (text: string | undefined) => text !== undefined && /^[\s\u00ad\u200b-\u200f]*$/u.test(text);

/** The first font that has all these texts, of those for each. Texts without a glyph are missing. */
async function sourcesOf({ session }: Fixing, texts: readonly string[]): Promise<Map<string, Source>> {
  const found = new Map<string, Source>();
  const single = new Set(texts.filter((text) => [...text.normalize("NFC")].length === 1));
  for await (const { font } of facesFor([...single], session.context.readers)) {
    for (const text of single) {
      const glyph = found.has(text) ? 0 : font.glyph(text.normalize("NFC").codePointAt(0) ?? 0);
      if (glyph > 0) found.set(text, { font, glyph });
    }
    if (found.size === single.size) break;
  }
  return found;
}

export interface Similar {
  readonly font: HarfbuzzFont;
  /** The glyph of a code by its name. */
  glyphOf(code: number): number | undefined;
}

/** Embeds a program for a simple font, with the glyphs of a similar one and of others. Returns whether all shown glyphs are there. */
export async function drawSimple(
  fixing: Fixing,
  { font, codes }: FontUse,
  similar: Similar,
  given: ((code: number) => number) | undefined,
): Promise<boolean> {
  const { session } = fixing;
  const opened = openFont(session.cos, font.ref);
  const textOf = (code: number) => opened?.glyph(Uint8Array.of(code), 0).text;
  const own = (code: number): Source | undefined => {
    const glyph = similar.glyphOf(code);
    return glyph === undefined || glyph === 0 ? undefined : { font: similar.font, glyph };
  };
  const drawn = [...codes.values()].filter(({ isDrawn }) => isDrawn).map(({ code }) => code);
  const others = drawn.flatMap((code) =>
    own(code) || isSpace(textOf(code)) ? [] : (textOf(code) ?? unknownText),
  );
  const found = await sourcesOf(fixing, others);
  if (others.some((text) => !found.has(text))) return false;

  const shown = new Set(drawn);
  const wanted = Array.from({ length: 256 }, (_, id): Wanted => {
    const source = own(id) ?? (shown.has(id) ? found.get(textOf(id) ?? unknownText) : undefined);
    return { id, source, width: given?.(id) };
  });
  const { widths, bytes, bounds } = draw(wanted, similar.font);
  const map = new Map(
    wanted.flatMap(({ id, source }) => (source || shown.has(id) ? [[id, id + 1] as const] : [])),
  );
  const program = changedTrueType(bytes, { widths: new Map(), copies: [], codes: map });
  if (!program) return false;
  setDrawn(fixing, font, program, bounds, {
    Type: name("Font"),
    Subtype: name("TrueType"),
    Encoding: undefined,
    FirstChar: 0,
    LastChar: 255,
    Widths: widths,
  });
  return true;
}

/** The same for the shown CIDs of a CIDFont. */
export async function drawComposite(
  fixing: Fixing,
  { font, codes, encoding }: FontUse,
  cidFont: PdfObject,
  base: HarfbuzzFont,
): Promise<boolean> {
  const { session } = fixing;
  const opened = openFont(session.cos, font.ref);
  if (!encoding || !opened) return false;
  // Without a map, the codes are glyphs of a font that isn't there: only the order of common ones is known.
  const isKnown = ({ code }: { readonly code: number }) => code <= lastOrdered;
  if (
    !font.has("ToUnicode") &&
    !(encoding.identity && standardFont(cidFont.name("BaseFont") ?? "") && [...codes.values()].every(isKnown))
  )
    return false;
  const metrics = readCidMetrics(session.cos, cidFont.dict);
  const texts = new Map<number, string>();
  for (const { code, length, isDrawn } of codes.values()) {
    const bytes = Uint8Array.from({ length }, (_, k) => (code >> (8 * (length - 1 - k))) & 255);
    if (isDrawn) texts.set(encoding.cid(code) ?? 0, opened.glyph(bytes, 0).text ?? unknownText);
  }
  const found = await sourcesOf(
    fixing,
    [...texts.values()].filter((text) => !isSpace(text)),
  );
  if (
    [...texts].some(
      ([cid, text]) => cid === 0 || text === unknownText || (!isSpace(text) && !found.has(text)),
    )
  )
    return false;

  const wanted = [...texts].map(
    ([id, text]): Wanted => ({ id, source: found.get(text), width: metrics.width(id) }),
  );
  const { bytes, bounds } = draw(wanted, base);
  const map = new DataView(new ArrayBuffer((Math.max(0, ...texts.keys()) + 1) * 2));
  for (const [k, { id }] of wanted.entries()) map.setUint16(id * 2, k + 1);
  setDrawn(fixing, cidFont, bytes, bounds, {
    Subtype: name("CIDFontType2"),
    CIDToGIDMap: session.add(newStream(new Map(), new Uint8Array(map.buffer), { deflate: true })),
  });
  return true;
}

function setDrawn(
  { session }: Fixing,
  font: PdfObject,
  program: Uint8Array,
  { x0, y0, x1, y1 }: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number },
  entries: Record<string, CosValue | undefined>,
): void {
  const old = font.object("FontDescriptor");
  const flags = asSymbolic(old?.number("Flags") ?? 0);
  const file: CosRef = session.add(
    newStream(dictOf({ Length1: program.length }), program, { deflate: true }),
  );
  const usual = dictOf({
    Type: name("FontDescriptor"),
    FontName: name(font.name("BaseFont") ?? "Font"),
    FontBBox: [x0, y0, x1, y1],
    ItalicAngle: 0,
    Ascent: 800,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
  });
  const known = without(old?.dict ?? new Map<string, CosValue>(), [
    "FontFile",
    "FontFile3",
    "CharSet",
    "CIDSet",
  ]);
  const descriptor = withEntries(new Map([...usual, ...known]), { Flags: flags, FontFile2: file });
  session.set(
    font.num,
    withEntries(font.again().dict, { FontDescriptor: session.add(descriptor), ...entries }),
  );
}
