/** Arrays of which few items change. */
import type { CosArray, CosValue } from "../cos/value.ts";

/**
 * The array with each item as `change` gives it; the same array where all stay: a document has thousands of those.
 * Numbers stay as they are and are not asked about: most arrays are boxes and matrices.
 */
export function eachItem(array: CosArray, change: (item: CosValue) => CosValue): CosArray {
  let changed: CosArray | undefined;
  for (let k = 0; k < array.length; k++) {
    const item = array[k] ?? null;
    if (typeof item === "number") continue;
    const made = change(item);
    if (made === item) continue;
    changed ??= [...array];
    changed[k] = made;
  }
  return changed ?? array;
}
