/** A bounded cache in two halves: when the young half is full it becomes the old one, and the old one is forgotten. */
export interface Cache<Value> {
  get(key: number): Value | undefined;
  /** `weight` in bytes. */
  set(key: number, value: Value, weight: number): void;
  clear(): void;
}

/** Keeps at least the `count` (or `bytes`) most recently used values and at most twice as many. */
export function createCache<Value>(count: number, bytes: number): Cache<Value> {
  interface Held {
    readonly value: Value;
    readonly weight: number;
  }
  // Most documents that are opened are small files being checked: they keep little, and nothing for long.
  let young: Map<number, Held> | undefined;
  let old: Map<number, Held> | undefined;
  let weight = 0;

  function put(key: number, held: Held): void {
    young ??= new Map();
    young.set(key, held);
    weight += held.weight;
    if (young.size < count && weight < bytes) return;
    old = young;
    young = undefined;
    weight = 0;
  }

  return {
    get(key) {
      const held = young?.get(key);
      if (held) return held.value;
      const aged = old?.get(key);
      if (!aged) return undefined;
      old?.delete(key);
      put(key, aged);
      return aged.value;
    },
    set: (key, value, cost) => put(key, { value, weight: cost }),
    clear() {
      young = undefined;
      old = undefined;
      weight = 0;
    },
  };
}
