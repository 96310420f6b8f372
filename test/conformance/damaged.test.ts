/** A conforming file that was then damaged: the recovered file claims conformance only if veraPDF agrees. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { corpusPath } from "../support/corpus.ts";
import { runTool } from "../support/run-tool.ts";
import { conformingFiles } from "./operations.ts";
import { verdicts, withoutVeraPdf } from "./verapdf.ts";

/** Ways to damage a file, given as Latin-1, and whether all of its objects survive. */
const damages: Readonly<Record<string, { readonly whole: boolean; damaged(text: string): string }>> = {
  "a wrong startxref": { whole: true, damaged: (text) => text.replace(/startxref\s+\d+/g, "startxref\n7") },
  "wrong offsets": { whole: true, damaged: (text) => text.replace(/\d{10} 00000 n/g, "0000000011 00000 n") },
  "no end": { whole: false, damaged: (text) => text.slice(0, Math.floor(text.length * 0.75)) },
  "a stream without its end": { whole: false, damaged: (text) => text.replace("endstream", "endstrexx") },
  "data of other bytes": {
    whole: false,
    damaged: (text) => text.replace(/(FlateDecode[\s\S]*?stream\s+[\s\S]{40})[\s\S]{4}/, "$1????"),
  },
};
const calls = {
  pdf_repair: { input: "in.pdf", output: "out.pdf" },
  pdf_extract_pages: { input: "in.pdf", pages: "1", output: "out.pdf" },
  pdf_merge: { inputs: ["in.pdf", "in.pdf"], output: "out.pdf" },
};

describe.skipIf(withoutVeraPdf)("the claim of a damaged file", () => {
  it("is kept if nothing is missing, otherwise removed with a warning", { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "pdfd-damaged-"));
    const readers = lazyReaders();
    const written = [];
    try {
      const files = conformingFiles()
        .slice(0, 33)
        .filter((_, k) => k % 7 === 0);
      for (const { file } of files) {
        for (const [damage, { whole, damaged }] of Object.entries(damages)) {
          const bytes = Buffer.from(damaged(readFileSync(corpusPath(file), "latin1")), "latin1");
          for (const [tool, fields] of Object.entries(calls)) {
            // Tools other than pdf_repair copy data unchanged without checking it.
            if (damage === "data of other bytes" && tool !== "pdf_repair") continue;
            const { file: result, context } = await runTool(tool, fields, { "in.pdf": bytes }, readers);
            const path = join(folder, `${written.length}.pdf`);
            writeFileSync(path, result("out.pdf"));
            const said = context.warnings.some((warning) => / no longer claims /.test(warning));
            written.push({ path, whole, said, what: `${tool} of ${file} with ${damage}` });
          }
        }
      }
      const judged = verdicts(written.map(({ path }) => path));
      const verdict = (path: string) => judged.get(path)?.map((claim) => claim.verdict);
      const wrong = written.filter(({ path, whole, said }) => {
        const claims = verdict(path) ?? [];
        if (claims.some((claim) => claim !== "PASS")) return true;
        return whole ? claims.length === 0 || said : claims.length === 0 && !said;
      });
      expect(wrong.map(({ path, what, said }) => ({ what, said, claims: verdict(path) }))).toEqual([]);
      expect(written.length).toBeGreaterThan(50);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
