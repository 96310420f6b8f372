/**
 * Documents whose parts refer to themselves, lie about sizes or nest very deeply, run through the tools
 * that walk those parts: the answer is right and bounded, and other programs accept the output.
 */
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { processorTime } from "../support/processor-time.ts";
import { checked, runTool } from "../support/run-tool.ts";

const readers = createReaders();

interface Circle {
  readonly root?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly content?: string;
  readonly more?: BuiltPdf["objects"];
}

/** Two pages that say `word one`; the given parts go into the first. */
function circlePdf({ root = "", page = "", resources = "", content = "", more = {} }: Circle): Uint8Array {
  const shared = `/MediaBox[0 0 200 200]/Resources<</Font<</F 9 0 R>>${resources}>>`;
  return pagesPdf([`${shared}/Contents 8 0 R${page}`, `${shared}/Contents 7 0 R`], {
    root,
    more: {
      7: { dict: "", data: "BT /F 12 Tf 20 150 Td (word one) Tj ET" },
      8: { dict: "", data: `BT /F 12 Tf 20 150 Td (word one) Tj ET ${content}` },
      9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      ...more,
    },
  });
}

const item = (rest: string) => `<</Title(item)/Parent 20 0 R/Dest[3 0 R/Fit]${rest}>>`;

/** Consecutive objects, numbered from `first`. */
const row = (first: number, count: number, body: (num: number, last: boolean) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, k) => [first + k, body(first + k, k === count - 1)]));

const cidFont = "/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>";

const circles: Readonly<Record<string, Circle>> = {
  "a bookmark that follows itself": {
    root: "/Outlines 20 0 R",
    more: { 20: "<</First 21 0 R/Last 21 0 R/Count 1>>", 21: item("/Next 21 0 R") },
  },
  "a bookmark that contains the outline": {
    root: "/Outlines 20 0 R",
    more: { 20: "<</First 21 0 R/Last 21 0 R/Count 1>>", 21: item("/First 20 0 R/Last 21 0 R") },
  },
  "bookmarks 1,500 deep": {
    root: "/Outlines 20 0 R",
    more: {
      20: "<</First 21 0 R/Last 21 0 R/Count 1>>",
      ...row(21, 1500, (num, last) => item(last ? "" : `/First ${num + 1} 0 R/Last ${num + 1} 0 R/Count 1`)),
    },
  },
  "names, labels and destinations that contain themselves": {
    root: "/Names<</Dests 20 0 R/EmbeddedFiles 20 0 R>>/PageLabels 20 0 R/Dests 21 0 R",
    page: "/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest(a)>><</Subtype/Link/Rect[0 0 9 9]/Dest/x>>]",
    more: {
      20: "<</Kids[20 0 R 20 0 R]/Names[(a)[3 0 R/Fit]]/Nums[0 20 0 R]>>",
      21: "<</x 21 0 R>>",
    },
  },
  "tags that contain themselves": {
    root: "/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R",
    page: "/StructParents 0",
    more: {
      20: "<</Type/StructTreeRoot/K 21 0 R/ParentTree 22 0 R/RoleMap<</A/B/B/A>>>>",
      21: "<</Type/StructElem/S/A/P 20 0 R/K[21 0 R 0 20 0 R]/Pg 3 0 R>>",
      22: "<</Kids[22 0 R]/Nums[0[21 0 R]]>>",
    },
  },
  "tags 1,500 deep": {
    root: "/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R",
    page: "/StructParents 0",
    more: {
      20: "<</Type/StructTreeRoot/K 21 0 R>>",
      ...row(21, 1500, (num, last) => {
        const kid = last ? "0" : `${num + 1} 0 R`;
        return `<</Type/StructElem/S/Div/P ${num - 1} 0 R/Pg 3 0 R/K ${kid}>>`;
      }),
    },
  },
  "articles and notes that refer to themselves": {
    root: "/Threads[20 0 R]",
    page: "/B[21 0 R]/Annots[22 0 R 23 0 R]",
    more: {
      20: "<</F 21 0 R/I 20 0 R>>",
      21: "<</T 20 0 R/N 21 0 R/V 21 0 R/P 3 0 R/R[0 0 1 1]>>",
      22: "<</Subtype/Text/Rect[0 0 9 9]/Popup 23 0 R/IRT 22 0 R/Parent 23 0 R>>",
      23: "<</Subtype/Popup/Rect[0 0 9 9]/Parent 22 0 R/Popup 23 0 R>>",
    },
  },
  "a form, a mask and a glyph that draw themselves": {
    resources: "/XObject<</X 20 0 R>>/ExtGState<</G 21 0 R>>",
    content: "/X Do /G gs 0 0 9 9 re f",
    more: {
      20: {
        dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 20 0 R>>>>",
        data: "/X Do /X Do",
      },
      21: "<</SMask<</S/Alpha/G 22 0 R>>>>",
      22: {
        dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>/Resources<</ExtGState<</G 21 0 R>>>>",
        data: "/G gs 0 0 9 9 re f",
      },
    },
  },
  "a function and a color space within themselves": {
    resources: "/ColorSpace<</C[/Separation/X/DeviceRGB 20 0 R]/D 21 0 R>>",
    content: "/C cs .5 scn 0 0 9 9 re f",
    more: {
      20: "<</FunctionType 3/Domain[0 1]/Functions[20 0 R 20 0 R]/Bounds[.5]/Encode[0 1 0 1]>>",
      21: "[/Indexed 21 0 R 255(abc)]",
    },
  },
  "a font with 2^32 codes and 2^31 widths": {
    content: "BT /F 12 Tf 20 100 Td (x) Tj ET",
    more: {
      9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 20 0 R>>",
      20: {
        dict: "",
        data: "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange endcmap",
      },
      21: `<</Type/Font${cidFont}/W[0 2147483647 500]>>`,
    },
  },
  "an image of 2^31 by 2^31 pixels": {
    resources: "/XObject<</X 20 0 R>>",
    content: "q 9 0 0 9 0 0 cm /X Do Q",
    more: {
      20: {
        dict: "/Type/XObject/Subtype/Image/Width 2147483647/Height 2147483647/ColorSpace/DeviceCMYK/BitsPerComponent 16",
        data: "x",
      },
    },
  },
};

