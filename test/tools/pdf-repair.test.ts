/** pdf_repair: reported fixes, and recovered pages compared with qpdf, mutool and pdf.js. */
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../src/document/open.ts";
import { bytesAt } from "../../src/document/typed-get.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { memorySource } from "../support/memory-files.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { qpdfPages, requireTool } from "../support/tools.ts";

const missing = requireTool("qpdf");
const sample = Buffer.from(richPdf({ label: "kept", pages: 4 }));

async function repair(bytes: Uint8Array) {
  const run = await runTool(
    "pdf_repair",
    { input: "a.pdf", output: "b.pdf" },
    { "a.pdf": bytes },
    createReaders(),
  );
  const { pages, fixed } = run.result as { pages: number; fixed: string[] };
  return { pages, fixed, bytes: run.file("b.pdf"), warnings: run.context.warnings };
}

/** The sample with the last `from` replaced by `to`, cut or padded to the same length. */
function replaced(from: string, to: string): Buffer {
  const copy = Buffer.from(sample);
  const at = copy.lastIndexOf(from);
  if (at < 0) throw new Error(`the sample has no ${from}`);
  copy.write(to.padEnd(from.length).slice(0, from.length), at, "latin1");
  return copy;
}

const start = Number(/startxref\s+(\d+)/.exec(sample.toString("latin1"))?.[1]);

/**
 * qpdf's complaints about the file structure. It skips damaged stream data, which can't be recovered, and page content,
 * which pdf_repair keeps.
 */
function structural(output: string): string[] {
  const data =
    /content|stream data|input stream is complete|inflate|non-stream in an array|succeeded|errors detected/;
  return output.split("\n").filter((line) => /WARNING|ERROR|^qpdf/.test(line) && !data.test(line));
}

