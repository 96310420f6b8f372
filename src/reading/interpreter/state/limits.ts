/** Limits for reading a page (docs/decisions/0009). Pages beyond any limit are left to MuPDF, which has its own. */

/** Bytes of decoded content, counting forms each time they are drawn. */
export const maxContentBytes = 32 * 1024 * 1024;
/** Bytes of one decoded content stream. */
export const maxStreamBytes = 16 * 1024 * 1024;
/** Streams in a page's /Contents. */
export const maxStreams = 10_000;
/** Operators, counting forms each time they are drawn. */
export const maxOperators = 4_000_000;
/** Characters per page. */
export const maxCharacters = 400_000;
/** Lines, images and drawings per page. */
export const maxBlocks = 200_000;
/** Forms drawn on a page, counting repeats. */
export const maxDrawnForms = 200_000;
/** Nesting of forms. */
export const maxForms = 24;
/** `q` without `Q`. */
export const maxSaves = 2000;
/** Nesting of marked content. */
export const maxMarks = 2000;
/** Fonts kept open per document. */
export const maxFonts = 300;
/** Decoded forms kept, in bytes: letterheads and the like recur on every page. */
export const formCacheBytes = 4 * 1024 * 1024;
/** Nesting of structure elements, as deep as followed in MuPDF's output. */
export const maxTagDepth = 200;
/** Structure elements kept per document. */
export const maxKeptElements = 100_000;
/** MCIDs claimed by a page's elements. */
export const maxPageMcids = 500_000;
/** Element kids whose indexes are kept per document. */
export const maxElementKids = 4_000_000;
/** A smaller file that asks too much of an engine is malicious, in bytes. */
export const smallFile = 1_000_000;
/** Nesting of layers in memberships and in the order of layers, and layers that they name, counting repeats. */
export const maxLayerDepth = 100;
export const maxLayers = 500_000;
