/** What a page paints, for people who print it: color spaces, the resolution of pictures, whether it is empty. */

import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { contentOperators } from "../../cos/syntax/content/operators.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isName,
  isNamed,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { basicComponentsOf } from "../../document/images/color-space.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageContent } from "../../reading/interpreter/content/page-source.ts";
import { documentRun, watchPage } from "../../reading/interpreter/interpret-page.ts";
import type { PageRun, Watcher } from "../../reading/interpreter/page-run.ts";

/** A picture as placed: its samples per inch along both sides. */
export interface Placed {
  /** 0 for an inline image. */
  readonly num: number;
  readonly least: number;
  readonly most: number;
}

export interface Painted {
  readonly pictures: readonly Placed[];
  readonly paintsRgb: boolean;
  readonly paintsCmyk: boolean;
  readonly isEmpty: boolean;
}

interface Color {
  /** Components of a basic space: 3 for RGB, 4 for CMYK. */
  readonly count: number | undefined;
  readonly isBlack: boolean;
}
interface Colors {
  fill: Color;
  stroke: Color;
}

/** Pictures with a shorter side don't count. */
const leastPixels = 16;
const pointsPerInch = 72;
const black: Color = { count: 1, isBlack: true };
const isBlack = (count: number | undefined, numbers: readonly number[]) =>
  count === 4 ? numbers.join() === "0,0,0,1" : numbers.every((one) => one === 0);

/** Sets the color by its operator: in a device space, or by the current one. */
const setters: Readonly<Record<string, readonly ["fill" | "stroke", number?]>> = {
  ...{
    g: ["fill", 1],
    rg: ["fill", 3],
    k: ["fill", 4],
    G: ["stroke", 1],
    RG: ["stroke", 3],
    K: ["stroke", 4],
  },
  ...{ sc: ["fill"], scn: ["fill"], SC: ["stroke"], SCN: ["stroke"] },
};
const fillsToo = new Set(["b", "b*", "B", "B*"]);

/** What pages paint, by number; undefined for one that can't be read. */
export function readPainted(document: PdfDocument): (page: number) => Painted | undefined {
  const run = documentRun(document, () => {});
  return (page) => {
    const watcher = new PaintWatcher(document);
    try {
      watchPage(
        run,
        page,
        pageContent(document, page, () => {}),
        watcher,
      );
      return watcher.painted();
    } catch (error) {
      if (!isOfContent(error)) throw error;
      return undefined;
    }
  };
}

class PaintWatcher implements Watcher {
  readonly #document: PdfDocument;
  readonly #pictures: Placed[] = [];
  readonly #counts = new Set<number | undefined>();
  #paints = false;
  #colors: Colors = { fill: black, stroke: black };
  readonly #saved: Colors[] = [];
  /** How many were saved when each form began. */
  readonly #forms: number[] = [];

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  painted(): Painted {
    return {
      pictures: this.#pictures,
      paintsRgb: this.#counts.has(3),
      paintsCmyk: this.#counts.has(4),
      isEmpty: !this.#paints,
    };
  }

  begin(): void {
    this.#forms.push(this.#saved.length);
    this.#saved.push({ ...this.#colors });
  }

  end(): void {
    const depth = this.#forms.pop() ?? 0;
    this.#colors = this.#saved[depth] ?? this.#colors;
    this.#saved.length = Math.min(this.#saved.length, depth);
  }

  after(): void {}

  glyph(): void {}

