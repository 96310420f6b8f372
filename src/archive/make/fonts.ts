/** Fonts as PDF/A asks for them: embedded, with complete dictionaries (ISO 19005-2, 6.2.11). */
import { getOrInsert } from "../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  dictOf,
  name,
  ref,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { arrayAt, dataOf } from "../../document/typed-get.ts";
import { fontFlags } from "../../fonts/descriptor.ts";
import { encodedNames } from "../../fonts/encodings/encoding-of-font.ts";
import { encodingTable } from "../../fonts/encodings/encodings.ts";
import { substituteStyle } from "../../fonts/font-style.ts";
import { openGlyphs, type ProgramGlyphs } from "../../fonts/programs/program-glyphs.ts";
import { readWidths } from "../../fonts/simple-font.ts";
import {
  type StandardFont,
  standardFont,
  standardHeight,
  substituteFont,
} from "../../fonts/standard-fonts.ts";
import { standardFace } from "../../typeset/standard-face.ts";
import type { GlyphFact } from "../facts.ts";
import { PdfObject } from "../object.ts";
import type { FontUse } from "../survey/font-uses.ts";
import { cidsOf, programOf, surveyFonts } from "../survey/fonts.ts";
import { isTextKnown, sameWidth } from "../table/fonts.ts";
import { drawComposite, drawSimple } from "./draw-font.ts";
import { type Fixing, factStore } from "./fixing.ts";
import { mendProgram } from "./mend-program.ts";
import { writeTexts } from "./texts.ts";
import { mendType3 } from "./type3.ts";

interface Twin {
  readonly stream: CosRef;
  readonly bytes: Uint8Array;
  readonly glyphs: ProgramGlyphs;
}

/** The program of a standard font, opened once. */
type TwinOf = (chosen: StandardFont) => Promise<Twin | undefined>;

export async function fixFonts(fixing: Fixing): Promise<void> {
  const twins = new Map<StandardFont, Promise<Twin | undefined>>();
  const twinOf: TwinOf = (chosen) => getOrInsert(twins, chosen, () => openTwin(fixing, chosen));
  for (const use of fixing.usage.fonts) {
    const { font } = use;
    if (font.num === 0) continue;
    const kind = font.name("Subtype");
    if (kind === "Type0") await fixComposite(fixing, use, twinOf);
    else if (kind === "Type3") {
      if (mendType3(fixing, font, glyphFacts(fixing, use))) fixing.note("fonts", use.page);
    } else if (use.isDrawn && !programOf(font)) await embedTwin(fixing, use, twinOf);
    else {
      mendProgram(fixing, use, font);
      if (kind !== "TrueType") fixLists(fixing, font.again(), "CharSet");
    }
    fixTexts(fixing, { ...use, font: font.again() });
  }
}

/** Texts that a strict reader doesn't find: in ranges that count beyond their last byte, or by the names of glyphs. */
function fixTexts(fixing: Fixing, use: FontUse): void {
  const isMissing = (glyph: GlyphFact) =>
    fixing.level.endsWith("u") && !(glyph.isMapped && isTextKnown(glyph));
  if (!glyphFacts(fixing, use).some((glyph) => glyph.overruns || isMissing(glyph))) return;
  writeTexts(fixing, use);
  fixing.note("fonts", use.page);
}

function glyphFacts({ session }: Fixing, use: FontUse): readonly GlyphFact[] {
  const facts = factStore();
  surveyFonts(session.cos, [use], facts.report);
  return facts.of("glyph");
}

/** Lists of a subset's glyphs: PDF/A-1 needs complete ones; in later parts, a wrong one is worse than none. */
function fixLists({ session, family }: Fixing, font: PdfObject, key: "CharSet" | "CIDSet"): void {
  const descriptor = font.object("FontDescriptor");
  if (!descriptor || descriptor.num === 0) return;
  if (family !== "a1") {
    if (descriptor.has(key)) session.set(descriptor.num, without(descriptor.dict, [key]));
    return;
  }
  const glyphs = programOf(font)?.glyphs;
  if (!glyphs || !/^[A-Z]{6}\+/.test(font.name("BaseFont") ?? "")) return;
  const value = key === "CharSet" ? charSetOf(glyphs) : session.add(cidSetOf(font, glyphs));
  session.set(descriptor.num, withEntries(descriptor.dict, { [key]: value }));
}

