/** Optimizes real files: never larger, the same rendering by poppler, the same text, and nothing left for a second run. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { runProgram } from "../support/run-program.ts";
import { runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const missing = requireTool("pdftotext");
/** One in this many files of the larger corpus. */
const share = 8;
const files = corpusPdfs().filter(
  ({ file, category }, k) =>
    category !== "d-damaged" && category !== "c-encrypted" && !file.includes("h-") && k % share === 0,
);

async function optimize(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  const input = { input: "a.pdf", output: "b.pdf", password };
  return (await runTool("pdf_optimize", input, { "a.pdf": bytes })).file("b.pdf");
}

/** The digest of what a program of poppler prints. */
function poppler(program: "pdftoppm" | "pdftotext", bytes: Uint8Array, password: string): string {
  return withFile(bytes, (path) => {
    const args = program === "pdftoppm" ? ["-r", "50", path] : ["-layout", path, "-"];
    const { stdout } = runProgram(program, ["-upw", password, ...args]);
    expect(stdout.length).toBeGreaterThan(0);
    return createHash("sha1").update(stdout).digest("hex");
  });
}

describe.skipIf(missing)("pdf_optimize on real files", () => {
  it.each(files.map(({ file, user_password }) => [file, user_password ?? ""] as const))(
    "optimizes %s",
    { timeout: 120_000 },
    async (file, password) => {
      const bytes = new Uint8Array(readFileSync(corpusPath(file)));
      const made = await optimize(bytes, password);
      expect(made.length).toBeLessThanOrEqual(bytes.length);
      for (const program of ["pdftoppm", "pdftotext"] as const)
        expect([program, poppler(program, made, password)]).toEqual([
          program,
          poppler(program, bytes, password),
        ]);
      expect((await optimize(made, password)).length).toBe(made.length);
    },
  );
});
