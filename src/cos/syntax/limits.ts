/** The bounds of the object core (docs/decisions/0009). Each keeps one hostile document from taking time or memory without end. */

/** Arrays and dictionaries within each other in one object. */
export const maxNesting = 500;
/** Filters of one stream; real files use one or two. */
export const maxFilters = 25;
/** Bytes of one decoded stream, unless the caller sets another bound. */
export const maxDecodedBytes = 256 * 1024 * 1024;
/**
 * Bytes of an object stream, and of all together where all are kept: objects in memory take up to 35 times their text, and
 * repetition deflates to nothing. In honest files object streams together are at most as long as the file.
 */
export function maxPackedBytes(fileBytes: number): number {
  return Math.min(maxDecodedBytes, 4_000_000 + 4 * fileBytes);
}
/** Bytes of one object without its stream data. */
export const maxObjectBytes = 64 * 1024 * 1024;
/** Cross-reference sections in one file: each saved edit adds one or two. */
export const maxRevisions = 10_000;
/** References that lead to references. */
export const maxHops = 32;
/** Object numbers up to this are taken in any file; above it, up to the file's size in bytes. */
export const freeObjectNumbers = 1_000_000;
/** Acrobat's bound (ISO 32000-1, Annex C), also MuPDF's. */
export const maxObjectNumber = 8_388_607;
/** A row of samples for a predictor, in bytes. */
export const maxPredictorRow = 16 * 1024 * 1024;
/** Decoded object streams kept, in bytes of each half of the cache. */
export const objectStreamCacheBytes = 16 * 1024 * 1024;
/** The same of parsed objects, by their source text, and what each counts for besides. */
export const objectCacheBytes = 1024 * 1024;
export const leastObjectBytes = 256;
