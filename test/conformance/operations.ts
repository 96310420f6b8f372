/** Every tool and step that writes, on files that conform to PDF/A or PDF/UA: what becomes of their claim, judged by veraPDF. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { corpusFolders, corpusPath } from "../support/corpus.ts";
import { runTool } from "../support/run-tool.ts";
import { type Conformance, verdicts } from "./verapdf.ts";

export interface ConformingFile {
  readonly file: string;
  /** As veraPDF calls it. */
  readonly flavour: string;
}

/** Conforming files that are at hand. */
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

/** Calls with `input` and `output`. Each keeps the claim but the last three, which must say so where they do not. */
const calls = {
  rotate: tool("pdf_rotate_pages"),
  extract: tool("pdf_extract_pages", { pages: "1" }),
  "extract twice": tool("pdf_extract_pages", { pages: "1,1" }),
  repair: tool("pdf_repair"),
  unlock: tool("pdf_unlock", { password: "" }),
  metadata: tool("pdf_remove_metadata"),
  labels: tool("pdf_add_page_labels"),
  crop: step("crop", { margins: 5 }),
  scale: step("scale", { factor: 0.8 }),
  flatten: step("flatten"),
  merge: tool("pdf_merge"),
  "merge with another": tool("pdf_merge"),
  watermark: tool("pdf_add_watermark", { text: "Draft" }),
  opaque: tool("pdf_add_watermark", { text: "Draft", opacity: 1 }),
} as const;
export type Operation = keyof typeof calls;
export const operations = Object.keys(calls);

/** `kept`, `said` (the claim is gone, and a warning names it), or what is wrong. */
export type Fate = "kept" | "said" | `wrong: ${string}`;

export interface Outcome {
  readonly file: string;
  readonly operation: string;
  readonly fate: Fate;
}

/** Runs every operation on every file; a merge with another takes the file before it that claims the same. */
export async function judgeClaims(files: readonly ConformingFile[]): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-conformance-"));
  const readers = lazyReaders();
  const before = new Map<string, Uint8Array>();
  const written: {
    readonly path: string;
    readonly operation: string;
    readonly one: ConformingFile;
    readonly warnings: readonly string[];
  }[] = [];
  try {
    for (const one of files) {
      const bytes = new Uint8Array(readFileSync(corpusPath(one.file)));
      for (const [operation, { tool: name, fields }] of Object.entries(calls)) {
        const other = operation === "merge with another" ? before.get(one.flavour) : bytes;
        if (!other) continue;
        const named = name === "pdf_merge" ? { inputs: ["in.pdf", "other.pdf"] } : { input: "in.pdf" };
        const input = { ...named, ...fields, output: "out.pdf" };
        const run = await runTool(name, input, { "in.pdf": bytes, "other.pdf": other }, readers);
        const path = join(folder, `${operation.replaceAll(" ", "-")}-${basename(one.file)}`);
        writeFileSync(path, run.file("out.pdf"));
        written.push({ path, operation, one, warnings: run.context.warnings });
      }
      before.set(one.flavour, bytes);
    }
    const judged = verdicts(written.map(({ path }) => path));
    return written.map(({ path, operation, one, warnings }) => ({
      file: one.file,
      operation,
      fate: fateOf(judged.get(path), one.flavour, warnings),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fateOf(found: Conformance | undefined, flavour: string, warnings: readonly string[]): Fate {
  if (found?.verdict === "PASS" && found.flavour === flavour) return "kept";
  if (found?.verdict === "FAIL") return `wrong: still claims ${found.flavour}, against ${found.rules}`;
  const said = warnings.some((warning) => /claims? .*PDF\/(A|UA)-/.test(warning));
  if (said && (found?.verdict === "NONE" || found?.verdict === "PASS")) return "said";
  return `wrong: ${found?.verdict ?? "not judged"} ${found?.flavour ?? ""} without a warning`;
}
