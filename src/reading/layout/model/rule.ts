/** Rules of the layout: rows of one shape, which are asked in their order. */

export interface LayoutRule<Seen, Answer> {
  readonly name: string;
  /** The reason of what it decides, and of its thresholds. */
  readonly why: string;
  /** Undefined where it decides nothing: then the next rule is asked. */
  readonly decide: (seen: Seen) => Answer | undefined;
}

/** An answer, and the name of the rule that gave it. */
export interface Decision<Answer> {
  readonly rule: string;
  readonly answer: Answer;
}

/** The answer of the first rule that decides. */
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
