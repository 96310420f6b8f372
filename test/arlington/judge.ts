/**
 * Runs every writing tool on a file and reports violations of the object model that are in a result but not in its input.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProblemError } from "../../src/core/problem.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { sweepCalls } from "../corpus/sweep-calls.ts";
import { type CorpusFile, corpusPath } from "../support/corpus.ts";
import { runTool } from "../support/run-tool.ts";
import { type ReadDocument, readDocument } from "./documents.ts";
import type { Model } from "./model.ts";
import { type Findings, validate } from "./validate.ts";

/** Findings that appear in a result but in none of its inputs. `refused`: there is no result, or it can't be compared. */
export interface Judgement {
  readonly file: string;
  readonly call: string;
  readonly refused: string | undefined;
  /** Whether qpdf warns about an input: objects that a tool recovers may have faults that qpdf doesn't see in the input. */
  readonly damaged: boolean;
  readonly violations: readonly string[];
  readonly unknown: readonly string[];
}

interface Call {
  readonly name: string;
  readonly tool: string;
  readonly fields: object;
  readonly password?: string | undefined;
}

/**
 * A fault of a result that replaces a worse one of its input: an encrypted file without an identifier, which its keys
 * depend on.
 */
const standsFor: Readonly<Record<string, string>> = { "TrailerIDArray.0": "FileTrailer.ID: is missing" };

const readers = lazyReaders();

/** `other`: the second file to merge; defaults to the file itself. */
export async function judgeFile(
  model: Model,
  file: CorpusFile,
  other: CorpusFile = file,
): Promise<readonly Judgement[]> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-arlington-"));
  try {
    const before = readDocument(corpusPath(file.file), file.user_password);
    const beside = readDocument(corpusPath(other.file), other.user_password);
    const files = {
      "in.pdf": new Uint8Array(readFileSync(corpusPath(file.file))),
      "other.pdf": new Uint8Array(readFileSync(corpusPath(other.file))),
    };
    const judged: Judgement[] = [];
    for (const { name: call, tool, fields, password = file.user_password } of callsOf(file)) {
      const inputs = tool === "pdf_merge" ? [before, beside] : [before];
      const damaged = inputs.some((input) => input?.damaged);
      const tell = (told: Omit<Judgement, "file" | "call" | "damaged">) =>
        judged.push({ file: file.file, call, damaged, ...told });
      const output = await resultOf(tool, fields, files);
      if (typeof output === "string") {
        tell({ refused: output, violations: [], unknown: [] });
        continue;
      }
      const path = join(folder, "out.pdf");
      writeFileSync(path, output);
      const after = readDocument(path, password) ?? readDocument(path);
      const known = inputs.flatMap((input) => input ?? []);
      if (known.length < inputs.length)
        tell({ refused: "qpdf cannot read an input", violations: [], unknown: [] });
      else if (!after) tell({ refused: undefined, violations: ["qpdf cannot read the result"], unknown: [] });
      else tell({ refused: undefined, ...newIn(model, after, known) });
    }
    return judged;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Findings in the result that are in no input, even if the input is judged by the result's version. */
function newIn(model: Model, after: ReadDocument, inputs: readonly ReadDocument[]) {
  const known = inputs.flatMap((input) => [validate(model, input), validate(model, within(after, input))]);
  const found = validate(model, after);
  const isNew = (which: keyof Findings) => (one: string) => {
    const worse = standsFor[one.slice(0, one.indexOf(":"))];
    return !known.some((input) => input[which].has(one) || (worse && input[which].has(worse)));
  };
  return {
    violations: [...found.violations].filter(isNew("violations")),
    unknown: [...found.unknown].filter(isNew("unknown")),
  };
}

/** The document with the result's version and tagging, which the tool may have raised. */
function within({ version, tagged }: ReadDocument, document: ReadDocument): ReadDocument {
  return {
    ...document,
    version: document.version < version ? version : document.version,
    tagged: document.tagged || tagged,
  };
}

function callsOf(file: CorpusFile): readonly Call[] {
  const one = sweepCalls(file).map(({ fields, ...call }) => ({
    ...call,
    fields: { input: "in.pdf", ...fields, output: "out.pdf" },
  }));
  const merge = { inputs: ["in.pdf", "other.pdf"], output: "out.pdf" };
  const split = { input: "in.pdf", mode: "pages", output_folder: "parts" };
  return [
    ...one,
    { name: "pdf_merge", tool: "pdf_merge", fields: merge },
    { name: "pdf_split", tool: "pdf_split", fields: split },
  ];
}

/** The file that a call writes (the last part of a split), or the reason it was refused. */
async function resultOf(
  tool: string,
  fields: object,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<Uint8Array | string> {
  try {
    const { context } = await runTool(tool, fields, files, readers);
    const output = [...context.files.stored].findLast(([path]) => !/\/(in|other)\.pdf$/.test(path));
    return output?.[1] ?? "nothing was written";
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}
