/** Every number that callers can run into (docs/limits.md): they keep one document or caller from occupying the whole computer. */

/** Request body in bytes; 1 MB is 1,000,000. */
export const maxBodyBytes = 1_000_000;
/** Nesting of a JSON body. Deeper bodies are rejected before parsing, because recursive code would overflow. */
export const maxJsonDepth = 80;
/** Concurrent tool calls. */
export const maxRunning = 4;
/** Of the running calls, at most this many office conversions. */
export const maxRunningOffice = 2;
/** Of the running calls, at most this many that have pages read by a model: only one page is read at a time. */
export const maxRunningReading = 2;
/** Calls that may be paused at the same time so that others get their turn: each keeps its engine process. */
export const maxPaused = 8;
/** Resident memory that paused calls may hold together, in bytes; a single one may hold more. */
export const maxPausedBytes = 1_000_000_000;
/** Waiting calls; beyond this, calls are rejected with `busy` rather than queued. */
export const maxWaiting = 64;
/** Jobs waiting or running; beyond this `too_many_jobs`. */
export const maxOpenJobs = 100;
/** Finished jobs kept. */
export const maxFinishedJobs = 500;
/** Total size of finished jobs' results as JSON, in bytes; the oldest are dropped first. */
export const maxFinishedJobBytes = 64_000_000;
/** How long a finished job is kept, in milliseconds. */
export const finishedJobTtlMs = 3_600_000;
/** Length of callback_url in characters. */
export const maxCallbackUrlLength = 2048;
/** Waits before attempts 2 to 5, in milliseconds. */
export const callbackBackoffMs = [1000, 2000, 4000, 8000] as const;
/** Total time for one delivery attempt, in milliseconds. */
export const callbackTimeoutMs = 10_000;
/** Page selector, in characters. */
export const maxSelectorLength = 200;
/** A path, in bytes of UTF-8 (PATH_MAX on Linux). */
export const maxPathBytes = 4096;
/** `max_chars` of pdf_read_text. */
export const readTextChars = { min: 100, max: 200_000, default: 20_000 } as const;
/** `max_chars` of pdf_extract_structure. */
export const structureChars = { min: 100, max: 400_000, default: 60_000 } as const;
/** Lengths of stamped text, in characters. */
export const maxLabelLength = 120;
export const maxWatermarkLength = 60;
/** `images.max_dpi` of pdf_optimize. */
export const imageDpi = { min: 36, max: 1200 } as const;
/** `dpi` of a drawn page. */
export const renderDpi = { min: 18, max: 1200, default: 150 } as const;
/** `max_size` of a drawn page: its longer side, in pixels. */
export const renderSize = { min: 16, max: 10_000 } as const;
/** Images that pdf_from_images takes, and the margin around each in points. */
export const maxImages = 10_000;
export const maxMargin = 200;
/** Size of an image file in bytes. */
export const maxImageBytes = 1_000_000_000;
/** Pixels of an image whose data goes into a PDF unchanged. */
export const maxPixelsKept = 400_000_000;
/** Samples of an image that must be decoded: enough for A3 in color at 600 dpi. */
export const maxSamplesDecoded = 225_000_000;
/** Pixels of one drawn page. */
export const maxPixels = 100_000_000;
/** `max_size` of pdf_view_page, in pixels: models scale larger pictures down. */
export const viewSize = { min: 64, max: 2576, default: 1568 } as const;
/** Size of a picture from pdf_view_page, in bytes before base64. */
export const maxViewBytes = 1_000_000;
/** Leaks that pdf_find_leaks lists; the rest are counted by kind. */
export const maxLeaks = 1000;
/** Areas per redaction; its texts, and as many patterns; the characters of each; those of a label. */
export const maxRedactAreas = 10_000;
export const maxRedactQueries = 100;
export const maxRedactText = 500;
export const maxRedactLabel = 40;
/** Bookmarks that pdf_info lists and pdf_set_document takes, and their levels. */
export const maxBookmarks = 100_000;
export const bookmarkLevels = 32;
/** Files that one call attaches, and the characters of a name. */
export const maxAttachedFiles = 100;
export const maxAttachmentName = 255;
/** `name` of pdf_split, in characters. */
export const maxFileTemplate = 200;
/** Files of trusted certificates that one call takes, and the bytes of each. */
export const maxTrustFiles = 100;
export const maxTrustBytes = 1_000_000;
/** Fields that one call may fill in. */
export const maxFilledFields = 10_000;
/** Password length in characters. */
export const maxPasswordLength = 127;
/** Pipeline steps and batch inputs. */
export const maxSteps = 10;
export const maxBatchInputs = 50;
/** Token length when supplied, in characters. */
export const minTokenLength = 32;
/** One tool call, in milliseconds, unless a flag sets another limit: clients wait up to 5 minutes. */
export const defaultDeadlineMs = 300_000;
/** Time that running calls get when the service stops. */
export const stopGraceMs = 10_000;
/** Resident memory of one engine process, in bytes; beyond it, the process is killed and the call fails. */
export const maxEngineBytes = 2_000_000_000;
/** Size of an input document in bytes: offsets in a cross-reference table have ten digits. */
export const maxDocumentBytes = 9_999_999_999;
/** Pages per document; more is a lie or an attack. */
export const maxPages = 100_000;
/** One office conversion, in milliseconds, unless a flag sets another limit. */
export const defaultOfficeDeadlineMs = 120_000;
/** Resident memory of an office converter and all its processes, in bytes; beyond it, it is killed and the call fails. */
export const maxOfficeBytes = 2_000_000_000;
/** Length of a pdf_search query, in characters. */
export const maxQueryLength = 500;
/** `max_hits` of pdf_search. */
export const searchHits = { min: 1, max: 1000, default: 50 } as const;
/** `context` of pdf_search, in characters on each side. */
export const searchContext = { min: 0, max: 400, default: 80 } as const;
/** Hits that pdf_search counts. */
export const maxCountedHits = 100_000;
/** Bookmarks that pdf_info lists. */
export const infoSections = 50;
/** `max_chars` of pdf_extract_tables: characters of cells in the answer. */
export const tableChars = { min: 100, max: 400_000, default: 60_000 } as const;
/** `chunk_chars` of pdf_extract_structure, in characters. */
export const chunkChars = { min: 200, max: 20_000, default: 2000 } as const;
