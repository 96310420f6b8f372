/** The lines of a page by the places and shapes of the letters that people see, without those that are between them unseen. */
import type { Letter } from "../../core/page-layout.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageContent } from "../../reading/interpreter/content/page-source.ts";
import type { ShownGlyph } from "../../reading/interpreter/device/text-object.ts";
import { watchContent, watchPage } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun, PageRun } from "../../reading/interpreter/page-run.ts";
import { isVisible } from "../../reading/interpreter/state/visible.ts";
import { inkBox } from "../content/ink-box.ts";
import { joinedForm } from "./word-check.ts";

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
  /** The letter that its shape has by its font, if its text is another. */
  readonly shape: string | undefined;
  /** Its code, and its font's name. */
  readonly glyph: string;
}

/** What people see of a page's content. */
export interface SeenPage {
  readonly lines: readonly SeenLine[];
  /** It has shapes that may be words, and whose letters its fonts don't say. */
  readonly hasUnnamed: boolean;
}

/** Lines of the page's content, also by the letters of shapes that a ToUnicode map calls something else. Throws what the content's reader throws. */
export function seenLines(document: PdfDocument, run: DocumentRun, page: number): SeenPage {
  const nothing = () => {};
  const letters: Placed[] = [];

  watchPage(run, page, pageContent(document, page, nothing), {
    ...{ begin: nothing, before: nothing, after: nothing, end: nothing },
    glyph(shown, { state }) {
      if (isSeen(shown, state)) letters.push(placed(shown));
    },
  });
  const rows = rowsOf(letters);

  return {
    lines: [
      ...rows.flatMap((row) => piecesOf(row)),
      ...rows.filter(isCalledOther).flatMap((row) => piecesOf(row, true)),
    ],
    hasUnnamed: rows.some(hasUnnamed),
  };
}

/** A shape's own letter is another than its text. */
const isCalledOther = (row: readonly Placed[]) => row.some(({ shape }) => shape !== undefined);

/** Shapes without a letter that follow each other in a row, and different ones among them, which may be a word: signs are fewer. */
const leastUnnamed = 8;
const leastDifferent = 5;
const isUnnamed = /^[\ufffd\ue000-\uf8ff\s]*$/u;

function hasUnnamed(row: readonly Placed[]): boolean {
  let open: string[] = [];
  for (const { letter, shape, glyph } of row) {
    if (shape !== undefined || !isUnnamed.test(letter.text)) open = [];
    else if (open.push(glyph) >= leastUnnamed && new Set(open).size >= leastDifferent) return true;
  }
  return false;
}

/** Lines of content that isn't a page's own, in its own space. Throws what the content's reader throws. */
export function linesOfContent(run: DocumentRun, content: Uint8Array, resources: CosDict): SeenLine[] {
  const nothing = () => {};
  const letters: Placed[] = [];
  watchContent(run, content, resources, {
    ...{ begin: nothing, before: nothing, after: nothing, end: nothing },
    glyph: (shown) => letters.push(placed(shown)),
  });
  return rowsOf(letters).flatMap((row) => piecesOf(row));
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
    style: { a, b, c, d, font },
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
    shape: otherLetter(glyph.text, font.shapeText?.(glyph.code)),
    glyph: `${glyph.code} ${font.face.name}`,
  };
}

/** What a shape says, if its text says something else. */
function otherLetter(text = "", shape = ""): string | undefined {
  const own = joinedForm(shape, false);
  return own === "" || own === joinedForm(text, false) ? undefined : shape;
}

/** Letters by their lines. */
function rowsOf(letters: Placed[]): Placed[][] {
  letters.sort((one, other) => one.direction - other.direction || one.across - other.across);
  const rows: Placed[][] = [];
  for (const letter of letters) {
    const last = rows.at(-1)?.at(-1);
    const isNear = last && letter.across - last.across <= baselines * Math.min(letter.size, last.size);
    if (isNear && last.direction === letter.direction) rows.at(-1)?.push(letter);
    else rows.push([letter]);
  }
  for (const row of rows) row.sort((one, other) => one.from - other.from);
  return rows;
}

/** A row's text from left to right, divided where a column may end. `byShape`: by the letters that its shapes have. */
function piecesOf(row: readonly Placed[], byShape = false): SeenLine[] {
  const pieces: { text: string; letters: SeenLine["letters"][number][] }[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { letter, shape, from, to, size } of row) {
    const gap = (from - end) / size;
    const last = gap > lineGap ? undefined : pieces.at(-1);
    const piece = last ?? { text: "", letters: [] };
    if (!last) pieces.push(piece);
    else if (gap > spaceGap) piece.text += " ";
    piece.letters.push({ ...letter, start: piece.text.length });
    piece.text += byShape ? (shape ?? letter.text) : letter.text;
    end = Math.max(end, to);
  }
  return pieces;
}
