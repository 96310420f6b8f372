/** Graphics state, paths, colours and marked content (ISO 32000-2, annex A) as far as they tell where text is. */
import { applyState } from "./extended-state.ts";
import { drawInlineImage, drawObject } from "./objects.ts";
import type { Operator, PageRun } from "./page-run.ts";
import { checkPattern } from "./patterns.ts";
import { operand } from "./text-operators.ts";
import { Unread } from "./unread.ts";

const paint: Operator = (run) => {
  run.path.end(run.state);
};

const clips: Operator = (run) => {
  run.told.flush();
  run.path.clips = true;
};

/** Changes nothing of where text stands; text shown before is on the page by then. */
const color: Operator = (run) => run.told.flush();

const patternColor: Operator = (run) => {
  run.told.flush();
  if (run.lexer.name !== "") checkPattern(run, run.lexer.name);
};

const nothing: Operator = () => {};

export const graphicsOperators: Readonly<Record<string, Operator>> = {
  q: (run) => run.save(),
  Q: (run) => run.restore(),
  cm(run) {
    run.told.flush();
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = run.lexer.numbers;
    if (run.lexer.count < 6) throw new Unread("operands");
    run.state.concat(a, b, c, d, e, f);
    run.text.changed();
  },
  gs(run) {
    run.told.flush();
    applyState(run, run.lexer.name);
  },
  m: (run) => run.path.move(run.state, operand(run, 0), operand(run, 1)),
  l: (run) => run.path.line(run.state, operand(run, 0), operand(run, 1)),
  c(run) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = operands(run, 6);
    run.path.curve(run.state, x1, y1, x2, y2, x3, y3);
  },
  v(run) {
    const [x2 = 0, y2 = 0, x3 = 0, y3 = 0] = operands(run, 4);
    run.path.curve(run.state, x2, y2, x2, y2, x3, y3);
  },
  y(run) {
    const [x1 = 0, y1 = 0, x3 = 0, y3 = 0] = operands(run, 4);
    run.path.curve(run.state, x1, y1, x3, y3, x3, y3);
  },
  h: (run) => run.path.close(),
  re: (run) =>
    run.path.rectangle(run.state, operand(run, 0), operand(run, 1), operand(run, 2), operand(run, 3)),
  W: clips,
  "W*": clips,
  n: paint,
  S: paint,
  s: paint,
  f: paint,
  F: paint,
  "f*": paint,
  B: paint,
  "B*": paint,
  b: paint,
  "b*": paint,
  Do: (run) => drawObject(run, run.lexer.name),
  BI: (run) => drawInlineImage(run),
  sh(run) {
    // Text told for a shading goes where that is: nobody here knows.
    if (run.told.open) throw new Unread("shading with told text");
  },
  BMC: (run) => run.marks.begin(),
  BDC: (run) => run.marks.beginWith(run.lexer, run.scope),
  EMC: (run) => run.marks.end(),
  MP: nothing,
  DP: nothing,
  BX(run) {
    run.compatible++;
  },
  EX(run) {
    run.compatible--;
  },
  g: color,
  G: color,
  rg: color,
  RG: color,
  k: color,
  K: color,
  cs: color,
  CS: color,
  sc: patternColor,
  SC: patternColor,
  scn: patternColor,
  SCN: patternColor,
  w: nothing,
  J: nothing,
  j: nothing,
  M: nothing,
  d: nothing,
  ri: nothing,
  i: nothing,
  d0: nothing,
  d1: nothing,
};

/** The operands with 0 for what is missing. */
function operands(run: PageRun, wanted: number): Float32Array {
  if (run.lexer.count < wanted) throw new Unread("operands");
  return run.lexer.numbers;
}
