/** Text shown by annotations is part of the page's text, in its place. */
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../../src/document/open.ts";
import { openContentLayout, openContentText } from "../../../src/reading/open.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";
import { contentPdf, type PageParts } from "./pages.ts";

const look = (words: string, more = "") => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 5 0 R>>>>${more}`,
  data: `/Tx BMC BT /F 12 Tf 2 5 Td (${words}) Tj ET EMC`,
});
const widget = (y: number, more: string) =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(t${y})/Rect[150 ${y} 350 ${y + 20}]${more}>>`;
const show = (y: number, words: string) => `BT /F 12 Tf 50 ${y} Td (${words}) Tj ET\n`;
const content = show(705, "Name:") + show(655, "Town:") + show(500, "Below all of them");

async function read(parts: PageParts): Promise<{ text: string[]; layout: string[] }> {
  const document = openStrictly(memorySource(contentPdf(content, parts)));
  const left = (_: number, reason: string) => expect.unreachable(reason);
  using texts = openContentText(document, { engines: noEngines, left });
  using layouts = openContentLayout(document, { engines: noEngines, left });
  const { pieces } = await layouts.page(1);
  return {
    text: (await texts.page(1)).split(/\n+/),
    layout: pieces.map(({ words }) => words.map((word) => word.text).join(" ")),
  };
}

const own = ["Name:", "Town:", "Below all of them"];
const placed = ["Name:", "Ada", "Town:", "Below all of them"];

const cases: readonly (readonly [string, readonly string[], string, PageParts])[] = [
  [
    "the appearance of a field",
    placed,
    "20 0 R",
    { more: { 20: widget(700, "/V(old)/AP<</N 21 0 R>>"), 21: look("Ada") } },
  ],
  [
    "a field's value if it has no appearance",
    placed,
    "20 0 R",
    { more: { 20: widget(700, "/V(Ada)/DA(/Helv 10 Tf)") } },
  ],
  [
    "a field's value if the form's appearances are out of date",
    placed,
    "20 0 R",
    {
      catalog: "/AcroForm<</NeedAppearances true/Fields[20 0 R]>>",
      more: { 20: widget(700, "/V(Ada)/AP<</N 21 0 R>>"), 21: look("old") },
    },
  ],
  [
    "the label of a choice",
    placed,
    "20 0 R",
    { more: { 20: widget(700, "/V(x)/Opt[[(y)(Eve)][(x)(Ada)]]").replace("/FT/Tx", "/FT/Ch/Ff 131072") } },
  ],
  [
    "the state of a button",
    placed,
    "20 0 R",
    {
      more: {
        20: widget(700, "/AS/On/AP<</N<</On 21 0 R/Off 22 0 R>>>>").replace("/FT/Tx", "/FT/Btn"),
        21: look("Ada"),
        22: look("no"),
      },
    },
  ],
  [
    "a FreeText between two lines",
    ["Name:", "Town:", "Ada", "Below all of them"],
    "20 0 R",
    {
      more: { 20: "<</Type/Annot/Subtype/FreeText/Rect[60 580 260 600]/AP<</N 21 0 R>>>>", 21: look("Ada") },
    },
  ],
  [
    "a stamp above all lines",
    ["Ada", ...own],
    "20 0 R",
    { more: { 20: "<</Type/Annot/Subtype/Stamp/Rect[40 760 240 780]/AP<</N 21 0 R>>>>", 21: look("Ada") } },
  ],
  [
    "the values of two fields, whatever their order",
    ["Name:", "Ada", "Town:", "Bonn", "Below all of them"],
    "22 0 R 20 0 R",
    {
      more: {
        20: widget(700, "/AP<</N 21 0 R>>"),
        21: look("Ada"),
        22: widget(650, "/AP<</N 23 0 R>>"),
        23: look("Bonn"),
      },
    },
  ],
  [
    "a value whose appearance can't be read",
    placed,
    "20 0 R",
    {
      more: {
        20: widget(700, "/V(Ada)/AP<</N 21 0 R>>"),
        21: { dict: "/Subtype/Form/BBox[0 0 200 20]", data: "BT /F 12 Tf (x) Tj frob" },
      },
    },
  ],
  [
    "nothing for push buttons",
    own,
    "20 0 R",
    {
      more: {
        20: widget(700, "/Ff 65536/AP<</N 21 0 R>>").replace("/FT/Tx", "/FT/Btn"),
        21: look("Submit"),
      },
    },
  ],
  [
    "nothing for hidden ones",
    own,
    "20 0 R",
    { more: { 20: widget(700, "/F 2/AP<</N 21 0 R>>"), 21: look("Ada") } },
  ],
  [
    "nothing for ones that are only printed",
    own,
    "20 0 R",
    { more: { 20: widget(700, "/F 32/AP<</N 21 0 R>>"), 21: look("Ada") } },
  ],
  [
    "nothing for popups",
    own,
    "20 0 R",
    { more: { 20: "<</Subtype/Popup/Rect[0 0 9 9]/AP<</N 21 0 R>>>>", 21: look("Ada") } },
  ],
];

const tagged: PageParts = {
  catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 30 0 R",
  page: "/StructParents 0/Annots[20 0 R]",
  more: {
    20: widget(700, "/StructParent 1/AP<</N 21 0 R>>"),
    21: look("Ada"),
    30: "<</Type/StructTreeRoot/K[31 0 R 32 0 R]/ParentTree<</Nums[0[31 0 R] 1 32 0 R]>>>>",
    31: "<</S/P/P 30 0 R/Pg 3 0 R/K 0>>",
    32: "<</S/Form/P 30 0 R/K<</Type/OBJR/Obj 20 0 R>>>>",
  },
};

describe("annotations", () => {
  it("belong to their elements", async () => {
    const document = openStrictly(
      memorySource(contentPdf(`/P<</MCID 0>>BDC ${show(500, "Above it in the tags")} EMC`, tagged)),
    );
    using layouts = openContentLayout(document, { engines: noEngines });
    const { pieces } = await layouts.page(1);
    expect(pieces.map(({ words, tag }) => [words[0]?.text, tag?.type])).toEqual([
      ["Above", "P"],
      ["Ada", "Form"],
    ]);
  });

  it.each(cases.map(([name, lines, annotations, parts]) => ({ name, lines, annotations, parts })))(
    "show $name",
    async ({ lines, annotations, parts }) => {
      const found = await read({ ...parts, page: `/Annots[${annotations}]` });
      expect(found.text).toEqual(lines);
      expect(found.layout).toEqual(lines);
    },
  );
});
