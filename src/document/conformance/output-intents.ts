/** Output intents (ISO 32000-2, 14.11.5), and what becomes of colors that are moved to a document with others. */
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { nameText, scanContent } from "../../cos/syntax/content/scan.ts";
import { type CosDict, dictOf, isDict, isNamed, isStream, without } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { fingerprint } from "../fingerprint.ts";
import type { PdfDocument } from "../open.ts";
import { annotationsAt, arrayAt, dataOf, dictAt, nameAt, numberAt, streamAt } from "../typed-get.ts";

export interface Intents {
  /** Identifies the kinds and color profiles; undefined: it has none. */
  readonly print: string | undefined;
  /** The profiles themselves, by fingerprint. */
  readonly profiles: readonly string[];
  /** Whether one is for CMYK. */
  readonly areCmyk: boolean;
}

export const noIntents: Intents = { print: undefined, profiles: [], areCmyk: false };

export function intentsOf({ cos, catalog }: Pick<PdfDocument, "cos" | "catalog">): Intents {
  const dicts = arrayAt(cos, catalog.get("OutputIntents"))?.map((entry) => dictAt(cos, entry)) ?? [];
  const profiles = dicts.map((intent) => fingerprint(cos, intent?.get("DestOutputProfile") ?? null));
  const kinds = dicts.map((intent, k) => {
    // A printing condition that is known by its name needs no profile.
    const condition = intent?.has("DestOutputProfile") ? undefined : intent?.get("OutputConditionIdentifier");
    return `${nameAt(cos, intent?.get("S"))} ${profiles[k]} ${fingerprint(cos, condition ?? null)}`;
  });
  const areCmyk = dicts.some((intent) => {
    const profile = streamAt(cos, intent?.get("DestOutputProfile"));
    return profile
      ? numberAt(cos, profile.dict.get("N")) === 4
      : nameAt(cos, intent?.get("S")) === "GTS_PDFX";
  });
  return { print: kinds.join() || undefined, profiles, areCmyk };
}

/**
 * The warning if pages of a document become part of one with the intents `kept`; undefined if nothing is lost. `name` is the
 * first document's in the warning.
 */
export function lostIntents(
  document: PdfDocument,
  own: Intents,
  kept: Intents,
  name: string,
): string | undefined {
  if (own.print === kept.print) return undefined;
  if (kept.print === undefined) return `output intents of ${name} were dropped: the result has none`;
  const shown = "colors without a profile are now shown by those of the result";
  if (own.print !== undefined) return `output intents of ${name} were dropped: its ${shown}`;
  return kept.areCmyk && paintsCmyk(document)
    ? `${name} has no output intents: its CMYK ${shown}`
    : undefined;
}

/** Decoded content to scan, in bytes. */
const maxContent = 20_000_000;

/** Whether pages, or annotations on them, may paint in CMYK without a profile (8.6.4.4): what can't be scanned may. */
function paintsCmyk({ cos, pages }: PdfDocument): boolean {
  const roots = Array.from({ length: pages.count }, (_, k) => {
    const page = pages.dict(k + 1);
    return dictOf({
      Contents: page.get("Contents"),
      Resources: page.get("Resources") ?? pages.inherited(k + 1).Resources,
      AP: (annotationsAt(cos, page.get("Annots")) ?? []).flatMap(
        (item) => dictAt(cos, item)?.get("AP") ?? [],
      ),
    });
  });
  let found = false;
  let left = maxContent;
  walk(cos, { part: "the colors", depth: 60 }, roots, false, ({ value, state: isContent }) => {
    if (found) return undefined;
    if (isStream(value) && (isContent || isDrawing(value.dict))) {
      const bytes = dataOf(cos, value, left);
      left -= bytes?.length ?? 0;
      cos.budget.scan(bytes?.length ?? 0);
      found = bytes === undefined || setsCmyk(bytes);
    }
    found ||= isNamed(value, "DeviceCMYK");
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    // The glyphs of a font by name.
    if (isContent && !isStream(value)) return [{ values: [...dict.values()], state: true }];
    // The space for readers that don't know profiles isn't used.
    const others = without(dict, ["Contents", "CharProcs", "Alternate"]);
    return [
      { values: ["Contents", "CharProcs"].flatMap((key) => dict.get(key) ?? []), state: true },
      { values: [...others.values()], state: false },
    ];
  });
  return found;
}

/** Whether a stream is a form or a tiling pattern. */
const isDrawing = (dict: CosDict): boolean =>
  isNamed(dict.get("Subtype"), "Form") || dict.get("PatternType") === 1;

const setters = new Set(["k", "K"].map(operatorCode));
const image = operatorCode("BI");

/** Whether content sets a color in CMYK, or draws an inline image in it. */
function setsCmyk(bytes: Uint8Array): boolean {
  const scan = scanContent(bytes, "lenient");
  let inImage = false;
  while (scan.next()) {
    if (scan.token === "operator") {
      if (setters.has(scan.code)) return true;
      inImage = scan.code === image;
    } else if (scan.token === "name") {
      const name = nameText(bytes, scan.start, scan.end);
      if (name === "DeviceCMYK" || (name === "CMYK" && inImage)) return true;
    }
  }
  return false;
}