function charSetOf(glyphs: ProgramGlyphs): CosValue {
  const names = glyphs.names().filter((one) => one !== ".notdef");
  return bytesString(Buffer.from(names.map((one) => `/${one}`).join(""), "latin1"));
}

function cidSetOf(font: PdfObject, glyphs: ProgramGlyphs): CosStream {
  const map = font.streamOf("CIDToGIDMap");
  const cids = cidsOf(glyphs, map && dataOf(font.cos, map, 131_072));
  const bits = new Uint8Array((cids.reduce((most, cid) => Math.max(most, cid), 0) >> 3) + 1);
  for (const cid of cids) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (128 >> (cid & 7));
  return newStream(new Map(), bits, { deflate: true });
}

async function fixComposite(fixing: Fixing, use: FontUse, twinOf: TwinOf): Promise<void> {
  const { session, note } = fixing;
  const { cos } = session;
  const { font } = use;
  const item = arrayAt(cos, font.dict.get("DescendantFonts"))?.[0];
  const given = PdfObject.at(cos, item);
  if (!given) return;
  if (use.isDrawn && !programOf(given)) await embedComposite(fixing, use, given, twinOf);
  else mendProgram(fixing, use, given);
  const cidFont = given.again();
  fixLists(fixing, cidFont, "CIDSet");
  // Without a map, glyph numbers are CIDs in every reader.
  const hasMap = cidFont.streamOf("CIDToGIDMap") !== undefined || cidFont.name("CIDToGIDMap") === "Identity";
  if (cidFont.name("Subtype") !== "CIDFontType2" || hasMap || !programOf(cidFont)) return;
  const own = withEntries(cidFont.dict, { CIDToGIDMap: name("Identity") });
  if (cidFont.num > 0) session.set(cidFont.num, own);
  else session.set(font.num, withEntries(font.dict, { DescendantFonts: [own] }));
  note("fonts");
}

async function embedComposite(
  fixing: Fixing,
  use: FontUse,
  cidFont: PdfObject,
  twinOf: TwinOf,
): Promise<void> {
  if (!fixing.substituteFonts) return;
  const chosen = twinName(cidFont);
  const twin = await twinOf(chosen);
  const base = twin && (await standardFace(chosen, twin.bytes, twin.glyphs.count));
  if (!use.font.has("ToUnicode")) writeTexts(fixing, use);
  if (base && cidFont.num > 0 && (await drawComposite(fixing, use, cidFont, base)))
    fixing.note("fonts", use.page);
  else fixing.missing.add(cidFont.name("BaseFont") ?? "without a name");
}

function twinName(font: PdfObject): StandardFont {
  const base = (font.name("BaseFont") ?? "").replace(/^[A-Z]{6}\+/, "");
  const flags = font.object("FontDescriptor")?.number("Flags") ?? 0;
  return (
    standardFont(base) ??
    substituteFont({ ...substituteStyle(base, flags), serif: (flags & fontFlags.serif) !== 0 })
  );
}

