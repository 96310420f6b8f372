/** External objects and inline images (ISO 32000-2, 8.8 to 8.10): forms are read, images only matter by position. */

import { afterInlineImage } from "../../cos/syntax/content/inline-image.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { type CosStream, isDict, isNamed, isStream } from "../../cos/syntax/value.ts";
import { transformBox } from "../../document/pages/matrix.ts";
import { arrayAt, dictAt, matrixAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { isHidden } from "./marked-content/optional-content.ts";
import type { PageRun } from "./page-run.ts";
import { clip, concat, matrixOf, unitSquare } from "./state/graphics-state.ts";
import { maxForms } from "./state/limits.ts";
import { Scope } from "./state/resources.ts";

/** Steps per external object drawn. */
const objectSteps = 16;

/** `Do`. A missing object is ignored, as in every reader. */
export function drawObject(run: PageRun, name: string): void {
  const { document } = run.shared;
  run.spend(objectSteps);
  const object = document.cos.resolve(run.scope.find("XObject", name));
  if (!isStream(object)) return;
  const subtype = document.cos.resolve(object.dict.get("Subtype"));
  if (isHidden(document, object.dict.get("OC"))) {
    run.text.isPartial = true;
    if (run.choice.withUnshown && isNamed(subtype, "Form")) run.marks.inHidden(() => drawForm(run, object));
    return;
  }

  if (isNamed(subtype, "Image")) showImage(run, isOpaque(object));
  else if (isNamed(subtype, "Form")) {
    if (document.cos.resolve(object.dict.get("Subtype2")) !== null)
      throw new Unsupported("form of another kind");
    drawForm(run, object);
  }
}

/** Whether an image is opaque: it is no mask and has none (8.9.6, 11.6.5.2). */
const isOpaque = ({ dict }: CosStream) =>
  !["ImageMask", "Mask", "SMask", "SMaskInData"].some((key) => dict.get(key));

function showImage(run: PageRun, opaque: boolean): void {
  run.actualTexts.flush();
  if (run.marks.hidden) return;
  run.images += 1;
  const { state, painter } = run;
  if (painter) {
    run.content();
    painter.image(state);
  }
  run.grounds.image(state, opaque);
  if (!run.actualTexts.open) return;
  run.actualTexts.image(transformBox(matrixOf(state), unitSquare));
}

/** `sh`: an image as large as the unclipped area, in whole points. */
export function showShading(run: PageRun, name: string): void {
  const { cos } = run.shared.document;
  const found = cos.resolve(run.scope.find("Shading", name));
  const dict = isStream(found) ? found.dict : found;
  if (!isDict(dict) || run.marks.hidden) return;
  run.grounds.shading(run.state);
  if (!run.painter) return;
  run.content();
  run.painter.shading(run.state);
}

/** A transparency group is painted separately, and then as a whole in the current state (11.6.6). */
function enterGroup({ state }: PageRun): void {
  if (state.fillAlpha < 1) state.ink = { ...state.ink, plain: false };
  state.fillAlpha = 1;
}

export function drawForm(run: PageRun, form: CosStream): void {
  const { cos } = run.shared.document;
  // A form that contains itself has no end, and adds nothing.
  if (run.drawing.includes(form)) return;
  if (run.drawing.length >= maxForms) throw new Unsupported("forms within forms");

  run.actualTexts.flush();
  run.content();
  run.drawing.push(form);
  run.save();
  concat(run.state, matrixAt(cos, form.dict.get("Matrix")));
  const [x0, y0, x1, y1] = (arrayAt(cos, form.dict.get("BBox")) ?? []).map((item) => numberAt(cos, item));
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined)
    throw new Unsupported("form without a box");
  run.path.end(run.state);
  clip(run.state, transformBox(matrixOf(run.state), { x0, y0, x1, y1 }));
  if (nameAt(cos, dictAt(cos, form.dict.get("Group"))?.get("S")) === "Transparency") enterGroup(run);
  const own = dictAt(cos, form.dict.get("Resources"));
  const scope = own ? new Scope(cos, own, run.scope) : run.scope;
  const content = run.shared.formContent(form);
  const { elements } = run.marks;
  run.marks.elements = run.marks.elementsOf(form.dict);
  run.text.changed();
  run.marks.inForm(() => run.read(content, scope));
  run.marks.elements = elements;
  run.restore();
  run.drawing.pop();
}

/** `BI`: skips its data. */
export function drawInlineImage(run: PageRun): void {
  const { cursor } = run.lexer;
  cursor.at = afterInlineImage(cursor.bytes, cursor.at);
  showImage(run, false);
}
