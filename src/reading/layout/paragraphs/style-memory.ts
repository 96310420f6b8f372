import type { DocumentStyle } from "../model/document-style.ts";

/**
 * The styles of the last documents. A long one is read in parts, one per call: without this, each would examine the same
 * sample of pages again, which costs more than a part of few pages.
 */

/** Number of documents to remember: two that are read alternately. */
const most = 2;

/** Oldest first. */
const known = new Map<string, DocumentStyle>();

/** The style of the document with this identity: the last one found, or the result of `find`. */
export async function rememberedStyle(
  identity: string | undefined,
  find: () => Promise<DocumentStyle>,
): Promise<DocumentStyle> {
  if (identity === undefined) return await find();
  const style = known.get(identity) ?? (await find());
  known.delete(identity);
  known.set(identity, style);
  for (const [oldest] of known) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
  return style;
}
