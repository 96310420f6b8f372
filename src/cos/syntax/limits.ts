/** The object core's bounds (docs/decisions/0009). Each keeps a hostile document from taking unlimited time or memory. */

/** Nesting of arrays and dictionaries within an object. */
export const maxNesting = 500;
/** Filters per stream; real files use one or two. */
export const maxFilters = 25;
/** Bytes of one decoded stream, unless the caller sets another bound. */
export const maxDecodedBytes = 256 * 1024 * 1024;
/**
 * Bytes of an object stream, and of all together if all are kept: objects in memory take up to 35 times their text, and
 * repetition deflates to almost nothing. In honest files, all object streams together are at most as long as the file.
 */
export function maxPackedBytes(fileBytes: number): number {
  return Math.min(maxDecodedBytes, 4_000_000 + 4 * fileBytes);
}
/** Bytes of an object, without its stream data. */
export const maxObjectBytes = 64 * 1024 * 1024;
/** Cross-reference sections per file: each saved edit adds one or two. */
export const maxRevisions = 10_000;
/** Length of a chain of references. */
export const maxHops = 32;
/** Object numbers up to this are accepted in any file; higher ones, up to the file's size in bytes. */
export const freeObjectNumbers = 1_000_000;
/** Acrobat's bound (ISO 32000-1, Annex C), and MuPDF's. */
export const maxObjectNumber = 8_388_607;
/** Bytes in a predictor's sample row. */
export const maxPredictorRow = 16 * 1024 * 1024;
/** Decoded object streams to keep, in bytes per half of the cache. */
export const objectStreamCacheBytes = 16 * 1024 * 1024;
/** The same for parsed objects, measured by their source text, plus a fixed weight for each. */
export const objectCacheBytes = 1024 * 1024;
export const leastObjectBytes = 256;
