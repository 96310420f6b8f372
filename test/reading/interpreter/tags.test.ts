/** The structure elements of content, with their types, parents and positions. */
import { describe, expect, it } from "vitest";
import type { Tag } from "../../../src/core/page-layout.ts";
import type { CosDict } from "../../../src/cos/syntax/value.ts";
import type { PdfDocument } from "../../../src/document/open.ts";
import { pageElements } from "../../../src/reading/interpreter/marked-content/page-elements.ts";
import { openContentLayout } from "../../../src/reading/open.ts";
import { openDocument } from "../../../src/recovery/open-document.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";
import { buildPdf } from "../../support/pdf-builder.ts";

const tagsOfPage = (document: PdfDocument, page: CosDict) =>
  pageElements(document, page, { actualText: false, tags: true }).tag;

/** Objects 10 and up are elements, which the page's parent tree lists as `listed`. The page shows one letter for each MCID. */
function taggedPdf(
  elements: Readonly<Record<number, string>>,
  listed: string,
  root = "/K 10 0 R",
): Uint8Array {
  const letters = [..."ABCDEFGHIJ"];
  const content = letters
    .map(
      (letter, mcid) =>
        `/Any<</MCID ${mcid}>>BDC BT/F 12 Tf 1 0 0 1 50 ${700 - mcid * 60} Tm (${letter}) Tj ET EMC`,
    )
    .join("\n");
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/StructParents 7/Resources<</Font<</F 5 0 R>>>>>>",
      4: { dict: "", data: content },
      5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      6: `<</Type/StructTreeRoot/ParentTree<</Nums[7[${listed}]]>>${root}>>`,
      ...elements,
    },
  });
}

const told = (tag: Tag | undefined): string =>
  tag ? `${told(tag.parent)}/${tag.type}[${tag.index}] ${tag.key}` : "";

const open = (bytes: Uint8Array): Promise<PdfDocument> => openDocument(memorySource(bytes), { warn() {} });

/** The tag of each letter. */
async function tagsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await open(bytes);
  const tagOf = tagsOfPage(document, document.pages.dict(1));
  return [..."ABCDEFGHIJ"].map((_, mcid) => told(tagOf?.(mcid)));
}

