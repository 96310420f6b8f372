/** Requirements on a stamp so that the document still conforms to its claims (ISO 19005 and ISO 14289). */
import {
  PDFOperator,
  PDFOperatorNames,
  setFillingGrayscaleColor,
  setFillingRgbColor,
  setStrokingGrayscaleColor,
} from "pdf-lib";
import { type CosDict, type CosRef, type CosValue, isDict, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { arrayAt, dictAt, nameAt } from "../typed-get.ts";
import { type Claim, colorClaims, isOldPdfX } from "./claim.ts";
import { withdrawClaim } from "./withdraw.ts";

/** One component is gray, three are red, green and blue. */
export type Color = readonly [number] | readonly [number, number, number];

export interface StampColor {
  /** The color space that the page must name; undefined: a device color space, which has its own operators. */
  readonly space: CosRef | undefined;
  /** The operators that set it for filling, with the name of the space. */
  fill(space: string | undefined): readonly PDFOperator[];
}

/** D65, and the primaries of sRGB (IEC 61966-2-1). */
const whitePoint = [0.9505, 1, 1.089];
const primaries = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505];

function calibrated(parts: number): CosValue {
  const dict: CosDict = new Map<string, CosValue>([["WhitePoint", whitePoint]]);
  if (parts === 1) return [name("CalGray"), dict.set("Gamma", 2.2)];
  return [name("CalRGB"), dict.set("Gamma", [2.2, 2.2, 2.2]).set("Matrix", primaries)];
}

/** In PDF/A, device colors require a matching output intent (ISO 19005-2, 6.2.4.3); CIE-based ones never do. */
export function stampColor(session: EditSession, claim: Claim, color: Color): StampColor {
  const rounded = color.map((part) => Math.round(part * 1000) / 1000);
  const [a = 0, b = a, c = a] = rounded;
  const isPrinted = /^PDF\/X-1/.test(claim.pdfx ?? "");
  // PDF/X-1a (ISO 15930-1, 6.2.3) allows only ink colors: of ours, only grays.
  const isGrey = isPrinted && a === b && a === c;
  if (isPrinted && !isGrey) withdrawClaim(session, "pdfx", `${claim.pdfx} forbids RGB colors`);
  const parts = isGrey ? [a] : rounded;
  if (isPrinted || !colorClaims.some((which) => claim[which])) {
    const operator = parts.length === 1 ? setFillingGrayscaleColor(a) : setFillingRgbColor(a, b, c);
    return { space: undefined, fill: () => [operator] };
  }

  return {
    space: session.add(calibrated(parts.length)),
    fill: (space) => [
      PDFOperator.of(PDFOperatorNames.NonStrokingColorspace, [`/${space ?? ""}`]),
      PDFOperator.of(PDFOperatorNames.NonStrokingColor, parts.map(String)),
    ],
  };
}

/** Black for lines, with its color space if device colors may be forbidden, which the page calls `name`. */
export function blackLines(
  claim: Claim,
  name: string,
): { space?: CosValue; operators: readonly PDFOperator[] } {
  if (claim.pdfx !== undefined || !colorClaims.some((which) => claim[which]))
    return { operators: [setStrokingGrayscaleColor(0)] };
  return {
    space: calibrated(1),
    operators: [
      PDFOperator.of(PDFOperatorNames.StrokingColorspace, [`/${name}`]),
      PDFOperator.of(PDFOperatorNames.StrokingColor, ["0"]),
    ],
  };
}

/** PDF/A-1 requires a list of a subset's glyphs (ISO 19005-1, 6.3.5); later parts don't. */
export const listsGlyphs = ({ pdfa }: Claim): boolean => pdfa?.part === "1";

/** PDF/UA requires a stamp's language to be known (ISO 14289-1, 7.2): it is unknown unless the document has a default. */
export function stampLanguage(session: EditSession, { pdfua }: Claim): string | undefined {
  return pdfua && !session.cos.catalog.has("Lang") ? "und" : undefined;
}

/**
 * Prepares a document for a translucent stamp. Transparency came with PDF 1.4, and PDF/A-1 forbids it. Returns the entries
 * that each stamped page needs: without an output intent, PDF/A requires a blending color space (ISO 19005-2, 6.2.10). `stamp`
 * is its name in warnings.
 */
export function allowTransparency(
  session: EditSession,
  { pdfa, pdfx }: Claim,
  stamp = "watermark",
): (page: CosDict) => void {
  if (session.cos.version < "1.4") session.setCatalog({ Version: name("1.4") });
  if (pdfa?.part === "1") withdrawClaim(session, "pdfa", `PDF/A-1 forbids the ${stamp}'s transparency`);
  if (pdfx && isOldPdfX(pdfx)) withdrawClaim(session, "pdfx", `${pdfx} forbids the ${stamp}'s transparency`);
  if (!pdfa || pdfa.part === "1" || hasOutputIntent(session)) return () => {};
  const space = session.add(calibrated(3));
  return (page) => {
    const group: CosDict = new Map(dictAt(session.cos, page.get("Group")));
    if (!group.has("CS"))
      page.set("Group", group.set("Type", name("Group")).set("S", name("Transparency")).set("CS", space));
  };
}

function hasOutputIntent({ cos }: EditSession): boolean {
  const intents = arrayAt(cos, cos.catalog.get("OutputIntents")) ?? [];
  return intents.some((entry) => {
    const intent = cos.resolve(entry);
    return isDict(intent) && nameAt(cos, intent.get("S")) === "GTS_PDFA1";
  });
}
