/** Text state and text showing (ISO 32000-2, tables 102 to 107). */
import { itemKinds } from "./content/lexer.ts";
import type { Operator, PageRun } from "./page-run.ts";
import { Unread } from "./state/unsupported.ts";

/** A number before the operator; what is missing is 0, as in every reader. */
export function operand({ lexer }: PageRun, index: number): number {
  return index < lexer.count ? (lexer.numbers[index] ?? 0) : 0;
}

/** What is painted in mode 3 cannot be seen, yet may be read: the text under a scanned page. Modes 4 to 7 also clip. */
function isPainted(run: PageRun): boolean {
  const { render } = run.state;
  run.content();
  if (render === 3) {
    run.unseen += 1;
    return !run.seenAlone;
  }
  run.seen += 1;
  return !run.marks.hidden;
}

function showLast(run: PageRun): void {
  const { lexer } = run;
  if (lexer.stringKind === itemKinds.number) return;
  const bytes = lexer.buffer(lexer.stringKind);
  run.text.show(run.state, bytes, lexer.stringStart, lexer.stringEnd, isPainted(run));
}

function showItems(run: PageRun): void {
  const { lexer, state, text } = run;
  if (!lexer.hasArray) {
    showLast(run);
    return;
  }
  if (!lexer.plain) throw new Unread("array");
  if (state.font === undefined) return;
  const painted = isPainted(run);
  for (let k = 0; k < lexer.itemCount; k++) {
    const kind = lexer.itemKind[k] ?? 0;
    if (kind === itemKinds.number) text.move(state, lexer.itemNumber[k] ?? 0);
    else text.show(state, lexer.buffer(kind), lexer.itemStart[k] ?? 0, lexer.itemEnd[k] ?? 0, painted);
  }
}

export const textOperators: Readonly<Record<string, Operator>> = {
  BT: (run) => run.text.begin(),
  ET: (run) => run.told.flush(),
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
    const { numbers, count } = run.lexer;
    if (count < 6) throw new Unread("operands");
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
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
