/** Entries that pages of damaged files lack (ISO 32000-2, tables 30 and 31): /Contents that are gone, and /Type. */

import { type CosValue, isArray, isDict, isNamed, isStream, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../../document/edit.ts";

/** Takes out of every page's contents what is no stream: objects that are gone leave a null there. Returns whether any was. */
export function dropMissingContents(session: EditSession): boolean {
  let any = false;
  const missing = (value: CosValue) => !isStream(session.cos.resolve(value));
  for (let page = 1; page <= session.pageCount; page++) {
    const dict = session.page(page);
    const contents = dict.get("Contents");
    if (contents === undefined) continue;
    const resolved = session.cos.resolve(contents);
    if (isStream(resolved)) continue;
    const changed = new Map(dict);
    if (!isArray(resolved)) changed.delete("Contents");
    else if (resolved.some(missing))
      changed.set(
        "Contents",
        resolved.filter((part) => !missing(part)),
      );
    else continue;
    session.setPage(page, changed);
    any = true;
  }
  return any;
}

/** Writes /Type into every page and node of the page tree that lacks it or has another. */
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
