/** Large merges: content that files share is stored once, and memory doesn't grow with the inputs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callTool } from "../contract/client.ts";
import { executable } from "../contract/target.ts";
import { openPdfjs, outlineOf, textOf } from "../support/pdfjs.ts";
import { childrenOf, linux, peakMemoryOf } from "../support/processes.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { checked, runTool } from "../support/run-tool.ts";

describe("a merge of twenty copies of a 5 MB file", () => {
  const pages = 60;
  // Each page has text, links, notes, fields, tags and an image; no object is in an object stream.
  const file = richPdf({ label: "A", pages, imageBytes: 84_000 });

  it("stays under 8 MB and keeps every copy complete", { timeout: 120_000 }, async () => {
    expect(file.length).toBeGreaterThan(5_000_000);
    const inputs = Array.from({ length: 20 }, () => "a.pdf");
    const bytes = (await runTool("pdf_merge", { inputs, output: "o.pdf" }, { "a.pdf": file })).file("o.pdf");
    expect(bytes.length).toBeLessThan(8_000_000);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    const document = await openPdfjs(bytes);
    const last = 20 * pages;
    expect(document.numPages).toBe(last);
    expect(await textOf(document, last)).toBe(`A page ${pages}`);
    expect(await outlineOf(document).then((items) => items.length)).toBe(20 * (pages / 2 + 1));
    const annotations = await (await document.getPage(last)).getAnnotations();
    expect(annotations.find(({ subtype }) => subtype === "Widget")).toMatchObject({
      fieldName: `group.text${pages}_20`,
      fieldValue: `A text ${pages}`,
    });
    await document.destroy();
  });
});

// Peaks of 197 to 205 MB were measured: they depend on when garbage is collected.
it.skipIf(!linux)("a merge of 2,000 files takes less than 220 MB", { timeout: 240_000 }, async () => {
  await using service = await executable.start();
  const inputs = Array.from({ length: 2000 }, (_, k) => {
    const name = `m${k}.pdf`;
    writeFileSync(join(service.folders.allowed, name), richPdf({ label: `m${k}`, pages: 2 }));
    return name;
  });
  const answer = await callTool(service, "pdf_merge", { inputs, output: "all.pdf" });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ pages: 4000 });
  const peaks = childrenOf(service.process?.pid ?? -1).map(peakMemoryOf);
  expect(Math.max(...peaks) / 1e6).toBeLessThan(220);
});
