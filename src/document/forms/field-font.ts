/** The font that a field's default appearance names (ISO 32000-2, 12.7.4.3), as far as text can be set in it with certainty. */
import { Encodings, Font, type IFontNames } from "@pdf-lib/standard-fonts";
import { PDFHexString, type PDFOperator, setFillingGrayscaleColor } from "pdf-lib";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  latin1,
} from "../../cos/syntax/value.ts";
import { glyphCharacter } from "../../typeset/glyph-list.ts";
import type { EditSession } from "../edit.ts";
import { setColour } from "../stamp/operators.ts";
import { arrayAt, dataOf, dictAt, nameAt, numberAt, streamAt } from "../typed-get.ts";

export interface FieldFont {
  readonly value: CosRef;
  /** Width in ems; undefined: it lacks a character. */
  width(text: string): number | undefined;
  codes(text: string): PDFHexString;
}

/** How a field's text looks. */
export interface TextLook {
  readonly font: string | undefined;
  /** 0: as fits. */
  readonly size: number;
  readonly colour: PDFOperator;
}

const decimal = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)";
const fontOperator = new RegExp(`/([^\\s/()<>\\[\\]{}%]*)\\s+(${decimal})\\s+Tf(?![A-Za-z])`);
const colourOperator = new RegExp(
  `((?:${decimal}\\s+){4})k|((?:${decimal}\\s+){3})rg|(${decimal}\\s+)g(?![A-Za-z])`,
);
/** Larger text is none. */
const maxSize = 2000;

/** Reads a default appearance string. */
export function textLook(appearance: Uint8Array | undefined): TextLook {
  const text = latin1((appearance ?? new Uint8Array(0)).subarray(0, 2000));
  const font = fontOperator.exec(text);
  const size = Math.abs(Number(font?.[2] ?? 0));
  const [, four, three, one] = colourOperator.exec(text) ?? [];
  const parts = (four ?? three ?? one ?? "0").trim().split(/\s+/).map(Number);
  return {
    font: font?.[1],
    size: size <= maxSize ? size : 0,
    colour: setColour(parts) ?? setFillingGrayscaleColor(0),
  };
}

/** One code of a font. */
interface Code {
  readonly hex: string;
  /** Thousandths of the size. */
  readonly width: number;
}

/** The font in which text can be set; undefined where its codes are not certain. */
export function fieldFont(session: EditSession, value: CosValue | undefined): FieldFont | undefined {
  const { cos } = session;
  const dict = dictAt(cos, value);
  if (!dict) return undefined;
  const codes =
    nameAt(cos, dict.get("Subtype")) === "Type0" ? compositeCodes(session, dict) : simpleCodes(session, dict);
  if (!codes || codes.size === 0) return undefined;
  const reference = isRef(value) ? value : session.add(dict);
  return {
    value: reference,
    width(text) {
      let sum = 0;
      for (const char of text) {
        const code = codes.get(char);
        if (!code) return undefined;
        sum += code.width;
      }
      return sum / 1000;
    },
    codes: (text) => PDFHexString.of([...text].map((char) => codes.get(char)?.hex ?? "").join("")),
  };
}

/** What a code of a font means. */
interface Meaning {
  readonly char: string;
  /** The name of its glyph. */
  readonly glyph: string;
}

/** WinAnsiEncoding by code. */
const windows = Encodings.WinAnsi.supportedCodePoints.map((codePoint): readonly [number, Meaning] => {
  const { code, name } = Encodings.WinAnsi.encodeUnicodeCodePoint(codePoint);
  const char = String.fromCodePoint(codePoint);
  // The list has the small letter's name there.
  return [code, { char, glyph: char === "\u0178" ? "Ydieresis" : name }];
});

const byteHex = (code: number) => code.toString(16).padStart(2, "0");

function simpleCodes(session: EditSession, dict: CosDict): Map<string, Code> | undefined {
  const { cos } = session;
  const base = nameAt(cos, dict.get("BaseFont")) ?? "";
  if (/Dingbats|Symbol|Wingdings/i.test(base)) return undefined;
  if (nameAt(cos, dict.get("Subtype")) === "Type3") return undefined;
  const encoding = cos.resolve(dict.get("Encoding"));
  const named = isDict(encoding) ? nameAt(cos, encoding.get("BaseEncoding")) : nameAt(cos, encoding);
  const embedded = ["FontFile", "FontFile2", "FontFile3"].some((key) =>
    dictAt(cos, dict.get("FontDescriptor"))?.has(key),
  );
  // An embedded font has an encoding of its own, which only its program knows.
  if (named === undefined && embedded && !isDict(encoding)) return undefined;
  const last = named === "WinAnsiEncoding" ? 255 : 126;
  const meanings = new Map(
    named !== undefined || !embedded ? windows.filter(([code]) => code <= last) : undefined,
  );
  if (isDict(encoding)) differ(session, arrayAt(cos, encoding.get("Differences")), meanings);
  const standard = embedded ? undefined : standardName(base);
  const first = numberAt(cos, dict.get("FirstChar")) ?? 0;
  const widths = arrayAt(cos, dict.get("Widths"));
  const codes = new Map<string, Code>();
  for (const [code, { char, glyph }] of meanings) {
    const own = widths ? numberAt(cos, widths[code - first]) : undefined;
    const width = own ?? (standard && Font.load(standard).getWidthOfGlyph(glyph));
    // A width of zero is that of a glyph left out.
    if (width && width > 0 && !codes.has(char)) codes.set(char, { hex: byteHex(code), width });
  }
  return codes;
}

