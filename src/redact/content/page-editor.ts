/**
 * Rewrites a page's content without the removed parts, operator by operator as our interpreter reads it. Glyphs are removed
 * from their strings, and their advance becomes a number, so that nothing else moves; images and forms become copies for this
 * page.
 */

import { Buffer } from "node:buffer";
import { getOrInsert } from "../../core/collections/maps.ts";
import { contains, overlap } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  dictOf,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  latin1,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { newStream, serialize } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { readBox } from "../../document/pages/boxes.ts";
import { inverse, type Matrix, multiply, transformBox, transformPoint } from "../../document/pages/matrix.ts";
import { dictAt, matrixAt, numberAt, streamAt } from "../../document/typed-get.ts";
import type { ShownGlyph } from "../../reading/interpreter/device/text-object.ts";
import type { PageRun, Watcher } from "../../reading/interpreter/page-run.ts";
import { matrixOf, unitSquare } from "../../reading/interpreter/state/graphics-state.ts";
import type { Scope } from "../../reading/interpreter/state/resources.ts";
import { drawForm } from "../../reading/interpreter/xobjects.ts";
import { meets, type PageTarget } from "../target.ts";
import { saying } from "../words/said.ts";
import { cutMesh } from "./cut-mesh.ts";
import { cutPath } from "./cut-path.ts";
import type { ImageEdit } from "./image-samples.ts";
import { inkBox } from "./ink-box.ts";
import { fullImageDict } from "./inline-names.ts";
import { PatternColors, setsFillPattern, setsPattern } from "./pattern-colors.ts";

const codes = (operators: string) => new Set(operators.split(" ").map(operatorCode));
const [showAll, showNext, showSpaced, invoke, inline, shade, endMark, setState, noPaint, endText] = [
  ..."TJ ' \" Do BI sh EMC gs n ET".split(" ").map(operatorCode),
];
const shows = codes("Tj TJ ' \"");
const marks = codes("BMC BDC");
const building = codes("m l c v y h re W W*");
const painting = codes("f F f* B B* b b* S s n");
const strokes = codes("B B* b b* S s");
/** Text rendering modes from here on clip. */
const clips = 4;
const clipsAll = "0 0 0 0 re W n\n";
/** In points: smaller images look like dots. */
const leastShown = 1;
const isClip = (source: string) => /W\*?\s*$/.test(source);

interface Mark {
  /** Its start in the written content. */
  readonly chunk: number;
  readonly tag: string;
  readonly properties: CosDict | undefined;
  touched: boolean;
}

/** Objects made for a content, by the kind of resource and their names in it. */
export type Made = ReadonlyMap<string, ReadonlyMap<string, CosRef>>;

/** Content being read, and its rewritten form. */
interface Frame {
  readonly content: Uint8Array;
  readonly chunks: (Uint8Array | string)[];
  /** The current path's indexes in `chunks`. */
  path: number[];
  readonly marks: Mark[];
  readonly made: Map<string, Map<string, CosRef>>;
  readonly colors: PatternColors;
  /** From the content's space to the page, once it is read. */
  base: Matrix | undefined;
  at: number;
  changed: boolean;
}

export interface Removed {
  glyphs: number;
  images: number;
  paths: number;
}

/** The text and position of a removed glyph, to remove copies of it elsewhere, and for comparing pictures. */
export interface RemovedGlyph {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
}

/** Reads a page and rewrites it without the content in the target. */
export class PageEditor implements Watcher {
  readonly #session: EditSession;
  readonly #target: PageTarget;
  readonly #addImage: (edit: ImageEdit) => CosRef;
  readonly #frames: Frame[] = [];
  /** The glyphs of the current operator, and those to be removed. */
  #glyphs: ShownGlyph[] = [];
  #gone = new Set<ShownGlyph>();
  #form: { readonly stream: CosStream; readonly made: CosRef } | undefined;
  /** A graphics state whose mask lost something. */
  #state: CosRef | undefined;
  #cut: string | undefined;
  #pathGoes = false;
  /** It shows patterns, masks or drawn glyphs, which may have lost something themselves. */
  showsAside = false;
  /** Glyphs of the current text object that clip, and whether one of them stays. */
  #clipping = new Set<ShownGlyph>();
  #isClipped = false;
  /** A pattern or shading that lost something. */
  #paint: CosRef | undefined;
  readonly removed: Removed = { glyphs: 0, images: 0, paths: 0 };
  readonly glyphs: RemovedGlyph[] = [];
  /** Size of the largest sample of a redacted image, in points. */
  margin = 0;
  /** Numbers of marked content that lost something. */
  readonly touchedMarks = new Set<number>();
  /** Numbers of images and forms that lost something. */
  readonly touchedObjects = new Set<number>();
  /** The glyphs that stay. */
  readonly kept: RemovedGlyph[] = [];
  /** The page's rewritten content; undefined until it has been read. */
  result: { readonly made: Made; readonly content: Uint8Array } | undefined;

