import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { scanPasses, scanPassNames } from "../../src/ocr/passes.ts";
import { passes, passNames } from "../../src/reading/layout/passes.ts";
import { debugStructure } from "../../src/tools/debug-structure.ts";
import { tools } from "../../src/tools/index.ts";
import { corpusPath } from "../support/corpus.ts";
import { testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

async function draw(bytes: Uint8Array, more: object) {
  const context = testContext({ "a.pdf": bytes }, createReaders());
  const input = validate(debugStructure.input, { input: "a.pdf", output: "page.png", ...more });
  const answer = await debugStructure.run(input, context);
  const png = context.files.stored.get("/files/page.png");
  return { answer, found: Object(answer).found, png: Buffer.from(png ?? []) };
}

const fonts = ["Helvetica", "Helvetica-Bold"].map(
  (name, k) => `/F${k}<</Type/Font/Subtype/Type1/BaseFont/${name}>>`,
);
const text = (x: number, y: number, size: number, words: string, bold = false) =>
  `BT /F${bold ? 1 : 0} ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`;
const sentence = "All of the members take part in what is said here, and say so.";
/** A title, a bold heading, and text around a ruled table. */
const content = [
  text(50, 740, 20, "Annual report"),
  ...[700, 688, 676].map((y) => text(50, y, 10, sentence)),
  text(50, 640, 10, "Scope of it", true),
  ...[600, 588, 576].map((y) => text(50, y, 10, sentence)),
  ...[500, 520, 540].map((y) => `50 ${y} m 250 ${y} l S\n`),
  ...[50, 150, 250].map((x) => `${x} 500 m ${x} 540 l S\n`),
  text(60, 526, 10, "Name"),
  text(160, 526, 10, "Amount"),
  text(60, 506, 10, "Anna"),
  text(160, 506, 10, "12"),
].join("");
const page = pagesPdf([`/Resources<</Font<<${fonts.join("")}>>>>/Contents 20 0 R`], {
  more: { 20: { dict: "", data: content } },
});

describe("debug_structure", () => {
  it("writes an image of one page's blocks", async () => {
    const bytes = readFileSync(corpusPath("b-structure/b-rt-gpu.chromium-plain.pdf"));
    const { answer, found, png } = await draw(bytes, { page: 2 });
    expect(answer).toMatchObject({ output: "/files/page.png", bytes: png.length });
    expect(found.length).toBeGreaterThan(10);
    expect(png.toString("latin1", 1, 4)).toBe("PNG");
    // The header's width: A4 at two pixels per point.
    expect(png.readUInt32BE(16)).toBe(1190);
  });

  it("names the rule that found each heading and table", async () => {
    const { found } = await draw(page, { page: 1 });
    expect(found).toEqual([
      "1 heading 1: larger | Annual report",
      expect.stringMatching(/^2 paragraph \| All of the members/),
      "3 heading 2: bold | Scope of it",
      expect.stringMatching(/^4 paragraph \| All of the members/),
      "5 table: drawn grid | Name Amount Anna 12",
    ]);
  });

  it("shows each stage that precedes the blocks", async () => {
    const of = async (stage: string) => (await draw(page, { page: 1, stage })).found;
    expect(await of("lines")).toContain("1 line | Annual report");
    expect(await of("lines")).toHaveLength(12);
    expect(await of("columns")).toEqual([
      `1 column: as painted | ${`Annual report ${sentence}`.slice(0, 60)}`,
    ]);
    expect(await of("tables")).toEqual(["1 table: drawn grid | Name Amount Anna 12"]);
  });

  it("shows the page's lines after each pass, except lines in tables", async () => {
    expect(passes.map(({ name }) => name)).toEqual(passNames);
    for (const { why } of passes) expect(why).toMatch(/^[A-Z].*\.$/);
    const counts = [];
    for (const stage of ["justified", "pieces", "labels"])
      counts.push((await draw(page, { page: 1, stage })).found.length);
    expect(counts).toEqual([12, 8, 8]);
  });

  it("names the rules that found list items and running footers", async () => {
    const lines = ["- of two", "- things", "1"].map((words, k) =>
      text(50, [560, 548, 30][k] ?? 0, 10, words),
    );
    const listed = pagesPdf([`/Resources<</Font<<${fonts.join("")}>>>>/Contents 20 0 R`], {
      more: { 20: { dict: "", data: content.slice(0, content.indexOf("50 500 m")) + lines.join("") } },
    });
    const of = async (stage: string) => (await draw(listed, { page: 1, stage })).found;
    expect(await of("lists")).toEqual([
      "1 - at depth 0: bullet, marker | of two",
      "2 - at depth 0: bullet, next item | things",
    ]);
    expect(await of("headers-footers")).toEqual(["1 footer: number of the page | 1"]);
  });

  it("shows a scan after a pass of its recognition", async () => {
    expect(scanPasses.map(({ name }) => name)).toEqual(scanPassNames);
    for (const { why } of scanPasses) expect(why).toMatch(/^[A-Z].*\.$/);
    expect((await draw(page, { page: 1, stage: "scan-light" })).found).toEqual([
      "1 scan, turned by 0, Latin | ",
    ]);
  });

  it("isn't offered by the service", () => {
    expect(tools.map(({ name }) => name)).not.toContain("debug_structure");
  });
});
