import type { DocumentStyle } from "../model/document-style.ts";

/**
 * The styles of the last documents. A long one is read in parts, one call each: without this each would look at the same
 * sample of its pages again, which costs more than a part of few pages.
 */

/** Documents whose style is kept: two that are read by turns. */
const most = 2;

/** Oldest first. */
const known = new Map<string, DocumentStyle>();

/** The style of the document of this identity: as it was found last, or as `find` finds it. */
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
