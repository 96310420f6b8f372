/** Text state and text showing (ISO 32000-2, tables 102 to 107). */

import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import type { Operator, PageRun } from "./page-run.ts";

/** A number before the operator; a missing one is 0, as in every reader. */
export const operand = ({ lexer }: PageRun, index: number): number => lexer.numbers[index] ?? 0;

/** The numbers before an operator that needs all of them. */
export function operands({ lexer }: PageRun, wanted: number): readonly number[] {
  if (lexer.numbers.length < wanted) throw new Unsupported("operands");
  return lexer.numbers;
}

/** Steps per byte of a shown string. */
const textSteps = 2;

/** Text painted in mode 3 is invisible, yet may be read: the text under a scanned page. Modes 4 to 7 also clip. */
function isPainted(run: PageRun, bytes: number): boolean | "layer" {
  const { render } = run.state;
  const { mark } = run.marks;
  const { choice } = run;
  run.spend(textSteps * bytes);
  if (mark !== undefined) run.shown[mark] += bytes;
  if (mark === "artifact" ? choice.withoutArtifacts : choice.onlyArtifacts) return false;
  run.content();
  if (render === 3) {
    run.unseen += 1;
    return !choice.withoutUnseen;
  }
  run.seen += 1;
  if (run.marks.hidden) return choice.withUnshown === true && "layer";

  return true;
}

/** Minimum bytes of decoratively spaced text: programs produce spaces between two or three words the same way. */
const leastTracked = 5;

function showLast(run: PageRun): void {
  const { string } = run.lexer;
  if (string === undefined) return;
  const isTracked = string.length >= leastTracked;
  const painted = isPainted(run, string.length);
  run.text.show(run.state, string, painted, { isTracked, follows: false });
}

function showItems(run: PageRun): void {
  const { lexer, state, text } = run;
  if (lexer.items === undefined) {
    showLast(run);
    return;
  }
  if (state.font === undefined) return;

  // Spacing that numbers take back isn't letter spacing.
  const most = (500 * state.charSpace) / state.fontSize;
  let [length, isTracked] = [0, true];
  for (const item of lexer.items)
    if (typeof item !== "number") length += item.length;
    else if (!(item < most)) isTracked = false;
  isTracked &&= length >= leastTracked;
  const painted = isPainted(run, length);
  const tracking = { isTracked, follows: false };

  for (const item of lexer.items)
    if (typeof item === "number") text.move(state, item);
    else {
      text.show(state, item, painted, tracking);
      tracking.follows = true;
    }
}

export const textOperators: Readonly<Record<string, Operator>> = {
  BT: (run) => run.text.begin(),
  ET: (run) => run.actualTexts.flush(),
  Tc(run) {
    run.state.charSpace = operand(run, 0);
  },
  Tw(run) {
    run.state.wordSpace = operand(run, 0);
  },
  Tz(run) {
    run.state.scale = operand(run, 0) / 100;
    run.text.changed();
  },
  TL(run) {
    run.state.leading = operand(run, 0);
  },
  Tf(run) {
    run.state.font = run.scope.font(run.shared.fonts, run.lexer.name);
    run.state.fontSize = operand(run, 0);
    run.text.changed();
  },
  Tr(run) {
    run.state.render = operand(run, 0);
  },
  Ts(run) {
    run.state.rise = operand(run, 0);
  },
  Td: (run) => run.text.nextLine(operand(run, 0), operand(run, 1)),
  TD(run) {
    run.state.leading = -operand(run, 1);
    run.text.nextLine(operand(run, 0), operand(run, 1));
  },
  Tm(run) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands(run, 6);
    run.text.setMatrix(a, b, c, d, e, f);
  },
  "T*": (run) => run.text.nextLine(0, -run.state.leading),
  Tj: showLast,
  TJ: showItems,
  "'"(run) {
    run.text.nextLine(0, -run.state.leading);
    showLast(run);
  },
  '"'(run) {
    run.state.wordSpace = operand(run, 0);
    run.state.charSpace = operand(run, 1);
    run.text.nextLine(0, -run.state.leading);
    showLast(run);
  },
};
