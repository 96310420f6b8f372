/** Pages drawn with characters, each half an em wide. */
import type { Drawing, PageLayout, Piece } from "../../../src/core/page-layout.ts";
import { layout, piece, rule, type Style } from "./support.ts";

const [left, top, column, pitch] = [50, 100, 5, 12];

/** The type of a line by its first character. */
const types: Readonly<Record<string, Style>> = {
  "*": { bold: true },
  "^": { size: 16, bold: true },
  "`": { mono: true },
  "~": { size: 7 },
};

/**
 * The pages of a picture, separated by `=`. Words two spaces apart are separate pieces. A row of `-` is a rule between two
 * lines of text, with `+` where vertical lines begin, continue or end; `|` shows them beside text. `.` is a quarter of a line.
 */
export const drawnPages = (picture: string): PageLayout[] =>
  picture.split("\n=\n").map((page, at) => drawnPage(page, at + 1));

function drawnPage(picture: string, number: number): PageLayout {
  const [pieces, drawings]: [Piece[], Drawing[]] = [[], []];
  /** The tops of vertical lines. */
  const open = new Map<number, number>();
  let y = top;

  const close = (x: number) => {
    drawings.push(rule(x, open.get(x) ?? y, x, y));
    open.delete(x);
  };

  for (const row of picture.split("\n")) {
    if (row === ".") y += pitch / 4;
    else if (/^[\s+-]+$/.test(row)) {
      y += pitch / 8;
      for (const { 0: dashes, index } of row.matchAll(/[+-]+/g))
        drawings.push(rule(left + column * index, y, left + column * (index + dashes.length - 1), y));
      for (const x of [...open.keys()]) if (row[(x - left) / column] === "-") close(x);
      for (const { index } of row.matchAll(/\+/g))
        if (!open.has(left + column * index)) open.set(left + column * index, y);
      y += pitch / 8;
    } else {
      y += pitch;
      const type = types[row.charAt(0)];
      const texts = type ? ` ${row.slice(1)}` : row;
      for (const { 0: text, index } of texts.matchAll(/[^\s|]+(?: [^\s|]+)*/g))
        pieces.push(piece(left + column * (type ? index - 1 : index), y - 3, text, type));
    }
  }

  for (const x of [...open.keys()]) close(x);
  return layout(number, pieces, drawings);
}
