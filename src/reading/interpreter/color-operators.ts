/** Colours (ISO 32000-2, table 73): they matter where drawings are wanted; text that was shown before them is on the page. */
import { isDict, isStream } from "../../cos/syntax/value.ts";
import { mayShowText } from "./extended-state.ts";
import type { Operator, PageRun } from "./page-run.ts";
import {
  type ColorSpace,
  cmyk,
  colorOf,
  deviceSpaces,
  gray,
  type Paint,
  readSpace,
  rgb,
} from "./state/color-space.ts";
import { Unsupported } from "./state/unsupported.ts";

type Side = "fill" | "stroke";

function values({ lexer }: PageRun, count: number): number[] {
  return Array.from({ length: count }, (_, k) => lexer.numbers[k] ?? 0);
}

function plain(side: Side, space: ColorSpace): Operator {
  return (run) => {
    run.actualTexts.flush();
    if (run.painter) run.state[side] = colorOf(space, values(run, space.components));
  };
}

function chooseSpace(side: Side): Operator {
  return (run) => {
    run.actualTexts.flush();
    if (!run.painter) return;
    const { name } = run.lexer;
    const { cos } = run.shared.document;
    const space = deviceSpaces.get(name) ?? readSpace(cos, run.scope.find("ColorSpace", name));
    // A pattern is named before it is painted with; a space that nobody knows changes nothing.
    if (name !== "Pattern" && space) run.state[side] = colorOf(space, space.initial);
  };
}

function chooseColor(side: Side): Operator {
  return (run) => {
    run.actualTexts.flush();
    const { name } = run.lexer;
    if (name !== "") {
      const isPattern = checkPattern(run, name);
      // It has no colour of its own, and is not white.
      if (run.painter && isPattern) run.state[side] = { space: run.state[side].space, white: false };
      return;
    }
    if (!run.painter) return;
    const { space }: Paint = run.state[side];
    run.state[side] = colorOf(space, values(run, space.components));
  };
}

export const colorOperators: Readonly<Record<string, Operator>> = {
  g: plain("fill", gray),
  G: plain("stroke", gray),
  rg: plain("fill", rgb),
  RG: plain("stroke", rgb),
  k: plain("fill", cmyk),
  K: plain("stroke", cmyk),
  cs: chooseSpace("fill"),
  CS: chooseSpace("stroke"),
  sc: chooseColor("fill"),
  SC: chooseColor("stroke"),
  scn: chooseColor("fill"),
  SCN: chooseColor("stroke"),
};

/** Whether a name stands for a pattern. Refuses a page where text may stand in it. */
function checkPattern(run: PageRun, name: string): boolean {
  const { cos } = run.shared.document;
  const pattern = cos.resolve(run.scope.find("Pattern", name));
  if (isStream(pattern) && mayShowText(cos, pattern)) throw new Unsupported("pattern with text");
  return isStream(pattern) || isDict(pattern);
}
