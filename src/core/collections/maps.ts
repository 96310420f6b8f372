/** Map functions from newer JavaScript that Node 20 lacks. */

/** A `Map` or a `WeakMap`. */
interface MapLike<K, V> {
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** `Map.prototype.getOrInsertComputed`. */
export function getOrInsert<K, V>(map: MapLike<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  // There is a value by now, even if undefined.
  return map.get(key) as V;
}

/** Appends to a key's list. */
export function pushTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** `Map.groupBy`. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) pushTo(groups, keyOf(item), item);
  return groups;
}
