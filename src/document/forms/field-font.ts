/** The font in a field's default appearance (ISO 32000-2, 12.7.4.3), if text can be set in it with certainty. */
import { Encodings, Font, type IFontNames } from "@pdf-lib/standard-fonts";
import {
  beginText,
  endText,
  moveText,
  PDFHexString,
  type PDFOperator,
  setFillingGrayscaleColor,
  setFontAndSize,
  showText,
} from "pdf-lib";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, dictOf, isDict, isName, isRef } from "../../cos/syntax/value.ts";
import { readCidMetrics } from "../../fonts/cid-metrics.ts";
import { readCmap } from "../../fonts/cmaps/cmap.ts";
import { glyphCharacter } from "../../fonts/encodings/glyph-list.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import { contentOf, precise, setColor } from "../stamp/operators.ts";
import { arrayAt, dataOf, dictAt, memo, nameAt, numberAt, streamAt } from "../typed-get.ts";
import { appearanceOperations } from "./default-appearance.ts";
import type { Pen } from "./field-layout.ts";

export interface FieldFont extends Pen {
  /** Whether it has all characters. */
  has(text: string): boolean;
}

/** The style of a field's text. */
export interface TextLook {
  readonly font: string | undefined;
  /** 0: to fit. */
  readonly size: number;
  readonly color: PDFOperator;
}

/** Larger sizes are invalid. */
const maxSize = 2000;

/** Bytes of a default appearance to read. */
const maxAppearance = 2000;
/** Operators that set the fill color of text, and their number of operands. */
const colorOperators: ReadonlyMap<string, number> = new Map([
  ["g", 1],
  ["rg", 3],
  ["k", 4],
]);

/** Reads a default appearance string. */
export function textLook(appearance: Uint8Array | undefined): TextLook {
  let font: string | undefined;
  let size = 0;
  let color = [0];

  for (const { operator, operands } of appearanceOperations(
    (appearance ?? none).subarray(0, maxAppearance),
  )) {
    const values = operands.map(({ value }) => value);
    const [name, number] = values.slice(-2);
    const components = values.slice(-(colorOperators.get(operator) ?? 1)).filter(isNumber);
    if (operator === "Tf" && typeof name === "string" && isNumber(number))
      [font, size] = [name, Math.abs(number)];
    else if (components.length === colorOperators.get(operator)) color = components;
  }

  return {
    font,
    size: size <= maxSize ? size : 0,
    color: setColor(color) ?? setFillingGrayscaleColor(0),
  };
}

const none = new Uint8Array(0);
const isNumber = (value: unknown): value is number => typeof value === "number";

/** A font's code. */
interface Code {
  readonly hex: string;
  /** Thousandths of the size. */
  readonly width: number;
}

/** The font in which to set text; undefined if its codes are uncertain. */
export function fieldFont(session: EditSession, value: CosValue | undefined): FieldFont | undefined {
  const { cos } = session;
  const dict = dictAt(cos, value);
  if (!dict) return undefined;
  // PDF/A and its like want every font embedded. A subset has only the letters of the text for which it was made.
  const isUsable = isEmbedded(session, dict) ? !subset.test(baseName(cos, dict)) : !claimsAny(cos);
  if (!isUsable) return undefined;
  const codes =
    nameAt(cos, dict.get("Subtype")) === "Type0" ? compositeCodes(session, dict) : simpleCodes(session, dict);
  if (!codes) return undefined;

  return {
    resources: dictOf({ Font: dictOf({ F: isRef(value) ? value : session.add(dict) }) }),
    has: (text) => [...text].every((char) => codes(char)),
    measure: (text) => [...text].reduce((sum, char) => sum + (codes(char)?.width ?? 0), 0) / 1000,
    show({ text, x, y, size }) {
      const hex = [...text].map((char) => codes(char)?.hex ?? "").join("");
      return contentOf([
        beginText(),
        setFontAndSize("F", precise(size)),
        moveText(precise(x), precise(y)),
        showText(PDFHexString.of(hex)),
        endText(),
      ]);
    },
  };
}

const claimsAny = memo((cos: CosDocument) => Object.values(claimOf(cos)).some(Boolean));

/** The tag that the name of a subset begins with (9.9.2). */
const subset = /^[A-Z]{6}\+/;
const baseName = (cos: CosDocument, font: CosDict) => nameAt(cos, font.get("BaseFont")) ?? "";

function isEmbedded({ cos }: EditSession, font: CosDict): boolean {
  const below = dictAt(cos, arrayAt(cos, font.get("DescendantFonts"))?.[0]);
  const descriptor = dictAt(cos, (below ?? font).get("FontDescriptor"));
  return ["FontFile", "FontFile2", "FontFile3"].some((key) => descriptor?.has(key));
}

/** The meaning of a font's code. */
interface Meaning {
  readonly char: string;
  /** The name of its glyph. */
  readonly glyph: string;
}

/** WinAnsiEncoding by code. */
const windows = Encodings.WinAnsi.supportedCodePoints.map((codePoint): readonly [number, Meaning] => {
  const { code, name } = Encodings.WinAnsi.encodeUnicodeCodePoint(codePoint);
  const char = String.fromCodePoint(codePoint);
  // The list has the lowercase letter's name there.
  return [code, { char, glyph: char === "\u0178" ? "Ydieresis" : name }];
});

const byteHex = (code: number) => code.toString(16).padStart(2, "0");

/** Finds the code for a character. */
type Codes = (char: string) => Code | undefined;

function simpleCodes(session: EditSession, dict: CosDict): Codes | undefined {
  const { cos } = session;
  const base = baseName(cos, dict);
  if (/Dingbats|Symbol|Wingdings/i.test(base)) return undefined;
  if (nameAt(cos, dict.get("Subtype")) === "Type3") return undefined;
  const encoding = cos.resolve(dict.get("Encoding"));
  const named = isDict(encoding) ? nameAt(cos, encoding.get("BaseEncoding")) : nameAt(cos, encoding);
  const embedded = isEmbedded(session, dict);
  // An embedded font has its own encoding, known only to its program.
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
    // A width of zero means an omitted glyph.
    if (width && width > 0 && !codes.has(char)) codes.set(char, { hex: byteHex(code), width });
  }

  return codes.size === 0 ? undefined : (char) => codes.get(char);
}

/** The standard font (ISO 32000-2, 9.6.2.2) with a font's widths, by its name or a common alias. */
function standardName(baseFont: string): IFontNames | undefined {
  const plain = baseFont.replace(subset, "").replace(/[\s,-]/g, "");
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

/** Maximum size of a ToUnicode map to read. */
const maxMap = 2_000_000;

/** Composite fonts whose codes are glyphs (Identity-H): their text is in their ToUnicode map. */
function compositeCodes(session: EditSession, dict: CosDict): Codes | undefined {
  const { cos } = session;
  if (nameAt(cos, dict.get("Encoding")) !== "Identity-H") return undefined;
  const stream = streamAt(cos, dict.get("ToUnicode"));
  const descendant = dictAt(cos, arrayAt(cos, dict.get("DescendantFonts"))?.[0]);
  const data = stream && dataOf(cos, stream, maxMap);
  if (!data || !descendant) return undefined;

  cos.budget.spend(data.length);
  const map = readCmap(data);
  if (!map?.hasTexts) return undefined;

  const metrics = readCidMetrics(cos, descendant);
  const codeOf = map.codes();

  return (char) => {
    const code = codeOf(char);
    return code === undefined
      ? undefined
      : { hex: code.toString(16).padStart(4, "0"), width: metrics.width(code) };
  };
}
