/** Images that an area of the caller touched: none of their samples may be in the new file, unless it shows all of one elsewhere. */
import { Buffer } from "node:buffer";
import { sha256 } from "../../core/builtins.ts";
import { pushTo } from "../../core/collections/maps.ts";
import { contains, overlap } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import { failed } from "../../core/problem.ts";
import type { PageRenderer } from "../../core/readers.ts";
import type { CosDocument } from "../../cos/document.ts";
import { inlineImage } from "../../cos/syntax/content/inline-image.ts";
import { operatorCode } from "../../cos/syntax/content/operators.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { type CosStream, type CosValue, isDict, isNamed, isStream } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { componentsOf } from "../../document/images/color-space.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes, readBox } from "../../document/pages/boxes.ts";
import { shownBox } from "../../document/pages/display-space.ts";
import { multiply, transformBox } from "../../document/pages/matrix.ts";
import {
  annotationsAt,
  dictAt,
  listAt,
  matrixAt,
  nameAt,
  numberAt,
  streamAt,
} from "../../document/typed-get.ts";
import { pageContent, pageView } from "../../reading/interpreter/content/page-source.ts";
import type { ShownGlyph } from "../../reading/interpreter/device/text-object.ts";
import { documentRun, watchPage } from "../../reading/interpreter/interpret-page.ts";
import type { PageRun, Watcher } from "../../reading/interpreter/page-run.ts";
import { matrixOf, unitSquare } from "../../reading/interpreter/state/graphics-state.ts";
import { fullImageDict } from "../content/inline-names.ts";

const [draw, inline, state, font] = ["Do", "BI", "gs", "Tf"].map(operatorCode);
const colors = new Set(["scn", "SCN"].map(operatorCode));
const paints = new Set("f F f* B B* b b* S s".split(" ").map(operatorCode));

/** Nesting of the parts of a pattern or mask. */
const maxDepth = 40;
const mostBytes = 256_000_000;

/** Throws 422 if an image that an area touched is in the new file, and `now` doesn't show it whole. `areas`: those of the caller, by page. */
export function proveImages(
  before: PdfDocument,
  after: PdfDocument,
  areas: ReadonlyMap<number, readonly Box[]>,
  now: PageRenderer,
): void {
  const touched = new Map<string, number>();
  for (const [page, boxes] of areas)
    for (const digest of imagesOn(before, page, boxes).touched) touched.set(digest, page);
  if (touched.size === 0) return;

  const left = new Map<string, number>();
  for (const digest of imagesIn(after.cos)) {
    const page = touched.get(digest ?? "");
    if (digest !== undefined && page !== undefined) left.set(digest, page);
  }
  for (let page = 1; left.size > 0 && page <= after.pages.count; page++)
    for (const [digest, boxes] of imagesOn(after, page, areas.get(page) ?? []).whole)
      if (left.has(digest) && boxes.some((box) => isSeen(now, page, box))) left.delete(digest);
  for (const page of left.values())
    throw failed(
      `The redaction could not be proved, and nothing was written: page ${page}: an image that an area touches is still in the file`,
    );
}

/** Pixels of the picture of an image, along its longer side. */
const glance = 64;
/** The share of its pixels that has another color than most: with fewer, something else is shown there. */
const leastOther = 0.05;

/** Whether a page's picture has more than one color where it shows an image: something may cover it, or it is transparent, in a hidden layer or too small. */
function isSeen(now: PageRenderer, page: number, box: Box): boolean {
  const { width, height } = now.size(page);
  const [x0, y0] = [Math.max(0, box.x0), Math.max(0, box.y0)];
  const shown = { x0, y0, x1: Math.min(width, box.x1), y1: Math.min(height, box.y1) };
  const [across, down] = [shown.x1 - shown.x0, shown.y1 - shown.y0];
  if (!(across >= leastShown && down >= leastShown)) return false;
  const scale = glance / Math.max(across, down);
  const pixels = { width: Math.ceil(across * scale), height: Math.ceil(down * scale) };
  const samples = now.samples(page, { box: shown, scale, pixels, gray: true });
  const counts = new Uint32Array(256);
  for (const value of samples) counts[value] = (counts[value] ?? 0) + 1;
  return Math.max(...counts) <= (1 - leastOther) * samples.length;
}

