/** Opening for text and repair, with the real engines on small documents. */
import { beforeAll, describe, expect, it } from "vitest";
import type { ByteSource } from "../../src/core/document-io.ts";
import { failed } from "../../src/core/problem.ts";
import type { Readers } from "../../src/core/readers.ts";
import { openStrictly } from "../../src/document/open.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { openText } from "../../src/reading/fallback.ts";
import { openContentText } from "../../src/reading/open.ts";
import { memorySource, noEngines } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";

const readers: Readers = createReaders();

/** ToUnicode of a font: codes a to z are the Hebrew letters from alef on, 1 and 2 ligatures, 3 a soft hyphen. */
const hebrew = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /X def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <61> <7a> <05d0> endbfrange
3 beginbfchar <01> <fb03> <02> <fb01> <03> <00ad> endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end`;

/** One 600 x 800 page with content in fonts F1 (Latin) and F2 (`hebrew`). */
function pagePdf(content: string, page = "", more: BuiltPdf["objects"] = {}): Uint8Array {
  return pagesPdf(
    [`/MediaBox[0 0 600 800]${page}/Contents 10 0 R/Resources<</Font<</F1 11 0 R/F2 12 0 R>>>>`],
    {
      more: {
        10: { dict: "", data: content },
        11: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        12: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding/ToUnicode 13 0 R>>",
        13: { dict: "", data: hebrew },
        ...more,
      },
    },
  );
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  using reader = await openText(readers, memorySource(bytes));
  const pages: string[] = [];
  for (let page = 1; page <= reader.pageCount; page += 1) pages.push(await reader.page(page));
  return pages;
}

const show = (x: number, y: number, text: string, font = "F1") =>
  `BT /${font} 12 Tf ${x} ${y} Td (${text}) Tj ET `;

// The engine's first use is slow on a busy machine.
beforeAll(async () => void (await textOf(samplePdf({ pages: ["warm"] }))), 60_000);

describe("openText", () => {
  it("reads pages in any order", async () => {
    using reader = await openText(readers, memorySource(samplePdf({ pages: ["one", "", "three"] })));
    expect(reader.pageCount).toBe(3);
    expect([await reader.page(3), await reader.page(2), await reader.page(1)]).toEqual(["three", "", "one"]);
  });

  it("omits text outside the CropBox and keeps an invisible layer", async () => {
    const content = `${show(150, 700, "above")}${show(150, 500, "inside")}${show(20, 480, "left")}${show(550, 460, "right")}3 Tr ${show(150, 450, "invisible")}`;
    expect(await textOf(pagePdf(content, "/CropBox[100 100 500 600]"))).toEqual(["inside\n\ninvisible"]);
  });

  it("spells out ligatures and rejoins hyphenated words", async () => {
    const content = `BT /F1 12 Tf 14 TL 50 700 Td (This is an exam-) Tj T* (ple of well-) Tj T* (known text: well-known.) Tj T* /F2 12 Tf (\\001\\002) Tj ET`;
    expect(await textOf(pagePdf(content))).toEqual([
      "This is an example\nof well-known\ntext: well-known.\nffifi",
    ]);
  });

  it("refuses anything but a PDF, even formats MuPDF could read", async () => {
    for (const bytes of ["<html><body>text</body></html>", "", "GIF89a", "plain text"])
      expect((await problemOf(openText(readers, memorySource(Buffer.from(bytes))))).message).toMatch(
        /not a PDF/,
      );
    const html = Buffer.from("<html><!-- %PDF-1.7 --><body>text</body></html>");
    expect((await problemOf(openText(readers, memorySource(html)))).code).toBe("operation_failed");
  });

  it("passes on a source's error and still works afterwards", async () => {
    const bytes = samplePdf({ pages: ["one"] });
    const broken: ByteSource = {
      size: bytes.length,
      read: (offset, length) => {
        if (offset > 100) throw failed("the file became shorter");
        return bytes.subarray(offset, offset + length);
      },
    };
    let reads = 0;
    const whole: ByteSource = {
      ...broken,
      read: (offset, length) => broken.read(reads++ > 0 ? 200 : offset, length),
    };
    expect((await problemOf(openText(readers, whole))).message).toBe("the file became shorter");
    expect(await textOf(bytes)).toEqual(["one"]);
  });
});

/** The text of page 1, read by our own interpreter. */
async function ownText(bytes: Uint8Array): Promise<string[]> {
  using reader = openContentText(openStrictly(memorySource(bytes)), { engines: noEngines });
  return [await reader.page(1)];
}

describe("our own interpreter", () => {
  it("returns right-to-left text in reading order, whichever way it was painted", async () => {
    // "abc" maps to alef, bet, gimel. If the page is painted from left to right, the letters come reversed.
    const word = (text: string) =>
      [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0x56f)).join("");
    const visual = pagePdf(show(100, 700, "fed cba", "F2"));
    expect(await ownText(visual)).toEqual([`${word("abc")} ${word("def")}`]);
    const logical = pagePdf(`${show(129, 700, "cba", "F2")}${show(100, 700, "fed", "F2")}`);
    expect(await ownText(logical)).toEqual([`${word("abc")} ${word("def")}`]);
    const mixed = pagePdf(
      `${show(100, 700, "fed", "F2")}${show(130, 700, "PDF 2")}${show(175, 700, "cba", "F2")}`,
    );
    expect(await ownText(mixed)).toEqual([`${word("abc")} PDF 2 ${word("def")}`]);
  });
});
