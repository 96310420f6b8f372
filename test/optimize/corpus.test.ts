/** Optimizes real files: never larger, the same rendering by poppler, the same text, and nothing left for a second run. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
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

function poppler(program: string, args: readonly string[], bytes: Uint8Array, password: string): string {
  return withFile(bytes, (path) => {
    const { stdout } = spawnSync(program, ["-upw", password, ...args, path, "-"].slice(0, -1), {
      maxBuffer: 2 ** 29,
    });
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
      for (const [program, args] of [
        ["pdftoppm", ["-r", "50"]],
        ["pdftotext", ["-layout"]],
      ] as const) {
        const before = poppler(program, args, bytes, password);
        expect([program, poppler(program, args, made, password)]).toEqual([program, before]);
      }
      expect((await optimize(made, password)).length).toBe(made.length);
    },
  );
});