const steps = [{ action: "flatten" }, { action: "scale", options: { factor: 0.5 } }];
const calls: readonly (readonly [string, object, number | undefined])[] = [
  ["pdf_info", { input: "a.pdf" }, 2],
  ["pdf_read_text", { input: "a.pdf" }, undefined],
  ["pdf_extract_structure", { input: "a.pdf", format: "json" }, undefined],
  ["pdf_merge", { inputs: ["a.pdf", "a.pdf"], output: "merged.pdf" }, 4],
  ["pdf_extract_pages", { input: "a.pdf", pages: "2, 1", output: "extracted.pdf" }, 2],
  ["pdf_remove_metadata", { input: "a.pdf", output: "without.pdf" }, 2],
  ["pdf_add_watermark", { input: "a.pdf", text: "mark", output: "marked.pdf" }, 2],
  ["pdf_run_pipeline", { input: "a.pdf", steps, output: "steps.pdf" }, 2],
];

/** Processor time for all calls together, in milliseconds; each needs a small fraction. */
const bound = 20_000;

describe("documents with circular references", () => {
  it.each(Object.entries(circles))("%s", async (_, circle) => {
    const bytes = circlePdf(circle);
    const started = processorTime();
    for (const [tool, input, pages] of calls) {
      const { result, file } = await runTool(tool, input, { "a.pdf": bytes }, readers);
      if (pages !== undefined) expect([tool, result]).toEqual([tool, expect.objectContaining({ pages })]);
      const text = JSON.stringify(result);
      if (tool === "pdf_read_text" && circle.more?.[9] === undefined)
        expect(text.match(/word one/g)).toHaveLength(2);
      expect(text.length).toBeLessThan(3_000_000);
      if ("output" in input)
        expect([tool, checked(file(String(input.output)))]).toEqual([
          tool,
          expect.objectContaining({ exit: 0 }),
        ]);
    }
    expect(processorTime() - started).toBeLessThan(bound);
  });
});
