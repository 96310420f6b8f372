/** Fonts as they are used: their dictionaries, programs, CMaps, and each shown glyph (ISO 32000-2, 9.6 to 9.10). */
import type { CosDocument } from "../../cos/document.ts";
import { isName, isStream, latin1 } from "../../cos/syntax/value.ts";
import { arrayAt, dataOf, nameAt } from "../../document/typed-get.ts";
import { readCidMetrics } from "../../fonts/cid-metrics.ts";
import { fontFlags } from "../../fonts/descriptor.ts";
import { encodedNames } from "../../fonts/encodings/encoding-of-font.ts";
import { type Encoding, encodingTable } from "../../fonts/encodings/encodings.ts";
import { unlessDoubtful } from "../../fonts/encodings/font-doubt.ts";
import { listedCodePoint } from "../../fonts/encodings/glyph-list.ts";
import { glyphText } from "../../fonts/encodings/glyph-text.ts";
import { macintoshName } from "../../fonts/encodings/macintosh-glyphs.ts";
import { readToUnicode } from "../../fonts/encodings/to-unicode.ts";
import { openGlyphs, type ProgramGlyphs } from "../../fonts/programs/program-glyphs.ts";
import { readWidths } from "../../fonts/simple-font.ts";
import { PdfObject } from "../object.ts";
import type { Place, Report } from "../rule.ts";
import { surveyCmaps } from "./cmaps.ts";
import { operations } from "./content.ts";
import type { FontUse } from "./font-uses.ts";

const maxProgramBytes = 64 * 1024 * 1024;
/** Enough for a Type 3 glyph's first operator. */
const maxGlyphHead = 200;

const standardNames = new Set(
  (
    "Courier Courier-Bold Courier-Oblique Courier-BoldOblique Helvetica Helvetica-Bold Helvetica-Oblique Helvetica-BoldOblique " +
    "Times-Roman Times-Bold Times-Italic Times-BoldItalic Symbol ZapfDingbats"
  ).split(" "),
);
const isSubsetName = (name: string | undefined) => /^[A-Z]{6}\+/.test(name ?? "");

/** A font's program, read once. */
export interface Program {
  readonly stream: PdfObject;
  readonly bytes: Uint8Array | undefined;
  readonly glyphs: ProgramGlyphs | undefined;
}

const programKeys = ["FontFile", "FontFile2", "FontFile3"];

export function programOf(font: PdfObject): Program | undefined {
  const descriptor = font.object("FontDescriptor");
  const key = programKeys.find((each) => descriptor?.streamOf(each));
  const stream = key === undefined ? undefined : descriptor?.object(key);
  if (!stream?.stream) return undefined;
  const bytes = dataOf(font.cos, stream.stream, maxProgramBytes);
  font.cos.budget.spend((bytes?.length ?? 0) >> 2);
  return { stream, bytes, glyphs: bytes && unlessDoubtful(() => openGlyphs(bytes)) };
}

export function surveyFonts(cos: CosDocument, uses: readonly FontUse[], report: Report): void {
  for (const use of uses) {
    const { font, page } = use;
    const place = { page, num: font.num };
    const subtype = font.name("Subtype");
    if (subtype === "Type0") surveyComposite(cos, use, place, report);
    else surveySimple(cos, use, place, report);
  }
}

/** Whether there is a program; undefined if it can't be read. A collection of fonts isn't one. */
function isReadable(program: Program | undefined): boolean | undefined {
  if (!program?.bytes || latin1(program.bytes, 0, 4) === "ttcf") return false;
  return program.glyphs ? true : undefined;
}

function describe(font: PdfObject, program: Program | undefined, isInvisible: boolean) {
  const subtype = font.name("Subtype");
  const baseFont = font.name("BaseFont");
  const flags = font.object("FontDescriptor")?.number("Flags") ?? 0;
  return {
    object: font,
    subtype,
    baseFont,
    isStandard: subtype === "Type1" && !program && standardNames.has(baseFont ?? ""),
    isInvisible,
    hasProgram: isReadable(program),
    programSubtype: program?.stream.name("Subtype"),
    widths: font.array("Widths")?.length,
    isSymbolic: (flags & fontFlags.symbolic) !== 0,
  };
}

