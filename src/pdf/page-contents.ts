/** /Contents of pages (ISO 32000-2, table 31) in files that lost some of their streams. */
import { has, newSpots } from "../cos/check.ts";
import { cursorOn } from "../cos/lexer.ts";
import { lengthKey } from "../cos/object-reader.ts";
import { readValue } from "../cos/parser.ts";
import { type CosValue, isArray, isRef, isStream } from "../cos/value.ts";
import type { EditSession } from "./edit.ts";

/** Takes out of every page's contents what is no stream: objects that are gone leave a null there. */
export function dropMissingContents(session: EditSession): void {
  const missing = (value: CosValue) => !isStream(session.cos.resolve(value));
  for (let page = 1; page <= session.pageCount; page++) {
    if (hasAll(session, page)) continue;
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

const spots = newSpots([lengthKey, "Contents"]);
const contentsSpot = 1;

/** Whether a page's contents are all there, as its bytes say without its dictionary being made; false: it has to be made. */
function hasAll({ cos, document, objectOf }: EditSession, page: number): boolean {
  const num = objectOf(page);
  if (num === 0 || document.changed(num)) return false;
  const raw = cos.raw(num, spots);
  if (!raw || raw.stream || !spots.isDict || spots.isOdd) return false;
  if (!has(spots, contentsSpot)) return true;
  const contents = readValue(cursorOn(raw.bytes, spots.starts[contentsSpot], spots.ends[contentsSpot]));
  return (isArray(contents) ? contents : [contents]).every(
    (part) =>
      isRef(part) &&
      !document.changed(part.num) &&
      cos.inUse(part.num) &&
      cos.generation(part.num) === part.gen &&
      cos.raw(part.num)?.stream !== undefined,
  );
}
