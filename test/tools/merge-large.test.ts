/** Large merges: content that files share is stored once, and memory doesn't grow with the inputs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callTool } from "../contract/client.ts";
import { executable } from "../contract/target.ts";
import { openPdfjs, outlineOf, textOf } from "../support/pdfjs.ts";
import { childrenOf, linux } from "../support/processes.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { checked, runTool } from "../support/run-tool.ts";

describe("a merge of twenty copies of a 5 MB file", () => {
  const pages = 200;
  // Each page has text, links, notes, fields, tags and an image; no object is in an object stream.
  const file = richPdf({ label: "A", pages, imageBytes: 24_000 });

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

describe("a merge of 2,000 files", () => {
  const plain = ["tags", "form", "layers", "labels", "names"] as const;

  it.skipIf(!linux).each([
    // Peaks of 144 to 154 and of 197 to 205 were measured: they depend on when garbage is collected.
    ["with outlines, links and notes", 165, plain],
    // Field names and tag positions are kept until the end because they must not clash.
    ["with everything", 220, []],
  ] as const)("%s takes less than %i MB", { timeout: 240_000 }, async (_, limit, without) => {
    await using service = await executable.start();
    const inputs = Array.from({ length: 2000 }, (_, k) => {
      const name = `m${k}.pdf`;
      writeFileSync(join(service.folders.allowed, name), richPdf({ label: `m${k}`, pages: 2, without }));
      return name;
    });
    const answer = await callTool(service, "pdf_merge", { inputs, output: "all.pdf" });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ pages: 4000 });
    const peaks = childrenOf(service.process?.pid ?? -1).map((pid) => peakOf(pid));
    expect(Math.max(...peaks) / 1e6).toBeLessThan(limit);
  });
});

/** The process's peak resident memory, in bytes. */
function peakOf(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}
