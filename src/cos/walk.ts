/**
 * The one walker of document graphs (ISO 32000-2, 7.3.10: any value may be a reference, so a supposed tree may be any graph).
 * It visits each object once, to a bounded depth, and pays for each step from the document's budget, so loops, shared branches
 * and lists that share entries all end. test/walks.test.ts lists the few functions that recurse over document
 * objects on their own, with the reason why each ends, and allows no others.
 */
import type { CosDocument } from "./document.ts";
import { type CosValue, isArray, isRef } from "./syntax/value.ts";

/** The part of a document that a walk needs. */
export type Walked = Pick<CosDocument, "resolve" | "budget">;

export interface WalkRules {
  /** The name of the walk in errors: "the form fields". */
  readonly part: string;
  /** Maximum nesting of nodes, lists included; anything deeper is skipped. */
  readonly depth: number;
  /** Called for each skipped value: an object met before, or deeper than `depth`. */
  readonly onSkipped?: (value: CosValue, why: "again" | "deep") => void;
}

/** A walk's current position. */
export interface Step<State> {
  /** The resolved value: never an array, whose items are visited instead. */
  readonly value: CosValue;
  /** Its object number; 0 for a direct object. */
  readonly num: number;
  readonly state: State;
  readonly depth: number;
}

/** Remembers objects: by number, or by identity if direct. */
export interface Visited {
  /** Whether the value was met before; marks it as met. Always false for values that are neither references nor containers. */
  met(value: CosValue | undefined): boolean;
}

function createVisited(): Visited {
  const numbers = new Set<number>();
  const direct = new Set<CosValue>();
  return {
    met(value) {
      if (typeof value !== "object" || value === null) return false;
      const known = isRef(value) ? numbers.has(value.num) : direct.has(value);
      if (isRef(value)) numbers.add(value.num);
      else direct.add(value);
      return known;
    },
  };
}

/** An object's child values, and the state to visit them with. */
export interface Below<State> {
  readonly values: readonly CosValue[];
  readonly state: State;
}

interface Frame<State> extends Below<State> {
  readonly depth: number;
  next: number;
}

/**
 * Visits the targets of `roots`, in file order. `visit` gets each object once and returns its child values (lists count as
 * their items), or nothing. `onList` gets the numbers of lists that are objects of their own.
 */
export function walk<State>(
  cos: Walked,
  rules: WalkRules,
  roots: readonly CosValue[],
  state: State,
  visit: (step: Step<State>) => readonly Below<State>[] | undefined,
  onList?: (num: number, state: State) => void,
): void {
  const visited = createVisited();
  const stack: Frame<State>[] = [];

  const enter = (item: CosValue, below: readonly Below<State>[], depth: number) => {
    if (depth > rules.depth) rules.onSkipped?.(item, "deep");
    else
      for (const { values, state } of below.toReversed())
        if (values.length > 0) stack.push({ values, state, depth, next: 0 });
  };

  enter(null, [{ values: roots, state }], 0);
  cos.budget.during(rules.part, () => {
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const { values, state, depth } = frame;
      const item = values[frame.next++] ?? null;
      // Popped now, not when it comes up again: a chain of a million items must not become a stack of a million.
      if (frame.next >= values.length) stack.pop();
      cos.budget.spend(1);
      if (item === null) continue;
      if (visited.met(item)) {
        rules.onSkipped?.(item, "again");
        continue;
      }
      const value = isRef(item) ? cos.resolve(item) : item;
      if (isArray(value)) {
        if (isRef(item)) onList?.(item.num, state);
        enter(item, [{ values: value, state }], depth + 1);
        continue;
      }
      const below = visit({ value, num: isRef(item) ? item.num : 0, state, depth });
      if (below) enter(item, below, depth + 1);
    }
  });
}

/** A walk with results built on the way back: an object needs the results of its children. */
export interface Descent {
  /**
   * Calls `enter` for the value's target, one level deeper; returns `otherwise` if it was met before in this descent or is too
   * deep. `enter` may call `into` again.
   */
  into<Result>(value: CosValue | undefined, enter: (value: CosValue) => Result, otherwise: Result): Result;
}

export function createDescent(cos: Walked, { part, depth, onSkipped }: WalkRules): Descent {
  const visited = createVisited();
  let level = 0;
  return {
    into(value, enter, otherwise) {
      cos.budget.spend(1);
      const again = visited.met(value);
      if (again || level > depth) {
        onSkipped?.(value ?? null, again ? "again" : "deep");
        return otherwise;
      }
      level++;

      try {
        return cos.budget.during(part, () => enter(cos.resolve(value)));
      } finally {
        level--;
      }
    },
  };
}

/**
 * The objects of a chain, including the first: `next` returns the next one. Ends when there is none, on a cycle, and after
 * `length` objects.
 */
export function* chain(
  cos: Walked,
  { part, depth: length }: WalkRules,
  first: CosValue | undefined,
  next: (value: CosValue) => CosValue | undefined,
): Generator<{ readonly value: CosValue; readonly num: number }> {
  const visited = createVisited();
  let at = first;

  for (let steps = 0; at !== undefined && at !== null && steps < length; steps++) {
    if (visited.met(at)) return;
    const here = at;
    const value = cos.budget.during(part, () => {
      cos.budget.spend(1);
      return cos.resolve(here);
    });
    yield { value, num: isRef(here) ? here.num : 0 };
    at = next(value);
  }
}
