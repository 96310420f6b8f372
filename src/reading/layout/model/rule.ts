/** Layout rules: a table, tried in order. */

export interface LayoutRule<Seen, Answer> {
  readonly name: string;
  /** The reason for its decision and its thresholds. */
  readonly why: string;
  /** Undefined if it doesn't decide: then the next rule is tried. */
  readonly decide: (seen: Seen) => Answer | undefined;
}

/** An answer, and the name of the rule that gave it. */
export interface Decision<Answer> {
  readonly rule: string;
  readonly answer: Answer;
}

export function decide<Seen, Answer>(
  rules: readonly LayoutRule<Seen, Answer>[],
  seen: Seen,
): Decision<Answer> | undefined {
  for (const { name, decide } of rules) {
    const answer = decide(seen);
    if (answer !== undefined) return { rule: name, answer };
  }
  return undefined;
}
