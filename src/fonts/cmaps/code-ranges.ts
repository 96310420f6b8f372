/** Mapped codes in ranges, as in a CMap (ISO 32000-2, 9.7.5). */

/** Codes from `low` to `high` with their mapping. */
export interface CodeRange<T> {
  readonly low: number;
  readonly high: number;
  readonly value: T;
}

/** Returns the range of a code. If ranges overlap, the later one applies. Takes time n log n in their number. */
export function codeRanges<T>(ranges: readonly CodeRange<T>[]): (code: number) => CodeRange<T> | undefined {
  const ordered = isOrdered(ranges) ? ranges : ranges.toSorted((a, b) => a.low - b.low);
  const apart = ordered === ranges || isOrdered(ordered);
  return search(
    apart ? ordered.map((range) => ({ low: range.low, high: range.high, range })) : cutApart(ranges),
  );
}

/** A part of a range; parts don't overlap. */
interface Part<T> {
  readonly low: number;
  readonly high: number;
  readonly range: CodeRange<T>;
}

/** Whether each begins after the previous one: most maps are sorted, or consist of a few sorted runs. */
function isOrdered<T>(ranges: readonly CodeRange<T>[]): boolean {
  let last = -1;
  for (const { low, high } of ranges) {
    if (low <= last || high < low) return false;
    last = high;
  }
  return true;
}

/** A code belongs to the last range that contains it: the latest is placed first, and its codes are then taken. */
function cutApart<T>(ranges: readonly CodeRange<T>[]): Part<T>[] {
  const edges = new Set<number>();

  for (const { low, high } of ranges) {
    if (high < low) continue;
    edges.add(low);
    edges.add(high + 1);
  }

  const starts = Float64Array.from(edges).sort();
  const places = new Map<number, number>();
  for (const [place, start] of starts.entries()) places.set(start, place);
  const owners = new Array<CodeRange<T> | undefined>(starts.length);
  // From each position, the next one without an owner.
  const free = Int32Array.from({ length: starts.length + 1 }, (_, place) => place);

  const nextFree = (place: number): number => {
    let end = place;
    while (free[end] !== end) end = free[end] ?? starts.length;
    for (let at = place; at !== end; ) {
      const next = free[at] ?? end;
      free[at] = end;
      at = next;
    }
    return end;
  };

  for (let k = ranges.length - 1; k >= 0; k -= 1) {
    const range = ranges[k];
    if (range === undefined || range.high < range.low) continue;
    const end = places.get(range.high + 1) ?? 0;
    for (let at = nextFree(places.get(range.low) ?? 0); at < end; at = nextFree(at)) {
      owners[at] = range;
      free[at] = at + 1;
    }
  }

  const parts: Part<T>[] = [];
  for (const [place, range] of owners.entries()) {
    const low = starts[place];
    if (range && low !== undefined) parts.push({ low, high: (starts[place + 1] ?? low + 1) - 1, range });
  }

  return parts;
}

function search<T>(parts: readonly Part<T>[]): (code: number) => CodeRange<T> | undefined {
  return (code) => {
    let low = 0;
    let high = parts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const part = parts[middle];
      if (part === undefined) return undefined;
      if (code < part.low) high = middle - 1;
      else if (code > part.high) low = middle + 1;
      else return part.range;
    }
    return undefined;
  };
}
