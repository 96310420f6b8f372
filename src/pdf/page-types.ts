/** /Type of pages and page tree nodes, which is required (ISO 32000-2, tables 30 and 31) and which damaged files lack. */
import { isDict, isNamed, name } from "../cos/value.ts";
import type { EditSession } from "./edit.ts";

/** Writes /Type into every page and node of the page tree that lacks it or says something else. */
export function completePageTypes(session: EditSession): void {
  for (const num of session.document.pages.nodes) {
    const node = num === 0 ? null : session.cos.object(num);
    if (!isDict(node) || isNamed(session.cos.resolve(node.get("Type")), "Pages")) continue;
    session.set(num, new Map(node).set("Type", name("Pages")));
  }
  for (let page = 1; page <= session.pageCount; page++) {
    const dict = session.page(page);
    if (isNamed(session.cos.resolve(dict.get("Type")), "Page")) continue;
    session.setPage(page, new Map(dict).set("Type", name("Page")));
  }
}
