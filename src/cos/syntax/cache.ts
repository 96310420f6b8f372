/** Recently used values by number. When the young half is full it becomes the old one, and the previous old half is dropped. */
export class Cache<Value> {
  readonly #half: number;
  #young = new Map<number, Held<Value>>();
  #old = new Map<number, Held<Value>>();
  #weight = 0;

  /** A half is full once its values have this total weight. */
  constructor(half: number) {
    this.#half = half;
  }

  get(key: number): Value | undefined {
    const young = this.#young.get(key);
    if (young) return young.value;
    const old = this.#old.get(key);
    if (old) this.set(key, old.value, old.weight);
    return old?.value;
  }

  set(key: number, value: Value, weight: number): void {
    this.#young.set(key, { value, weight });
    this.#weight += weight;
    if (this.#weight < this.#half) return;
    const full = this.#young;
    this.clear();
    this.#old = full;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#weight = 0;
  }
}

interface Held<Value> {
  readonly value: Value;
  readonly weight: number;
}
