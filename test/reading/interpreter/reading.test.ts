/** The interpreter's reading of content: its text, images and drawings. */
import { describe, expect, it } from "vitest";
import type { Box, PageLayout } from "../../../src/core/page-layout.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { openContentLayout, openContentText } from "../../../src/reading/open.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";
import { contentPdf, type PageParts } from "./pages.ts";

/** Reads the page's text and layout, and fails if the page is left to another engine. */
async function read(bytes: Uint8Array): Promise<{ readonly text: string; readonly layout: PageLayout }> {
  const document = openStrictly(memorySource(bytes));
  const left = (_: number, reason: string) => expect.unreachable(reason);
  using texts = openContentText(document, { engines: noEngines, left });
  using layouts = openContentLayout(document, { engines: noEngines, left });
  return { text: await texts.page(1), layout: await layouts.page(1) };
}

const show = (x: number, y: number, words: string, more = "") =>
  `BT /F 12 Tf ${more} ${x} ${y} Td (${words}) Tj ET\n`;
const form = (data: string, dict = "") => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${dict}`,
  data,
});
const group = "/OCProperties<</OCGs[20 0 R 21 0 R]/D<</OFF[20 0 R]>>>>";
const groups = { 20: "<</Type/OCG/Name(off)>>", 21: "<</Type/OCG/Name(on)>>" };
const layers: PageParts = {
  catalog: group,
  resources:
    "/Properties<</off 20 0 R/on 21 0 R/any<</Type/OCMD/OCGs[20 0 R 21 0 R]>>/all<</Type/OCMD/P/AllOn/OCGs[20 0 R 21 0 R]>>>>",
  more: groups,
};

/** The case, the expected text, and the content. */
const pages: readonly (readonly [string, string, string, PageParts?])[] = [
  [
    "lines by leading",
    "One\ntwo\nthree\nfour here",
    "BT /F 12 Tf 14 TL 50 700 Td (One) Tj T* (two) Tj (three) ' 2 1 (four here) \" ET",
  ],
  [
    "lines by offsets",
    "One\ntwo\nthree\n\nfour",
    "BT /F 12 Tf 50 700 Td (One) Tj 0 -14 TD (two) Tj T* (three) Tj 0 -40 Td (four) Tj ET",
  ],
  [
    "an indented line",
    "One\n\ntwo\nthree",
    "BT /F 12 Tf 50 700 Td (One) Tj 20 -14 Td (two) Tj -20 -14 Td (three) Tj ET",
  ],
  [
    "a list",
    "• one\n• two",
    "BT /F 12 Tf 50 700 Td (\\225) Tj 20 0 Td (one) Tj -20 -14 Td (\\225) Tj 20 0 Td (two) Tj ET",
  ],
  [
    "letters with wide spacing",
    "Letters set apart.\nand more",
    "BT /F 12 Tf 3 Tc 50 700 Td (Letters set apart.) Tj 0 -14 Td [(and)-300(more)] TJ ET",
  ],
  [
    "words separated by letter spacing",
    "a b\nMe too",
    "BT /F 12 Tf 3 Tc 50 700 Td (ab) Tj 0 -14 Td [(M)250(et)250(o)250(o)] TJ ET",
  ],
  [
    "gaps in an array",
    "ab c d e\nfg",
    "BT /G 12 Tf 50 700 Td [(a)-100(b)-150(c)-160(d)-700(e)-850(f)90(g)] TJ ET",
  ],
  [
    "spaces between letters and words",
    "some words here",
    "BT /G 12 Tf 1 Tc 5 Tw 80 Tz 50 700 Td (some words here) Tj ET",
  ],
  [
    "superscripts",
    "x2 and more",
    "BT /F 12 Tf 50 700 Td (x) Tj 5 Ts /F 7 Tf (2) Tj 0 Ts /F 12 Tf ( and more) Tj ET",
  ],
  [
    "rotated text",
    "upwards\n\nslanting",
    "BT /F 12 Tf 0 1 -1 0 300 300 Tm (upwards) Tj ET BT 0.7 0.7 -0.7 0.7 100 100 Tm (slanting) Tj ET",
  ],
  ["text upside down", "upside down", "BT /F 12 Tf -1 0 0 -1 300 300 Tm (upside down) Tj ET"],
  [
    "columns",
    "left\nright\nleft\nright",
    show(50, 700, "left") + show(300, 700, "right") + show(50, 686, "left") + show(300, 686, "right"),
  ],
  ["a line backwards", "second\nfirst", show(300, 700, "second") + show(50, 700, "first")],
  [
    "a line whose punctuation is painted later",
    "code, but it's\nnext",
    show(50, 700, "code") +
      show(83, 700, "but it") +
      show(112, 700, "s") +
      show(50, 680, "next") +
      "BT /F 12 Tf 76.2 700 Td (,) Tj 33.1 0 Td (') Tj ET",
  ],
  [
    "text painted twice",
    "Heavy words\n\nOnce",
    show(50, 700, "Heavy words") + show(50.3, 700, "Heavy words") + show(50, 600, "Once"),
  ],
  [
    "invisible text among visible text",
    "seen\n\nseen\n\nseen",
    `${show(50, 700, "seen")}${show(50, 650, "unseen", "3 Tr")}${show(50, 600, "seen", "0 Tr")}${show(50, 550, "seen", "1 Tr")}`,
  ],
  ["invisible text only", "not to be seen", "BT /F 12 Tf 3 Tr 50 700 Td (not to be seen) Tj ET"],
  ["stroked text", "one\n\ntwo", "BT /F 12 Tf 1 Tr 50 700 Td (one) Tj 2 Tr 0 -30 Td (two) Tj ET"],
  [
    "text outside the page",
    "inside",
    show(-200, 700, "outside") + show(50, 900, "above") + show(50, 700, "inside"),
  ],
  [
    "text outside a clip",
    "inside\n\nafter",
    `q 0 650 300 100 re W n ${show(50, 700, "inside")}${show(400, 700, "outside")}Q ${show(400, 600, "after")}`,
  ],
  [
    "strings in every form",
    "a(b)(c)A�xd�eHello",
    "BT /F 12 Tf 50 700 Td (a\\(b\\)(c)\\101\\7x\\\nd\r\ne) Tj <48 65 6C6C6F2> Tj ET",
  ],
  [
    "comments, names and odd operands",
    "ac",
    "% none\nBT /#46 12 Tf 50 700 Td (a)Tj%(b)Tj\n(c)Tj 0 0 0 rg 5 ET",
  ],
  ["more Q operators than q", "still here", `Q Q ${show(50, 700, "still here")} q /F 20 Tf Q`],
  [
    "a font set outside the text object",
    "small\n\nagain",
    "/F 12 Tf q /G 30 Tf Q BT 50 700 Td (small) Tj ET BT 50 600 Td (again) Tj ET",
  ],
  ["no font", "", "BT 50 700 Td (nothing) Tj ET"],
  [
    "a font set by a graphics state",
    "text",
    "/S gs BT 50 700 Td (text) Tj ET",
    { resources: "/ExtGState<</S<</Font[5 0 R 14]/LW 2>>>>" },
  ],
  [
    "a scaled page",
    "twice as large",
    "2 0 0 2 10 10 cm BT /F 12 Tf 20 200 Td (twice as large) Tj ET",
    { page: "/UserUnit 2" },
  ],
  [
    "a rotated page",
    "turned\n\nturned too",
    show(50, 700, "turned") + show(50, 600, "turned too"),
    { page: "/Rotate 90" },
  ],
  ["a page upside down", "turned", show(50, 700, "turned"), { page: "/Rotate 180" }],
  [
    "a cropped page",
    "in",
    show(50, 700, "in") + show(50, 100, "out"),
    { page: "/CropBox[20 400 500 760]/Rotate 270" },
  ],
  [
    "a form",
    "form\n\npage",
    `q 1 0 0 1 0 -100 cm /X Do Q ${show(50, 700, "page")}`,
    {
      resources: "/XObject<</X 10 0 R>>",
      more: { 10: form(show(50, 700, "form"), "/Matrix[1 0 0 1 20 0]") },
    },
  ],
  [
    "a form with a small box",
    "in",
    "/X Do",
    {
      resources: "/XObject<</X 10 0 R>>",
      more: {
        10: {
          dict: "/Type/XObject/Subtype/Form/BBox[0 690 200 720]",
          data: show(50, 700, "in") + show(50, 600, "out"),
        },
      },
    },
  ],
  [
    "a form within itself",
    "once\n\nend",
    `/X Do ${show(50, 600, "end")}`,
    { resources: "/XObject<</X 10 0 R>>", more: { 10: form(`${show(50, 700, "once")}/X Do`) } },
  ],
  ["a missing object", "end", `/X Do ${show(50, 600, "end")}`],
  [
    "layers",
    "on\n\nany",
    `/OC/off BDC ${show(50, 700, "off")}EMC /OC/on BDC ${show(50, 650, "on")}EMC /OC/any BDC ${show(50, 600, "any")}EMC /OC/all BDC ${show(50, 550, "all")}EMC`,
    layers,
  ],
  [
    "spans in a layer",
    "on",
    `/OC/off BDC /P BMC ${show(50, 700, "off")}EMC EMC ${show(50, 650, "on")}`,
    layers,
  ],
  [
    "actual text",
    "told\n\nend",
    `/Span<</ActualText(told)>>BDC ${show(50, 700, "shown")}EMC ${show(50, 650, "end")}`,
  ],
  [
    "actual text longer than the glyphs",
    "affib",
    `${show(50, 700, "a")}/Span<</ActualText(\\376\\377\\0f\\0f\\0i)>>BDC ${show(57, 700, "X")}EMC ${show(64, 700, "b")}`,
  ],
  ["empty actual text", "end", `/Span<</ActualText()>>BDC ${show(50, 700, "-")}EMC ${show(50, 650, "end")}`],
  [
    "nested actual text",
    "outer\ninner",
    `/A<</ActualText(outer)>>BDC ${show(50, 700, "x")}/B<</ActualText(inner)>>BDC ${show(60, 700, "y")}EMC EMC`,
  ],
  [
    "an inline image",
    "after",
    `q 10 0 0 10 50 50 cm BI /W 4 /H 2 /BPC 8 /CS/G ID ab EI cd EI Q ${show(50, 700, "after")}`,
  ],
  [
    "an inline mask",
    "after",
    `q 10 0 0 10 50 50 cm BI /W 32 /H 1 /IM true ID  EI  EI Q ${show(50, 700, "after")}`,
  ],
  [
    "an encoded inline image",
    "after",
    `q 10 0 0 10 50 50 cm BI /W 2/H 2/IM true/F/AHx ID F0F0> EI Q ${show(50, 700, "after")}`,
  ],
  [
    "an image",
    "",
    `q 100 0 0 50 20 30 cm /I Do Q`,
    {
      resources: "/XObject<</I 10 0 R>>",
      more: {
        10: {
          dict: "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
          data: "x",
        },
      },
    },
  ],
  [
    "rectangles and lines",
    "",
    "10 10 200 1 re f 50 50 m 50 300 l S 1 g 100 100 80 40 re f 0 0 1 rg 300 300 50 50 re B 2 w 10 400 m 200 400 l 200 500 l s",
  ],
  [
    "curves and crooked paths",
    "",
    "10 10 m 40 80 90 20 120 60 c S 200 200 m 260 210 l 230 280 l h f 300 300 m 300 340 350 350 v 400 400 380 390 y b*",
  ],
  ["many subpaths", "", "10 10 m 60 10 l 100 10 l 10 30 m 60 30 l 200 200 30 30 re 300 300 m 320 340 l S"],
  [
    "clipped drawings",
    "",
    "q 100 100 50 50 re W n 90 90 100 10 re f 0 0 600 800 re f Q 5 w 590 790 20 20 re S",
  ],
  [
    "colors in all color spaces",
    "",
    "/C cs 0 scn 10 10 50 50 re f 1 scn 70 10 50 50 re f 0 0 0 0 k 130 10 50 50 re f /I cs 1 sc 190 10 50 50 re f",
    {
      resources:
        "/ColorSpace<</C[/Separation/Ink/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 0 0 1]/N 1>>]/I[/Indexed/DeviceRGB 1<000000FFFFFF>]>>",
    },
  ],
  [
    "text between drawings",
    "one\ntwo\nthree",
    `${show(50, 700, "one")}50 690 100 1 re f ${show(50, 686, "two")}${show(50, 672, "three")}`,
  ],
  [
    "a shading",
    "",
    "q 20 20 100 100 re W n /S sh Q",
    {
      resources:
        "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function<</FunctionType 2/Domain[0 1]/N 1>>>>>>",
    },
  ],
  [
    "links",
    "some linked words",
    `${show(50, 700, "some linked words")}`,
    {
      page: "/Annots[<</Type/Annot/Subtype/Link/Rect[75 695 115 715]/A<</S/URI/URI(https://example.org/a)>>>><</Type/Annot/Subtype/Link/Rect[0 0 600 800]/A<</S/URI/URI(file:///etc)>>>>]",
    },
  ],
  [
    "glyphs drawn as images",
    "ab a\n\nend",
    `BT /T 10 Tf 50 700 Td (ab a) Tj ET ${show(50, 650, "end")}`,
    {
      resources: "/Font<</F 5 0 R/T 10 0 R>>",
      more: {
        10: "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 98/Widths[800 600]/CharProcs<</a 11 0 R/b 11 0 R>>/Encoding<</Differences[97/a/b]>>/Resources<<>>>>",
        11: { dict: "", data: "800 0 0 0 800 800 d1 0 0 800 800 re f" },
      },
    },
  ],
  [
    "elements out of order",
    "told by the element\n\nfirst\n\ntold by the element",
    `/P<</MCID 1>>BDC ${show(50, 700, "second")}EMC /P<</MCID 0>>BDC ${show(50, 650, "first")}EMC /P<</MCID 1>>BDC ${show(95, 700, "goes on")}EMC /Artifact BMC ${show(50, 20, "7")}EMC`,
    {
      page: "/StructParents 0",
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 20 0 R",
      more: {
        20: "<</Type/StructTreeRoot/K[21 0 R 22 0 R]/ParentTree<</Nums[0[21 0 R 22 0 R]]>>>>",
        21: "<</Type/StructElem/S/P/P 20 0 R/K 0>>",
        22: "<</Type/StructElem/S/H1/P 20 0 R/K 1/ActualText(told by the element)>>",
      },
    },
  ],
];

/** The images, lines (stroked) and areas of each case, in whole points. */
const painted: Readonly<Record<string, readonly string[]>> = {
  "an inline image": ["image 50 740 60 750"],
  "an inline mask": ["image 50 740 60 750"],
  "an encoded inline image": ["image 50 740 60 750"],
  "an image": ["image 20 720 120 770"],
  "rectangles and lines": [
    "area 10 789 210 790",
    "line 50 500 51 751",
    "area 100 660 180 700",
    "area 300 450 350 500",
    "line 300 450 351 501",
    "line 9 299 201 401",
  ],
  "curves and crooked paths": [
    "line 10 720 121 791",
    "area 200 520 260 600",
    "area 300 400 400 500",
    "line 300 400 401 501",
  ],
  "many subpaths": [
    "line 10 790 101 791",
    "line 10 770 61 771",
    "line 200 570 231 601",
    "line 300 460 321 501",
  ],
  "clipped drawings": ["area 100 700 150 700", "area 100 650 150 700", "line 588 0 600 13"],
  "colors in all color spaces": [
    "area 10 740 60 790",
    "area 70 740 120 790",
    "area 130 740 180 790",
    "area 190 740 240 790",
  ],
  "text between drawings": ["area 50 109 150 110"],
  "a shading": ["image 20 680 120 780"],
};

const place = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1].map(Math.round).join(" ");

function paintedOn({ images, drawings }: PageLayout): string[] {
  return [
    ...images.map((box) => `image ${place(box)}`),
    ...drawings.map(({ box, stroked }) => `${stroked ? "line" : "area"} ${place(box)}`),
  ];
}

describe("content", () => {
  it.each(pages.map(([name, text, content, parts]) => ({ name, text, content, parts })))(
    "is read: $name",
    async ({ name, text, content, parts }) => {
      const page = await read(contentPdf(content, parts));
      expect(page.text).toBe(text);
      expect(paintedOn(page.layout)).toEqual(painted[name] ?? []);
    },
  );

  it("is split into words", async () => {
    const { layout } = await read(contentPdf(show(50, 700, "some words")));
    expect(layout.pieces.map(({ words }) => words.map((word) => word.text))).toEqual([["some", "words"]]);
    const [first, second] = layout.pieces[0]?.words ?? [];
    expect(first).toMatchObject({ baseline: 100, size: 12, spaced: false, face: { name: "Helvetica" } });
    expect(second?.spaced).toBe(true);
    // "some " is 500 + 556 + 833 + 556 + 278 thousandths of 12 points wide.
    expect(second?.box.x0).toBeCloseTo(50 + 12 * 2.723, 6);
  });

  it.each([
    ["0 1 -1 0", 270],
    ["-1 0 0 -1", 180],
    ["0 -1 1 0", 90],
    ["0.7 0.7 -0.7 0.7", undefined],
  ])("has the rotation of its text: %s", async (matrix, turn) => {
    const { layout } = await read(contentPdf(`BT /F 12 Tf ${matrix} 300 300 Tm (turned) Tj ET`));
    expect(layout.pieces.map((piece) => [piece.horizontal, piece.turn])).toEqual([[false, turn]]);
  });

  it("has the URLs of links over its words", async () => {
    const [, , content = "", parts] = pages.find(([name]) => name === "links") ?? [];
    const { layout } = await read(contentPdf(content, parts));
    expect(layout.pieces[0]?.words.map(({ uri }) => uri)).toEqual([
      undefined,
      "https://example.org/a",
      undefined,
    ]);
  });

  it("follows the order of its elements, with artifacts last", async () => {
    const [, , content = "", parts] = pages.find(([name]) => name === "elements out of order") ?? [];
    const { layout } = await read(contentPdf(content, parts));
    expect(layout.pieces.map(({ tag }) => tag?.type)).toEqual(["P", "H1", "H1", "Artifact"]);
  });

  it("treats patterns and masks like a color", async () => {
    const { layout } = await read(
      contentPdf("/Pattern cs /P scn 0 0 99 99 re f /M gs 0 g 100 0 50 50 re f", {
        resources: "/Pattern<</P 10 0 R>>/ExtGState<</M<</SMask<</S/Alpha/G 11 0 R>>>>>>",
        more: {
          10: {
            dict: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>",
            data: "0 0 5 5 re f",
          },
          11: form("0 0 9 9 re f", "/Resources<<>>"),
        },
      }),
    );
    expect(paintedOn(layout)).toEqual(["area 0 701 99 800", "area 100 750 150 800"]);
  });

  it("includes invisible text only if it may be the text of a scan", async () => {
    const hidden = show(50, 700, "seen") + show(50, 650, "seen too") + show(50, 600, "unseen", "3 Tr");
    const image = "q 9 0 0 9 0 0 cm BI /W 4 /H 2 /BPC 8 /CS/G ID ab EI cd EI Q ";
    expect((await read(contentPdf(hidden))).text).toBe("seen\n\nseen too");
    expect((await read(contentPdf(image + hidden))).text).toBe("seen\n\nseen too\n\nunseen");
    expect((await read(contentPdf(show(50, 600, "unseen", "3 Tr")))).text).toBe("unseen");
  });
});
