/** Every number of SPEC 8 and the bounds that keep one document or caller from taking the whole computer. */

/** SPEC 8: request body, in bytes; 1 MB is 1,000,000 (DECISIONS 2). */
export const maxBodyBytes = 1_000_000;
/** Nesting of a JSON body. Deeper is refused before parsing: recursive code would overflow on it. */
export const maxJsonDepth = 32;
/** SPEC 8: tool calls that run at once. */
export const maxRunning = 4;
/** SPEC 8: of the running calls, this many may be office conversions. */
export const maxRunningOffice = 2;
/** Of the running calls, this many may have pages read by a model: one page is read at a time, whoever asks. */
export const maxRunningReading = 2;
/** Calls that are set aside at once so that others get their turn: each keeps its engine process. */
export const maxPaused = 8;
/** Resident memory that calls which are set aside may hold together, in bytes; one alone may hold more. */
export const maxPausedBytes = 1_000_000_000;
/** SPEC 8: calls that wait; beyond this a call is refused with `busy`, not queued. */
export const maxWaiting = 64;
/** SPEC 8: jobs waiting or running; beyond this `too_many_jobs`. */
export const maxOpenJobs = 100;
/** SPEC 3.1: finished jobs kept, at most. */
export const maxFinishedJobs = 500;
/** What finished jobs answer with, as JSON, all together in bytes; the oldest are forgotten before. */
export const maxFinishedJobBytes = 64_000_000;
/** A result that is shown in the list of jobs, as JSON in bytes; a larger one is shown by its job alone. */
export const maxListedResultBytes = 4000;
/** SPEC 3.1: how long a finished job is kept, in milliseconds. */
export const finishedJobTtlMs = 3_600_000;
/** SPEC 4.19: length of callback_url in characters. */
export const maxCallbackUrlLength = 2048;
/** SPEC 6.4: waits before attempts 2 to 5, in milliseconds. */
export const callbackBackoffMs = [1000, 2000, 4000, 8000] as const;
/** SPEC 6.4: one delivery attempt as a whole, in milliseconds. */
export const callbackTimeoutMs = 10_000;
/** SPEC 2.1: page selector, in characters. */
export const maxSelectorLength = 200;
/** A path, in bytes of UTF-8 (PATH_MAX on Linux). */
export const maxPathBytes = 4096;
/** SPEC 8: pdf_read_text max_chars. */
export const readTextChars = { min: 100, max: 200_000, default: 20_000 } as const;
/** SPEC 8: pdf_extract_structure max_chars. */
export const structureChars = { min: 100, max: 400_000, default: 60_000 } as const;
/** SPEC 8: lengths of stamped text, in characters. */
export const maxLabelLength = 120;
export const maxWatermarkLength = 60;
/** SPEC 8: password length in characters. */
export const maxPasswordLength = 127;
/** SPEC 8: pipeline steps and batch inputs. */
export const maxSteps = 10;
export const maxBatchInputs = 50;
/** SPEC 8: token length when supplied, in characters. */
export const minTokenLength = 32;
/** DECISIONS: one tool call, in milliseconds, unless a flag says otherwise (SPEC 8: clients wait up to 5 minutes). */
export const defaultDeadlineMs = 300_000;
/** Issue text: running calls get this long when the service stops. */
export const stopGraceMs = 10_000;
/** Resident memory of one engine process, in bytes; beyond this it is killed and the call fails. */
export const maxEngineBytes = 2_000_000_000;
/** A document to read, in bytes: offsets of a cross-reference table have ten digits. */
export const maxDocumentBytes = 9_999_999_999;
/** Pages of one document; more is a lie or an attack (RELIABILITY R5). */
export const maxPages = 100_000;
/** RELIABILITY R8: one office conversion, in milliseconds, unless a flag says otherwise. */
export const defaultOfficeDeadlineMs = 120_000;
/** Resident memory of an office converter with all its processes, in bytes; beyond this it is killed and the call fails. */
export const maxOfficeBytes = 2_000_000_000;
