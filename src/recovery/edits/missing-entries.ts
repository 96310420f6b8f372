/** Fixes page entries in damaged files (ISO 32000-2, tables 30 and 31): dangling /Contents and missing /Type. */

import { type CosValue, isArray, isDict, isNamed, isStream, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../../document/edit.ts";

/** Removes anything but streams from every page's contents: missing objects leave a null there. Returns whether there were any. */
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

/** Writes /Type into every page and page tree node where it is missing or wrong. */
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
