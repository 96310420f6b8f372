/**
 * Merges `ActualText` into a reading by glyphs only. The glyphs of a line painted backward are at their positions, unlike the
 * characters of `ActualText`; but it names glyphs that the font doesn't, and is the better reading of left-to-right lines.
 */

import { pushTo } from "../../../core/collections/maps.ts";
import { centerX } from "../../../core/geometry.ts";
import type { PlacedCharacter } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import type { RawLine } from "../raw-line.ts";

const unknown = "\ufffd";

/** In points: positions this close are equal. */
const near = 0.05;
/** In font sizes: an `ActualText` character may be at another glyph of its cluster, at most this far from its own. */
const cluster = 0.7;
/** Maximum `ActualText` characters per glyph. */
const mostSaid = 2;
/** Maximum glyphs to name per page: hostile pages have any number. */
const mostNamed = 300;

/** Lines by vertical position, in whole points. */
class Rows {
  readonly #rows = new Map<number, RawLine[]>();

  constructor(lines: readonly RawLine[]) {
    for (const line of lines) pushTo(this.#rows, Math.round(line.box.y0), line);
  }

  /** The characters at a line's height whose centers are within a range. */
  within({ box }: RawLine, x0: number, x1: number): string[] {
    const found: string[] = [];
    for (const line of this.#beside(box.y0))
      for (const one of line.characters) {
        const middle = centerX(one);
        if (middle > x0 && middle < x1 && one.text.trim() !== "") found.push(one.text);
      }
    return found;
  }

  same({ box }: RawLine): RawLine | undefined {
    return this.#beside(box.y0).find(
      (line) => Math.abs(line.box.x0 - box.x0) < near && Math.abs(line.box.x1 - box.x1) < near,
    );
  }

  #beside(y: number): RawLine[] {
    const row = Math.round(y);
    return [row - 1, row, row + 1].flatMap((one) => this.#rows.get(one) ?? []);
  }
}

/** The `ActualText` around a glyph that its font doesn't name, minus the text of the glyphs there. */
function nameOf({ x0, x1 }: PlacedCharacter, line: RawLine, own: Rows, actual: Rows): string | undefined {
  const [from, to] = [x0 - cluster * line.size, x1 + cluster * line.size];
  const given = actual.within(line, from, to);
  if (given.length === 0 || given.includes(unknown)) return undefined;
  let nameless = 0;
  for (const text of own.within(line, from, to)) {
    const at = given.indexOf(text);
    if (at >= 0) given.splice(at, 1);
    if (text === unknown) nameless += 1;
  }
  // If no extra text is given, the glyph only stretches the adjacent one.
  return nameless === 1 && given.length <= mostSaid ? given.join("") : undefined;
}

/** `replaced`: its text is `ActualText`, with brackets as read. */
export type ActualTextLine = RawLine & { readonly replaced?: boolean };

/** Scripts whose glyphs aren't individual letters. */
const shaped = /[\u0300-\u036f\u0900-\u109f\u1780-\u17ff]/;

/** Whether a glyph reading has anything for which `ActualText` may be better. */
export function mayNeedActualText(lines: readonly RawLine[], fromRight: boolean): boolean {
  return fromRight || lines.some(({ text }) => text.includes(unknown) || shaped.test(text));
}

/** Gives each of these lines `ActualText` if that is better. `fromRight`: left-to-right lines are laid out from the right. */
export function actualTextReader(
  lines: readonly RawLine[],
  actual: readonly RawLine[],
  fromRight: boolean,
): (line: RawLine) => ActualTextLine {
  const [ownRows, actualRows] = [new Rows(lines), new Rows(actual)];
  let named = 0;
  return (line) => {
    if (!hasRightToLeft(line.text)) {
      const twin = fromRight || shaped.test(line.text) ? actualRows.same(line) : undefined;
      if (twin === undefined || hasRightToLeft(twin.text)) return line;
      return { ...line, text: twin.text, characters: twin.characters, replaced: true };
    }
    if (!line.text.includes(unknown)) return line;
    const characters = line.characters.flatMap((one) => {
      const asked = one.text === unknown && named++ < mostNamed;
      const name = asked ? nameOf(one, line, ownRows, actualRows) : undefined;
      if (name === undefined) return [one];
      return name === "" ? [] : [{ ...one, text: name }];
    });

    return { ...line, characters, text: characters.map(({ text }) => text).join("") };
  };
}
