/**
 * `ActualText`, put into a reading of the glyphs alone. The glyphs of a line that was painted backwards stand at their places,
 * and the characters of `ActualText` do not; but it names those that the font does not, and of
 * lines that lead from left to right it is the better reading.
 */

import type { PlacedCharacter } from "../../../core/page-layout.ts";
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";
import type { RawLine } from "../raw-line.ts";

const unknown = "\ufffd";

/** In points: places as near as this are one. */
const near = 0.05;
/** In font sizes: a character of `ActualText` may stand at another glyph of its cluster, as far from its own as this. */
const cluster = 0.7;
/** Characters of `ActualText` that one glyph may stand for. */
const mostSaid = 2;
/** Glyphs of a page that are named: those of hostile pages have no end. */
const mostNamed = 300;

/** Lines by how far down they stand, in whole points. */
class Rows {
  readonly #rows = new Map<number, RawLine[]>();

  constructor(lines: readonly RawLine[]) {
    for (const line of lines) {
      const row = Math.round(line.box.y0);
      const known = this.#rows.get(row);
      if (known) known.push(line);
      else this.#rows.set(row, [line]);
    }
  }

  /** The characters at the height of a line whose middles are within an extent. */
  within({ box }: RawLine, x0: number, x1: number): string[] {
    const found: string[] = [];
    for (const line of this.#beside(box.y0))
      for (const one of line.characters) {
        const middle = (one.x0 + one.x1) / 2;
        if (middle > x0 && middle < x1 && one.text.trim() !== "") found.push(one.text);
      }
    return found;
  }

  /** The line in the same place. */
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

/** The `ActualText` around a glyph that its font does not name, less what the glyphs there show. */
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
  // Where nothing more is given, the glyph only stretches the one beside it.
  return nameless === 1 && given.length <= mostSaid ? given.join("") : undefined;
}

/** `replaced`: its text is `ActualText`, with brackets as they are read. */
export type ActualTextLine = RawLine & { readonly replaced?: boolean };

/** Scripts whose glyphs are no letters each. */
const shaped = /[\u0300-\u036f\u0900-\u109f\u1780-\u17ff]/;

/** Whether a reading of glyphs has anything for which `ActualText` may be the better reading. */
export function mayNeedActualText(lines: readonly RawLine[], fromRight: boolean): boolean {
  return fromRight || lines.some(({ text }) => text.includes(unknown) || shaped.test(text));
}

/** The lines, with `ActualText` where it is the better reading. `fromRight`: left-to-right lines are laid out from the right. */
export function withActualText(
  lines: readonly RawLine[],
  actual: readonly RawLine[],
  fromRight: boolean,
): ActualTextLine[] {
  const [ownRows, actualRows] = [new Rows(lines), new Rows(actual)];
  let named = 0;
  return lines.map((line): ActualTextLine => {
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
  });
}