/** A glyph of a font: undefined if it is unknown. */
interface Shown {
  readonly glyph: number | undefined;
  readonly name: string | undefined;
}

function surveySimple(cos: CosDocument, use: FontUse, place: Place, report: Report): void {
  const { font } = use;
  const program = programOf(font);
  const fact = describe(font, program, !use.isDrawn);
  report("font", fact, place);
  if (fact.baseFont !== undefined) report("unicodeName", fact.baseFont, place);
  report("simpleFont", fact, place);
  const { subtype, isSymbolic } = fact;
  const encoding = font.get("Encoding");
  const glyphs = program?.glyphs;

  if (subtype === "TrueType") {
    const base = isName(encoding) ? encoding.name : font.object("Encoding")?.name("BaseEncoding");
    const differences = font.object("Encoding")?.array("Differences");
    const names = (differences ?? []).flatMap((item) => nameAt(cos, item) ?? []);
    const has31 = glyphs === undefined ? undefined : glyphs.maps.some(isMap(3, 1));
    report(
      "trueType",
      {
        isSymbolic,
        encoding: base ?? (encoding === null ? undefined : ""),
        hasDifferences: differences !== undefined,
        differencesAreListed:
          names.every((name) => listedCodePoint(name) !== undefined) && (program ? has31 : true),
      },
      place,
    );
    if (glyphs)
      report(
        "trueTypeProgram",
        {
          isSymbolic,
          maps: glyphs.maps.length,
          has30: glyphs.maps.some(isMap(3, 0)),
          has31: glyphs.maps.some(isMap(3, 1)),
          has10: glyphs.maps.some(isMap(1, 0)),
        },
        { ...place, num: program.stream.num },
      );
  }
  if (subtype === "Type1" || subtype === "MMType1") surveyCharSet(font, program, place, report);

  const names = encodedNames(
    cos,
    encoding,
    subtype === "TrueType" && isSymbolic ? undefined : baseTable(cos, font, program),
  );
  const unicode = unlessDoubtful(() => readToUnicode(cos, font.dict.get("ToUnicode")));
  const missing = font.object("FontDescriptor")?.number("MissingWidth") ?? 0;
  const widths = readWidths(cos, font.dict, missing);

  const isUnnamed = (code: number, { glyph }: Shown) =>
    subtype === "TrueType" && (glyph === 0 || (!isSymbolic && names[code] === undefined));

  for (const code of use.codes.values()) {
    const shown =
      subtype === "TrueType"
        ? trueTypeGlyph(code.code, names, isSymbolic, glyphs)
        : namedGlyph(code.code, names, glyphs);
    const own = unicode?.text(code.code);
    const name = names[code.code] ?? shown.name;
    report(
      "glyph",
      {
        id: code.code,
        isInvisible: !code.isDrawn,
        ...(subtype === "Type3" ? drawnPresence(font, names[code.code]) : presence(glyphs, shown.glyph)),
        width: widths?.(code.code),
        isNotdef: shown.name === ".notdef" || (glyphs !== undefined && isUnnamed(code.code, shown)),
        text: own ?? (subtype === "TrueType" && isSymbolic ? undefined : textByName(name)),
        isMapped: own !== undefined,
        overruns: unicode?.overruns(code.code) ?? false,
      },
      { page: code.page, num: font.num },
    );
  }
}

const isMap =
  (platform: number, encoding: number) => (map: { readonly platform: number; readonly encoding: number }) =>
    map.platform === platform && map.encoding === encoding;

/** By Adobe's list, and the names that state a code point; other conventions aren't certain. */
const textByName = (name: string | undefined) =>
  name !== undefined && (listedCodePoint(name) !== undefined || /^uni[\dA-F]{4}$/.test(name))
    ? glyphText(name)
    : undefined;

function presence(glyphs: ProgramGlyphs | undefined, glyph: number | undefined) {
  if (!glyphs) return { glyph, isPresent: undefined, programWidth: undefined };
  if (glyph === undefined || glyph >= glyphs.count)
    return { glyph: undefined, isPresent: false, programWidth: undefined };
  return { glyph, isPresent: true, programWidth: unlessDoubtful(() => glyphs.width(glyph)) };
}