  constructor(session: EditSession, target: PageTarget, addImage: (edit: ImageEdit) => CosRef) {
    this.#session = session;
    this.#target = target;
    this.#addImage = addImage;
  }

  begin(content: Uint8Array): void {
    const frame = {
      content,
      chunks: [],
      path: [],
      marks: [],
      made: new Map(),
      colors: new PatternColors(),
      base: undefined,
      at: 0,
      changed: false,
    };
    this.#frames.push(frame);
  }

  get #frame(): Frame {
    const frame = this.#frames.at(-1);
    if (!frame) throw new Unsupported("content");
    return frame;
  }

  glyph(shown: ShownGlyph, run: PageRun): void {
    const { style, x, y, glyph } = shown;
    const ink = inkBox(shown);
    this.#glyphs.push(shown);
    // A glyph outside the page or the clip is invisible, but it may repeat the text under an area.
    if (style.font.drawn) this.showsAside = true;
    if (run.state.render >= clips) this.#clipping.add(shown);
    if (this.#target.hasAreas && !meets(ink, clipOf(run))) {
      this.#gone.add(shown);
      return;
    }
    if (!this.#target.holdsGlyph(x, y, ink)) {
      if (this.#target.hasAreas) this.kept.push({ text: glyph.text ?? "", box: ink, baseline: y });
      return;
    }

    this.#gone.add(shown);
    this.removed.glyphs += 1;
    const box = {
      ...{ x0: Math.min(ink.x0, x + style.left), y0: Math.min(ink.y0, y + style.top) },
      ...{ x1: Math.max(ink.x1, x + style.right), y1: Math.max(ink.y1, y + style.bottom) },
    };
    this.glyphs.push({ text: glyph.text ?? "", box, baseline: y });
  }

  before(run: PageRun, code: number): void {
    this.#frame.base ??= matrixOf(run.state);
    run.spend(this.#target.areas.length >> 4);
    if (shows.has(code)) [this.#glyphs, this.#gone] = [[], new Set()];
    if (painting.has(code)) this.#lookAtPath(run, code);
    if (code === setState) this.#readMask(run);
    if (setsPattern(code, run.lexer.name)) this.showsAside = true;
    this.#paint = this.#target.hasAreas ? this.#cutPaint(run, code) : undefined;
  }

  /** What a shading or a pattern paints without its parts in an area; undefined if it has none there. */
  #cutPaint(run: PageRun, code: number): CosRef | undefined {
    const { lexer, scope, state } = run;
    const { cos } = this.#session;
    if (code === shade) return this.#cutMesh(run, scope.find("Shading", lexer.name), matrixOf(state));
    if (!setsPattern(code, lexer.name)) return undefined;
    const pattern = cos.resolve(scope.find("Pattern", lexer.name));
    const dict = isStream(pattern) ? pattern.dict : pattern;
    const base = this.#frame.base;
    if (!isDict(dict) || !base) return undefined;
    if (isStream(pattern)) return this.#cutCell(run, pattern, base);
    const mesh = this.#cutMesh(run, dict.get("Shading"), multiply(matrixAt(cos, dict.get("Matrix")), base));
    return mesh && this.#session.add(withEntries(dict, { Shading: mesh }));
  }

  #cutMesh(run: PageRun, value: CosValue | undefined, matrix: Matrix): CosRef | undefined {
    const mesh = streamAt(this.#session.cos, value);
    const areas = this.#target.areas.filter(({ found }) => !found);
    const cut = mesh && cutMesh(this.#session.cos, mesh, matrix, areas, (steps) => run.spend(steps));
    if (cut) this.removed.paths += 1;
    return cut && this.#session.add(cut);
  }

  /** The cell of a tiling pattern that the page shows once: it is read like a form. What it shows often stays where there is no area. */
  #cutCell(run: PageRun, cell: CosStream, base: Matrix): CosRef | undefined {
    const { cos } = this.#session;
    const [across, down] = ["XStep", "YStep"].map((key) => Math.abs(numberAt(cos, cell.dict.get(key)) ?? 0));
    const matrix = multiply(matrixAt(cos, cell.dict.get("Matrix")), base);
    const box = readBox(cos, cell.dict.get("BBox"));
    if (!box || !across || !down) return undefined;
    const step = transformBox(matrix, { x0: box.x0, y0: box.y0, x1: box.x0 + across, y1: box.y0 + down });
    const clip = clipOf(run);
    const isOnce = step.x1 - step.x0 >= clip.x1 - clip.x0 && step.y1 - step.y0 >= clip.y1 - clip.y0;
    if (!isOnce) return undefined;
    run.save();
    [run.state.a, run.state.b, run.state.c, run.state.d, run.state.e, run.state.f] = base;
    drawForm(run, cell);
    run.restore();
    const form = this.#form;
    this.#form = undefined;
    return form?.stream === cell ? form.made : undefined;
  }

  /** Reads the group of a soft mask where it is set: like a form, it loses what the areas touch. */
  #readMask(run: PageRun): void {
    this.#state = undefined;
    const { cos } = this.#session;
    const state = dictAt(cos, run.scope.find("ExtGState", run.lexer.name));
    const mask = dictAt(cos, state?.get("SMask"));
    const group = streamAt(cos, mask?.get("G"));
    if (group) this.showsAside = true;
    if (!state || !mask || !group || !this.#target.hasAreas) return;
    drawForm(run, group);
    const form = this.#form;
    this.#form = undefined;
    if (form?.stream !== group) return;
    this.#state = this.#session.add(withEntries(state, { SMask: withEntries(mask, { G: form.made }) }));
  }

  after(run: PageRun, code: number, end: number): void {
    const frame = this.#frame;
    const slice = frame.content.subarray(frame.at, end);
    const source = code === inline ? slice : withoutComments(slice);
    frame.at = end;
    const written = this.#written(run, code, source);
    if (written !== source) frame.changed = true;

    const chunk = frame.chunks.push(written) - 1;
    frame.colors.after(code, run.lexer.name, chunk, this.#isPainted(code));

    if (building.has(code)) frame.path.push(chunk);
    else if (painting.has(code)) frame.path = [];
    else if (marks.has(code)) frame.marks.push(markOf(run, chunk));
    else if (code === endMark) this.#endMark(frame);

    if (written !== source) for (const mark of frame.marks) mark.touched = true;
  }

  /** Whether an operator paints with the current colors, or may. */
  #isPainted(code: number): boolean {
    if (shows.has(code)) return this.#glyphs.length === 0 || this.#glyphs.length > this.#gone.size;
    if (painting.has(code)) return code !== noPaint && !this.#pathGoes;
    return code === invoke || code === inline;
  }

  #written(run: PageRun, code: number, source: Uint8Array): Uint8Array | string {
    if (shows.has(code)) {
      this.#isClipped ||= this.#glyphs.some((shown) => this.#clipping.has(shown) && !this.#gone.has(shown));
      return this.#shown(run, code) ?? source;
    }
    if (painting.has(code)) return this.#painted(source);
    if (code === invoke) return this.#invoked(run) ?? source;
    if (code === inline) return this.#inline(run, source) ?? source;
    if (code === setState && this.#state) return `\n/${this.#named("ExtGState", this.#state)} gs\n`;
    if (code === endText) return this.#textEnded(source);
    if (code === shade && this.#isCovered(clipOf(run))) return "\n";
    if (!this.#paint) return source;
    if (code === shade) return `\n/${this.#named("Shading", this.#paint)} sh\n`;
    const numbers = run.lexer.numbers.map(decimal).join(" ");
    return `\n${numbers} /${this.#named("Pattern", this.#paint)} ${setsFillPattern.has(code) ? "scn" : "SCN"}\n`;
  }

  /** Without any glyph, a text would clip nothing. */
  #textEnded(source: Uint8Array): Uint8Array | string {
    const hasClipped = this.#clipping.size > 0;
    const isLost = hasClipped && !this.#isClipped;
    this.#clipping.clear();
    this.#isClipped = false;
    return isLost ? `${Buffer.from(source).toString("latin1")}\n${clipsAll}` : source;
  }

  /** The name of an object that was made for this content. */
  #named(kind: string, made: CosRef): string {
    const name = `Redacted${made.num}`;
    getOrInsert(this.#frame.made, kind, () => new Map()).set(name, made);
    return name;
  }

  #isCovered(box: Box): boolean {
    return this.#target.areas.some((area) => contains(area, box));
  }

  /** The operator that shows the rest of its strings; undefined if nothing was removed. */
  #shown(run: PageRun, code: number): string | undefined {
    if (this.#gone.size === 0) return undefined;

    const { lexer, state } = run;
    const items = code === showAll && lexer.items ? lexer.items : [lexer.string ?? new Uint8Array(0)];
    const parts: string[] = [];
    let [skipped, at] = [0, 0];

    const flush = () => {
      if (skipped !== 0) parts.push(decimal(skipped));
      skipped = 0;
    };

    for (const item of items) {
      if (typeof item === "number") {
        skipped += item;
        continue;
      }
      for (let from = 0; from < item.length; at++) {
        const shown = this.#glyphs[at];
        if (!shown) throw new Unsupported("text");
        const code = item.subarray(from, from + shown.glyph.length);
        from += shown.glyph.length;
        if (this.#gone.has(shown)) skipped -= state.fontSize === 0 ? 0 : (1000 * shown.by) / state.fontSize;
        else {
          flush();
          parts.push(`<${Buffer.from(code).toString("hex")}>`);
        }
      }
    }

    flush();
    const array = `[${parts.join("").replaceAll("><", "")}] TJ\n`;
    if (code === showNext) return `\nT* ${array}`;
    if (code !== showSpaced) return `\n${array}`;
    const [word = 0, character = 0] = lexer.numbers;

    return `\n${decimal(word)} Tw ${decimal(character)} Tc T* ${array}`;
  }

  #lookAtPath(run: PageRun, code: number): void {
    this.#cut = undefined;
    this.#pathGoes = false;
    const { path, state } = run;
    run.spend(heightOf(path.points, clipOf(run)) / heightPerStep);
    if (!this.#target.touches(path.bounds)) return;
    if (code === noPaint && !path.clips) {
      this.#pathGoes = true;
      return;
    }
    const half = strokes.has(code) ? halfWidth(run) : 0;
    run.spend(this.#target.areas.length);
    const areas = this.#target.areas
      .filter((area) => meets(area, path.bounds))
      .map(({ x0, y0, x1, y1 }) => ({ x0: x0 + half, y0: y0 + half, x1: x1 - half, y1: y1 - half }))
      .filter((area) => area.x0 < area.x1 && area.y0 < area.y1);
    this.#pathGoes = areas.some((area) => contains(area, path.bounds));
    // A rectangle that clips says nothing, and readers are quicker with it.
    if (this.#pathGoes || (path.clips && path.rectangles !== undefined)) return;
    const back = inverse(matrixOf(state));
    if (!back.every(Number.isFinite)) return;
    const shape = { codes: path.steps, points: path.points, isFilled: !strokes.has(code) };
    this.#cut = cutPath(
      shape,
      areas,
      ([x, y]) => transformPoint(back, x, y),
      (steps) => run.spend(steps),
    );
  }

  #painted(source: Uint8Array): Uint8Array | string {
    if (!this.#pathGoes && this.#cut === undefined) return source;
    const { chunks, path } = this.#frame;
    const clip = path.map((chunk) => Buffer.from(chunks[chunk] ?? "").toString("latin1")).find(isClip) ?? "";
    for (const chunk of path) chunks[chunk] = "\n";
    this.removed.paths += 1;
    const operator = Buffer.from(source).toString("latin1");
    // Nothing outside the area is within a clip that is in it.
    if (this.#pathGoes) return clip === "" ? "\nn\n" : `\n${clipsAll}`;
    return `\n${this.#cut ?? ""}${clip}${operator}`;
  }

  #invoked(run: PageRun): string | undefined {
    const { cos } = this.#session;
    const object = cos.resolve(run.scope.find("XObject", run.lexer.name));
    if (!isStream(object)) return undefined;
    if (isNamed(cos.resolve(object.dict.get("Subtype") ?? null), "Image")) {
      // An image outside the clip or as small as a dot is invisible, but it would remain in the file.
      const box = transformBox(matrixOf(run.state), unitSquare);
      const isTiny = this.#target.hasAreas && box.x1 - box.x0 < leastShown && box.y1 - box.y0 < leastShown;
      if (isTiny || !overlap(box, clipOf(run), 0)) return "\n";
      const made = this.#redacted(object, matrixOf(run.state));
      if (made !== undefined) this.#touchObject(run);
      return made;
    }
    const form = this.#form;
    this.#form = undefined;
    if (form?.stream !== object) return undefined;
    this.#touchObject(run);
    return this.#drawn(form.made, false);
  }

  #touchObject({ scope, lexer }: PageRun): void {
    const value = scope.find("XObject", lexer.name);
    if (isRef(value)) this.touchedObjects.add(value.num);
  }

  /** `Do` for an object created for this content, under a new name. */
  #drawn(made: CosRef, image = true): string {
    if (image) this.removed.images += 1;
    return `\n/${this.#named("XObject", made)} Do\n`;
  }

  #inline(run: PageRun, source: Uint8Array): string | undefined {
    const at = Buffer.from(source).indexOf("BI") + 2;
    const { dict, data } = inlineImage(source, at);
    const full = fullImageDict(dict, (name) => run.scope.find("ColorSpace", name));
    return this.#redacted(newStream(full, data.slice()), matrixOf(run.state));
  }

  /** Draws a copy of an image without the parts in the areas; undefined if none touches it. */
  #redacted(image: CosStream, matrix: Matrix): string | undefined {
    const box = transformBox(matrix, unitSquare);
    const quads = this.#quadsIn(matrix, box);
    if (quads.length === 0) return undefined;
    const { cos } = this.#session;
    const [a, b, c, d] = matrix;
    const across = Math.hypot(a, b) / (numberAt(cos, image.dict.get("Width")) ?? 1);
    const down = Math.hypot(c, d) / (numberAt(cos, image.dict.get("Height")) ?? 1);
    this.margin = Math.max(this.margin, across, down);
    return this.#drawn(this.#addImage({ image, box, quads }));
  }

  /** The areas on an image whose unit square the matrix positions. */
  #quadsIn(matrix: Matrix, box: Box): ImageEdit["quads"] {
    const back = inverse(matrix);
    if (!back.every(Number.isFinite)) return [];

    return this.#target.areas
      .filter((area) => area.x0 < box.x1 && area.x1 > box.x0 && area.y0 < box.y1 && area.y1 > box.y0)
      .map(({ x0, y0, x1, y1 }) =>
        (
          [
            [x0, y0],
            [x1, y0],
            [x1, y1],
            [x0, y1],
          ] as const
        ).map(([x, y]) => transformPoint(back, x, y)),
      );
  }

  #endMark(frame: Frame): void {
    const mark = frame.marks.pop();
    if (!mark?.touched) return;
    const { properties, tag, chunk } = mark;
    const own = numberAt(this.#session.cos, properties?.get("MCID"));
    if (own !== undefined) this.touchedMarks.add(own);
    if (!properties || tag === "OC" || !saying.some((key) => properties.has(key))) return;
    frame.chunks[chunk] = markedSilently(tag, properties);
    frame.changed = true;
  }

  end(run: PageRun): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    while (frame.marks.length > 0) this.#endMark(frame);
    if (frame.changed || this.#frames.length === 0)
      for (const chunk of frame.colors.unused) frame.chunks[chunk] = "\n";
    const content = Buffer.concat(
      frame.chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk)),
    );
    const form = run.drawing.at(-1);
    if (this.#frames.length === 0) this.result = { content, made: frame.made };
    else if (frame.changed && form)
      this.#form = { stream: form, made: this.#formWith(form, content, frame.made, run.scope) };
    else this.#form = undefined;
  }

  #formWith({ dict }: CosStream, content: Uint8Array, made: Made, scope: Scope): CosRef {
    const { cos } = this.#session;
    const own = without(dict, formExtras);
    const resources = dictAt(cos, dict.get("Resources")) ?? inheritedResources(scope);
    own.set("Resources", withObjects(cos, resources, made, content));
    return this.#session.add(newStream(own, content, { deflate: true }));
  }
}

