/** A row of the table as code: how to read its facts, and how each operation should change them. */
import type { Judged } from "./judged.ts";
import type { Kind, Operation, Operations } from "./operations.ts";

export interface Row<Facts> {
  read(judged: Judged): Promise<Facts>;
  /** Whether a document has the row's feature. */
  has(facts: Facts): boolean;
  /** The facts expected after an operation. Without an entry, they don't change. */
  readonly after: {
    readonly [K in Exclude<Kind, "join">]?: (facts: Facts, operation: Operations[K]) => Facts;
  };
  /** The facts expected after a merge: `other` comes after the `pages` pages of the first. */
  join(first: Facts, other: Facts, pages: number): Facts;
  /** Removes facts that other rows judge, from both sides before comparing. */
  normal?(facts: Facts, operations: readonly Operation[]): Facts;
}

/** A row with the type of its facts hidden. */
export interface AnyRow {
  has(judged: Judged): Promise<boolean>;
  /** Differences between the expected and the actual facts, one line each. */
  compare(
    before: Judged,
    other: Judged,
    after: Judged,
    operations: readonly Operation[],
  ): Promise<{ readonly differences: readonly string[]; readonly changed: boolean }>;
}

export function defineRow<Facts>(row: Row<Facts>): AnyRow {
  return {
    has: async (judged) => row.has(await row.read(judged)),
    async compare(before, other, after, operations) {
      const start: Facts = await row.read(before);
      let pages = before.document.numPages;
      let expected: Facts = start;
      let changed = false;
      for (const operation of operations) {
        if (operation.kind === "join") {
          const second: Facts = await row.read(other);
          expected = row.join(expected, second, pages);
          changed ||= differences(second, expected).length > 0;
        } else expected = applied(row, expected, operation);
        if (operation.kind === "select") pages = operation.pages.length;
      }
      const normal = (facts: Facts): Facts => row.normal?.(facts, operations) ?? facts;
      return {
        differences: differences(normal(expected), normal(await row.read(after))),
        changed: changed || differences(start, normal(expected)).length > 0,
      };
    },
  };
}

function applied<Facts>(
  row: Row<Facts>,
  facts: Facts,
  operation: Exclude<Operation, { kind: "join" }>,
): Facts {
  // Each function gets an operation of its own kind, but a union type can't express that.
  const change = row.after[operation.kind] as ((facts: Facts, operation: Operation) => Facts) | undefined;
  return change ? change(facts, operation) : facts;
}

/** Programs write numbers with few digits. */
const tolerance = 0.02;

/** The first twelve differences between two values, as `path: … expected, … found`. */
export function differences(expected: unknown, found: unknown): readonly string[] {
  const lines: string[] = [];
  const compare = (a: unknown, b: unknown, path: string) => {
    if (lines.length >= 12 || Object.is(a, b)) return;
    if (typeof a === "number" && typeof b === "number" && Math.abs(a - b) <= tolerance) return;
    if (isRecord(a) && isRecord(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
        compare(a[key], b[key], `${path}.${key}`);
      return;
    }
    lines.push(`${path || "all"}: ${short(a)} expected, ${short(b)} found`);
  };
  compare(expected, found, "");
  return lines;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
