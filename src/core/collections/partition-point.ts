/** Binary search: how many of the first `length` indices pass. None after one that fails may pass. */
export function partitionPoint(length: number, passes: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const half = (low + high + 1) >> 1;
    if (passes(half - 1)) low = half;
    else high = half - 1;
  }
  return low;
}
