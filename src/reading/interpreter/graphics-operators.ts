/** Graphics state, paths, colors and marked content (ISO 32000-2, annex A), as far as they affect the position of text. */

import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { applyState } from "./extended-state.ts";
import type { Operator } from "./page-run.ts";
import { concat } from "./state/graphics-state.ts";
import { operand, operands } from "./text-operators.ts";
import { drawInlineImage, drawObject, showShading } from "./xobjects.ts";

/** Ends a path that is filled, stroked, both or neither. */
function paint(fills: boolean, strokes: boolean, closes = false): Operator {
  return (run) => {
    const { path, painter, grounds, state } = run;
    if (closes) path.close();

    if (!run.marks.hidden && (fills || strokes)) {
      if (painter) run.content();
      if (fills) {
        painter?.fill(path, state);
        grounds.fill(path, state);
      }
      if (strokes) {
        painter?.stroke(path, state);
        grounds.stroke(path, state);
      }
    }

    path.end(state);
  };
}

const fills = paint(true, false);
const paints = paint(true, true);
const closes = paint(true, true, true);

const clips: Operator = (run) => {
  run.actualTexts.flush();
  run.path.clips = true;
};

/** They affect no text: how lines join and end, their dashes, intents, flatness, the metrics of shapes, marked points. */
const ignored = "J j M d ri i d0 d1 MP DP".split(" ").map((name) => [name, () => {}] as const);

export const graphicsOperators: Readonly<Record<string, Operator>> = {
  ...Object.fromEntries(ignored),
  q: (run) => run.save(),
  Q: (run) => run.restore(),
  cm(run) {
    run.actualTexts.flush();
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands(run, 6);
    concat(run.state, [a, b, c, d, e, f]);
    run.text.changed();
  },
  gs(run) {
    run.actualTexts.flush();
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
  ...{ W: clips, "W*": clips, n: paint(false, false), S: paint(false, true), s: paint(false, true, true) },
  ...{ f: fills, F: fills, "f*": fills, B: paints, "B*": paints, b: closes, "b*": closes },
  Do: (run) => drawObject(run, run.lexer.name),
  BI: (run) => drawInlineImage(run),
  sh(run) {
    // A shading's `ActualText` belongs where it is drawn, which is unknown here.
    if (run.actualTexts.open) throw new Unsupported("shading with ActualText");
    showShading(run, run.lexer.name);
  },
  BMC: (run) => run.marks.begin(run.lexer),
  BDC: (run) => run.marks.beginWith(run.lexer, run.scope),
  EMC: (run) => run.marks.end(),
  BX(run) {
    run.compatible++;
  },
  EX(run) {
    run.compatible--;
  },
  w(run) {
    run.state.lineWidth = operand(run, 0);
  },
};
