/** How to run each column of the table on a document, and the intended operations. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { runTool } from "../support/run-tool.ts";
import { type Judged, judge } from "./judged.ts";
import type { Operation, PlacedPage } from "./operations.ts";
import type { Column } from "./table.ts";

/** A file of the result, and the operations that led to it. */
export interface Outcome {
  readonly operations: readonly Operation[];
  readonly judged: Judged;
}

export interface ColumnRun {
  /** The tool's input, if it is a password-protected copy instead of the document itself. */
  readonly before: Judged | undefined;
  readonly outcomes: readonly Outcome[];
  readonly warnings: readonly string[];
  /** The detail of the refusal, if there is no result. */
  readonly refused: string | undefined;
}

/** A column's call on a document of `pages` pages, with the operations that produce each output file. */
interface Call {
  readonly tool: string;
  readonly input: object;
  readonly written: readonly { readonly path: string; readonly operations: readonly Operation[] }[];
  readonly password?: string;
}

export const otherPages = 3;
/** The second document of a merge. */
export const other = richPdf({ label: "B", pages: otherPages });

const stampText = "stamped";
const stamp = pagesPdf(
  ["/Contents 5 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>"],
  { more: { 5: { dict: "", data: `BT/F 12 Tf 30 30 Td(${stampText})Tj ET` } } },
);
const language = "de-CH";
const margin = 8;
const factor = 0.5;
const filled = "7";
const attached = { name: "pdfd attached.pdf", description: "B" };
/** The password that the unlock column gives unencrypted documents. */
const lock = 'secret, "word"';

const one = (tool: string, input: object, operations: readonly Operation[], password?: string): Call => ({
  tool,
  input: { input: "in.pdf", output: "out.pdf", ...input },
  written: [{ path: "out.pdf", operations }],
  ...(password !== undefined && { password }),
});
const pipeline = (action: string, options: object, operations: readonly Operation[]) =>
  one("pdf_run_pipeline", { steps: [{ action, options }] }, operations);

const select = (chosen: readonly number[], pages: number): Operation => ({
  kind: "select",
  pages: chosen,
  all: chosen.length === pages && chosen.every((page, k) => page === k + 1),
});
/** The pages to extract, out of order if there are enough. */
const some = (pages: number) => (pages >= 3 ? [3, 1] : [pages]);

/** A page's visible part in user space, its rotation, and points per unit. */
interface View {
  readonly view: readonly number[];
  readonly rotate: number;
  readonly userUnit: number;
}

/** Square paper for two pages, with a gap between them. */
const side = 1000;
const gap = 20;

/** Where two pages on a sheet go: side by side, or one above the other if the document's first page is wide. */
function placedPages(views: readonly View[]): PlacedPage[] {
  const sizes = views.map(({ view, rotate, userUnit }) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view;
    const [width, height] = [(x1 - x0) * userUnit, (y1 - y0) * userUnit];
    return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
  });
  const isWide = (sizes[0]?.width ?? 0) > (sizes[0]?.height ?? 0);
  const half = (side - gap) / 2;
  const cell = isWide ? { width: side, height: half } : { width: half, height: side };
  return views.map(({ view, rotate, userUnit }, at) => {
    const { width, height } = sizes[at] ?? cell;
    const factor = Math.min(cell.width / width, cell.height / height);
    const [w, h] = [width * factor, height * factor];
    const second = at % 2 === 1 ? half + gap : 0;
    const left = (isWide ? 0 : second) + (cell.width - w) / 2;
    const top = side - (isWide ? second : 0) - (cell.height - h) / 2;
    const bottom = top - h;
    const s = factor * userUnit;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view;
    const matrices: Readonly<Record<number, readonly number[]>> = {
      0: [s, 0, 0, s, left - x0 * s, bottom - y0 * s],
      90: [0, -s, s, 0, left - y0 * s, bottom + x1 * s],
      180: [-s, 0, 0, -s, left + x1 * s, bottom + y1 * s],
      270: [0, s, -s, 0, left + y1 * s, bottom - x0 * s],
    };
    const matrix = matrices[rotate] ?? [];
    return { sheet: Math.floor(at / 2) + 1, matrix, box: [left, bottom, left + w, top], factor };
  });
}

