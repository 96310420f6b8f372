/** Colors (ISO 32000-2, table 73), which determine whether text is visible. Patterns may contain text. */

import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { isStream, name as nameOf } from "../../cos/syntax/value.ts";
import { basicComponentsOf } from "../../document/images/color-space.ts";
import { mayShowText } from "./extended-state.ts";
import type { Operator, PageRun } from "./page-run.ts";
import { type Components, colorOf, firstColor, unknownColor } from "./state/ink.ts";

function fill({ state }: PageRun, color: number, space: Components): void {
  state.ink = { ...state.ink, fill: color, fillSpace: space };
}

function stroke({ state }: PageRun, color: number, space: Components): void {
  state.ink = { ...state.ink, stroke: color, strokeSpace: space };
}

/** A color in a device color space; text shown before it is on the page. */
const device =
  (set: typeof fill, space: Components): Operator =>
  (run) => {
    run.actualTexts.flush();
    set(run, colorOf(space, run.lexer.numbers), space);
  };

const setSpace =
  (set: typeof fill): Operator =>
  (run) => {
    run.actualTexts.flush();
    const { cos } = run.shared.document;
    const { name } = run.lexer;
    const named = basicComponentsOf(cos, run.scope.find("ColorSpace", name));
    const space = named ?? basicComponentsOf(cos, nameOf(name));
    set(run, firstColor(space), space);
  };

/** A color in the current space, or a pattern. Rejects a page on which a pattern may contain text. */
const choose =
  (set: typeof fill, spaceOf: (run: PageRun) => Components): Operator =>
  (run) => {
    run.actualTexts.flush();
    const { name, numbers } = run.lexer;
    const space = spaceOf(run);
    set(run, name === "" ? colorOf(space, numbers) : unknownColor, space);
    // A watcher reads the cells of patterns by itself.
    if (name === "" || run.watcher) return;
    const { cos } = run.shared.document;
    const pattern = cos.resolve(run.scope.find("Pattern", name));
    if (isStream(pattern) && mayShowText(cos, pattern)) throw new Unsupported("pattern with text");
  };

const chooseFill = choose(fill, ({ state }) => state.ink.fillSpace);
const chooseStroke = choose(stroke, ({ state }) => state.ink.strokeSpace);

export const colorOperators: Readonly<Record<string, Operator>> = {
  ...{ g: device(fill, 1), rg: device(fill, 3), k: device(fill, 4), cs: setSpace(fill) },
  ...{ G: device(stroke, 1), RG: device(stroke, 3), K: device(stroke, 4), CS: setSpace(stroke) },
  ...{ sc: chooseFill, scn: chooseFill, SC: chooseStroke, SCN: chooseStroke },
};
