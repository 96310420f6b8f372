/** Whether a page's content hides a drawing below it. */
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import type { PdfDocument } from "../document/open.ts";
import type { Box } from "../document/pages/boxes.ts";
import { pageContent } from "./interpreter/content/page-source.ts";
import { holds } from "./interpreter/device/hidden-text.ts";
import { documentRun, watchPage } from "./interpreter/interpret-page.ts";
import type { Watcher } from "./interpreter/page-run.ts";
import type { Ground } from "./interpreter/state/grounds.ts";

const ignore = () => {};
/** Points of a box to look at, in each direction. */
const samples = 16;

/**
 * Says of a box on a page, in points from the top left as displayed, whether opaque areas of the page's content cover all of
 * it. False if the content can't be read.
 */
export function coverage(document: PdfDocument): (page: number, box: Box) => boolean {
  const run = documentRun(document, ignore);
  return (page, box) => {
    let grounds: readonly Ground[] = [];
    const watcher: Watcher = {
      ...{ begin: ignore, before: ignore, after: ignore, glyph: ignore },
      end(of) {
        grounds = of.grounds.all;
      },
    };
    try {
      watchPage(run, page, pageContent(document, page, ignore), watcher);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      return false;
    }
    const covers = grounds.filter((ground) => ground.covers);
    return covers.length > 0 && pointsIn(box).every(([x, y]) => covers.some((one) => holds(one, x, y)));
  };
}

/** Points in the middle of equal parts of a box. */
function pointsIn({ x0, y0, x1, y1 }: Box): [x: number, y: number][] {
  const at = (from: number, to: number, k: number) => from + ((to - from) * (k + 0.5)) / samples;
  return Array.from({ length: samples * samples }, (_, k) => [
    at(x0, x1, k % samples),
    at(y0, y1, Math.floor(k / samples)),
  ]);
}
