/** The bounds of reading one page (docs/decisions/0009). What goes beyond one of them is left to MuPDF, which has bounds of its own. */

/** Bytes of decoded content, forms counted each time they are drawn. */
export const maxContentBytes = 32 * 1024 * 1024;
/** Bytes of one decoded stream of content. */
export const maxStreamBytes = 16 * 1024 * 1024;
/** Streams in one page's /Contents. */
export const maxStreams = 10_000;
/** Operators, forms counted each time they are drawn. */
export const maxOperators = 4_000_000;
/** Characters of one page. */
export const maxCharacters = 400_000;
/** Lines, images and drawings of one page. */
export const maxBlocks = 200_000;
/** Forms drawn on one page, each time they are. */
export const maxDrawnForms = 200_000;
/** Forms within forms. */
export const maxForms = 24;
/** `q` without `Q`. */
export const maxSaves = 2000;
/** Spans of marked content within each other. */
export const maxMarks = 2000;
/** Fonts kept open for a document. */
export const maxFonts = 300;
/** Decoded forms kept, in bytes: letterheads and the like come again on every page. */
export const formCacheBytes = 4 * 1024 * 1024;
/** Elements of the structure within each other: as many levels as are followed in what MuPDF gives. */
export const maxTagDepth = 200;
/** Elements of the structure kept for a document. */
export const maxKeptElements = 100_000;
/** MCIDs that the elements of one page claim. */
export const maxPageMcids = 500_000;
/** Kids of elements whose places are kept for a document. */
export const maxElementKids = 4_000_000;
