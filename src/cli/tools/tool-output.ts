/** A result as text: a document's text if requested, paths of new files, otherwise names and values. */
import { basename } from "node:path";
import type { NewFile } from "../../core/document-io.ts";
import { inPages } from "../../core/page-selector.ts";
import { ProblemError } from "../../core/problem.ts";
import { tableText } from "./table-text.ts";

/** Control characters except tab, line feed and form feed: document text must not control the terminal. JSON (`--json`) has them all. */
const controls = /[\x00-\x08\x0b\x0d-\x1f\x7f-\x9f]/g;
/** Direction overrides and invisible tags: they disguise text, so they are shown as escapes. */
const deceiving = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const visible = (text: string) =>
  text.replace(controls, "").replace(deceiving, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

/** A command's standard output, including line breaks. `toPeople`: on a terminal, with details. */
export function resultText(result: object, toPeople = false): string {
  const { content, pages, files, outputs, tables, output, fixed, largest } = { ...emptyResult, ...result };
  const { leaks, violations, redacted, signatures } = { ...emptyResult, ...result };
  if (typeof content === "string") return ended(content);
  if (Array.isArray(pages) && pages.every(isPageText))
    return pages.map(({ text }) => ended(String(text))).join("\f");
  if (Array.isArray(files)) return files.map((file) => `${fieldText(file, "path")}\n`).join("");
  if (Array.isArray(leaks)) return leaks.map(leakLine).join("") || "no leaks found\n";
  if (Array.isArray(tables) && isEmpty(outputs))
    return tables.map((table) => visible(tableText(table))).join("");
  if (Array.isArray(violations)) return `${violations.map(violationLine).join("")}${conformsLine(result)}`;
  if (Array.isArray(signatures)) return signatures.map(signatureLines).join("\n") || "no signatures found\n";
  if (Array.isArray(outputs)) return outputs.map((file) => oneOfMany(Object(file), toPeople)).join("");
  if (typeof output === "string")
    return (
      fileLine(result) + fixedLines(fixed) + largestLines(largest) + (toPeople ? redactedLines(result) : "")
    );
  if (Array.isArray(redacted)) return `nothing was written (dry run)\n${redactedLines(result)}`;

  return Object.entries(result)
    .filter(([name, value]) => !["warnings", "dimensions"].includes(name) && value !== "" && !isEmpty(value))
    .map(([name, value]) => (name === "page_sizes" ? sizeLines(value) : `${name}: ${valueText(value)}\n`))
    .join("");
}

function oneOfMany(file: object, toPeople: boolean): string {
  if ("tables" in file && "outputs" in file) {
    const text = resultText({ tables: file.tables, outputs: file.outputs });
    return isEmpty(file.outputs) ? `${fieldText(file, "input")}:\n${text}` : text;
  }
  if ("redacted" in file && !("output" in file)) return `${fieldText(file, "input")}: ${resultText(file)}`;
  if (!("leaks" in file)) return fileLine(file) + (toPeople ? redactedLines(file) : "");
  return resultText({ leaks: file.leaks }).replaceAll(/^(?=.)/gm, `${fieldText(file, "input")}: `);
}

/** Whether pdf_find_leaks found a leak, or can't rule one out, in one file or several. */
export function isLeaking(result: object): boolean {
  const { clean, outputs } = { ...emptyResult, ...result };
  return clean === false || (Array.isArray(outputs) && outputs.some((file) => isLeaking(Object(file))));
}

/** Whether pdf_check_signatures found a signature that isn't intact. */
export function hasBrokenSignature(result: object): boolean {
  const { signatures, all_intact } = { ...emptyResult, ...result };
  return all_intact === false && Array.isArray(signatures) && signatures.length > 0;
}

/** A signature in five lines, and a line for each further change or doubt. */
function signatureLines(signature: unknown): string {
  const of = (name: string) => fieldText(signature, name);
  const { changes_after: changes, doubts } = { ...emptyResult, ...Object(signature) };
  const time = of("timestamp")
    ? `${of("timestamp")} (time stamp)`
    : of("claimed_time") && `${of("claimed_time")} (claimed)`;
  const covered = {
    file: "the whole file",
    revision: "an earlier revision",
    broken: "not a revision of the file",
  };
  const covers = Object.entries(covered).find(([name]) => name === of("covers"))?.[1];
  const changed = Array.isArray(changes) ? changes.map(changeLine) : [];
  const doubtful = Array.isArray(doubts) ? doubts.map((doubt) => `  doubt: ${oneLine(String(doubt))}\n`) : [];
  return [
    `${of("field")}: ${of("kind")} by ${of("signer") || "an unknown signer"}${time ? `, ${time}` : ""}\n`,
    `  integrity: ${of("integrity")} (${of("algorithm") || "unknown algorithm"}), covers ${covers}\n`,
    `  trust: ${of("trust").replace("_", " ")}, certificate from ${of("valid_from")} to ${of("valid_to")}\n`,
    `  changes after signing: ${changed.length || "none"}\n`,
    ...changed,
    ...(doubtful.length > 0 ? doubtful : ["  doubts: none\n"]),
  ].join("");
}

/** `    page 2, content (not allowed): the content of page 2 was replaced`. */
function changeLine(change: unknown): string {
  const [page, kind, allowed, detail] = ["page", "kind", "allowed", "detail"].map((name) =>
    fieldText(change, name),
  );
  const verdict = { true: " (allowed)", false: " (not allowed)" }[String(allowed)] ?? "";
  return `    ${page ? `page ${page}, ` : ""}${kind}${verdict}: ${detail}\n`;
}

/** What pdf_redact removed, and what it checked. */
function redactedLines(result: object): string {
  const { redacted, not_found, verified } = { ...emptyResult, ...result };
  if (!Array.isArray(redacted) || !Array.isArray(verified)) return "";
  const pages = [...new Set(redacted.map((box) => Number(fieldText(box, "page"))))].sort((a, b) => a - b);
  const places = redacted.length === 1 ? "1 place" : `${redacted.length} places`;
  const where = pages.length > 0 ? ` on ${inPages(pages.join(", "))}` : "";
  const missed = Array.isArray(not_found)
    ? not_found.map((text) => `  not found: ${oneLine(String(text))}\n`)
    : [];
  const checks = verified.map((text) => `  checked: ${oneLine(String(text))}\n`);
  return `  redacted: ${places}${where}\n${missed.join("")}${checks.join("")}`;
}

/** What pdf_find_leaks found: `page 3, covered: Jane Doe`. */
function leakLine(leak: unknown): string {
  const [page, kind, text, count] = ["page", "kind", "text", "count"].map((name) => fieldText(leak, name));
  const times = Number(count) > 1 ? ` (${count} times)` : "";
  return `${page ? `page ${page}, ` : ""}${kind}: ${text}${times}\n`;
}

/** The verdict of pdf_check. */
function conformsLine(result: object): string {
  const [profile, conforms] = ["profile", "conforms"].map((name) => fieldText(result, name));
  if (conforms === "true") return `conforms to ${profile}\n`;
  if (conforms === "false") return `does not conform to ${profile}\n`;
  const unchecked = fieldText(result, "not_checked").split(",").length;
  return `${profile}: nothing wrong found, but ${unchecked} rules were not checked\n`;
}

/** A rule that a document breaks: `6.2.4.3-2 on pages 1-3: DeviceRGB is used … (12 times)`. */
function violationLine(violation: unknown): string {
  const [rule, message, pages, count] = ["rule", "message", "pages", "count"].map((name) =>
    fieldText(violation, name),
  );
  const times = Number(count) > 1 ? ` (${count} times)` : "";
  return `${rule}${pages ? ` on ${inPages(pages)}` : ""}: ${message}${times}\n`;
}

/** The repairs made by pdf_repair. */
function fixedLines(fixed: unknown): string {
  if (!Array.isArray(fixed)) return "";
  return fixed.map((text) => `fixed: ${oneLine(String(text))}\n`).join("") || "nothing needed to be fixed\n";
}

/** The document's largest parts: `images on pages 3-9: 12.1 MB`. */
function largestLines(largest: unknown): string {
  if (!Array.isArray(largest)) return "";
  return largest
    .map((row) => {
      const pages = fieldText(row, "pages");
      const where = pages === "" ? "" : ` on ${inPages(pages)}`;
      return `  ${fieldText(row, "what")}${where}: ${sizeText(Number(fieldText(row, "bytes")))}\n`;
    })
    .join("");
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Maximum lines of page sizes; more would be less useful than their count. */
const maxSizes = 20;

/** Page sizes, one line per run of pages with the same size. */
function sizeLines(sizes: unknown): string {
  const rows = Array.isArray(sizes) ? sizes : [];
  const lines = rows.slice(0, maxSizes).map((row) => {
    const [pages = "", width, height, rotation] = ["pages", "width", "height", "rotation"].map((name) =>
      fieldText(row, name),
    );
    const turned = rotation === "0" ? "" : `, rotated by ${rotation}`;
    return `${inPages(pages)}: ${width} x ${height} points${turned}\n`;
  });
  const more = rows.length - lines.length;
  return lines.join("") + (more > 0 ? `${more} more sizes (--json shows them)\n` : "");
}

export type TextFile = Pick<NewFile, "write" | "publish">;

/** A file that wraps the text in a complete HTML document, titled after `input`. */
export function htmlPage(file: NewFile, input: string): TextFile {
  const title = basename(input, ".pdf").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const head = `<meta charset="utf-8">\n<title>${title}</title>`;
  file.write(Buffer.from(`<!doctype html>\n<html>\n<head>\n${head}\n</head>\n<body>\n`));
  return {
    write: (bytes) => file.write(bytes),
    publish() {
      file.write(Buffer.from("</body>\n</html>\n"));
      return file.publish();
    },
  };
}

/** Document text, formatted like `resultText`, as soon as it is available: page texts, or pieces of one text. */
export class TextOutput {
  readonly #write: (text: string) => boolean;
  /** The end of the previous pages, printed before the next one with text. */
  #between = "";
  /** The line break of the last piece. */
  #lineEnd = "";
  /** The reason why no more text is accepted. */
  stopped: Error | "nobody reads" | undefined;

  /** `write` returns whether anyone reads, and throws if writing fails. */
  constructor(write: (text: string) => boolean) {
    this.#write = write;
  }

  /** Throws `cancelled` if nobody reads the text any more. */
  page(text: string): void {
    const shown = ended(text);
    if (shown !== "") {
      this.#put(this.#between + shown);
      this.#between = "";
    }
    this.#between += "\f";
  }

  /** Throws like `page`. */
  piece(text: string): void {
    const shown = shownText(text);
    if (shown === "") return;
    this.#put(shown);
    this.#lineEnd = shown.endsWith("\n") ? "" : "\n";
  }

  end(): void {
    this.#put(this.#between.slice(1) + this.#lineEnd);
  }

  #put(text: string): void {
    try {
      if (this.#write(text)) return;
      this.stopped = "nobody reads";
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.stopped = error;
    }
    throw new ProblemError("cancelled", "nobody reads the text any more");
  }
}

/** Lines for standard error: the warnings, and where truncated text continues. */
export function remarks(result: object): string[] {
  const { warnings, truncated, next_page } = { ...emptyResult, ...result };
  const lines = Array.isArray(warnings)
    ? warnings.map((warning) => `warning: ${oneLine(String(warning))}`)
    : [];
  if (truncated !== true || lines.length > 0) return lines;
  const more = typeof next_page === "number" ? `; continue with page ${next_page}` : "";
  return [`warning: the text was truncated at --max-chars${more}`];
}

/** A line for each file of a batch that failed. */
export function failures(result: object): string[] {
  const { failed } = { ...emptyResult, ...result };
  return Array.isArray(failed) ? failed.map(missedLine) : [];
}

/** Types the members of a result: each may be absent. */
const emptyResult: Readonly<Record<string, unknown>> = {};

function isPageText(value: unknown): value is { readonly text: unknown } {
  return typeof value === "object" && value !== null && "text" in value;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function fileLine(file: unknown): string {
  const [pages, width, bytes] = ["pages", "width", "bytes"].map((name) => fieldText(file, name));
  const counted = pages === "" ? "" : `${pages} ${pages === "1" ? "page" : "pages"}, `;
  const size = width === "" ? counted : `${width} x ${fieldText(file, "height")} pixels, `;
  const before = Number(fieldText(file, "before"));
  const smaller =
    before > 0 ? `, ${Math.round((1 - Number(bytes) / before) * 100)} % less than ${before}` : "";
  return `${fieldText(file, "output")}: ${size}${bytes} bytes${smaller}
`;
}

function missedLine(file: unknown): string {
  const name = fieldText(file, "input") || `row ${fieldText(file, "row")}`;
  const error = fieldText(file, "error");
  return error.includes(name) ? error : `${name}: ${error}`;
}

function fieldText(value: unknown, name: string): string {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "";
  return oneLine(String(Reflect.get(value, name)));
}

function valueText(value: unknown): string {
  if (!Array.isArray(value)) return oneLine(typeof value === "string" ? value : JSON.stringify(value));
  if (value.every((item) => typeof item === "string")) return oneLine(value.join(", "));
  return `${value.length} (--json shows them)`;
}

/** Text of any origin as part of a single line. */
export function oneLine(text: string): string {
  if (isPlain(text)) return text;
  return visible(text.replaceAll(/\s+/g, " ")).trim();
}

/** Whether a text is printable ASCII with single spaces. Nearly all is, and this needs no compiled regular expression. */
function isPlain(text: string): boolean {
  let before = 32;
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    if (code < 32 || code > 126 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return before !== 32;
}

const shownText = (text: string): string => visible(text.replaceAll("\r\n", "\n"));

function ended(text: string): string {
  const clean = shownText(text);
  return clean === "" || clean.endsWith("\n") ? clean : `${clean}\n`;
}