/** Form entries that no longer apply, or reveal more than the form shows. */
const formExtras = "Filter DecodeParms Length PieceInfo LastModified Metadata OPI Ref F".split(" ");
const categories = ["Font", "XObject", "ColorSpace", "ExtGState", "Pattern", "Shading", "Properties"];
const inheritedResources = (scope: Scope): CosDict =>
  dictOf(Object.fromEntries(categories.map((kind) => [kind, scope.all(kind)])));

/** Resources with these objects, and without those that the content no longer names. */
export function withObjects(
  cos: EditSession["cos"],
  resources: CosDict,
  made: Made,
  content: Uint8Array,
): CosDict {
  const text = Buffer.from(content.buffer, content.byteOffset, content.length);
  const kept = new Map<string, CosValue>(made.get("XObject"));
  for (const [name, value] of dictAt(cos, resources.get("XObject")) ?? [])
    if (text.includes(`/${name}`, 0, "latin1") || /[^\x21-\x7e]|[#()<>[\]{}/%]/.test(name))
      kept.set(name, value);
  const others = ["ExtGState", "Pattern", "Shading"].map((kind) => {
    const own = new Map<string, CosValue>([
      ...(dictAt(cos, resources.get(kind)) ?? []),
      ...(made.get(kind) ?? []),
    ]);
    return [kind, own.size > 0 ? own : undefined] as const;
  });
  return withEntries(resources, { XObject: kept.size > 0 ? kept : undefined, ...Object.fromEntries(others) });
}

/** The beginning of marked content that says nothing: of its properties, languages, numbers and names stay. */
function markedSilently(tag: string, properties: CosDict = new Map()): string {
  const kept = [...properties].filter(
    ([key, value]) => key === "Lang" || typeof value === "number" || isName(value),
  );
  return `\n/${tag} ${latin1(serialize(new Map(kept)))} BDC\n`;
}

function markOf({ lexer, scope, shared }: PageRun, chunk: number): Mark {
  const named = lexer.lastName === "" ? undefined : scope.find("Properties", lexer.lastName);
  const properties = lexer.dict ?? dictAt(shared.document.cos, named);
  return { chunk, tag: lexer.name, properties, touched: false };
}

/** Half the width of a line on the page. */
function halfWidth({ state: { a, b, c, d, lineWidth } }: PageRun): number {
  return (lineWidth * Math.sqrt(Math.abs(a * d - b * c))) / 2;
}

/** In points: lines and curves of this height are drawn in a step. The pictures of the page are drawn with no budget of their own. */
const heightPerStep = 2;

/** The height of all lines and curves within a clip. */
function heightOf(points: readonly number[], { y0, y1 }: Box): number {
  let height = 0;
  let last: number | undefined;
  for (let at = 1; at < points.length; at += 2) {
    const y = Math.min(y1, Math.max(y0, points[at] ?? y0));
    height += Math.abs(y - (last ?? y));
    last = y;
  }
  return Number.isFinite(height) ? height : 0;
}

const clipOf = ({ state }: PageRun): Box => ({
  ...{ x0: state.clipX0, y0: state.clipY0, x1: state.clipX1, y1: state.clipY1 },
});

const decimal = (value: number) => String(Math.round(value * 1e6) / 1e6);

/** An operator with its operands, without comments between them (7.2.4): the same bytes if there are none. */
function withoutComments(source: Uint8Array): Uint8Array {
  if (!source.includes(0x25)) return source;

  const kept = source.slice();
  let depth = 0;

  for (let at = 0; at < kept.length; at++) {
    const byte = kept[at];
    if (depth > 0 && byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) depth -= 1;
    else if (byte === 0x25 && depth <= 0)
      for (; at < kept.length && kept[at] !== 0x0a && kept[at] !== 0x0d; at++) kept[at] = 0x20;
  }

  return kept;
}