const calls: Readonly<
  Record<Column, (pages: number, field: string | undefined, views: readonly View[]) => Call | undefined>
> = {
  pdf_merge: () => ({
    tool: "pdf_merge",
    input: { inputs: ["in.pdf", "other.pdf"], output: "out.pdf" },
    written: [{ path: "out.pdf", operations: [{ kind: "join", pages: otherPages }] }],
  }),
  pdf_extract_pages: (pages) =>
    one("pdf_extract_pages", { pages: some(pages).join() }, [select(some(pages), pages)]),
  pdf_remove_pages: (pages) =>
    pages < 2
      ? undefined
      : one("pdf_remove_pages", { pages: "2" }, [
          select(
            Array.from({ length: pages }, (_, k) => k + 1).filter((page) => page !== 2),
            pages,
          ),
        ]),
  pdf_rotate_pages: () => one("pdf_rotate_pages", { angle: 90 }, [{ kind: "turn", angle: 90 }]),
  pdf_add_page_labels: () =>
    one("pdf_add_page_labels", { text: stampText }, [{ kind: "stamp", text: stampText }]),
  pdf_add_watermark: () =>
    one("pdf_add_watermark", { text: stampText }, [{ kind: "stamp", text: stampText, seeThrough: true }]),
  pdf_split: (pages) => ({
    tool: "pdf_split",
    input: { input: "in.pdf", mode: "pages", pages: `1-${Math.min(pages, 3)}`, output_folder: "parts" },
    written: Array.from({ length: Math.min(pages, 3) }, (_, k) => ({
      path: `parts/in-page-${k + 1}.pdf`,
      operations: [select([k + 1], pages)],
    })),
  }),
  pdf_remove_metadata: () => one("pdf_remove_metadata", {}, [{ kind: "clear" }]),
  pdf_repair: () => one("pdf_repair", {}, [{ kind: "rewrite" }]),
  pdf_protect: () => one("pdf_protect", { password: "other" }, [{ kind: "protect" }], "other"),
  pdf_unlock: () => one("pdf_unlock", { password: lock }, [{ kind: "unlock" }]),
  pdf_fill_form: (_, field) =>
    field === undefined
      ? undefined
      : one("pdf_fill_form", { fields: { [field]: filled } }, [{ kind: "fill", field, value: filled }]),
  pdf_add_text_layer: () => one("pdf_add_text_layer", { turn_upright: false }, [{ kind: "rewrite" }]),
  pdf_optimize: () => one("pdf_optimize", {}, [{ kind: "rewrite" }]),
  pdf_redact: () =>
    one("pdf_redact", { areas: [{ page: 1, bbox: [0, 0, 0.5, 0.5] }], attachments: "keep", fill: "white" }, [
      { kind: "redact" },
    ]),
  pdf_attach: () =>
    one("pdf_attach", { files: [{ path: "other.pdf", ...attached }] }, [
      { kind: "attach", ...attached, sha256: createHash("sha256").update(other).digest("hex") },
    ]),
  pdf_set_document: () => one("pdf_set_document", { lang: language }, [{ kind: "speak", language }]),
  pdf_make_pdfa: () => one("pdf_make_pdfa", { level: "3b" }, [{ kind: "archive" }]),
  pdf_arrange_pages: (pages, _, views) =>
    one("pdf_arrange_pages", { per_sheet: 2, paper: { width: side, height: side }, gap }, [
      { kind: "arrange", side, sheets: Math.ceil(pages / 2), places: placedPages(views) },
    ]),
  pdf_overlay: () =>
    one("pdf_overlay", { stamp: "stamp.pdf" }, [{ kind: "stamp", text: stampText, isForeign: true }]),
  crop: () => pipeline("crop", { margins: margin }, [{ kind: "crop", margin }]),
  scale: () => pipeline("scale", { factor }, [{ kind: "scale", factor }]),
  flatten: () => pipeline("flatten", {}, [{ kind: "flatten" }]),
  pdf_run_pipeline: (pages) =>
    one(
      "pdf_run_pipeline",
      {
        steps: [
          { action: "labels", options: { text: stampText } },
          { action: "extract", options: { pages: some(pages).join() } },
          { action: "scale", options: { factor } },
          { action: "rotate", options: { angle: 90 } },
        ],
      },
      [
        { kind: "stamp", text: stampText },
        select(some(pages), pages),
        { kind: "scale", factor },
        { kind: "turn", angle: 90 },
      ],
    ),
  pdf_run_batch: () => ({
    tool: "pdf_run_batch",
    input: {
      inputs: ["in.pdf"],
      steps: [
        { action: "crop", options: { margins: margin } },
        { action: "metadata-clear" },
        { action: "rotate", options: { angle: 180 } },
      ],
      output_folder: "parts",
    },
    written: [
      {
        path: "parts/in-processed.pdf",
        operations: [{ kind: "crop", margin }, { kind: "clear" }, { kind: "turn", angle: 180 }],
      },
    ],
  }),
};

