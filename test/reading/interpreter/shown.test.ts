/** Which text on a page is shown, by layers, graphics state and colors. */
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../../src/document/open.ts";
import { openContentLayout } from "../../../src/reading/open.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";
import { contentPdf, type PageParts } from "./pages.ts";

const show = (x: number, y: number, words: string) => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET\n`;

/** The words of a page, each with why it is hidden; or the reason that the page is left to another engine. */
async function wordsOf(content: string, parts: PageParts = {}): Promise<string> {
  const document = openStrictly(memorySource(contentPdf(content, parts)));
  let why: string | undefined;
  const left = (_: number, reason: string) => {
    why ??= reason;
  };
  using reader = openContentLayout(document, { engines: noEngines, left });
  try {
    const { pieces } = await reader.page(1);
    const words = pieces.flatMap((piece) =>
      piece.words.map(({ text, hidden }) => (hidden ? `${text}:${hidden}` : text)),
    );
    return words.join(" ");
  } catch (error) {
    if (why === undefined) throw error;
    return `left: ${why}`;
  }
}

describe("a layer", () => {
  const group = (more = "") => `<</Type/OCG/Name(layer)${more}>>`;
  const member = (groups: string, policy = "") => `<</Type/OCMD/OCGs ${groups}${policy && `/P/${policy}`}>>`;
  const both = "[20 0 R 21 0 R]";

  /** Objects 20 and 21 are groups, the first of which is off by default. */
  it.each<[string, string, string, string, boolean]>([
    ["is on", "", group(), "21 0 R", true],
    ["is off", "", group(), "20 0 R", false],
    ["is on in a file whose layers are off", "/BaseState/OFF/ON[20 0 R]/OFF[]", group(), "20 0 R", true],
    ["is off in a file whose layers are off", "/BaseState/OFF/OFF[]", group(), "21 0 R", false],
    ["is off and on", "/ON[20 0 R]", group(), "20 0 R", false],
    ["is off in views", "", group("/Usage<</View<</ViewState/OFF>>>>"), "21 0 R", false],
    ["is on in views", "", group("/Usage<</View<</ViewState/ON>>>>"), "21 0 R", true],
    ["is off in prints", "", group("/Usage<</Print<</PrintState/OFF>>>>"), "21 0 R", true],
    ["is for design", "/Intent/View", group("/Intent/Design"), "20 0 R", true],
    ["is for views and design", "/Intent/View", group("/Intent[/Design/View]"), "20 0 R", false],
    ["is for all intents", "/Intent/View", group("/Intent/All"), "20 0 R", false],
    ["is for views, as it doesn't say so", "/Intent/View", group(), "20 0 R", false],
    ["is for another intent than views", "/Intent/Design", group(), "20 0 R", true],
    ["is for design, in a file with all intents", "/Intent/All", group("/Intent/Design"), "20 0 R", false],
    ["is unknown", "", group(), "22 0 R", true],
    ["has members of which any is on", "", group(), member(both), true],
    ["has members of which none is on", "", group(), member("[20 0 R]"), false],
    ["has one member", "", group(), member("20 0 R"), false],
    ["has no members", "", group(), member("[]"), true],
    ["has members that all have to be on", "", group(), member(both, "AllOn"), false],
    ["has members that all are on", "", group(), member("[21 0 R]", "AllOn"), true],
    ["has members of which any has to be off", "", group(), member(both, "AnyOff"), true],
    ["has members of which none is off", "", group(), member("[21 0 R]", "AnyOff"), false],
    ["has members that all have to be off", "", group(), member(both, "AllOff"), false],
    ["has members that all are off", "", group(), member("[20 0 R]", "AllOff"), true],
    ["has an expression", "", group(), `<</Type/OCMD/OCGs 20 0 R/VE[/Not 20 0 R]>>`, true],
    ["is something else", "", group(), "<</Type/Other>>", true],
  ])("that %s", async (_, config, own, layer, isShown) => {
    const off = config.includes("/OFF[") ? "" : "/OFF[20 0 R]";
    const parts = {
      catalog: `/OCProperties<</OCGs${both}/D<<${off}${config}>>>>`,
      resources: `/Properties<</L ${layer}>>`,
      more: { 20: own, 21: own, 22: own },
    };
    const text = await wordsOf(`/OC/L BDC ${show(50, 700, "layer")}EMC ${show(50, 600, "rest")}`, parts);
    expect(text).toBe(isShown ? "layer rest" : "rest");
  });
});

const mask = (resources: string) => ({
  resources: "/ExtGState<</M<</SMask<</S/Alpha/G 11 0 R>>>>/N<</SMask/None>>>>",
  more: { 11: { dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`, data: "0 0 9 9 re f" } },
});

