/** A line of text as page content (ISO 32000-2, 9.4), as an artifact that screen readers skip (14.8.2.2). */
import {
  beginText,
  endMarkedContent,
  endText,
  PDFHexString,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  setFontAndSize,
  setTextMatrix,
} from "pdf-lib";
import type { EncodedRun } from "../../typeset/font-set.ts";
import type { Matrix } from "../pages/matrix.ts";
import { beginMarked, contentOf, preciseMatrix } from "./operators.ts";

/** Begins a text object with its baseline at the origin of the matrix, whose unit is the text size. */
export function beginLine(matrix: Matrix): string {
  return contentOf([beginText(), setTextMatrix(...preciseMatrix(matrix))]);
}

const endLine = contentOf([endText()]);
const endMarked = contentOf([endMarkedContent()]);

/**
 * A text object that shows a line, begun with `begin`. Codes have their text in ToUnicode. `slanting` text also has it as a
 * whole (14.9.4): some readers take each letter of a slanting line for a line. Not for right-to-left text, whose order readers
 * disagree on.
 */
export function textObject(
  runs: readonly EncodedRun[],
  names: readonly string[],
  begin: string,
  {
    slanting = false,
    language,
  }: { readonly slanting?: boolean; readonly language?: string | undefined } = {},
): string {
  let content = begin;
  let open = false;
  runs.forEach(({ font, show, reads }, k) => {
    if (slanting && reads !== undefined && !open) {
      const actual = PDFHexString.fromText(readsFrom(runs, k));
      content += contentOf([beginMarked("Span", `<</ActualText ${actual}${languageEntry(language)}>>`)]);
      open = true;
    } else if (reads === undefined && open) {
      content += endMarked;
      open = false;
    }
    const shown = PDFOperator.of(PDFOperatorNames.ShowTextAdjusted, [show]);
    content += contentOf([setFontAndSize(names[font] ?? "", 1), shown]);
  });

  return `${content}${open ? endMarked : ""}${endLine}`;
}

/** The text of the runs from `first`, as far as they are left to right. */
function readsFrom(runs: readonly EncodedRun[], first: number): string {
  let text = "";
  for (let k = first; runs[k]?.reads !== undefined; k++) text += runs[k]?.reads ?? "";
  return text;
}

/** `language`: a BCP 47 tag. */
function languageEntry(language: string | undefined): string {
  return language === undefined ? "" : `/Lang(${language})`;
}

export type PagePart = "Header" | "Footer" | "Watermark";

const endArtifact = contentOf([popGraphicsState(), endMarkedContent()]);

/** Marks content as an artifact; saves and restores the graphics state around it. */
export function artifact(part: PagePart | undefined, language?: string): (content: string) => string {
  const kind = part === undefined ? "" : `/Subtype/${part}`;
  const properties = `<</Type/Pagination${kind}${languageEntry(language)}>>`;
  const begin = contentOf([beginMarked("Artifact", properties), pushGraphicsState()]);
  return (content) => begin + content + endArtifact;
}