const readers = lazyReaders();

/** Runs a column. Returns undefined if the document has too few pages for it. */
export async function runColumn(
  column: Column,
  file: Uint8Array,
  { document }: Judged,
  encrypted: boolean,
): Promise<ColumnRun | undefined> {
  const field = column === "pdf_fill_form" ? await textField(file) : undefined;
  const pages = document.numPages;
  const views = await Promise.all(Array.from({ length: pages }, (_, k) => document.getPage(k + 1)));
  const call = calls[column](pages, field, views);
  if (!call) return undefined;
  const locked = column === "pdf_unlock" && !encrypted;
  const input = column === "pdf_unlock" && encrypted ? { ...call.input, password: "" } : call.input;
  const given = locked ? lockedCopy(file) : file;
  const files = { "in.pdf": given, "other.pdf": other, "stamp.pdf": stamp };
  const before = locked ? await judge(given, lock) : undefined;
  try {
    const run = await runTool(call.tool, input, files, readers);
    const outcomes: Outcome[] = [];
    for (const { path, operations } of call.written)
      outcomes.push({ operations, judged: await judge(run.file(path), call.password) });
    return { before, outcomes, warnings: run.context.warnings, refused: undefined };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return { before, outcomes: [], warnings: [], refused: error.message };
  }
}

/** The first text field that accepts any text. */
async function textField(file: Uint8Array): Promise<string | undefined> {
  const { result } = await runTool("pdf_info", { input: "in.pdf" }, { "in.pdf": file }, readers);
  const { forms }: { readonly forms?: unknown } = { ...Object(result) };
  const found: unknown = Array.isArray(forms)
    ? forms.find(({ type, read_only, format }) => type === "text" && !read_only && !format)
    : undefined;
  return found === undefined ? undefined : String(Object(found).name);
}

/** A password-protected copy, made by qpdf. */
function lockedCopy(file: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-lock-"));
  try {
    const [open, closed] = [join(folder, "open.pdf"), join(folder, "closed.pdf")];
    writeFileSync(open, file);
    const { stderr } = runProgram("qpdf", ["--encrypt", lock, "owner", "256", "--", open, closed]);
    try {
      return new Uint8Array(readFileSync(closed));
    } catch {
      throw new Error(`qpdf made no encrypted copy: ${stderr.toString()}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy that opens without a password but has few permissions, made by qpdf. */
export function restricted(file: Uint8Array): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-lock-"));
  try {
    const [open, closed] = [join(folder, "open.pdf"), join(folder, "closed.pdf")];
    writeFileSync(open, file);
    const limits = ["--print=low", "--modify=none", "--extract=n"];
    runProgram("qpdf", ["--encrypt", "", "owner", "256", ...limits, "--", open, closed]);
    return new Uint8Array(readFileSync(closed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