/** The same for a Type 3 font, whose glyphs begin by stating their widths. */
function drawnPresence(font: PdfObject, name: string | undefined) {
  const glyph = font.object("CharProcs")?.object(name ?? "");
  const bytes = glyph?.stream && dataOf(font.cos, glyph.stream, maxProgramBytes);
  if (!bytes)
    return { glyph: undefined, isPresent: name === undefined ? undefined : false, programWidth: undefined };
  const [first] = operations(bytes.subarray(0, maxGlyphHead), () => undefined);
  const [width] = first?.operands ?? [];
  return { glyph: undefined, isPresent: true, programWidth: typeof width === "number" ? width : undefined };
}

/** The encoding that differences build on. */
function baseTable(cos: CosDocument, font: PdfObject, program: Program | undefined): Encoding | undefined {
  if (font.name("Subtype") === "TrueType") return encodingTable("standard");
  if (program) return undefined;
  const base = font.name("BaseFont");
  if (base === "Symbol") return encodingTable("symbol");
  if (base === "ZapfDingbats") return encodingTable("zapfDingbats");
  return cos ? encodingTable("standard") : undefined;
}

function namedGlyph(
  code: number,
  names: readonly (string | undefined)[],
  glyphs: ProgramGlyphs | undefined,
): Shown {
  const name = names[code] ?? unlessDoubtful(() => glyphs?.codeName(code));
  if (!glyphs) return { glyph: undefined, name };
  return {
    glyph: name === undefined ? glyphs.named(".notdef") : glyphs.named(name),
    name: name ?? ".notdef",
  };
}

/** The glyph of a TrueType font's code (ISO 32000-2, 9.6.5.4). */
export function trueTypeGlyph(
  code: number,
  names: readonly (string | undefined)[],
  isSymbolic: boolean,
  glyphs: ProgramGlyphs | undefined,
): Shown {
  const name = names[code];
  if (!glyphs) return { glyph: undefined, name };
  const find = (platform: number, encoding: number) => glyphs.maps.find(isMap(platform, encoding));
  return (
    unlessDoubtful((): Shown => {
      if (!isSymbolic && name !== undefined) {
        const [unicode, mac] = [find(3, 1), find(1, 0)];
        const point = listedCodePoint(name) ?? glyphText(name)?.codePointAt(0);
        const glyph =
          (unicode && point !== undefined ? unicode.glyph(point) : 0) ||
          (mac ? mac.glyph(macCode(name)) : 0) ||
          (glyphs.named(name) ?? 0);
        return { glyph, name: glyph === 0 ? name : undefined };
      }
      const symbol = find(3, 0);
      const mac = find(1, 0);
      const ranges = [0, 0xf000, 0xf100, 0xf200];
      const bySymbol = symbol
        ? (ranges.map((range) => symbol.glyph(range + code)).find((one) => one !== 0) ?? 0)
        : 0;
      const any = isSymbolic && !symbol && !mac ? glyphs.maps[0]?.glyph(code) : undefined;
      return { glyph: bySymbol || (mac?.glyph(code) ?? 0) || (any ?? 0), name: undefined };
    }) ?? { glyph: undefined, name: undefined }
  );
}

const macCodes = new Map<string, number>();
function macCode(name: string): number {
  if (macCodes.size === 0)
    for (let code = 32; code < 256; code++) {
      const own = code === 127 ? undefined : macintoshName(code - (code < 127 ? 29 : 30));
      if (own !== undefined && !macCodes.has(own)) macCodes.set(own, code);
    }
  return macCodes.get(name) ?? -1;
}

function surveyCharSet(font: PdfObject, program: Program | undefined, place: Place, report: Report): void {
  const bytes = font.object("FontDescriptor")?.text("CharSet");
  const listed = new Set(
    bytes &&
      latin1(bytes)
        .split("/")
        .slice(1)
        .map((name) => name.trim()),
  );
  const own = program?.glyphs?.names().filter((name) => name !== ".notdef");
  report(
    "type1",
    {
      isSubset: isSubsetName(font.name("BaseFont")),
      hasProgram: program !== undefined,
      hasCharSet: bytes !== undefined,
      charSetIsComplete: own?.every((name) => listed.has(name)),
    },
    place,
  );
}

