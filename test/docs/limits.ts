/** The table of limits for readers: a row for each number of src/core/limits.ts, which alone says how large it is. */
import * as limits from "../../src/core/limits.ts";

/** What is limited, how its number is shown, and what happens beyond it. */
type Row = readonly [what: string, shown: string, beyond: string];

const { readTextChars, structureChars } = limits;

/** Bytes, as people count them: in thousands. */
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

/** In the order of the table; the type fails where a limit has no row. */
const rows: Readonly<Record<keyof typeof limits, Row>> = {
  maxBodyBytes: ["A request, a line of `--jsonl`", size(limits.maxBodyBytes), "`payload_too_large`"],
  maxJsonDepth: ["Levels of a JSON body", number(limits.maxJsonDepth), "`bad_request`"],
  maxRunning: ["Tool calls that run at once", number(limits.maxRunning), "more wait"],
  maxRunningOffice: ["Office conversions among them", number(limits.maxRunningOffice), "more wait"],
  maxRunningReading: [
    "Calls among them that a model reads for",
    number(limits.maxRunningReading),
    "more wait",
  ],
  maxPaused: [
    "Calls that are set aside while others have their turn",
    number(limits.maxPaused),
    "others wait longer",
  ],
  maxPausedBytes: ["Memory that they hold together", size(limits.maxPausedBytes), "others wait longer"],
  maxWaiting: ["Tool calls that wait", number(limits.maxWaiting), "`busy`, with `Retry-After`"],
  maxOpenJobs: [
    "Jobs that wait or run; they run one at a time",
    number(limits.maxOpenJobs),
    "`too_many_jobs`",
  ],
  maxFinishedJobs: [
    "Finished jobs that are kept",
    number(limits.maxFinishedJobs),
    "the oldest are forgotten",
  ],
  maxFinishedJobBytes: [
    "Their results together",
    size(limits.maxFinishedJobBytes),
    "the oldest are forgotten",
  ],
  finishedJobTtlMs: ["How long", time(limits.finishedJobTtlMs), "forgotten"],
  maxCallbackUrlLength: ["Characters of `callback_url`", number(limits.maxCallbackUrlLength), "`validation`"],
  callbackTimeoutMs: ["Answer of a callback's receiver", time(limits.callbackTimeoutMs), "tried again"],
  callbackBackoffMs: [
    "Attempts of a callback",
    `${limits.callbackBackoffMs.length + 1}, after waits of ${limits.callbackBackoffMs.map((ms) => ms / 1000).join(", ")} seconds`,
    "`failed` in the job's `callback`",
  ],
  maxSelectorLength: ["Characters of `pages`", number(limits.maxSelectorLength), "`validation`"],
  maxPathBytes: ["Bytes of a path", number(limits.maxPathBytes), "`validation`"],
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
  maxQueryLength: ["Characters of `query` of `pdf_search`", number(limits.maxQueryLength), "`validation`"],
  searchHits: ["`max_hits` of `pdf_search`", characters(limits.searchHits), "`truncated`, and `next`"],
  searchContext: ["`context` of `pdf_search`", characters(limits.searchContext), "`validation`"],
  maxCountedHits: [
    "Hits that `pdf_search` counts",
    number(limits.maxCountedHits),
    "not counted; `next` continues",
  ],
  chunkChars: [
    "`chunk_chars` of `pdf_extract_structure`",
    characters(limits.chunkChars),
    "`validation`; no chunk is longer",
  ],
  infoSections: [
    "Bookmarks that `pdf_info` lists",
    number(limits.infoSections),
    "counted in `more_sections`",
  ],
  imageDpi: [
    "`images.max_dpi` of `pdf_optimize`",
    `${limits.imageDpi.min} to ${limits.imageDpi.max}`,
    "`validation`",
  ],
  maxLabelLength: ["Characters of a page label", number(limits.maxLabelLength), "`validation`"],
  maxWatermarkLength: ["Characters of a watermark", number(limits.maxWatermarkLength), "`validation`"],
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
  maxImages: ["Images of `pdf_from_images`", number(limits.maxImages), "`validation`"],
  maxMargin: ["`margin` of `pdf_from_images`, in points", `0 to ${limits.maxMargin}`, "`validation`"],
  maxImageBytes: ["An image file", size(limits.maxImageBytes), "`operation_failed`"],
  maxPixelsKept: [
    "Pixels of an image whose data goes into a PDF as it is",
    number(limits.maxPixelsKept),
    "`operation_failed`",
  ],
  maxSamplesDecoded: [
    "Samples (pixels × colors) of an image that is decoded first",
    number(limits.maxSamplesDecoded),
    "`operation_failed`",
  ],
  maxPixels: ["Pixels of one drawn page", number(limits.maxPixels), "`validation`"],
  viewSize: [
    "`max_size` of `pdf_view_page`, in pixels",
    `${limits.viewSize.min} to ${number(limits.viewSize.max)}, ${number(limits.viewSize.default)} by default`,
    "`validation`",
  ],
  maxViewBytes: ["A picture of `pdf_view_page`", size(limits.maxViewBytes), "a smaller picture"],
  maxLeaks: ["Leaks that `pdf_find_leaks` lists", number(limits.maxLeaks), "the rest is counted by kind"],
  maxRedactAreas: ["Areas of `pdf_redact`", number(limits.maxRedactAreas), "`validation`"],
  maxRedactQueries: [
    "Texts of `pdf_redact`, and as many patterns",
    number(limits.maxRedactQueries),
    "`validation`",
  ],
  maxRedactText: ["Characters of each of them", number(limits.maxRedactText), "`validation`"],
  maxRedactLabel: ["Characters of a label of `pdf_redact`", number(limits.maxRedactLabel), "`validation`"],
  maxFilledFields: ["Fields of `pdf_fill_form`", number(limits.maxFilledFields), "`validation`"],
  maxPasswordLength: [
    "Characters of a password, and bytes of its UTF-8 form to protect with",
    number(limits.maxPasswordLength),
    "`validation`",
  ],
  maxSteps: ["Steps of a pipeline or batch", number(limits.maxSteps), "`validation`"],
  maxBatchInputs: ["Files of a batch", number(limits.maxBatchInputs), "`validation`"],
  minTokenLength: ["Characters of a token of your own, at least", number(limits.minTokenLength), "no start"],
  defaultDeadlineMs: [
    "One tool call",
    `${time(limits.defaultDeadlineMs)}; \`--deadline\``,
    "ended, `operation_failed`",
  ],
  defaultOfficeDeadlineMs: [
    "One office conversion",
    `${time(limits.defaultOfficeDeadlineMs)}; \`--office-deadline\``,
    "ended, `operation_failed`",
  ],
  stopGraceMs: ["Running calls when the service stops", time(limits.stopGraceMs), "ended"],
  maxEngineBytes: [
    "Memory of the process that reads a document",
    size(limits.maxEngineBytes),
    "ended, `operation_failed`",
  ],
  maxOfficeBytes: [
    "Memory of an office conversion",
    size(limits.maxOfficeBytes),
    "ended, `operation_failed`",
  ],
  maxDocumentBytes: ["Size of a document", size(limits.maxDocumentBytes), "`operation_failed`"],
  maxPages: ["Pages of a document", number(limits.maxPages), "`operation_failed`"],
};

export const limitsTable = [
  "| What | Limit | Beyond it |\n|---|---|---|\n",
  ...Object.values(rows).map((cells) => `| ${cells.join(" | ")} |\n`),
].join("");
