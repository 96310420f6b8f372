/** External objects and inline images (ISO 32000-2, 8.8 to 8.10): forms are read, of images only the place counts. */
import type { CosDocument } from "../../cos/document.ts";
import { type CosStream, type CosValue, isArray, isDict, isNamed, isStream } from "../../cos/syntax/value.ts";
import { afterInlineImage } from "./content/inline-image.ts";
import { isHidden } from "./marked-content/optional-content.ts";
import type { PageRun } from "./page-run.ts";
import { maxForms } from "./state/limits.ts";
import { Scope } from "./state/resources.ts";
import { Unsupported } from "./state/unsupported.ts";

/** `Do`. An object that is not there is passed over, as every reader does. */
export function drawObject(run: PageRun, name: string): void {
  const { document } = run.shared;
  const object = document.cos.resolve(run.scope.find("XObject", name));
  if (!isStream(object)) return;
  const subtype = document.cos.resolve(object.dict.get("Subtype"));
  if (isHidden(document, object.dict.get("OC"))) return;
  if (isNamed(subtype, "Image")) showImage(run);
  else if (isNamed(subtype, "Form")) {
    if (document.cos.resolve(object.dict.get("Subtype2")) !== null)
      throw new Unsupported("form of another kind");
    drawForm(run, object);
  }
}

/** An image fills the unit square. */
function showImage(run: PageRun): void {
  run.actualTexts.flush();
  if (run.marks.hidden) return;
  run.images += 1;
  const { state, painter } = run;
  if (painter) {
    run.content();
    painter.image(state);
  }
  if (!run.actualTexts.open) return;
  const { a, b, c, d, e, f } = state;
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  run.actualTexts.image(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** `sh`: an image as large as what is not clipped, in whole points. */
export function showShading(run: PageRun, name: string): void {
  const { cos } = run.shared.document;
  const found = cos.resolve(run.scope.find("Shading", name));
  const dict = isStream(found) ? found.dict : found;
  if (!isDict(dict) || run.marks.hidden) return;
  run.content();
  run.painter?.shading(run.state);
}

function numbers(cos: CosDocument, value: CosValue | undefined, count: number): number[] | undefined {
  const found = cos.resolve(value);
  if (!isArray(found) || found.length < count) return undefined;
  const list = found.map((item) => cos.resolve(item));
  return list.every((item) => typeof item === "number") ? list : undefined;
}

function drawForm(run: PageRun, form: CosStream): void {
  const { cos } = run.shared.document;
  // A form within itself has no end, and adds nothing.
  if (run.drawing.includes(form)) return;
  if (run.drawing.length >= maxForms) throw new Unsupported("forms within forms");
  run.actualTexts.flush();
  run.content();
  run.drawing.push(form);
  run.save();
  const matrix = numbers(cos, form.dict.get("Matrix"), 6);
  if (matrix) {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix;
    run.state.concat(a, b, c, d, e, f);
  }
  const box = numbers(cos, form.dict.get("BBox"), 4);
  if (box === undefined) throw new Unsupported("form without a box");
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  run.path.end(run.state);
  run.path.rectangle(run.state, x0, y0, x1 - x0, y1 - y0);
  run.path.clips = true;
  run.path.end(run.state);
  const group = cos.resolve(form.dict.get("Group"));
  if (isDict(group) && isNamed(cos.resolve(group.get("S")), "Transparency")) {
    run.state.fillAlpha = 1;
  }
  const own = cos.resolve(form.dict.get("Resources"));
  const scope = isDict(own) ? new Scope(cos, own, run.scope) : run.scope;
  const content = run.shared.formContent(form);
  const { elements } = run.marks;
  // MCIDs in a form are the form's own, and hardly ever are any.
  run.marks.elements = {};
  run.text.changed();
  run.marks.inForm(() => run.read(content, scope));
  run.marks.elements = elements;
  run.restore();
  run.drawing.pop();
}

/** `BI`: its data is passed over. */
export function drawInlineImage(run: PageRun): void {
  const { cursor } = run.lexer;
  cursor.at = afterInlineImage(cursor.bytes, cursor.at);
  showImage(run);
}
