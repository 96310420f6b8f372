/**
 * The one walker of document graphs (ISO 32000-2, 7.3.10: any value may be a reference, so what is meant as a tree may be
 * any graph). It comes by each object once, goes no deeper than its bound, and pays for each step from the document's
 * budget: loops, shared branches and lists that share their entries all end. Recursion and stacks over document objects
 * stand nowhere else; test/walks.test.ts sees to that.
 */
import type { CosDocument } from "./document.ts";
import { type CosValue, isArray, isRef } from "./syntax/value.ts";

/** What a walk needs to know of the document. */
export type Walked = Pick<CosDocument, "resolve" | "budget">;

export interface WalkRules {
  /** What is walked, as an error calls it: "the form fields". */
  readonly part: string;
  /** Nodes within each other; what is deeper is passed over. Lists within lists count too. */
  readonly depth: number;
  /** Called with what was passed over: an object met before, or deeper than `depth`. */
  readonly onPassedOver?: (value: CosValue, why: "again" | "deep") => void;
}

/** A place where a walk stands. */
export interface Step<State> {
  /** What was met, resolved: never an array, whose items are met instead. */
  readonly value: CosValue;
  /** Its object number; 0 for a direct object. */
  readonly num: number;
  readonly state: State;
  readonly depth: number;
}

/** Remembers objects: by number, direct ones by identity. */
export interface Visited {
  /** Whether the value was met before; from now on it was. What is neither reference nor container never was. */
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

/** Values below an object, and the state that they are visited with. */
export interface Below<State> {
  readonly values: readonly CosValue[];
  readonly state: State;
}

interface Frame<State> extends Below<State> {
  readonly depth: number;
  next: number;
}

/**
 * Visits what `roots` lead to, in the order of the file: `visit` gets each object once, and returns the values below it
 * (lists among them count as their items); nothing: it has none.
 */
export function walk<State>(
  cos: Walked,
  rules: WalkRules,
  roots: readonly CosValue[],
  state: State,
  visit: (step: Step<State>) => readonly Below<State>[] | undefined,
): void {
  const visited = createVisited();
  const stack: Frame<State>[] = [];
  const enter = (item: CosValue, below: readonly Below<State>[], depth: number) => {
    if (depth > rules.depth) rules.onPassedOver?.(item, "deep");
    else
      for (const { values, state } of below.toReversed())
        if (values.length > 0) stack.push({ values, state, depth, next: 0 });
  };
  enter(null, [{ values: roots, state }], 0);
  cos.budget.during(rules.part, () => {
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const { values, state, depth } = frame;
      const item = values[frame.next++] ?? null;
      // At once, not when it comes up again: a chain of a million items must not be a stack of as many.
      if (frame.next >= values.length) stack.pop();
      cos.budget.spend(1);
      if (item === null) continue;
      if (visited.met(item)) {
        rules.onPassedOver?.(item, "again");
        continue;
      }
      const value = isRef(item) ? cos.resolve(item) : item;
      if (isArray(value)) {
        enter(item, [{ values: value, state }], depth + 1);
        continue;
      }
      const below = visit({ value, num: isRef(item) ? item.num : 0, state, depth });
      if (below) enter(item, below, depth + 1);
    }
  });
}

/** A walk whose answers are made on the way back: what is below an object is needed for the object itself. */
export interface Descent {
  /**
   * `enter` for what the value leads to, one level deeper; `otherwise` where it was met before in this descent, or is too
   * deep. `enter` may call `into` again.
   */
  into<Result>(value: CosValue | undefined, enter: (value: CosValue) => Result, otherwise: Result): Result;
}

export function createDescent(cos: Walked, { part, depth, onPassedOver }: WalkRules): Descent {
  const visited = createVisited();
  let level = 0;
  return {
    into(value, enter, otherwise) {
      cos.budget.spend(1);
      const again = visited.met(value);
      if (again || level > depth) {
        onPassedOver?.(value ?? null, again ? "again" : "deep");
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
 * The objects of a chain, the first included: `next` gives what follows. It ends where nothing follows, where it comes back
 * to an object it has been at, and after `length` of them.
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