/** In points: smaller images look like dots. */
const leastShown = 4;

/** Digests of all images in a file. */
function* imagesIn(cos: CosDocument): Generator<string | undefined> {
  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    if (isStream(value) && isNamed(cos.resolve(value.dict.get("Subtype")), "Image"))
      yield digestOf(cos, value);
  }
}

/**
 * A digest of an image's samples; for a picture codec, of its coded samples without what surrounds them. Undefined for an image
 * of one color, such as a shadow's, which says nothing.
 */
function digestOf(cos: CosDocument, image: CosStream): string | undefined {
  let bytes: Uint8Array;
  let isCoded: boolean;
  try {
    const decoded = cos.decodePartly(image, mostBytes, () => {});
    isCoded = decoded.undecoded.length > 0;
    bytes = decoded.bytes;
  } catch (error) {
    if (!(error instanceof CosError) || error.reason === "work") throw error;
    isCoded = true;
    bytes = image.encoded();
  }
  if (!isCoded) {
    const [width = 0, height = 0] = ["Width", "Height"].map((key) => numberAt(cos, image.dict.get(key)));
    const isStencil = cos.resolve(image.dict.get("ImageMask")) === true;
    const components = isStencil ? 1 : (componentsOf(cos, image.dict.get("ColorSpace")) ?? 1);
    const bits = isStencil ? 1 : (numberAt(cos, image.dict.get("BitsPerComponent")) ?? 8);
    bytes = bytes.subarray(0, Math.ceil((width * components * bits) / 8) * height);
    if (bytes.every((value) => value === bytes[0])) return undefined;
  } else if (nameAt(cos, listAt(cos, image.dict.get("Filter")).at(-1)) === "DCTDecode") {
    const whole = Buffer.from(bytes);
    const scan = whole.indexOf("\xff\xda", 0, "latin1");
    const end = whole.lastIndexOf("\xff\xd9", whole.length, "latin1");
    bytes = bytes.subarray(Math.max(0, scan), end > scan ? end : bytes.length);
  }
  return sha256().update(bytes).digest("base64");
}

interface OnPage {
  /** Digests of images in an area, or that may be. */
  readonly touched: ReadonlySet<string>;
  /** Digests of images that the page draws whole, outside the areas, and where. */
  readonly whole: ReadonlyMap<string, readonly Box[]>;
}

function imagesOn(document: PdfDocument, page: number, areas: readonly Box[]): OnPage {
  const { cos } = document;
  const watcher = new ImageWatcher(cos, areas, shownPage(document, page));
  try {
    watchPage(
      documentRun(document, () => {}),
      page,
      pageContent(document, page, () => {}),
      watcher,
    );
  } catch (error) {
    if (!isOfContent(error)) throw error;
    throw failed(
      `page ${page} can't be redacted: its content can't be read with certainty (${error.reason})`,
    );
  }
  const boxes = pageBoxes(cos, document.pages, page);
  for (const item of annotationsAt(cos, document.pages.dict(page).get("Annots")) ?? []) {
    const dict = dictAt(cos, item);
    const rect = dict && readBox(cos, dict.get("Rect"));
    if (!rect || !areas.some((area) => overlap(area, shownBox(rect, boxes), 0))) continue;
    watcher.touch(below(cos, dict.get("AP")));
  }
  return watcher;
}

function shownPage(document: PdfDocument, page: number): Box {
  const { width, height } = pageView(document, page);
  return { x0: 0, y0: 0, x1: width, y1: height };
}

class ImageWatcher implements Watcher, OnPage {
  readonly #cos: CosDocument;
  readonly #areas: readonly Box[];
  readonly #page: Box;
  readonly touched = new Set<string>();
  readonly whole = new Map<string, Box[]>();
  #pattern: readonly CosStream[] = [];
  #glyphs: readonly CosStream[] = [];

  constructor(cos: CosDocument, areas: readonly Box[], page: Box) {
    this.#cos = cos;
    this.#areas = areas;
    this.#page = page;
  }