describe("tags", () => {
  it("have mapped roles, positions and parents, and skip levels of nonstandard types", async () => {
    const bytes = taggedPdf(
      {
        10: "<</S/Document/P 6 0 R/K[11 0 R 12 0 R 13 0 R 16 0 R]>>",
        11: "<</S/Headline/P 10 0 R/K 0>>",
        12: "<</S/P/P 10 0 R/K[1<</Type/OBJR>>3]>>",
        13: "<</S/Unheard/P 10 0 R/K[null null null null 14 0 R 15 0 R]>>",
        14: "<</S/P/P 13 0 R/K[2]>>",
        15: "<</S/Table/P 13 0 R/K 17 0 R>>",
        16: "<</S/Twice/P 10 0 R/K[5 4]>>",
        17: "<</S/TR/P 15 0 R/K[18 0 R]>>",
        18: "<</S/TD/P 17 0 R/K 6>>",
        19: "<</S/Span/P 12 0 R/K 7>>",
        20: "<</S/P/P 10 0 R/K<</Type/MCR/MCID 8>>>>",
        21: "<</RoleMap<</Headline/H1/Twice/Once/Once/P/Span/Quote>>/P 6 0 R>>",
      },
      "11 0 R 12 0 R 14 0 R 16 0 R 12 0 R 16 0 R 18 0 R 19 0 R 20 0 R null",
      "/K[null 10 0 R]/RoleMap<</Headline/H1/Twice/Once/Once/P/Span/Quote>>",
    );
    expect(await tagsOf(bytes)).toEqual([
      "/Document[1] 1/H1[0] 1.0",
      "/Document[1] 1/P[1] 1.1",
      "/Document[1] 1/P[4] 1.4",
      "/Document[1] 1/P[1] 1.1",
      "/Document[1] 1",
      "/Document[1] 1",
      "/Document[1] 1/Table[5] 1.5/TR[0] 1.5.0/TD[0] 1.5.0.0",
      "/Document[1] 1/P[1] 1.1/Quote[-1] 1.1.-1",
      "/Document[1] 1/P[-1] 1.-1",
      "",
    ]);
  });

  it("belong to the right element if another has the same MCID on another page", async () => {
    const bytes = taggedPdf(
      {
        10: "<</S/Table/P 6 0 R/K[11 0 R 12 0 R]>>",
        11: "<</S/TH/P 10 0 R/K[0<</Type/MCR/Pg 3 0 R/MCID 1>>]>>",
        12: "<</S/TD/P 10 0 R/K[1<</Type/MCR/Pg 3 0 R/MCID 2>>]>>",
      },
      "null 11 0 R 12 0 R",
    );
    expect((await tagsOf(bytes)).slice(1, 3)).toEqual(["/Table[0] 0/TH[0] 0.0", "/Table[0] 0/TD[1] 0.1"]);
  });

  it("are the same object for the same element", async () => {
    const document = await open(taggedPdf({ 10: "<</S/P/P 6 0 R/K[0 1]>>" }, "10 0 R 10 0 R"));
    const page = document.pages.dict(1);
    const tag = tagsOfPage(document, page)?.(0);
    expect(tag).toMatchObject({ type: "P", index: 0, key: "0" });
    expect(tagsOfPage(document, page)?.(1)).toBe(tag);
  });

  it.each([
    ["an element without a parent", { 10: "<</S/P/K[0]>>" }, "10 0 R"],
    [
      "elements that are each other's parents",
      { 10: "<</S/P/P 11 0 R/K[0]>>", 11: "<</S/P/P 10 0 R>>" },
      "10 0 R",
    ],
    ["a direct element", {}, "<</S/P/P 6 0 R/K 0>>"],
    ["an element of a nonstandard type", { 10: "<</S/Unheard/P 6 0 R/K[0]>>" }, "10 0 R"],
    [
      "a tree deeper than the limit",
      Object.fromEntries(
        Array.from({ length: 250 }, (_, k) => [10 + k, `<</S/Div/K[0]/P ${k === 249 ? 6 : 11 + k} 0 R>>`]),
      ),
      "10 0 R",
    ],
  ])("don't exist for content in %s", async (_, elements, listed) => {
    expect(new Set(await tagsOf(taggedPdf(elements, listed)))).toEqual(new Set([""]));
  });

  it("don't exist without a structure tree", async () => {
    const document = await open(taggedPdf({}, "").fill(0x20, 60, 61));
    expect(tagsOfPage(document, new Map())).toBeUndefined();
  });
});

describe("an element that continues after another", () => {
  it("starts a new line if the other element is on the next line", async () => {
    const show = (mcid: number, x: number, y: number, text: string) =>
      `/Any<</MCID ${mcid}>>BDC BT/F 12 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET EMC`;
    const content = [
      show(0, 50, 700, "One two three"),
      show(1, 50, 685, "code"),
      show(0, 80, 685, "four and five"),
      show(1, 160, 685, "more"),
      show(0, 190, 685, "six"),
    ];
    const bytes = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/StructParents 7/Resources<</Font<</F 5 0 R>>>>>>",
        4: { dict: "", data: content.join("\n") },
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        6: "<</Type/StructTreeRoot/ParentTree<</Nums[7[11 0 R 12 0 R]]>>/K 10 0 R>>",
        10: "<</S/P/P 6 0 R/K[11 0 R 12 0 R]>>",
        11: "<</S/Span/P 10 0 R/K 0>>",
        12: "<</S/Code/P 10 0 R/K 1>>",
      },
    });
    using reader = openContentLayout(await open(bytes), { engines: noEngines });
    const { pieces } = await reader.page(1);
    const placed = pieces.map(({ words, baseline }) => [words.map(({ text }) => text).join(" "), baseline]);
    expect(placed).toContainEqual(["One two three", 100]);
    expect(placed).toContainEqual(["four and five six", 115]);
  });
});
