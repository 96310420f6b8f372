/** Where each token stands, along three axes: text counts on in all of them, the picture's tokens lie on a grid. */

export interface PromptShape {
  /** Tokens of text before the picture. */
  readonly before: number;
  /** The picture's tokens: rows × columns. */
  readonly rows: number;
  readonly columns: number;
  /** Tokens of text behind it. */
  readonly after: number;
}

/**
 * The picture takes as many positions as its longer side is long, so that text goes on behind both. `values` holds
 * three axes (moment, row, column) × tokens, `next` the position of the next token on every axis.
 */
export function promptPositions({ before, rows, columns, after }: PromptShape) {
  const picture = rows * columns;
  const length = before + picture + after;
  const values = new BigInt64Array(3 * length);
  const put = (at: number, moment: number, row: number, column: number) => {
    values[at] = BigInt(moment);
    values[length + at] = BigInt(row);
    values[2 * length + at] = BigInt(column);
  };
  for (let at = 0; at < before; at++) put(at, at, at, at);
  for (let at = 0; at < picture; at++)
    put(before + at, before, before + Math.floor(at / columns), before + (at % columns));
  const start = before + Math.max(rows, columns);
  for (let at = 0; at < after; at++) put(before + picture + at, start + at, start + at, start + at);
  return { values, next: start + after };
}