  before(run: PageRun, code: number): void {
    const { lexer, scope } = run;
    const operator = contentOperators.get(code);
    if (!operator) return;
    const { name, paints } = operator;
    const setter = setters[name];
    if (name === "q") this.#saved.push({ ...this.#colors });
    else if (name === "Q") this.#restore();
    else if (name === "cs" || name === "CS")
      this.#colors[name === "cs" ? "fill" : "stroke"] = {
        count: this.#components(scope.find("ColorSpace", lexer.name), lexer.name),
        isBlack: true,
      };
    else if (setter) {
      const [which, device] = setter;
      const count = device ?? this.#colors[which].count;
      this.#colors[which] = { count, isBlack: isBlack(count, lexer.numbers) };
    } else if (name === "sh") this.#use(this.#shadingCount(scope.find("Shading", lexer.name)));
    else if (name === "Do") this.#draw(run);
    else if (name === "BI") this.#inline(run);
    else if (paints === "text" && run.state.render !== 3) this.#paint(this.#colors.fill, true);
    else if (paints === "fill") this.#paint(this.#colors.fill, false);
    else if (paints === "stroke") {
      this.#paint(this.#colors.stroke, false);
      if (fillsToo.has(name)) this.#paint(this.#colors.fill, false);
    }
  }

  #restore(): void {
    if (this.#saved.length > (this.#forms.at(-1) ?? -1) + 1) this.#colors = this.#saved.pop() ?? this.#colors;
  }

  /** Black text doesn't say in which colors a page is printed. */
  #paint({ count, isBlack: inBlack }: Color, isText: boolean): void {
    this.#paints = true;
    if (!(isText && inBlack)) this.#use(count);
  }

  #use(count: number | undefined): void {
    this.#paints = true;
    this.#counts.add(count);
  }

  #components(space: CosValue | undefined, name?: string): number | undefined {
    const { cos } = this.#document;
    const found = cos.resolve(space);
    const known: Readonly<Record<string, number>> = { DeviceRGB: 3, RGB: 3, DeviceCMYK: 4, CMYK: 4 };
    if (found === null) return name === undefined ? undefined : known[name];
    if (isName(found)) return known[found.name];
    const [family, base] = isArray(found) ? found : [];
    const isIndexed = isNamed(cos.resolve(family), "Indexed") || isNamed(cos.resolve(family), "I");
    return basicComponentsOf(cos, isIndexed ? base : found);
  }

  #shadingCount(value: CosValue | undefined): number | undefined {
    const found = this.#document.cos.resolve(value);
    const dict = isStream(found) ? found.dict : found;
    return dict instanceof Map ? this.#components(dict.get("ColorSpace")) : undefined;
  }

  #draw(run: PageRun): void {
    const { cos } = this.#document;
    const value = run.scope.find("XObject", run.lexer.name);
    const found = cos.resolve(value);
    if (!isStream(found) || !isNamed(cos.resolve(found.dict.get("Subtype")), "Image")) return;
    this.#picture(run, found.dict, isRef(value) ? value.num : 0);
  }

  #inline(run: PageRun): void {
    const { bytes, at } = run.lexer.cursor;
    const { dict } = inlineImage(bytes, at);
    const long: Readonly<Record<string, string>> = {
      W: "Width",
      H: "Height",
      CS: "ColorSpace",
      IM: "ImageMask",
    };
    this.#picture(run, new Map([...dict].map(([key, value]) => [long[key] ?? key, value])), 0);
  }

  #picture({ state, scope }: PageRun, dict: CosDict, num: number): void {
    const { cos } = this.#document;
    this.#paints = true;
    if (cos.resolve(dict.get("ImageMask")) === true) {
      this.#paint(this.#colors.fill, false);
      return;
    }
    const space = cos.resolve(dict.get("ColorSpace"));
    const named = isName(space) ? (scope.find("ColorSpace", space.name) ?? space) : space;
    this.#use(this.#components(named));
    const [width, height] = [cos.resolve(dict.get("Width")), cos.resolve(dict.get("Height"))];
    if (typeof width !== "number" || typeof height !== "number" || Math.min(width, height) < leastPixels)
      return;
    const { a, b, c, d } = state;
    const perInch = [
      (width * pointsPerInch) / Math.hypot(a, b),
      (height * pointsPerInch) / Math.hypot(c, d),
    ].filter(Number.isFinite);
    if (perInch.length === 2)
      this.#pictures.push({ num, least: Math.min(...perInch), most: Math.max(...perInch) });
  }
}