function surveyComposite(cos: CosDocument, use: FontUse, place: Place, report: Report): void {
  const { font } = use;
  const cidFont = PdfObject.at(cos, arrayAt(cos, font.dict.get("DescendantFonts"))?.[0]);
  const program = cidFont && programOf(cidFont);
  report("font", describe(font, program, !use.isDrawn), place);
  if (font.name("BaseFont") !== undefined) report("unicodeName", font.name("BaseFont") ?? "", place);
  surveyCmaps(font, cidFont, place, report);
  if (!cidFont) return;
  report("font", describe(cidFont, program, !use.isDrawn), { ...place, num: cidFont.num });
  if (cidFont.name("BaseFont") !== undefined) report("unicodeName", cidFont.name("BaseFont") ?? "", place);

  const isTrueType = cidFont.name("Subtype") === "CIDFontType2";
  const glyphs = program?.glyphs;
  const map = cidFont.get("CIDToGIDMap");
  const mapBytes = isStream(map) ? dataOf(cos, map, 131_072) : undefined;
  const glyphOf = (cid: number): number | undefined => {
    if (isTrueType && mapBytes) return (mapBytes[cid * 2] ?? 0) * 256 + (mapBytes[cid * 2 + 1] ?? 0);
    return isTrueType ? cid : glyphs?.ofCid(cid);
  };

  report(
    "cidFont",
    {
      object: cidFont,
      isTrueType,
      hasProgram: program !== undefined,
      hasMap: isStream(map) || (isName(map) && map.name === "Identity"),
      isInvisible: !use.isDrawn,
      isSubset: isSubsetName(cidFont.name("BaseFont")),
      ...cidSetFacts(cidFont, glyphs, mapBytes),
    },
    { ...place, num: cidFont.num },
  );

  const metrics = readCidMetrics(cos, cidFont.dict);
  const unicode = unlessDoubtful(() => readToUnicode(cos, font.dict.get("ToUnicode")));
  for (const code of use.codes.values()) {
    const cid = use.encoding?.cid(code.code);
    if (use.encoding === undefined) continue;
    const glyph = glyphOf(cid ?? 0);
    report(
      "glyph",
      {
        id: cid ?? 0,
        isInvisible: !code.isDrawn,
        ...presence(glyphs, glyph),
        width: cid === undefined ? undefined : metrics.width(cid),
        isNotdef: glyphs !== undefined && (glyph === 0 || (cid ?? 0) === 0),
        text: unicode?.text(code.code) ?? (hasKnownTexts(cidFont) ? "?" : undefined),
        isMapped: true,
        overruns: unicode?.overruns(code.code) ?? false,
      },
      { page: code.page, num: font.num },
    );
  }
}

/** Whether the font's CIDs are those of one of Adobe's collections, whose characters are known (9.10.2). */
function hasKnownTexts(cidFont: PdfObject): boolean {
  const info = cidFont.object("CIDSystemInfo");
  const ordering = latin1(info?.text("Ordering") ?? new Uint8Array(0));
  return ["GB1", "CNS1", "Japan1", "Korea1"].includes(ordering);
}

function cidSetFacts(cidFont: PdfObject, glyphs: ProgramGlyphs | undefined, map: Uint8Array | undefined) {
  const stream = cidFont.object("FontDescriptor")?.streamOf("CIDSet");
  const bits = stream && dataOf(cidFont.cos, stream, 65_536);
  if (!stream) return { hasCidSet: false, cidSetIsComplete: undefined };
  if (!glyphs || !bits) return { hasCidSet: true, cidSetIsComplete: undefined };
  const isSet = (cid: number) => ((bits[cid >> 3] ?? 0) & (128 >> (cid & 7))) !== 0;
  const cids = cidsOf(glyphs, map);
  return { hasCidSet: true, cidSetIsComplete: cids.every((cid) => cid === 0 || isSet(cid)) };
}

export function cidsOf(glyphs: ProgramGlyphs, map: Uint8Array | undefined): number[] {
  if (map)
    return Array.from({ length: map.length >> 1 }, (_, cid) => cid).filter(
      (cid) => (map[cid * 2] ?? 0) * 256 + (map[cid * 2 + 1] ?? 0) > 0,
    );
  return glyphs.isKeyed ? [...glyphs.cids] : Array.from({ length: glyphs.count }, (_, cid) => cid);
}
