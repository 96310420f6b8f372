/** The filters of a row (PNG, section 9), which PNG pictures and the predictors of PDF streams share. */

/**
 * Undoes one filter: `length` bytes of `data` behind the row's tag become bytes of `out`. `above` is where the row above begins in
 * `out`, less than 0 where there is none; `pixel` is how many bytes one pixel has. A tag above 4 is the caller's to refuse.
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
  if (tag === 1) return left;
  if (tag === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byCorner = Math.abs(estimate - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
