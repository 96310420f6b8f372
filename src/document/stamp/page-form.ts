/** A page as a form XObject (ISO 32000-2, 8.10): how one page is placed inside another. */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  codingEntries,
  dictOf,
  isStream,
  name,
  withEntries,
} from "../../cos/syntax/value.ts";
import type { Box } from "../pages/boxes.ts";
import { boxArray } from "../pages/matrix.ts";
import { dictAt } from "../typed-get.ts";
import { contentState } from "./content-state.ts";
import { clean, closingOf, contentStreams, isBroken, joinedContent, repaired } from "./page-content.ts";

/** Entries of a page that a form has too (tables 31 and 93). */
const common = ["Resources", "StructParents", "Metadata", "PieceInfo", "LastModified", "AF"];

/**
 * A page's content as a form in the page's user space, clipped to `box`. `page` has its inherited attributes. A single sound
 * stream keeps its data as coded. Streams that can't be decoded are left out if there are several: `complete` is false then.
 */
export function pageForm(
  cos: CosDocument,
  page: CosDict,
  box: Box,
): { readonly form: CosStream; readonly complete: boolean } {
  const { stream, complete } = wholeContent(cos, page.get("Contents"));
  // A page's group is always isolated (11.4.7), a form's only if it says so.
  const group = dictAt(cos, page.get("Group"));
  const entries = dictOf({
    Type: name("XObject"),
    Subtype: name("Form"),
    BBox: boxArray(box),
    Group: group && withEntries(group, { I: true }),
  });
  for (const key of common) {
    const value = page.get(key);
    if (value !== undefined) entries.set(key, value);
  }
  if (!entries.has("Resources")) entries.set("Resources", new Map());
  for (const key of codingEntries) {
    const value = stream.dict.get(key);
    if (value !== undefined) entries.set(key, value);
  }

  return { form: { ...stream, dict: entries }, complete };
}

function wholeContent(cos: CosDocument, contents: CosValue | undefined) {
  const streams = contentStreams(cos, contents);
  const [first] = streams;
  const only = streams.length === 1 ? cos.resolve(first) : undefined;
  const bytes = joinedContent(cos, streams);
  const state = bytes ? contentState(bytes) : clean;
  const closing = closingOf(state).trimEnd();
  if (isStream(only) && !isBroken(state) && closing === "") return { stream: only, complete: true };
  if (bytes) return { stream: repaired(bytes, state, closing), complete: true };

  const readable = joinedContent(
    cos,
    streams.filter((item) => joinedContent(cos, [item]) !== undefined),
  );
  return { stream: repaired(readable ?? new Uint8Array(), clean), complete: false };
}
