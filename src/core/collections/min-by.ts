/** The item with the smallest value, and the first of equals; undefined if none has a value. */
export function minBy<T>(items: Iterable<T>, measure: (item: T) => number | undefined): T | undefined {
  let best: T | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const value = measure(item);
    if (value !== undefined && value < least) [best, least] = [item, value];
  }
  return best;
}
