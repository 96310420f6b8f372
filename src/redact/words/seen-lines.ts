/** The lines of a page by the places of the letters that people see, without those that are between them unseen. */
import type { Letter } from "../../core/page-layout.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageContent } from "../../reading/interpreter/content/page-source.ts";
import type { ShownGlyph } from "../../reading/interpreter/device/text-object.ts";
import { watchContent, watchPage } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun, PageRun } from "../../reading/interpreter/page-run.ts";
import { isVisible } from "../../reading/interpreter/state/visible.ts";
import { inkBox } from "../content/ink-box.ts";

/** Points: smaller letters look like dots or lines. */
const leastSize = 2;
/** Of 255, in each color: lighter letters look like paper. */
const paper = 0xe0;
/** The text rendering mode without ink. */
const noInk = 3;
/** In ems: letters farther apart are separated by a space, or aren't in one line. */
const spaceGap = 0.2;
const lineGap = 2;
/** In ems: how far the baselines of one line may be apart. */
const baselines = 0.3;

/** A line as text, and its letters with their places in it. */
export interface SeenLine {
  readonly text: string;
  readonly letters: readonly (Letter & { readonly start: number })[];
}

/** A letter's place along its line and across, in points, for the direction of its line in degrees. */
interface Placed {
  readonly letter: Letter;
  readonly direction: number;
  readonly across: number;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

/** Lines of the page's content; none if people see every letter of it, which other readings cover. Throws what the content's reader throws. */
export function seenLines(document: PdfDocument, run: DocumentRun, page: number): SeenLine[] {
  const nothing = () => {};
  const letters: Placed[] = [];
  let hasUnseen = false;

  watchPage(run, page, pageContent(document, page, nothing), {
    ...{ begin: nothing, before: nothing, after: nothing, end: nothing },
    glyph(shown, { state }) {
      if (isSeen(shown, state)) letters.push(placed(shown));
      else hasUnseen = true;
    },
  });

  return hasUnseen ? linesOf(letters) : [];
}

/** Lines of content that isn't a page's own, in its own space. Throws what the content's reader throws. */
export function linesOfContent(run: DocumentRun, content: Uint8Array, resources: CosDict): SeenLine[] {
  const nothing = () => {};
  const letters: Placed[] = [];
  watchContent(run, content, resources, {
    ...{ begin: nothing, before: nothing, after: nothing, end: nothing },
    glyph: (shown) => letters.push(placed(shown)),
  });
  return linesOf(letters);
}

function isSeen({ glyph, style, x, y }: ShownGlyph, state: PageRun["state"]): boolean {
  const { fill } = state.ink;
  const isLight = fill >= 0 && [fill >> 16, (fill >> 8) & 255, fill & 255].every((part) => part >= paper);
  return (
    Math.hypot(style.c, style.d) >= leastSize &&
    state.render % 4 !== noInk &&
    state.fillAlpha > 0 &&
    !isLight &&
    isVisible(state, style, x, y, glyph.advance)
  );
}

function placed(shown: ShownGlyph): Placed {
  const {
    glyph,
    style: { a, b, c, d },
    x,
    y,
  } = shown;
  const width = Math.hypot(a, b) || 1;
  const [cos, sin] = [a / width, b / width];
  const from = x * cos + y * sin;
  return {
    letter: { text: glyph.text ?? "\ufffd", box: inkBox(shown), x, y },
    direction: Math.round((Math.atan2(b, a) * 180) / Math.PI),
    ...{ across: y * cos - x * sin, from, to: from + glyph.advance * width, size: Math.hypot(c, d) },
  };
}

/** Lines of letters by their places. */
function linesOf(letters: Placed[]): SeenLine[] {
  letters.sort((one, other) => one.direction - other.direction || one.across - other.across);
  const rows: Placed[][] = [];
  for (const letter of letters) {
    const last = rows.at(-1)?.at(-1);
    const isNear = last && letter.across - last.across <= baselines * Math.min(letter.size, last.size);
    if (isNear && last.direction === letter.direction) rows.at(-1)?.push(letter);
    else rows.push([letter]);
  }
  return rows.flatMap(piecesOf);
}

/** A row's text from left to right, divided where a column may end. */
function piecesOf(row: Placed[]): SeenLine[] {
  row.sort((one, other) => one.from - other.from);
  const pieces: { text: string; letters: SeenLine["letters"][number][] }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { letter, from, to, size } of row) {
    const gap = (from - end) / size;
    const last = gap > lineGap ? undefined : pieces.at(-1);
    const piece = last ?? { text: "", letters: [] };
    if (!last) pieces.push(piece);
    else if (gap > spaceGap) piece.text += " ";
    piece.letters.push({ ...letter, start: piece.text.length });
    piece.text += letter.text;
    end = Math.max(end, to);
  }
  return pieces;
}
