/**
 * Runs every writing tool and step on files that conform to PDF/A or PDF/UA, and has veraPDF judge the fate of their
 * claims.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ProblemError } from "../../src/core/problem.ts";
import type { Readers } from "../../src/core/readers.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { corpusFolders, corpusPath } from "../support/corpus.ts";
import { runTool } from "../support/run-tool.ts";
import { type Conformance, verdicts } from "./verapdf.ts";

export interface ConformingFile {
  readonly file: string;
  /** In veraPDF's notation. */
  readonly flavour: string;
}

/** The conforming files that are installed. */
export function conformingFiles(): readonly ConformingFile[] {
  const all = corpusFolders.flatMap((folder): readonly ConformingFile[] => {
    const list: readonly ConformingFile[] = JSON.parse(
      readFileSync(join(folder, "i-conformance/flavours.json"), "utf8"),
    );
    return list;
  });
  return [...new Map(all.map((one) => [one.file, one])).values()];
}

interface Call {
  readonly tool: string;
  readonly fields: object;
}

const step = (action: string, options: object = {}): Call => ({
  tool: "pdf_run_pipeline",
  fields: { steps: [{ action, options }] },
});
const tool = (name: string, fields: object = {}): Call => ({ tool: name, fields });

/** Calls with `input` and `output`. All keep the claim except the last ones, which must warn if they don't. */
export const calls = {
  rotate: tool("pdf_rotate_pages"),
  extract: tool("pdf_extract_pages", { pages: "1" }),
  "extract twice": tool("pdf_extract_pages", { pages: "1,1" }),
  split: tool("pdf_split", { mode: "pages" }),
  repair: tool("pdf_repair"),
  unlock: tool("pdf_unlock", { password: "" }),
  optimize: tool("pdf_optimize"),
  metadata: tool("pdf_remove_metadata"),
  labels: tool("pdf_add_page_labels"),
  "set document": tool("pdf_set_document", { author: "Ada Lovelace" }),
  crop: step("crop", { margins: 5 }),
  scale: step("scale", { factor: 0.8 }),
  flatten: step("flatten"),
  merge: tool("pdf_merge"),
  "all steps": tool("pdf_run_pipeline", {
    steps: ["rotate", "labels", "flatten", "metadata-clear"].map((action) => ({ action })),
  }),
  "merge with another": tool("pdf_merge"),
  "merge of two kinds": tool("pdf_merge"),
  watermark: tool("pdf_add_watermark", { text: "Draft" }),
  opaque: tool("pdf_add_watermark", { text: "Draft", opacity: 1 }),
  redact: tool("pdf_redact", { areas: [{ page: 1, bbox: [0, 0, 9, 9] }], attachments: "keep" }),
  linearize: tool("pdf_optimize", { linearize: true }),
  "text layer": tool("pdf_add_text_layer"),
  arrange: tool("pdf_arrange_pages", { per_sheet: 2, border: true }),
  overlay: tool("pdf_overlay", { stamp: "other.pdf", width: 200 }),
  attach: tool("pdf_attach", { files: [{ path: "other.pdf", description: "Another" }] }),
} as const;
export type Operation = keyof typeof calls;
export const operations = Object.keys(calls);

/** `kept`, `said` (the claim is gone and a warning names it), the reason there is no result, or the fault. */
export type Fate = "kept" | "said" | `refused: ${string}` | `wrong: ${string}`;

export interface Outcome {
  readonly file: string;
  readonly operation: string;
  readonly fate: Fate;
}

/** A result waiting to be judged. */
interface Written {
  readonly path: string;
  readonly file: string;
  readonly operation: string;
  readonly warnings: readonly string[];
}

/**
 * Runs every operation on every file. "merge with another" takes the preceding file with the same claim, "merge of two
 * kinds" the last one with a different claim.
 */
export async function judgeClaims(files: readonly ConformingFile[]): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-conformance-"));
  const readers = lazyReaders();
  const before = new Map<string, Uint8Array>();
  const written: Written[] = [];
  const refused: Outcome[] = [];
  try {
    for (const { file, flavour } of files) {
      const bytes = new Uint8Array(readFileSync(corpusPath(file)));
      const otherKind = [...before].findLast(([kind]) => kind !== flavour)?.[1];
      for (const [operation, call] of Object.entries(calls)) {
        const others: Readonly<Record<string, Uint8Array | undefined>> = {
          "merge with another": before.get(flavour),
          "merge of two kinds": otherKind,
        };
        const other = operation in others ? others[operation] : bytes;
        if (!other) continue;
        try {
          const { output, warnings } = await resultOf(call, bytes, other, readers);
          const path = join(folder, `${operation.replaceAll(" ", "-")}-${basename(file)}`);
          writeFileSync(path, output);
          written.push({ path, operation, file, warnings });
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          refused.push({ file, operation, fate: `refused: ${error.message}` });
        }
      }
      before.delete(flavour);
      before.set(flavour, bytes);
    }
    const inputs = files.map(({ file }) => corpusPath(file));
    const judged = verdicts([...inputs, ...written.map(({ path }) => path)]);
    const outcomes = written.map(({ path, operation, file, warnings }): Outcome => {
      const [before = [], after = []] = [judged.get(corpusPath(file)), judged.get(path)];
      return { file, operation, fate: fateOf(before, after, warnings) };
    });
    return [...outcomes, ...refused];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file that a call writes: the last part of a split. */
async function resultOf(
  { tool: name, fields }: Call,
  bytes: Uint8Array,
  other: Uint8Array,
  readers: Readers,
): Promise<{ readonly output: Uint8Array; readonly warnings: readonly string[] }> {
  const named = name === "pdf_merge" ? { inputs: ["in.pdf", "other.pdf"] } : { input: "in.pdf" };
  const target = name === "pdf_split" ? { output_folder: "parts" } : { output: "out.pdf" };
  const input = { ...named, ...fields, ...target };
  const { context } = await runTool(name, input, { "in.pdf": bytes, "other.pdf": other }, readers);
  const output = [...context.files.stored].findLast(([path]) => !/\/(in|other)\.pdf$/.test(path))?.[1];
  if (!output) throw new Error(`${name} wrote nothing`);
  return { output, warnings: context.warnings };
}

function fateOf(
  before: readonly Conformance[],
  after: readonly Conformance[],
  warnings: readonly string[],
): Fate {
  const broken = after.find(({ verdict }) => verdict !== "PASS");
  if (broken) return `wrong: still claims ${broken.flavour}, against ${broken.rules}`;
  const lost = before.filter(({ flavour }) => after.every((claim) => claim.flavour !== flavour));
  if (lost.length === 0) return "kept";
  const said = warnings.some((warning) => / claims? .*(PDF\/(A|UA)-|wtpdf)/.test(warning));
  return said ? "said" : `wrong: lost ${lost.map(({ flavour }) => flavour).join(" ")} without a warning`;
}
