/** Documents with one damaged object: readers give up on them or lose their pages. */
import { describe, expect, it } from "vitest";
import { cursorOn } from "../../src/cos/syntax/tokenizer.ts";
import { ref } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { correctEmptyLengths } from "../../src/engines/mupdf/repair-before-save.ts";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { rebuildPageTree, salvage } from "../../src/recovery/strategies/salvage.ts";
import { salvageValue } from "../../src/recovery/strategies/salvage-value.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { processorTime } from "../support/processor-time.ts";
import { checked, runTool } from "../support/run-tool.ts";

const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const content = (k: number) => ({ dict: "", data: `BT /F 12 Tf 50 700 Td (This is page ${k}) Tj ET` });

/** Three pages and a bookmark, with the first `from` replaced by a `to` of the same length. */
function damaged(from: string, to: string): Uint8Array {
  expect(to).toHaveLength(from.length);
  const file = pagesPdf(
    [1, 2, 3].map((k) => `${font}/Contents ${19 + k} 0 R`),
    {
      root: "/Outlines 30 0 R",
      more: {
        20: content(1),
        21: content(2),
        22: content(3),
        30: "<</First 31 0 R/Last 31 0 R>>",
        31: "<</Title(Start)/Parent 30 0 R/Dest[3 0 R/Fit]>>",
      },
    },
  );
  const text = Buffer.from(file).toString("latin1");
  expect(text).toContain(from);
  return Buffer.from(
    text.replace(from, () => to),
    "latin1",
  );
}

async function repaired(file: Uint8Array) {
  const run = await runTool(
    "pdf_repair",
    { input: "a.pdf", output: "b.pdf" },
    { "a.pdf": file },
    createReaders(),
  );
  const bytes = run.file("b.pdf");
  expect(checked(bytes)).toMatchObject({ exit: 0 });
  const read = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": bytes }, createReaders());
  const { pages }: { pages?: unknown } = { ...Object(read.result) };
  return JSON.stringify(pages).match(/This is page \d/g);
}

describe("pdf_repair", () => {
  it.each([
    ["garbage between the kids of the page tree", "[3 0 R 4 0 R", "[3 0 R\xff4 0 R"],
    ["garbage in the dictionary of a page", "/Type/Page/Parent", "/Type/Page{\xff)rent"],
    ["a page tree that is none any more", "/Type/Pages/Count 3/Kids[", "/Type/Pages/Cou((<</Kids["],
    ["a catalog without its page tree", "/Pages 2 0 R", "/Pagez 2 0 R"],
    ["a key without a value", "/Type/Page/Parent 2 0 R", "/Type/Page/Parent \xfe\xff\xfe R"],
  ] as const)("finds the pages despite %s", async (_, from, to) => {
    expect(await repaired(damaged(from, to))).toEqual([1, 2, 3].map((page) => `This is page ${page}`));
  });
});

describe("an encrypted document", () => {
  it("is repaired with the password that opens it", async () => {
    const readers = createReaders();
    const input = { input: "a.pdf", output: "b.pdf", password: "secret" };
    const file = damaged("/Title(Start)", "/Title(Start)");
    const locked = (await runTool("pdf_protect", input, { "a.pdf": file }, readers)).file("b.pdf");
    const text = Buffer.from(locked).toString("latin1");
    const bytes = Buffer.from(text.replace("startxref", "startzref"), "latin1");
    expect(bytes.includes("startxref")).toBe(false);
    const opened = await runTool("pdf_unlock", input, { "a.pdf": bytes }, readers);
    expect(opened.result).toMatchObject({ pages: 3 });
    expect(checked(opened.file("b.pdf"))).toMatchObject({ exit: 0 });
    const wrong = runTool("pdf_unlock", { ...input, password: "other" }, { "a.pdf": bytes }, readers);
    await expect(wrong).rejects.toMatchObject({ code: "operation_failed" });
  });
});