  touch(images: readonly CosStream[]): void {
    for (const image of images) {
      const digest = digestOf(this.#cos, image);
      if (digest !== undefined) this.touched.add(digest);
    }
  }

  begin(): void {}
  after(): void {}
  end(): void {}

  glyph(shown: ShownGlyph): void {
    if (this.#glyphs.length === 0) return;
    const { x, y, style } = shown;
    const box = { x0: x + style.left, y0: y + style.top, x1: x + style.right, y1: y + style.bottom };
    if (this.#isIn(box)) this.touch(this.#glyphs);
  }

  before(run: PageRun, code: number): void {
    const { lexer, scope } = run;
    if (code === draw) this.#drawn(run, this.#cos.resolve(scope.find("XObject", lexer.name)));
    else if (code === inline) this.#inline(run);
    else if (code === state) this.#masked(run, scope.find("ExtGState", lexer.name));
    else if (colors.has(code))
      this.#pattern = lexer.name === "" ? [] : below(this.#cos, scope.find("Pattern", lexer.name));
    else if (code === font) this.#glyphs = this.#imagesOfFont(scope.find("Font", lexer.name));
    else if (paints.has(code) && this.#pattern.length > 0 && this.#isIn(run.path.bounds))
      this.touch(this.#pattern);
  }

  #imagesOfFont(value: CosValue | undefined): readonly CosStream[] {
    const dict = dictAt(this.#cos, value);
    return dict && isNamed(this.#cos.resolve(dict.get("Subtype")), "Type3") ? below(this.#cos, value) : [];
  }

  #isIn = (box: Box) => this.#areas.some((area) => overlap(area, box, 0));

  #drawn(run: PageRun, object: CosValue): void {
    if (!isStream(object) || !isNamed(this.#cos.resolve(object.dict.get("Subtype")), "Image")) return;
    this.#image(run, object);
  }

  #inline(run: PageRun): void {
    const { bytes, at } = run.lexer.cursor;
    const { dict, data } = inlineImage(bytes, at);
    this.#image(
      run,
      newStream(
        fullImageDict(dict, (name) => run.scope.find("ColorSpace", name)),
        data.slice(),
      ),
    );
  }

  #image(run: PageRun, image: CosStream): void {
    const box = transformBox(matrixOf(run.state), unitSquare);
    const { clipX0: x0, clipY0: y0, clipX1: x1, clipY1: y1 } = run.state;
    const isWhole = contains({ x0: x0 - slack, y0: y0 - slack, x1: x1 + slack, y1: y1 + slack }, box);
    const own = [
      image,
      ...below(this.#cos, image.dict.get("SMask")),
      ...below(this.#cos, image.dict.get("Mask")),
    ];
    if (this.#isIn(box)) this.touch(own);
    else if (isWhole && overlap(this.#page, box, 0)) this.#addWhole(own, box);
  }

  #masked(run: PageRun, value: CosValue | undefined): void {
    const mask = dictAt(this.#cos, dictAt(this.#cos, value)?.get("SMask"));
    const group = streamAt(this.#cos, mask?.get("G"));
    const box = group && readBox(this.#cos, group.dict.get("BBox"));
    if (!group || !box) return;
    const matrix = multiply(matrixAt(this.#cos, group.dict.get("Matrix")), matrixOf(run.state));
    const images = below(this.#cos, group);
    const place = transformBox(matrix, box);
    if (this.#isIn(place)) this.touch(images);
    else this.#addWhole(images, place);
  }

  #addWhole(images: readonly CosStream[], box: Box): void {
    for (const image of images) pushTo(this.whole, digestOf(this.#cos, image) ?? "", box);
  }
}

/** In points: how far an image may reach beyond its clip and still be shown whole. */
const slack = 2;

/** The images that a value leads to. */
function below(cos: CosDocument, value: CosValue | undefined): CosStream[] {
  const found: CosStream[] = [];
  if (value === undefined) return found;
  walk(cos, { part: "the images of a page", depth: maxDepth }, [value], undefined, ({ value: item }) => {
    const dict = isStream(item) ? item.dict : item;
    if (!isDict(dict)) return undefined;
    if (isStream(item) && isNamed(cos.resolve(dict.get("Subtype")), "Image")) found.push(item);
    const keys = [...dict].filter(([key]) => !upward.has(key)).map(([, entry]) => entry);
    return [{ values: keys, state: undefined }];
  });
  return found;
}

/** Keys that lead away from what something shows. */
const upward = new Set(["Parent", "P", "Pg", "StructParent", "OC"]);
