/** Merges of much: what files have in common is stored once, and memory does not grow with the inputs. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { callTool } from "../contract/client.ts";
import { bun } from "../contract/target.ts";
import { openPdfjs, outlineOf, textOf } from "../support/pdfjs.ts";
import { childrenOf, linux } from "../support/processes.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { checked, runTool } from "../support/run-tool.ts";

describe("a merge of one file of 5 MB, twenty times", () => {
  const pages = 200;
  // Text, links, notes, fields, tags and an image on each page; none of its objects packed.
  const file = richPdf({ label: "A", pages, imageBytes: 24_000 });

  it("stays under 8 MB, with everything on each copy", { timeout: 120_000 }, async () => {
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
    ["with outlines, links and notes", 150, plain],
    // Names of fields and places in tags are kept until the end: they must not clash.
    ["with everything", 200, []],
  ] as const)("%s takes less than %i MB", { timeout: 240_000 }, async (_, limit, without) => {
    await using service = await bun.start();
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

/** The most that a process has had resident, in bytes. */
function peakOf(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}