describe("a page lost for good", () => {
  it("keeps its place, so that the pages after it keep their numbers", async () => {
    const file = damaged("4 0 obj\n<</Type/Page/Parent 2 0 R", "(((((((((((((((((((((((((((((((((");
    const readers = createReaders();
    const read = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": file }, readers);
    const texts = ["This is page 1", "", "This is page 3"];
    expect(read.result).toMatchObject({ total_pages: 3, pages: texts.map((text) => ({ text })) });
  });
});

describe("a truncated page", () => {
  it("stays a page, without the stream of the object after it", async () => {
    const gone = "/Contents 22 0 R>>\nendobj\n20 0 obj\n<<";
    const file = damaged(gone, `/MediaBox[0${" ".repeat(gone.length - "/MediaBox[0".length)}`);
    const readers = createReaders();
    const read = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": file }, readers);
    const texts = ["", "This is page 2", ""];
    expect(read.result).toMatchObject({ total_pages: 3, pages: texts.map((text) => ({ text })) });
  });
});

describe("correctEmptyLengths", () => {
  it("changes only the length of streams without data, in place", () => {
    const file = (lengths: readonly string[]) =>
      `4 0 obj\n<</Length ${lengths[0]}/Length1 9>>\nstream\nabc\nendstream\nendobj\n` +
      `5 0 obj\n<</Length1 9/Length ${lengths[1]}/Filter/X>>\nstream\n\nendstream\nendobj\n`;
    const bytes = Buffer.from(file(["3", "128"]));
    correctEmptyLengths(bytes);
    expect(bytes.toString()).toBe(file(["3", "0  "]));
  });
});

describe("rebuildPageTree", () => {
  it("avoids the numbers of dangling references for the new tree", () => {
    const file = pagesPdf(["/Annots[4 0 R 6 0 R 99999999 0 R]"]);
    const document = rebuildPageTree(openAttempt(memorySource(file)));
    expect(document?.catalog.get("Pages")).toEqual(ref(7));
    expect(document?.pages.count).toBe(1);
  });
});

describe("salvageValue", () => {
  const salvaged = (text: string) => {
    const { value } = salvageValue(cursorOn(Buffer.from(text, "latin1")));
    return value === undefined ? undefined : Buffer.from(serialize(value)).toString("latin1");
  };
  it.each([
    ["<</A 1/B[1 0 R (x(y)) <0f>]>>endobj", "<</A 1/B [1 0 R (x\\(y\\)) <0F>]>>"],
    ["12 endobj", "12"],
    ["1 0 R endobj", "1 0 R"],
    ["<</A zz/B 2>>endobj", "<</B 2>>"],
    ["<</A 1 2/B 3 0 R>>endobj", "<</A 1/B 3 0 R>>"],
    ["[1 0 R zz 0 R]endobj", "[1 0 R 0]"],
    ["<</A[1 2>>/B 3   endobj", "<</A [1 2 /B 3]>>"],
    ["<</A[1 2>/B 3]endobj 9", "<</A [1 2 /B 3]>>"],
    ["<</A 1 stream", "<</A 1>>"],
    ["<</A(b>>endobj", "<<>>"],
    ["{}endobj", undefined],
    ["", undefined],
    ["[".repeat(600), undefined],
  ])("salvages %s", (text, left) => {
    expect(salvaged(text)).toBe(left);
  });
});

describe("salvage", () => {
  it("takes the last of several objects with the same number", () => {
    const text = "1 0 obj 5 endobj 2 0 obj 7 endobj 1 0 obj 6 endobj";
    const found = salvage(openAttempt(memorySource(Buffer.from(text))));
    expect([...found.objects].map(([num, { value }]) => [num, value])).toEqual([
      [1, 6],
      [2, 7],
    ]);
  });

  it("finishes in linear time, whatever is unterminated", () => {
    const started = processorTime();
    for (const piece of [
      "(",
      "<",
      "< ",
      "<<",
      "[",
      "/A[",
      "(<",
      "1 0 obj",
      "1 0 obj<<stream ",
      "trailer<<",
    ]) {
      const bytes = Buffer.from(piece.repeat(300_000), "latin1");
      salvage(openAttempt(memorySource(bytes)));
      salvageValue(cursorOn(bytes));
    }
    expect(processorTime() - started).toBeLessThan(20_000);
  });
});
