import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../../src/document/open.ts";
import type { PageList } from "../../../src/document/pages/page-tree.ts";
import { exponentialPages } from "../../support/bombs.ts";
import { memorySource } from "../../support/memory-files.ts";
import { buildPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { processorTime } from "../../support/processor-time.ts";

function pagesOf(bytes: Uint8Array): PageList {
  return openStrictly(memorySource(bytes)).pages;
}

const catalog = "<</Type/Catalog/Pages 2 0 R>>";

describe("listPageTree", () => {
  it("lists pages of nested nodes in order, with inherited attributes", () => {
    const pages = pagesOf(
      buildPdf({
        objects: {
          1: catalog,
          2: "<</Type/Pages/Count 3/Kids[3 0 R 5 0 R]/MediaBox[0 0 100 200]/Rotate 90>>",
          3: "<</Type/Pages/Parent 2 0 R/Count 2/Kids[4 0 R 6 0 R]/Rotate 180>>",
          4: "<</Type/Page/Parent 3 0 R>>",
          5: "<</Type/Page/Parent 2 0 R/Rotate null>>",
          6: "<</Type/Page/Parent 3 0 R/MediaBox[0 0 1 1]/Rotate 0>>",
        },
      }),
    );
    expect([...pages.numbers]).toEqual([4, 6, 5]);
    expect(pages.attribute(1, "Rotate")).toBe(180);
    expect(pages.attribute(2, "Rotate")).toBe(0);
    expect(pages.attribute(3, "Rotate")).toBe(90);
    expect(pages.attribute(2, "MediaBox")).toEqual([0, 0, 1, 1]);
    expect(pages.attribute(1, "CropBox")).toBeUndefined();
    expect(pages.pageOf(5)).toBe(3);
    expect(pages.pageOf(2)).toBe(0);
    expect(pages).toMatchObject({
      count: 3,
      nodes: [2, 3],
      inconsistencies: [],
      loops: false,
      hasRepeats: false,
    });
    expect(pages.wrongCounts.size).toBe(0);
  });

  it.each([[2 ** 31 - 1], [-5], [100_000_000], ["(two)"], ["null"]])(
    "trusts the tree, not /Count %s",
    (count) => {
      const pages = pagesOf(
        buildPdf({
          objects: {
            1: catalog,
            2: `<</Type/Pages/Count ${count}/Kids[3 0 R 4 0 R]>>`,
            3: "<</Type/Page/Parent 2 0 R>>",
            4: "<</Type/Page/Parent 2 0 R>>",
          },
        }),
      );
      expect(pages.count).toBe(2);
      expect(pages.inconsistencies).toEqual([]);
      expect([...pages.wrongCounts]).toEqual([[2, 2]]);
    },
  );

  it("detects a page object listed twice", () => {
    const pages = pagesOf(
      buildPdf({
        objects: {
          1: catalog,
          2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 3 0 R]>>",
          3: "<</Type/Page/Parent 2 0 R>>",
          4: "<</Type/Page/Parent 2 0 R>>",
        },
      }),
    );
    expect(pages.count).toBe(3);
    expect(pages.hasRepeats).toBe(true);
    expect(pages.inconsistencies).toEqual([]);
  });

  it("accepts pages that are direct objects or have no type", () => {
    const pages = pagesOf(
      buildPdf({
        objects: {
          1: catalog,
          2: "<</Type/Pages/Count 2/Kids[<</Type/Page/Rotate 90>> 3 0 R]>>",
          3: "<</Parent 2 0 R>>",
        },
      }),
    );
    expect([...pages.numbers]).toEqual([0, 3]);
    expect(pages.dict(1).get("Rotate")).toBe(90);
    expect(pages.hasRepeats).toBe(true);
    expect(pages.inconsistencies).toEqual([]);
  });

  it("counts a missing page as blank only if /Count includes it", () => {
    const tree = (count: number) =>
      pagesOf(
        buildPdf({
          objects: {
            1: catalog,
            2: `<</Type/Pages/Count ${count}/Kids[9 0 R 3 0 R]>>`,
            3: "<</Type/Page/Parent 2 0 R>>",
          },
        }),
      );
    expect([...tree(2).numbers]).toEqual([0, 3]);
    expect([...tree(1).numbers]).toEqual([3]);
    const none = "<</Type/Pages/Count 2/Kids[8 0 R 9 0 R]>>";
    expect(pagesOf(buildPdf({ objects: { 1: catalog, 2: none } })).count).toBe(0);
    expect(tree(2).inconsistencies).toHaveLength(1);
    expect(tree(1).inconsistencies).toHaveLength(1);
  });

  it.each([
    ["itself", { 2: "<</Type/Pages/Count 2/Kids[3 0 R 2 0 R]>>", 3: "<</Type/Page>>" }],
    [
      "its parent",
      {
        2: "<</Type/Pages/Count 2/Kids[3 0 R]>>",
        3: "<</Type/Pages/Count 1/Kids[4 0 R 2 0 R]>>",
        4: "<</Type/Page>>",
      },
    ],
  ])("stops at a tree that contains %s", (_, objects) => {
    const pages = pagesOf(buildPdf({ objects: { 1: catalog, ...objects } }));
    expect(pages.loops).toBe(true);
    expect(pages.count).toBe(1);
  });

  it("trusts a tree that contains itself if its count matches", () => {
    const objects = { 2: "<</Type/Pages/Count 1/Kids[3 0 R 2 0 R]>>", 3: "<</Type/Page>>" };
    const pages = pagesOf(buildPdf({ objects: { 1: catalog, ...objects } }));
    expect(pages).toMatchObject({ count: 1, loops: false });
    expect(pages.inconsistencies).toHaveLength(1);
  });

  it("repeats the pages of a shared branch for each reference", () => {
    const objects = {
      2: "<</Type/Pages/Count 4/Kids[3 0 R 3 0 R]>>",
      3: "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]/Rotate 90>>",
      4: "<</Type/Page>>",
      5: "<</Type/Page>>",
    };
    const pages = pagesOf(buildPdf({ objects: { 1: catalog, ...objects } }));
    expect([...pages.numbers]).toEqual([4, 5, 4, 5]);
    expect(pages).toMatchObject({ loops: false, inconsistencies: [], hasRepeats: true, nodes: [2, 3] });
    expect(pages.attribute(4, "Rotate")).toBe(90);
    expect(pages.wrongCounts.size).toBe(0);
  });

  it.each([
    ["pages", exponentialPages(8, 10)],
    ["pages, sixty levels deep", exponentialPages(60, 2)],
    ["nothing", exponentialPages(60, 2, "(no page)")],
  ])("doesn't walk shared branches of %s forever", (_, bytes) => {
    const started = processorTime();
    const outcome = () => pagesOf(bytes);
    if (_ === "nothing") expect(outcome().loops).toBe(true);
    else expect(outcome).toThrow("more than 100000 pages");
    expect(processorTime() - started).toBeLessThan(10_000);
  });

  it("reports kids that are something else", () => {
    const pages = pagesOf(
      buildPdf({
        objects: {
          1: catalog,
          2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R 7]>>",
          3: "<</Type/Page>>",
          4: "<</Type/Font>>",
          5: "<</Type/Pages/Count 0>>",
        },
      }),
    );
    expect(pages.count).toBe(2);
    expect(pages.inconsistencies).toHaveLength(3);
  });

  it("walks a chain of 20,000 nodes and 30,000 pages", () => {
    const objects: Record<number, string> = { 1: catalog };
    const depth = 20_000;
    for (let k = 0; k < depth; k++) objects[2 + k] = `<</Type/Pages/Count 1/Kids[${3 + k} 0 R]/Rotate 90>>`;
    objects[2 + depth] = "<</Type/Page>>";
    const deep = pagesOf(buildPdf({ objects }));
    expect(deep.count).toBe(1);
    expect(deep.attribute(1, "Rotate")).toBe(90);
    expect(pagesOf(pagesPdf(Array.from({ length: 30_000 }, () => ""))).count).toBe(30_000);
  });

  it("knows pages that are one object with the same inherited attributes", () => {
    const nodes = { 4: "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/Rotate 90>>", 3: "<</Type/Page>>" };
    const root = "<</Type/Pages/Count 5/Kids[3 0 R<</Type/Page>>4 0 R 3 0 R]>>";
    const pages = pagesOf(buildPdf({ objects: { 1: catalog, 2: root, ...nodes } }));
    expect([1, 2, 3, 4, 5].map((page) => pages.firstLike(page))).toEqual([1, 2, 3, 3, 1]);
  });

  it("rejects more than 100,000 pages", () => {
    const kids = "3 0 R ".repeat(100_001);
    const bytes = buildPdf({
      objects: { 1: catalog, 2: `<</Type/Pages/Count 100001/Kids[${kids}]>>`, 3: "<</Type/Page>>" },
    });
    expect(() => pagesOf(bytes)).toThrow(/more than 100000 pages/);
  });

  it("handles pages written in unusual ways, and objects that only look like pages", () => {
    const kids = [
      "<</Type/Page/MediaBox[0 0 10 20]/Parent 2 0 R>>",
      "<</Type/Page/MediaBox[0 0 10 20]/Contents 30 0 R>>",
      "<</Type/Page/MediaBox[0 0 10 21]>>",
      "<</MediaBox 21 0 R/Type/Page/UserUnit 2>>",
      "<</Type/Page/Media#42ox[0 0 1 1]>>",
      "<</Type/Page/Rotate 90/Rotate 180>>",
      "<</Type/Page/Rotate null/Annots[31 0 R]>>",
      "<</Type 22 0 R/CropBox[1 1 5 5]>>",
      "<</Type/P#61ge>>",
      "<</Type/Page/Kids[]/Rotate 90>>",
      "<</Type/Page/Kids null>>",
      "<</Type/Pages/Contents 30 0 R>>",
      "<</Type/Template>>",
      "<</Type/Pages>>",
      "[/Type/Page]",
      "3 0 R",
      "<</Type/Page/Length 0>>\nstream\n\nendstream",
    ];
    const pages = pagesOf(
      buildPdf({
        objects: {
          1: catalog,
          2: `<</Type/Pages/Kids[${kids.map((_, k) => `${k + 3} 0 R`).join(" ")} 99 0 R 3 1 R 3 0 R]>>`,
          ...Object.fromEntries(kids.map((kid, k) => [k + 3, kid])),
          21: "[0 0 7 8]",
          22: "/Page",
        },
      }),
    );
    expect(pages.count).toBeGreaterThan(10);
  });

  it("handles arbitrary pages", () => {
    const entry = fc.constantFrom(
      ...["/Type/Page", "/Type /Pages", "/Kids[]", "/Rotate 9", "/Rotate 90", "/UserUnit 0", "/R#6ftate 1"],
      ...[
        "/MediaBox[0 0 1 1]",
        "/MediaBox 1",
        "/CropBox[2 2 3 3]",
        "/CropBox 2 0 R",
        "/Annots[]",
        "/Length 1",
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 6 }), { minLength: 1, maxLength: 8 }), (pages) => {
        const kids = pages.map((_, k) => `${k + 3} 0 R`).join(" ");
        const objects = Object.fromEntries(pages.map((entries, k) => [k + 3, `<<${entries.join("")}>>`]));
        pagesOf(buildPdf({ objects: { 1: catalog, 2: `<</Type/Pages/Kids[${kids}]>>`, ...objects } }));
      }),
    );
  });
});
