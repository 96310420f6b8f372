/** The largest size at which a document draws each image, in points. */
import { operatorCode } from "../cos/syntax/content/operators.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { isNamed, isRef, isStream } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { pageContent } from "./interpreter/content/page-source.ts";
import { documentRun, watchPage } from "./interpreter/interpret-page.ts";
import type { Watcher } from "./interpreter/page-run.ts";

const draw = operatorCode("Do");
const ignore = () => {};

/** Width and height by number. An image missing here is drawn somewhere unread, or not at all. */
export function imageSizes(document: PdfDocument): Map<number, readonly [width: number, height: number]> {
  const sizes = new Map<number, readonly [number, number]>();
  const { cos, pages } = document;

  const watcher: Watcher = {
    ...{ begin: ignore, glyph: ignore, after: ignore, end: ignore },
    before({ scope, lexer, state }, code) {
      const drawn = code === draw ? scope.find("XObject", lexer.name) : undefined;
      const image = isRef(drawn) ? cos.resolve(drawn) : null;
      if (!isRef(drawn) || !isStream(image) || !isNamed(image.dict.get("Subtype"), "Image")) return;
      const [width, height] = sizes.get(drawn.num) ?? [0, 0];
      const { a, b, c, d } = state;
      sizes.set(drawn.num, [Math.max(width, Math.hypot(a, b)), Math.max(height, Math.hypot(c, d))]);
    },
  };

  const run = documentRun(document, ignore);
  for (let page = 1; page <= pages.count; page++)
    try {
      watchPage(run, page, pageContent(document, page, ignore), watcher);
    } catch (error) {
      if (!isOfContent(error)) throw error;
    }

  return sizes;
}
