/** Checks that each corpus PDF gives valid results in all three formats or a clear 422: `bun bench/score/formats.ts [part of a name]`. */
import { readFileSync } from "node:fs";
import { validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/read/pdf-extract-structure.ts";
import { type CorpusFile, corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { testContext } from "../../test/support/memory-files.ts";
import { htmlFault, jsonFault, markdownFault } from "../../test/support/structure-check.ts";
import {
  footnoteFault,
  htmlValidateFault,
  meaningFault,
  schemaFault,
} from "../../test/support/structure-judges.ts";

const checks = {
  markdown: markdownFault,
  html: (html: string) => htmlFault(html) ?? htmlValidateFault(html),
  json: (json: string) => jsonFault(json) ?? schemaFault(json),
};

/** The faults in a file's results. Refusing an unreadable file is correct. */
export async function formatFaults({ file }: CorpusFile): Promise<string[]> {
  const readers = createReaders();
  const bytes = readFileSync(corpusPath(file));
  const faults: string[] = [];
  const whole: { markdown?: string; html?: string } = {};
  for (const format of ["markdown", "html", "json"] as const) {
    const context = testContext({ "a.pdf": bytes }, readers);
    try {
      const input = validate(pdfExtractStructure.input, { input: "a.pdf", format, max_chars: 400_000 });
      const answer: unknown = await pdfExtractStructure.run(input, context);
      const { content, truncated } = Object(validate(pdfExtractStructure.output, answer));
      const text = String(content);
      if (text.length > 400_000) faults.push(`${format}: ${text.length} characters`);
      if (!truncated && format !== "json") whole[format] = text;
      const fault = checks[format](text);
      if (fault !== undefined) faults.push(`${format}: ${fault}${truncated ? " (cut)" : ""}`);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "operation_failed")
        faults.push(`${format}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  const { markdown, html } = whole;
  const fault =
    markdown !== undefined && html !== undefined && faults.length === 0
      ? (meaningFault(markdown, html) ?? footnoteFault(markdown))
      : undefined;
  return fault === undefined ? faults : [...faults, `markdown: ${fault}`];
}

if (import.meta.main) {
  const [part = ""] = process.argv.slice(2);
  let wrong = 0;
  let done = 0;
  for (const file of corpusPdfs().filter(({ id }) => id.includes(part))) {
    const start = performance.now();
    const faults = await formatFaults(file);
    const took = performance.now() - start;
    done += 1;
    if (took > 5000) console.log(`${file.id}: ${(took / 1000).toFixed(1)} s`);
    for (const fault of faults) console.log(`${file.id}: ${fault}`);
    if (faults.length > 0) wrong += 1;
  }
  console.log(`${done} files, ${wrong} with faults`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
