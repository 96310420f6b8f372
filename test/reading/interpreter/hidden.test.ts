/** Hidden text is marked with the reason; visible text isn't marked. */
import { describe, expect, it } from "vitest";
import type { HiddenText } from "../../../src/core/page-layout.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { documentRun } from "../../../src/reading/interpreter/interpret-page.ts";
import { readPage } from "../../../src/reading/read-page.ts";
import { memorySource } from "../../support/memory-files.ts";
import { contentPdf, type PageParts } from "./pages.ts";

function hiddenOn(content: string, parts: PageParts, withUnshown = false): readonly HiddenText[] {
  const shared = documentRun(openStrictly(memorySource(contentPdf(content, parts))), () => {});
  shared.onHidden = () => {};
  const layout = readPage(shared, 1, { layout: true, withUnshown }).hidden;
  // Both tools find the same.
  expect(readPage(shared, 1, { withUnshown }).hidden).toEqual(layout);
  return layout;
}

const show = (y: number, words: string, before = "") => `BT ${before} /F 12 Tf 50 ${y} Td (${words}) Tj ET\n`;
const body = show(700, "What everybody sees");
const image = (dict = "") => ({
  dict: `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${dict}`,
  data: "x",
});
const images: PageParts = {
  resources:
    "/XObject<</I 20 0 R/M 21 0 R>>/ExtGState<</half<</ca .5>>/none<</ca 0/CA 0>>/multiply<</BM/Multiply>>>>",
  more: { 20: image(), 21: image("/SMask 20 0 R") },
};
const drawn = (name: string, box: string) => `q ${box} cm /${name} Do Q\n`;
const layers: PageParts = {
  catalog: "/OCProperties<</OCGs[20 0 R]/D<</OFF[20 0 R]>>>>",
  resources: "/Properties<</off 20 0 R>>",
  more: { 20: "<</Type/OCG/Name(off)>>" },
};

const hidden: readonly (readonly [string, string, string, PageParts?])[] = [
  ["white on the page", "color", show(500, "secret", "1 g")],
  ["nearly white", "color", show(500, "secret", "0.97 0.98 0.99 rg")],
  ["white by CMYK", "color", show(500, "secret", "0 0 0 0 k")],
  ["white by a color space", "color", show(500, "secret", "/DeviceRGB cs 1 1 1 sc")],
  ["the color of a box under it", "color", `0 0 1 rg 40 490 200 30 re f ${show(500, "secret", "0 0 1 rg")}`],
  [
    "the color of a box drawn by lines",
    "color",
    `0 0 1 rg 40 490 m 240 490 l 240 520 l 40 520 l h f ${show(500, "secret")}`,
  ],
  [
    "white over a white box over a dark one",
    "color",
    `0 g 40 490 200 30 re f 1 g 40 490 200 30 re f ${show(500, "secret")}`,
  ],
  ["white with a thin line through it", "color", `1 g 0 G ${show(500, "secret")} 40 505 m 200 505 l S`],
  ["stroked in white", "color", `1 G ${show(500, "secret", "1 Tr")}`],
  ["half a point in size", "size", "BT /F .5 Tf 50 500 Td (secret) Tj ET"],
  ["small by its matrix", "size", "q .05 0 0 .05 0 0 cm BT /F 12 Tf 50 500 Td (secret) Tj ET Q"],
  ["under a box", "covered", `${show(500, "secret")} 0 g 40 490 200 30 re f`],
  [
    "under two boxes beside each other",
    "covered",
    `${show(500, "secret")} 0 g 40 490 25 30 re f 65 490 200 30 re f`,
  ],
  ["under an image", "covered", show(500, "secret") + drawn("I", "200 0 0 30 40 490"), images],
  [
    "in mode 3 beside an image",
    "invisible",
    show(500, "secret", "3 Tr") + drawn("I", "9 0 0 9 40 300"),
    images,
  ],
  ["without any opacity", "invisible", `/none gs ${show(500, "secret")}`, images],
];

const seen: readonly (readonly [string, string, PageParts?])[] = [
  ["white on a dark box", `0 g 40 490 200 30 re f 1 g ${show(500, "text")}`],
  [
    "white on a dark shape with curves",
    `0 g 40 490 m 40 520 140 560 240 520 c 240 490 l h f 1 g ${show(500, "text")}`,
  ],
  ["white on an image", drawn("I", "200 0 0 30 40 490") + show(500, "text", "1 g"), images],
  ["white on a wide line", `0 G 30 w 40 505 m 240 505 l S ${show(500, "text", "1 g")}`],
  ["white filled and stroked in black", `1 g 0 G ${show(500, "text", "2 Tr")}`],
  ["painted in white and then in black", `${show(500, "text", "1 g")}${show(500, "text", "0 g")}`],
  ["light gray", show(500, "text", "0.85 g")],
  ["under a transparent box", `/half gs ${show(500, "text")} 40 490 200 30 re f`, images],
  ["under a box that multiplies", `${show(500, "text")} /multiply gs 1 1 0 rg 40 490 200 30 re f`, images],
  ["under an image with a mask", show(500, "text") + drawn("M", "200 0 0 30 40 490"), images],
  ["in a frame", `${show(500, "text")} 0 g 40 490 200 30 re 45 495 190 20 re f*`],
  ["beside a box", `${show(500, "text")} 0 g 40 460 200 30 re f`],
  [
    "under a box that is clipped by a shape",
    `${show(500, "text")} q 40 490 m 60 530 l 80 490 l h W n 0 g 0 0 600 800 re f Q`,
  ],
  ["a scan's text in mode 3", drawn("I", "600 0 0 800 0 0") + show(500, "text", "3 Tr"), images],
  ["a scan's text under its image", show(500, "text") + drawn("I", "600 0 0 800 0 0"), images],
  ["a rule over it", `${show(500, "text")} 0 g 40 504 200 1 re f`],
];

describe("hidden text", () => {
  it.each(hidden.map(([name, reason, content, parts = {}]) => ({ name, reason, content, parts })))(
    "is $name: $reason",
    ({ reason, content, parts }) => {
      const [only, ...others] = hiddenOn(body + content, parts);
      expect(others).toEqual([]);
      expect(only).toMatchObject({ reason, text: "secret" });
      expect(only && only.box.x1 - only.box.x0).toBeLessThan(100);
    },
  );

  it.each(seen.map(([name, content, parts = {}]) => ({ name, content, parts })))(
    "is not $name",
    ({ content, parts }) => expect(hiddenOn(body + content, parts)).toEqual([]),
  );

  it("is separated from visible text on its line", () => {
    const line = "BT /F 12 Tf 50 500 Td (Pay ) Tj 1 g (not ) Tj 0 g (today) Tj ET";
    expect(hiddenOn(line, {}).map(({ text }) => text)).toEqual(["not"]);
  });
});

const unshown: readonly (readonly [string, string, PageParts])[] = [
  ["layer", `/OC /off BDC ${show(500, "secret")} EMC`, layers],
  ["off_page", "BT /F 12 Tf 700 500 Td (secret) Tj ET", {}],
  ["invisible", `q 0 0 20 20 re W n ${show(500, "secret")} Q`, {}],
  ["invisible", show(600, "More that is seen") + show(500, "secret", "3 Tr"), {}],
];

describe("text that is never shown is read on request", () => {
  it.each(unshown)("%s", (reason, content, parts) => {
    expect(hiddenOn(body + content, parts)).toEqual([]);
    expect(hiddenOn(body + content, parts, true)).toMatchObject([{ reason, text: "secret" }]);
  });
});
