/** The lines of a page by the places and shapes of the letters that people see, without those that are between them unseen. */
import { getOrInsert } from "../../core/collections/maps.ts";
import type { Letter } from "../../core/page-layout.ts";
import type { CosDict } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import type { Glyph } from "../../fonts/font.ts";
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

/** A line as text, and its letters. */
export interface SeenLine {
  readonly text: string;
  /** Those of a part of it. */
  letters(start: number, end: number): Letter[];
}

/** A style's direction: as an angle in degrees and a vector; how wide and tall its em is, in points. */
interface Direction {
  readonly degrees: number;
  readonly cos: number;
  readonly sin: number;
  readonly width: number;
  readonly size: number;
}

/** A letter, and its place along its line and across, in points, for the direction of its line. */
interface Placed {
  readonly shown: ShownGlyph;
  readonly direction: Direction;
  readonly across: number;
  readonly from: number;
  readonly to: number;
  /** The letter that its shape has by its font, if its text is another. */
  readonly shape: string | undefined;
}

/** What people see of a page's content. */
export interface SeenPage {
  readonly lines: readonly SeenLine[];
  /** It has shapes that may be words, and whose letters its fonts don't say. */
  readonly hasUnnamed: boolean;
}

/**
 * Lines of the page's content, also by the letters of shapes that a ToUnicode map calls something else. `onGlyph` gets each glyph, seen
 * or not. Throws what the content's reader throws.
 */
export function seenLines(
  document: PdfDocument,
  run: DocumentRun,
  page: number,
  onGlyph?: (shown: ShownGlyph) => void,
): SeenPage {
  const nothing = () => {};
  const letters: Placed[] = [];

  watchPage(run, page, pageContent(document, page, nothing), {
    ...{ begin: nothing, before: nothing, after: nothing, end: nothing },
    glyph(shown, { state }) {
      onGlyph?.(shown);
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
  let open: Glyph[] = [];
  for (const { shown, shape } of row) {
    if (shape !== undefined || !isUnnamed.test(textOf(shown))) open = [];
    else if (open.push(shown.glyph) >= leastUnnamed && new Set(open).size >= leastDifferent) return true;
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

const isLight = (color: number) =>
  color >> 16 >= paper && ((color >> 8) & 255) >= paper && (color & 255) >= paper;

function isSeen({ glyph, style, x, y }: ShownGlyph, state: PageRun["state"]): boolean {
  return (
    Math.hypot(style.c, style.d) >= leastSize &&
    state.render % 4 !== noInk &&
    state.fillAlpha > 0 &&
    !isLight(state.ink.fill) &&
    isVisible(state, style, x, y, glyph.advance)
  );
}

const directions = new WeakMap<ShownGlyph["style"], Direction>();

function directionOf({ a, b, c, d }: ShownGlyph["style"]): Direction {
  const width = Math.hypot(a, b) || 1;
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return { degrees, cos: a / width, sin: b / width, width, size: Math.hypot(c, d) };
}

function placed(shown: ShownGlyph): Placed {
  const { glyph, style, x, y } = shown;
  const direction = getOrInsert(directions, style, () => directionOf(style));
  const { cos, sin, width } = direction;
  const from = x * cos + y * sin;
  const to = from + glyph.advance * width;
  return { shown, direction, across: y * cos - x * sin, from, to, shape: shapeOf(shown) };
}

const shapes = new WeakMap<Glyph, string | undefined>();

/** What a shape says, if its text says something else. */
function shapeOf({ glyph, style }: ShownGlyph): string | undefined {
  return getOrInsert(shapes, glyph, () => {
    const shape = style.font.shapeText?.(glyph.code) ?? "";
    const own = joinedForm(shape, false);
    return own === "" || own === joinedForm(glyph.text ?? "", false) ? undefined : shape;
  });
}

/** Letters by their lines. */
function rowsOf(letters: Placed[]): Placed[][] {
  letters.sort((one, other) => one.direction.degrees - other.direction.degrees || one.across - other.across);
  const rows: Placed[][] = [];
  for (const letter of letters) {
    const last = rows.at(-1)?.at(-1);
    const { degrees, size } = letter.direction;
    const isNear =
      last?.direction.degrees === degrees &&
      letter.across - last.across <= baselines * Math.min(size, last.direction.size);
    if (isNear) rows.at(-1)?.push(letter);
    else rows.push([letter]);
  }
  for (const row of rows) row.sort((one, other) => one.from - other.from);
  return rows;
}

const textOf = ({ glyph }: ShownGlyph) => glyph.text ?? "\ufffd";

/** A row's text from left to right, divided where a column may end. `byShape`: by the letters that its shapes have. */
function piecesOf(row: readonly Placed[], byShape = false): SeenLine[] {
  const pieces: Piece[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { shown, shape, from, to, direction } of row) {
    const gap = (from - end) / direction.size;
    const last = gap > lineGap ? undefined : pieces.at(-1);
    const piece = last ?? new Piece();
    if (!last) pieces.push(piece);
    else if (gap > spaceGap) piece.text += " ";
    piece.add(shown, byShape ? (shape ?? textOf(shown)) : textOf(shown));
    end = Math.max(end, to);
  }
  return pieces;
}

class Piece implements SeenLine {
  text = "";
  readonly #shown: ShownGlyph[] = [];
  readonly #starts: number[] = [];

  add(shown: ShownGlyph, text: string): void {
    this.#shown.push(shown);
    this.#starts.push(this.text.length);
    this.text += text;
  }

  letters(start: number, end: number): Letter[] {
    const isIn = (_: ShownGlyph, at: number) => {
      const own = this.#starts[at] ?? 0;
      return own >= start && own < end;
    };
    return this.#shown
      .filter(isIn)
      .map((shown) => ({ text: textOf(shown), box: inkBox(shown), x: shown.x, y: shown.y }));
  }
}