describe("text", () => {
  it.each<[string, string, string, PageParts?]>([
    ["in white", `1 g ${show(50, 700, "text")}`, "text:color"],
    ["in white RGB", `1 1 1 rg ${show(50, 700, "text")}`, "text:color"],
    ["in white CMYK", `0 0 0 0 k ${show(50, 700, "text")}`, "text:color"],
    ["in gray", `0.9 g ${show(50, 700, "text")}`, "text"],
    ["stroked in white", `1 G 1 Tr ${show(50, 700, "text")}`, "text:color"],
    ["stroked in red", `1 g 1 0 0 RG 1 Tr ${show(50, 700, "text")}`, "text"],
    ["stroked in CMYK", `1 g 0 0 0 1 K 1 Tr ${show(50, 700, "text")}`, "text"],
    ["in white on black", `0 g 0 0 600 800 re f 1 g ${show(50, 700, "text")}`, "text"],
    ["in black on black", `0 g 0 0 600 800 re f ${show(50, 700, "text")}`, "text:color"],
    ["in white in a space by its name", `/DeviceRGB cs 1 1 1 sc ${show(50, 700, "text")}`, "text:color"],
    ["in a space's first color", `1 g /DeviceCMYK cs ${show(50, 700, "text")}`, "text"],
    ["stroked in a space's color", `/DeviceGray CS 1 SC 1 Tr ${show(50, 700, "text")}`, "text:color"],
    [
      "in a space of the file",
      `/S cs 1 scn ${show(50, 700, "text")}`,
      "text:color",
      { resources: "/ColorSpace<</S[/CalGray<</WhitePoint[1 1 1]>>]>>" },
    ],
    [
      "in a profile's space",
      `/S cs 1 1 1 scn ${show(50, 700, "text")}`,
      "text:color",
      { resources: "/ColorSpace<</S[/ICCBased 11 0 R]>>", more: { 11: { dict: "/N 3", data: "" } } },
    ],
    [
      "in a profile's space of two colors",
      `/S cs 1 1 scn ${show(50, 700, "text")}`,
      "text",
      { resources: "/ColorSpace<</S[/ICCBased 11 0 R]>>", more: { 11: { dict: "/N 2", data: "" } } },
    ],
    [
      "in a special space",
      `/S cs 0 scn ${show(50, 700, "text")}`,
      "text",
      { resources: "/ColorSpace<</S[/Separation/Gold/DeviceGray<</FunctionType 2/Domain[0 1]/N 1>>]>>" },
    ],
    ["in a tiny size", "BT /F 0.9 Tf 50 700 Td (text) Tj ET", "text:size"],
    ["covered by a rectangle", `${show(50, 700, "text")}0 g 40 690 100 30 re f`, "text:covered"],
    ["covered partly", `${show(50, 700, "text")}0 g 40 690 20 30 re f`, "te:covered xt"],
    [
      "covered transparently",
      `${show(50, 700, "text")}/A gs 40 690 100 30 re f`,
      "text",
      { resources: "/ExtGState<</A<</ca 0.5>>>>" },
    ],
    [
      "that is transparent",
      `/A gs ${show(50, 700, "text")}`,
      "text:invisible",
      { resources: "/ExtGState<</A<</ca 0>>>>" },
    ],
    [
      "that is stroked transparently",
      `/A gs 1 Tr ${show(50, 700, "text")}`,
      "text:invisible",
      { resources: "/ExtGState<</A<</CA 0>>>>" },
    ],
    [
      "that isn't transparent any more",
      `q /A gs Q ${show(50, 700, "text")}`,
      "text",
      { resources: "/ExtGState<</A<</ca 0>>>>" },
    ],
    [
      "in white that is blended",
      `/A gs 1 g ${show(50, 700, "text")}`,
      "text",
      { resources: "/ExtGState<</A<</BM/Multiply>>>>" },
    ],
    [
      "in white that is blended as usual",
      `/A gs 1 g ${show(50, 700, "text")}`,
      "text:color",
      { resources: "/ExtGState<</A<</BM/Normal>>>>" },
    ],
    ["in white under a mask", `/M gs 1 g ${show(50, 700, "text")}`, "text", mask("/Resources<<>>")],
    [
      "in white after a mask",
      `/M gs /N gs 1 g ${show(50, 700, "text")}`,
      "text:color",
      mask("/Resources<<>>"),
    ],
    [
      "under a mask that may have text",
      `/M gs ${show(50, 700, "text")}`,
      "left: mask with text",
      mask("/Resources<</Font<</F 5 0 R>>>>"),
    ],
    ["under a mask without resources", `/M gs ${show(50, 700, "text")}`, "left: mask with text", mask("")],
    ["in a missing state", `/X gs ${show(50, 700, "text")}`, "text"],
    ["in a wide line's color", `4 w 0 G 40 705 m 140 705 l S ${show(50, 700, "text")}`, "text"],
    ["with unknown operators", `BX foo EX ${show(50, 700, "text")}`, "text"],
    ["in a matrix that lacks a number", `1 0 0 1 5 cm ${show(50, 700, "text")}`, "left: operands"],
    [
      "in an object without a box",
      `/X Do ${show(50, 700, "text")}`,
      "left: form without a box",
      { resources: "/XObject<</X 10 0 R>>", more: { 10: { dict: "/Type/XObject/Subtype/Form", data: "" } } },
    ],
    [
      "in an object of another kind",
      `/X Do ${show(50, 700, "text")}`,
      "left: form of another kind",
      {
        resources: "/XObject<</X 10 0 R>>",
        more: { 10: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Subtype2/PS", data: "" } },
      },
    ],
    [
      "in a transparent group",
      `/A gs /X Do ${show(50, 600, "rest:")}`,
      "group rest::invisible",
      {
        resources: "/ExtGState<</A<</ca 0>>>>/XObject<</X 10 0 R>>",
        more: {
          10: {
            dict: "/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency>>",
            data: show(50, 700, "group"),
          },
        },
      },
    ],
    [
      "in an object that isn't a group",
      `/A gs /X Do ${show(50, 600, "rest:")}`,
      "form:invisible rest::invisible",
      {
        resources: "/ExtGState<</A<</ca 0>>>>/XObject<</X 10 0 R>>",
        more: { 10: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 600 800]", data: show(50, 700, "form") } },
      },
    ],
  ])("%s", async (_, content, expected, parts) => {
    expect(await wordsOf(content, parts)).toBe(expected);
  });
});
