/** /Contents of pages (ISO 32000-2, table 31) in files that lost some of their streams. */
import { type CosValue, isArray, isStream } from "../cos/value.ts";
import type { EditSession } from "./edit.ts";

/** Takes out of every page's contents what is no stream: objects that are gone leave a null there. */
export function dropMissingContents(session: EditSession): void {
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
  }
}
