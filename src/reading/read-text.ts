/** The text of one page. */
import type { DocumentRun } from "./interpreter/page-run.ts";
import { joinedParagraphs } from "./lines/join-paragraph-lines.ts";
import { pageText } from "./lines/page-text.ts";
import { readPage } from "./read-page.ts";

/** The text of page `page`, 1-based; of a tagged document without artifacts. Throws `Unsupported`, and CosError for what is damaged. */
export function readText(shared: DocumentRun, page: number): string {
  const { blocks } = readPage(shared, page, { withoutArtifacts: true });
  return pageText(
    joinedParagraphs(blocks).map(({ lines }) => ({
      lines: lines.map(({ text, box, size }) => ({ text, place: { box, size } })),
    })),
  );
}