describe("pdf_repair", () => {
  it("leaves a sound document intact", async () => {
    const { pages, fixed, bytes, warnings } = await repair(sample);
    expect({ pages, fixed, warnings }).toEqual({ pages: 4, fixed: [], warnings: [] });
    if (!missing) expect(checked(bytes)).toMatchObject({ exit: 0 });
  });

  it.skipIf(missing)("keeps each duplicated key once, with the value that readers use", async () => {
    const twice = pagesPdf(["/Rotate 0/Rotate 90/Resources<</Font 1/Font<<>>>>"], {
      root: "/Lang(a)/Lang(b)",
      more: { 9: { dict: "/X 1/X 2", data: "" } },
    });
    expect(checked(twice).output).toContain("duplicated key");
    const { bytes } = await repair(twice);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    const { cos, pages } = openStrictly(memorySource(bytes));
    expect(bytesAt(cos, cos.catalog.get("Lang"))).toEqual(new TextEncoder().encode("b"));
    expect(pages.dict(1).get("Rotate")).toBe(90);
  });

  it.skipIf(missing).each([
    ["a flipped digit of startxref", replaced(String(start), String(start + 7)), ["startxref"]],
    ["no startxref", replaced("startxref", "startxrex"), ["startxref"]],
    ["no end marker", replaced("%%EOF", "%%%%%"), ["end_of_file"]],
    ["junk before the header", Buffer.concat([Buffer.from("junk\n"), sample]), ["header"]],
    ["no header", sample.subarray(sample.indexOf("\n") + 1), ["header"]],
    ["a missing cross-reference table", replaced("xref\n0 ", "xxxx\n0 "), ["startxref"]],
    ["a wrong offset", replaced("0000000000 65535 f \n0", "0000000000 65535 f \n9"), ["xref"]],
    ["a missing trailer and end", sample.subarray(0, start), ["end_of_file", "startxref"]],
    ["a trailer without root", replaced("/Root", "/Roof"), ["trailer"]],
    [
      "a wrong page count",
      Buffer.from(pagesPdf(["", ""]))
        .toString("latin1")
        .replace("/Count 2", "/Count 7"),
      ["page_tree"],
    ],
    [
      "a wrong length",
      Buffer.from(pagesPdf(["/Contents 20 0 R", ""], { more: { 20: { dict: "", data: "0 0 9 9 re f" } } }))
        .toString("latin1")
        .replace("/Length 12", "/Length 44"),
      ["stream_length"],
    ],
  ])("fixes %s and reports it", async (_, broken, expected) => {
    const { fixed, pages, bytes } = await repair(Buffer.from(broken as string, "latin1"));
    expect(fixed).toEqual(expect.arrayContaining(expected));
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
  });

  it.skipIf(missing).each(["<</Type/Page/MediaBox[0 0 9 9]>>", "<</MediaBox[0 0 9 9]>>"])(
    "adds a page tree in place of %s",
    async (page) => {
      const { fixed, pages, bytes } = await repair(
        buildPdf({ objects: { 1: "<</Type/Catalog/Pages 2 0 R>>", 2: page } }),
      );
      expect({ fixed, pages }).toEqual({ fixed: ["page_tree"], pages: 1 });
      expect(withFile(bytes, (path) => qpdfPages(path))).toBe(1);
    },
  );

  it("rebuilds a missing cross-reference table without an engine or any loss", async () => {
    const text = sample.toString("latin1");
    const withoutId = (bytes: Uint8Array) =>
      Buffer.from(bytes)
        .toString("latin1")
        .replace(/\/ID ?\[[^\]]*\]/, "");
    const expected = withoutId((await repair(sample)).bytes);
    for (const broken of [
      text.replace(/startxref|(?<=\n)xref/g, "####"),
      text.replace(/startxref\s+\d+/, "startxref\n3"),
      text.replace("\n", "\n% one line more\n"),
    ]) {
      const run = await runTool(
        "pdf_repair",
        { input: "a.pdf", output: "b.pdf" },
        {
          "a.pdf": Buffer.from(broken, "latin1"),
        },
      );
      expect(withoutId(run.file("b.pdf")) === expected).toBe(true);
      expect(run.context.warnings).toEqual([]);
    }
  });

  it("discards damaged content that inflates beyond the limit", async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(80_000_000, " ")));
    // The last four bytes are the checksum.
    bomb[bomb.length - 1] = (bomb.at(-1) ?? 0) ^ 1;
    const { bytes, fixed } = await repair(
      pagesPdf(["/Contents 10 0 R"], {
        more: { 10: { dict: "/Filter[/FlateDecode/FlateDecode]", data: bomb } },
      }),
    );
    expect(fixed).toEqual(["stream_data"]);
    expect(bytes.length).toBeLessThan(1000);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
  });

  it("drops references to missing content streams", async () => {
    const text = Buffer.from(
      pagesPdf(["/Contents[10 0 R 99 0 R 11 0 R]", "/Contents 98 0 R", "/Contents[97 0 R]", ""], {
        more: { 10: { dict: "", data: "0 0 9 9 re f" }, 11: { dict: "", data: "9 9 9 9 re f" } },
      }),
    ).toString("latin1");
    const { bytes, pages } = await repair(Buffer.from(text.replace("%%EOF", "%%%%%"), "latin1"));
    expect(pages).toBe(4);
    const { cos, pages: tree } = openStrictly(memorySource(bytes));
    const contents = [1, 2, 3].map((page) => cos.resolve(tree.dict(page).get("Contents") ?? null));
    expect(contents.map((value) => (Array.isArray(value) ? value.length : value))).toEqual([2, null, 0]);
  });

  it.each([
    ["nothing", ""],
    ["text", "hello"],
    ["a header alone", "%PDF-1.7\n"],
    ["an image", "\x89PNG\r\n\x1a\n"],
    ["a document's first objects", sample.toString("latin1").slice(0, sample.indexOf("3 0 obj"))],
    [
      "no page",
      "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n",
    ],
  ])("refuses %s", async (_, text) => {
    await expect(repair(Buffer.from(text))).rejects.toMatchObject({ code: "operation_failed" });
  });

  it.skipIf(missing)(
    "recovers as many pages as the best of qpdf, mutool and pdf.js",
    { timeout: 300_000 },
    async () => {
      const fewer: string[] = [];
      const unclean: string[] = [];
      let repaired = 0;
      for (const entry of everyNth(
        corpusPdfs().filter(({ category }) => category === "d-damaged"),
        6,
      )) {
        // The true page count if known; the other programs trust a wrong /Count.
        const truth = entry.pages ?? Number.POSITIVE_INFINITY;
        const found = Math.max(
          0,
          entry.pages_qpdf ?? 0,
          entry.pages_mutool ?? 0,
          ...Object.values(entry.repaired_pages ?? {}).map((pages) => pages ?? 0),
        );
        const best = Math.min(found, truth);
        const result = await repair(readFileSync(corpusPath(entry.file))).catch((error: Error) => error);
        if (result instanceof Error) {
          if (best > 0) fewer.push(`${entry.id}: refused, best ${best}: ${result.message}`);
          continue;
        }
        repaired++;
        if (result.pages < best) fewer.push(`${entry.id}: ${result.pages} of ${best}`);
        const verdict = checked(result.bytes);
        unclean.push(...structural(verdict.output).map((line) => `${entry.id}: ${line}`));
      }
      expect(fewer).toEqual([]);
      expect(unclean).toEqual([]);
      expect(repaired).toBeGreaterThan(4);
    },
  );
});
