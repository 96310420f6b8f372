/** Row filters (PNG, section 9), shared by PNG pictures and the predictors of PDF streams. */

/**
 * Undoes one filter: `length` bytes of `data` after the row's tag become bytes of `out`. `above` is the start of the row above
 * in `out`, negative if there is none; `pixel` is the number of bytes per pixel. The caller rejects tags above 4.
 */
export function undoPngRow(
  tag: number,
  data: Uint8Array,
  from: number,
  out: Uint8Array,
  to: number,
  length: number,
  above: number,
  pixel: number,
): void {
  if (tag === 0 || (tag === 2 && above < 0)) {
    out.set(data.subarray(from, from + length), to);
    return;
  }
  if (tag === 2) {
    for (let k = 0; k < length; k++) out[to + k] = (data[from + k] ?? 0) + (out[above + k] ?? 0);
    return;
  }

  for (let k = 0; k < length; k++) {
    const left = k >= pixel ? (out[to + k - pixel] ?? 0) : 0;
    const up = above >= 0 ? (out[above + k] ?? 0) : 0;
    const corner = k >= pixel && above >= 0 ? (out[above + k - pixel] ?? 0) : 0;
    out[to + k] = (data[from + k] ?? 0) + guess(tag, left, up, corner);
  }
}

function guess(tag: number, left: number, up: number, corner: number): number {
  if (tag === 0) return 0;
  if (tag === 1) return left;
  if (tag === 2) return up;
  if (tag === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byCorner = Math.abs(estimate - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/**
 * The rows with their tags, each with the filter that gives the smallest differences (PNG, 12.8); `pixel` is the number of
 * bytes per pixel.
 */
export function filterPngRows(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = data.length / row;
  const out = new Uint8Array(rows * (row + 1));
  const tries = Array.from({ length: 5 }, () => new Uint8Array(row));

  for (let k = 0; k < rows; k++) {
    const from = k * row;
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [kind, filtered] of tries.entries()) {
      const sum = filterRow(kind, data, { from, row, pixel, first: k === 0 }, filtered);
      if (sum >= least) continue;
      least = sum;
      best = kind;
    }
    out[k * (row + 1)] = best;
    out.set(tries[best] ?? data.subarray(from, from + row), k * (row + 1) + 1);
  }

  return out;
}

interface Row {
  readonly from: number;
  readonly row: number;
  readonly pixel: number;
  readonly first: boolean;
}

/** Filters a row (PNG, 9.2) into `out`; returns the sum of its differences as signed bytes. */
function filterRow(
  kind: number,
  data: Uint8Array,
  { from, row, pixel, first }: Row,
  out: Uint8Array,
): number {
  let sum = 0;
  for (let k = 0; k < row; k++) {
    const left = k < pixel ? 0 : (data[from + k - pixel] ?? 0);
    const above = first ? 0 : (data[from + k - row] ?? 0);
    const corner = first || k < pixel ? 0 : (data[from + k - row - pixel] ?? 0);
    const guessed = guess(kind, left, above, corner);
    const difference = ((data[from + k] ?? 0) - guessed) & 255;
    out[k] = difference;
    sum += difference < 128 ? difference : 256 - difference;
  }
  return sum;
}