/** The standard font (ISO 32000-2, 9.6.2.2) whose widths a font has, by its name or a common other name. */
function standardName(baseFont: string): IFontNames | undefined {
  const plain = baseFont.replace(/^[A-Z]{6}\+/, "").replace(/[\s,-]/g, "");
  if (/^Courier/.test(plain)) return "Courier";
  const bold = /Bold/.test(plain);
  if (/^(Helvetica|Arial)/.test(plain)) return bold ? "Helvetica-Bold" : "Helvetica";
  if (!/^Times/.test(plain)) return undefined;
  const slanted = /Italic|Oblique/.test(plain);
  if (bold) return slanted ? "Times-BoldItalic" : "Times-Bold";
  return slanted ? "Times-Italic" : "Times-Roman";
}

function differ(
  session: EditSession,
  differences: readonly CosValue[] | undefined,
  into: Map<number, Meaning>,
): void {
  let code = 0;
  for (const entry of differences ?? []) {
    const value = session.cos.resolve(entry);
    if (typeof value === "number") code = value;
    else if (isName(value)) {
      const char = glyphCharacter(value.name);
      if (char === undefined) into.delete(code);
      else into.set(code, { char, glyph: value.name });
      code++;
    }
  }
}

/** Data of a ToUnicode map that is read. */
const maxMap = 2_000_000;

/** Composite fonts whose codes are glyphs (Identity-H): their text is in their ToUnicode map. */
function compositeCodes(session: EditSession, dict: CosDict): Map<string, Code> | undefined {
  const { cos } = session;
  if (nameAt(cos, dict.get("Encoding")) !== "Identity-H") return undefined;
  const stream = streamAt(cos, dict.get("ToUnicode"));
  const descendant = dictAt(cos, arrayAt(cos, dict.get("DescendantFonts"))?.[0]);
  const map = stream && dataOf(cos, stream, maxMap);
  if (!map || !descendant) return undefined;
  const widths = cidWidths(session, arrayAt(cos, descendant.get("W")));
  const rest = numberAt(cos, descendant.get("DW")) ?? 1000;
  const codes = new Map<string, Code>();
  for (const [code, text] of unicodeMap(latin1(map))) {
    const hex = code.toString(16).padStart(4, "0");
    if ([...text].length === 1 && !codes.has(text)) codes.set(text, { hex, width: widths.get(code) ?? rest });
  }
  return codes;
}

function cidWidths(session: EditSession, list: readonly CosValue[] | undefined): Map<number, number> {
  const { cos } = session;
  const widths = new Map<number, number>();
  const values = (list ?? []).map((entry) => cos.resolve(entry));
  for (let k = 0; k + 1 < values.length; ) {
    const [first, second, third] = [values[k], values[k + 1], values[k + 2]];
    if (typeof first !== "number") break;
    if (isArray(second)) {
      for (const [n, width] of second.entries()) widths.set(first + n, numberAt(cos, width) ?? 0);
      k += 2;
    } else {
      if (typeof second !== "number" || typeof third !== "number" || second - first > 65_535) break;
      for (let cid = first; cid <= second; cid++) widths.set(cid, third);
      k += 3;
    }
  }
  return widths;
}

function fromHex(hex: string): string {
  const units = hex.match(/[0-9A-Fa-f]{4}/g) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** Codes and texts of a ToUnicode map (ISO 32000-2, 9.10.3). */
function* unicodeMap(map: string): Generator<readonly [number, string]> {
  for (const [, kind, body = ""] of map.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g)) {
    const pattern =
      kind === "char"
        ? /<([0-9A-Fa-f]+)>\s*()<([0-9A-Fa-f]+)>/g
        : /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])/g;
    for (const [, from = "", to = "", start, each] of body.matchAll(pattern)) {
      const first = Number.parseInt(from, 16);
      const last = to === "" ? first : Math.min(Number.parseInt(to, 16), first + 65_535);
      const texts = each?.match(/[0-9A-Fa-f]+/g);
      const base = fromHex(start ?? "");
      for (let code = first; code <= last; code++) {
        if (texts) yield [code, fromHex(texts[code - first] ?? "")];
        else
          yield [
            code,
            base.slice(0, -1) + String.fromCharCode(base.charCodeAt(base.length - 1) + code - first),
          ];
      }
    }
  }
}
