/** Token positions along three axes: text advances on all three, the picture's tokens form a grid. */

export interface PromptShape {
  /** Text tokens before the picture. */
  readonly before: number;
  /** The picture's tokens: rows × columns. */
  readonly rows: number;
  readonly columns: number;
  /** Text tokens after it. */
  readonly after: number;
}

/**
 * The picture takes as many positions as its longer side, so that the text continues after both. `values` holds three axes
 * (moment, row, column) × tokens, `next` the next token's position on every axis.
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
