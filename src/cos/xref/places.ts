/** Where objects that were read stand, so that they need not be read again for their bytes: one array, whatever their number. */
import type { Extent } from "../syntax/indirect-object.ts";

/** Where an object that was read stands. */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly stream: Extent | undefined;
  readonly gen: number;
}

/** Of two objects with one slot the later is kept. */
export interface Places {
  get(num: number): Place | undefined;
  set(num: number, offset: number, length: number, stream: Extent | undefined, gen: number): void;
}

/** Slots at most: 3 MB. */
const maxSlots = 65_536;
/** Numbers of a slot: the object, offset and length, offset (-1: none) and length of its stream, generation. */
const width = 6;

/** For about `count` objects. Made when the first is kept: most documents that are opened are only looked into. */
export function createPlaces(count: number): Places {
  let slots = 64;
  while (slots < count && slots < maxSlots) slots *= 2;
  let kept: Float64Array | undefined;
  return {
    get(num) {
      const at = (num & (slots - 1)) * width;
      if (!kept || kept[at] !== num) return undefined;
      const start = kept[at + 3] ?? -1;
      const stream = start < 0 ? undefined : { offset: start, length: kept[at + 4] ?? 0 };
      return { offset: kept[at + 1] ?? 0, length: kept[at + 2] ?? 0, stream, gen: kept[at + 5] ?? 0 };
    },
    set(num, offset, length, stream, gen) {
      kept ??= new Float64Array(slots * width);
      const at = (num & (slots - 1)) * width;
      kept[at] = num;
      kept[at + 1] = offset;
      kept[at + 2] = length;
      kept[at + 3] = stream ? stream.offset : -1;
      kept[at + 4] = stream ? stream.length : 0;
      kept[at + 5] = gen;
    },
  };
}
