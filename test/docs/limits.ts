/** The table of limits for readers, one row per number in src/core/limits.ts, the only place that sets the values. */
import * as limits from "../../src/core/limits.ts";

/** The limited quantity, its formatted value, and the consequence of exceeding it. */
type Row = readonly [what: string, shown: string, beyond: string];

const { readTextChars, structureChars } = limits;

/** Bytes as people count them, in powers of a thousand. */
function size(bytes: number): string {
  const units = [
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
  ] as const;
  const [unit, name] = units.find(([least]) => bytes >= least) ?? [1, "bytes"];
  return `${number(Math.round((bytes / unit) * 10) / 10)} ${name}`;
}

function number(value: number): string {
  return value.toLocaleString("en");
}

function time(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} hour`;
  return ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1000} seconds`;
}

function characters({ min, max, default: usual }: Record<"min" | "max" | "default", number>): string {
  return `${number(min)} to ${number(max)}, ${number(usual)} by default`;
}

/** In the order of the table. If a limit has no row, this doesn't compile. */
const rows: Readonly<Record<keyof typeof limits, Row>> = {
  maxBodyBytes: ["Request body, or a line of `--jsonl`", size(limits.maxBodyBytes), "`payload_too_large`"],
  maxJsonDepth: ["Nesting depth of JSON", number(limits.maxJsonDepth), "`bad_request`"],
  maxRunning: ["Concurrent tool calls", number(limits.maxRunning), "the rest wait"],
  maxRunningOffice: ["Concurrent office conversions", number(limits.maxRunningOffice), "the rest wait"],
  maxRunningReading: [
    "Concurrent calls that use a reading model",
    number(limits.maxRunningReading),
    "the rest wait",
  ],
  maxPaused: ["Calls paused so that others can run", number(limits.maxPaused), "others wait longer"],
  maxPausedBytes: ["Total memory of paused calls", size(limits.maxPausedBytes), "others wait longer"],
  maxWaiting: ["Waiting tool calls", number(limits.maxWaiting), "`busy`, with `Retry-After`"],
  maxOpenJobs: [
    "Waiting and running jobs (one runs at a time)",
    number(limits.maxOpenJobs),
    "`too_many_jobs`",
  ],
  maxFinishedJobs: ["Finished jobs kept", number(limits.maxFinishedJobs), "the oldest are dropped"],
  maxFinishedJobBytes: [
    "Total size of their results",
    size(limits.maxFinishedJobBytes),
    "the oldest are dropped",
  ],
  finishedJobTtlMs: ["How long they are kept", time(limits.finishedJobTtlMs), "dropped"],
  maxCallbackUrlLength: [
    "Length of `callback_url` in characters",
    number(limits.maxCallbackUrlLength),
    "`validation`",
  ],
  callbackTimeoutMs: ["Time for a callback's receiver to respond", time(limits.callbackTimeoutMs), "retried"],
  callbackBackoffMs: [
    "Attempts to deliver a callback",
    `${limits.callbackBackoffMs.length + 1}, after waits of ${limits.callbackBackoffMs.map((ms) => ms / 1000).join(", ")} seconds`,
    "`failed` in the job's `callback`",
  ],
  maxSelectorLength: ["Length of `pages` in characters", number(limits.maxSelectorLength), "`validation`"],
  maxPathBytes: ["Length of a path in bytes", number(limits.maxPathBytes), "`validation`"],
  readTextChars: [
    "`max_chars` of `pdf_read_text`",
    characters(readTextChars),
    "`truncated`, and `next_page`",
  ],
  structureChars: [
    "`max_chars` of `pdf_extract_structure`",
    characters(structureChars),
    "`truncated`, and `next_page`",
  ],
  maxFileTemplate: ["Length of `name` in `pdf_split`", number(limits.maxFileTemplate), "`validation`"],
  maxQueryLength: [
    "Length of `query` in `pdf_search`, and of `pattern` in `pdf_split`",
    number(limits.maxQueryLength),
    "`validation`",
  ],
  searchHits: ["`max_hits` of `pdf_search`", characters(limits.searchHits), "`truncated`, and `next`"],
  searchContext: ["`context` of `pdf_search`", characters(limits.searchContext), "`validation`"],
  maxCountedHits: [
    "Hits counted by `pdf_search`",
    number(limits.maxCountedHits),
    "not counted; `next` continues",
  ],
  tableChars: [
    "`max_chars` of `pdf_extract_tables`",
    characters(limits.tableChars),
    "`validation`; further rows are omitted from the answer",
  ],
  chunkChars: [
    "`chunk_chars` of `pdf_extract_structure`",
    characters(limits.chunkChars),
    "`validation`; no chunk is longer",
  ],
  infoSections: [
    "Bookmarks listed by `pdf_info`",
    number(limits.infoSections),
    "the rest are counted in `more_sections`",
  ],
  imageDpi: [
    "`images.max_dpi` of `pdf_optimize`",
    `${limits.imageDpi.min} to ${limits.imageDpi.max}`,
    "`validation`",
  ],
  maxLabelLength: ["Length of a page label", number(limits.maxLabelLength), "`validation`"],
  maxWatermarkLength: ["Length of a watermark", number(limits.maxWatermarkLength), "`validation`"],
  renderDpi: [
    "`dpi` of `pdf_render_pages`",
    `${limits.renderDpi.min} to ${number(limits.renderDpi.max)}, ${limits.renderDpi.default} by default`,
    "`validation`",
  ],
  renderSize: [
    "`max_size` of `pdf_render_pages`, in pixels",
    `${limits.renderSize.min} to ${number(limits.renderSize.max)}`,
    "`validation`",
  ],
  maxImages: ["Images per `pdf_from_images` call", number(limits.maxImages), "`validation`"],
  maxMargin: ["`margin` of `pdf_from_images`, in points", `0 to ${limits.maxMargin}`, "`validation`"],
  maxImageBytes: ["Size of an image file", size(limits.maxImageBytes), "`operation_failed`"],
  maxPixelsKept: [
    "Pixels of an image that is embedded without decoding",
    number(limits.maxPixelsKept),
    "`operation_failed`",
  ],
  maxSamplesDecoded: [
    "Samples (pixels × channels) of an image that has to be decoded",
    number(limits.maxSamplesDecoded),
    "`operation_failed`",
  ],
  maxPixels: ["Pixels of a rendered page", number(limits.maxPixels), "`validation`"],
  viewSize: [
    "`max_size` of `pdf_view_page`, in pixels",
    `${limits.viewSize.min} to ${number(limits.viewSize.max)}, ${number(limits.viewSize.default)} by default`,
    "`validation`",
  ],
  maxViewBytes: ["Size of the image from `pdf_view_page`", size(limits.maxViewBytes), "a smaller image"],
  maxLeaks: ["Leaks listed by `pdf_find_leaks`", number(limits.maxLeaks), "the rest are counted by kind"],
  maxRedactAreas: ["Areas per `pdf_redact` call", number(limits.maxRedactAreas), "`validation`"],
  maxRedactQueries: [
    "Search texts per `pdf_redact` call; the same for patterns",
    number(limits.maxRedactQueries),
    "`validation`",
  ],
  maxRedactText: ["Length of each text or pattern", number(limits.maxRedactText), "`validation`"],
  maxRedactLabel: ["Length of a `pdf_redact` label", number(limits.maxRedactLabel), "`validation`"],
  maxBookmarks: [
    "Bookmarks in `pdf_info` and `pdf_set_document`",
    number(limits.maxBookmarks),
    "`validation`; left out of `pdf_info`, with a warning",
  ],
  bookmarkLevels: [
    "Levels of bookmarks",
    number(limits.bookmarkLevels),
    "`validation`; left out of `pdf_info`, with a warning",
  ],
  maxAttachedFiles: ["Files per `pdf_attach` call", number(limits.maxAttachedFiles), "`validation`"],
  maxAttachmentName: [
    "Length of an attachment's name in characters",
    number(limits.maxAttachmentName),
    "`validation`",
  ],
  maxTrustFiles: ["Files of certificates in `trust`", number(limits.maxTrustFiles), "`validation`"],
  maxTrustBytes: ["Size of a file of certificates", size(limits.maxTrustBytes), "`validation`"],
  maxFilledFields: ["Fields per `pdf_fill_form` call", number(limits.maxFilledFields), "`validation`"],
  maxPasswordLength: [
    "Length of a password in characters; for `pdf_protect`, also in bytes of UTF-8",
    number(limits.maxPasswordLength),
    "`validation`",
  ],
  maxSteps: ["Steps in a pipeline or batch", number(limits.maxSteps), "`validation`"],
  maxBatchInputs: ["Files in a batch", number(limits.maxBatchInputs), "`validation`"],
  minTokenLength: [
    "Minimum length of your own token",
    number(limits.minTokenLength),
    "the service doesn't start",
  ],
  defaultDeadlineMs: [
    "Duration of a tool call",
    `${time(limits.defaultDeadlineMs)}; \`--deadline\``,
    "killed, `operation_failed`",
  ],
  defaultOfficeDeadlineMs: [
    "Duration of an office conversion",
    `${time(limits.defaultOfficeDeadlineMs)}; \`--office-deadline\``,
    "killed, `operation_failed`",
  ],
  stopGraceMs: ["Time for running calls when the service stops", time(limits.stopGraceMs), "killed"],
  maxEngineBytes: [
    "Memory of a process that reads a document",
    size(limits.maxEngineBytes),
    "killed, `operation_failed`",
  ],
  maxOfficeBytes: [
    "Memory of an office conversion",
    size(limits.maxOfficeBytes),
    "killed, `operation_failed`",
  ],
  maxDocumentBytes: ["Size of a document", size(limits.maxDocumentBytes), "`operation_failed`"],
  maxPages: ["Pages in a document", number(limits.maxPages), "`operation_failed`"],
};

export const limitsTable = [
  "| What | Limit | If exceeded |\n|---|---|---|\n",
  ...Object.values(rows).map((cells) => `| ${cells.join(" | ")} |\n`),
].join("");
