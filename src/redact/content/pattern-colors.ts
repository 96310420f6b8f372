/** Which operators set a pattern as a color that nothing is painted with anymore: their patterns would stay in the file. */
import { operatorCode } from "../../cos/syntax/content/operators.ts";

const codes = (operators: string) => new Set(operators.split(" ").map(operatorCode));
const fills = codes("g rg k cs sc scn");
const strokes = codes("G RG K CS SC SCN");
export const setsFillPattern = codes("sc scn");
const setsStrokePattern = codes("SC SCN");
const [save, restore] = ["q", "Q"].map(operatorCode);

export const setsPattern = (code: number, name: string): boolean =>
  name !== "" && (setsFillPattern.has(code) || setsStrokePattern.has(code));

/** Of the chunks that content is written in, those that set the current patterns. */
interface Current {
  readonly fill?: number | undefined;
  readonly stroke?: number | undefined;
}

export class PatternColors {
  #now: Current = {};
  readonly #saved: Current[] = [];
  readonly unused = new Set<number>();

  after(code: number, name: string, chunk: number, isPainted: boolean): void {
    if (code === save) this.#saved.push(this.#now);
    else if (code === restore) this.#now = this.#saved.pop() ?? this.#now;
    else if (fills.has(code) || strokes.has(code)) {
      const own = setsPattern(code, name) ? chunk : undefined;
      this.#now = fills.has(code) ? { ...this.#now, fill: own } : { ...this.#now, stroke: own };
      if (own !== undefined) this.unused.add(own);
    } else if (isPainted) for (const used of Object.values(this.#now)) this.unused.delete(used);
  }
}
