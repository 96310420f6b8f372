/** The sweep's checks of the answers for a file. */
import { spawn } from "node:child_process";
import type { CorpusFile } from "../support/corpus.ts";

/** The verdict of `qpdf --check`: 0 clean, 3 warnings only, 2 errors, -1 none within 8 seconds (a bomb). */
export async function qpdfExit(path: string, password?: string): Promise<number> {
  return (await run("qpdf", [...secret(password), "--check", path])).exit;
}

function secret(password: string | undefined): string[] {
  return password === undefined ? [] : [`--password=${password}`];
}

export async function isEncrypted(path: string): Promise<boolean> {
  return (await run("qpdf", ["--is-encrypted", path])).exit === 0;
}

/** The page count according to qpdf; -1 if it gives up, undefined if it doesn't finish in time. */
export async function pageCount(path: string, password?: string): Promise<number | undefined> {
  const { exit, output } = await run("qpdf", [...secret(password), "--show-npages", path]);
  if (exit === -1) return undefined;
  return exit === 0 || exit === 3 ? Number(output) : -1;
}

function run(program: string, args: readonly string[]): Promise<{ exit: number; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"], timeout: 8000 });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output += part;
    });
    child.on("error", fail);
    child.on("close", (code) => done({ exit: code ?? -1, output }));
  });
}

/**
 * The acceptable page counts for a file; undefined: any. A damaged file has no single correct count: the original count,
 * those of other readers, and those of their repairs are all accepted.
 */
export function rightPageCounts(file: CorpusFile): ReadonlySet<number> | undefined {
  const damaged = file.category === "d-damaged" || file.category === "h-hostile";
  const known = damaged
    ? [file.pages, file.pages_qpdf, file.pages_mutool, ...Object.values(file.repaired_pages ?? {})]
    : [file.pages];
  // A reader that finds no page in a damaged file found nothing, so finding some is no mistake.
  const counts = known.filter((count) => typeof count === "number").filter((count) => count > 0 || !damaged);
  return counts.length === 0 ? undefined : new Set(counts);
}

/** Whether a refusal needs no further reason: the file is damaged, hostile, or locked for this tool. */
export function mayRefuse(file: CorpusFile, tool: string, encrypted: boolean): boolean {
  if (file.category === "d-damaged" || file.category === "h-hostile") return true;
  // Merge refuses every encrypted input and asks to unlock it first.
  return encrypted && (tool === "pdf_merge" || file.user_password !== "");
}

/**
 * Whether a clean file no longer is. For damaged input, qpdf's verdict means nothing for the output, because the same
 * page can be a warning in one file and an error in another. Page counts are always judged.
 */
export function worsened(input: number, output: number): boolean {
  return input === 0 && output > 0;
}