/** Embeds the program of a standard font in place of one that is missing, if all shown glyphs are as wide. */
async function embedTwin(fixing: Fixing, use: FontUse, twinOf: TwinOf): Promise<void> {
  const { session, substituteFonts, note } = fixing;
  const { font } = use;
  if (!substituteFonts) return;
  const chosen = twinName(font);
  const twin = await twinOf(chosen);
  if (!twin) return;

  const names = namesOf(font, chosen);
  const given = readWidths(
    session.cos,
    font.dict,
    font.object("FontDescriptor")?.number("MissingWidth") ?? 0,
  );
  const widthOf = (code: number) => twin.glyphs.width(twin.glyphs.named(names[code] ?? ".notdef") ?? 0) ?? 0;
  const isFitting = [...use.codes.values()].every(({ code, isDrawn }) => {
    if (!isDrawn) return true;
    const glyph = twin.glyphs.named(names[code] ?? "");
    if (glyph === undefined || glyph === 0) return false;
    return given === undefined || Math.abs(given(code) - widthOf(code)) <= sameWidth;
  });
  if (!isFitting) {
    writeTexts(fixing, use);
    const similar = {
      font: await standardFace(chosen, twin.bytes, twin.glyphs.count),
      glyphOf: (code: number) => twin.glyphs.named(names[code] ?? ""),
    };
    if (await drawSimple(fixing, use, similar, given)) note("fonts", use.page);
    else fixing.missing.add(font.name("BaseFont") ?? "without a name");
    return;
  }

  const descriptor = session.add(descriptorOf(font, chosen, twin.stream));
  const isPictorial = chosen === "Symbol" || chosen === "ZapfDingbats";
  const widths: CosDict = dictOf({
    FirstChar: 0,
    LastChar: 255,
    Widths: Array.from({ length: 256 }, (_, code) => Math.round(given?.(code) || widthOf(code))),
  });
  const own = withEntries(font.dict, {
    Type: name("Font"),
    Subtype: name("Type1"),
    FontDescriptor: descriptor,
    ...Object.fromEntries(widths),
    // Without an encoding, a program's own counts, which a standard font doesn't have.
    ...(!font.has("Encoding") &&
      !isPictorial && {
        Encoding: dictOf({ Type: name("Encoding"), Differences: [0, ...differences(names)] }),
      }),
  });
  session.set(font.num, own);
  note("fonts", use.page);
}

const differences = (names: readonly (string | undefined)[]): CosValue[] =>
  Array.from({ length: 256 }, (_, code) => name(names[code] ?? ".notdef"));

const ownEncodings: Partial<Record<StandardFont, "symbol" | "zapfDingbats">> = {
  Symbol: "symbol",
  ZapfDingbats: "zapfDingbats",
};

/** The glyph of each code, by the font's encoding and the one it builds on. */
function namesOf(font: PdfObject, chosen: StandardFont): readonly (string | undefined)[] {
  const isPictorial = chosen === "Symbol" || chosen === "ZapfDingbats";
  const base = encodingTable(ownEncodings[chosen] ?? "standard");
  const names = encodedNames(font.cos, font.get("Encoding"), base);
  return isPictorial ? base.map((own, code) => names[code] ?? own) : names;
}

async function openTwin({ session }: Fixing, chosen: StandardFont): Promise<Twin | undefined> {
  const bytes = await session.context.readers.standardProgram(chosen);
  const glyphs = openGlyphs(bytes);
  if (!glyphs) return undefined;
  const stream = session.add(newStream(dictOf({ Subtype: name("Type1C") }), bytes, { deflate: true }));
  return { stream: ref(stream.num), bytes, glyphs };
}

function descriptorOf(font: PdfObject, chosen: StandardFont, program: CosRef): CosDict {
  const known = font.object("FontDescriptor")?.dict ?? new Map<string, CosValue>();
  const isPictorial = chosen === "Symbol" || chosen === "ZapfDingbats";
  const usual = dictOf({
    Type: name("FontDescriptor"),
    Flags: isPictorial ? fontFlags.symbolic : fontFlags.nonsymbolic,
    FontBBox: [-200, -300, 1200, 1100],
    ItalicAngle: /Oblique|Italic/.test(chosen) ? -12 : 0,
    Ascent: Math.round(standardHeight(chosen).ascender * 1000),
    Descent: Math.round(standardHeight(chosen).descender * 1000),
    CapHeight: 700,
    StemV: 80,
  });
  return withEntries(new Map([...usual, ...known]), {
    FontName: name(font.name("BaseFont") ?? chosen),
    FontFile3: program,
    FontFile: undefined,
    FontFile2: undefined,
    CharSet: undefined,
  });
}
