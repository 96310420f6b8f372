/** pdf_check: verdicts, their rules, and what it says about claims. */
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

const claiming = (part: string, level: string) => {
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance="${level}"/></rdf:RDF></x:xmpmeta>`;
  return pagesPdf([""], {
    root: "/Metadata 20 0 R",
    more: { 20: `<</Type/Metadata/Subtype/XML/Length ${packet.length}>>\nstream\n${packet}\nendstream` },
  });
};
const rules = ({ violations }: { violations?: { rule: string }[] }) => violations?.map(({ rule }) => rule);
const check = async (bytes: Uint8Array, fields: object = {}) =>
  (await runTool("pdf_check", { input: "a.pdf", ...fields }, { "a.pdf": bytes })).result as {
    profile: string;
    conforms: boolean | null;
    violations: { rule: string; clause?: string; pages?: string; count: number }[];
    not_checked: string[];
    claims: string[];
  };

describe("pdf_check", () => {
  it("checks what the document claims", async () => {
    expect(await check(claiming("2", "B"))).toMatchObject({
      profile: "pdfa-2b",
      claims: ["pdfa-2b"],
      conforms: false,
    });
  });

  it("checks level A as U, and lists the rules about tags as not checked", async () => {
    const { profile, not_checked } = await check(claiming("2", "A"));
    expect([profile, not_checked.includes("6.7.3.3-1")]).toEqual(["pdfa-2u", true]);
  });

  it.each([
    ["no claim", pagesPdf([""])],
    ["a claim without a profile", claiming("4", "E")],
  ])("refuses the profile claimed with %s", async (_, bytes) => {
    const { error } = await callOrError("pdf_check", { input: "a.pdf" }, { "a.pdf": bytes });
    expect(error).toMatchObject({ code: "validation", errors: [{ field: "profile" }] });
  });

  it("names the clause, the pages and how often", async () => {
    const annotation = "/Annots[<</Subtype/Text/Rect[0 0 9 9]/F 2>>]";
    const { violations } = await check(pagesPdf(["", annotation, annotation]), { profile: "pdfa-2b" });
    expect(violations.find(({ rule }) => rule === "6.3.2-2")).toMatchObject({
      clause: "6.3.2",
      pages: "2-3",
      count: 2,
    });
  });

  it("finds a forbidden action, wherever it hangs", async () => {
    const bytes = pagesPdf([""], { root: "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(1)>>>>" });
    expect(rules(await check(bytes, { profile: "pdfa-2b" }))).toContain("6.5.1-1");
  });

  it("doesn't call a document accessible whose tags it can't judge", async () => {
    const { conforms, not_checked } = await check(claiming("2", "B"), { profile: "pdfua-1" });
    expect([conforms, not_checked.includes("7.3-1")]).toEqual([false, true]);
  });
});

describe("lint", () => {
  const titled = { root: "/Lang(en)", trailer: "/Info 90 0 R" };
  const info = { 90: "<</Title(A title)>>" };
  const draws = (data: string, resources = "") => ({
    page: `/Contents 50 0 R/Resources<<${resources}>>`,
    more: { ...info, 50: { dict: "", data } },
  });
  /** An image of 100 by 100 samples. */
  const image = (space = "/DeviceGray", entries = "") => ({
    dict: `/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace${space}${entries}`,
    data: "0",
  });
  const found = async (bytes: Uint8Array) => {
    const { violations, not_checked, conforms } = await check(bytes, { profile: "lint" });
    expect(not_checked).toEqual([]);
    expect(conforms).toBe(violations.length === 0);
    expect(violations.every(({ clause }) => clause === undefined)).toBe(true);
    return violations.map(({ rule, pages }) => `${rule}${pages === undefined ? "" : ` ${pages}`}`);
  };
  const drawn = (data: string, resources?: string, more: object = {}, root = "") => {
    const made = draws(data, resources);
    return pagesPdf([made.page], {
      ...titled,
      root: `${titled.root}${root}`,
      more: { ...made.more, ...more },
    });
  };
  const placed = (size: string, own = image()) =>
    drawn(`q ${size} 0 0 cm /I Do Q`, "/XObject<</I 51 0 R>>", { 51: own });

  it("finds nothing in a page with a title and a language", async () => {
    expect(await found(drawn("0 0 9 9 re f"))).toEqual([]);
  });

  it("finds a missing title, a missing language and an empty page", async () => {
    expect(await found(pagesPdf([""]))).toEqual(["empty_page 1", "no_language", "no_title"]);
  });

  it.each([
    ["as 100 dpi", "72 0 0 72", image(), []],
    ["smaller on one side", "72 0 0 72.8", image(), ["low_resolution 1"]],
    ["turned", "0 80 -80 0", image(), ["low_resolution 1"]],
    ["as 600 dpi", "12 0 0 12", image(), []],
    ["larger on one side", "12 0 0 11.9", image(), ["high_resolution 1"]],
    ["as a mask", "720 0 0 720", image("/DeviceGray", "/ImageMask true"), []],
    ["of few pixels", "720 0 0 720", { ...image(), dict: image().dict.replace("100", "15") }, []],
  ])("judges the resolution of a picture %s", async (_, size, own, rules) => {
    expect(await found(placed(size, own))).toEqual(rules);
  });

  const page = (data: string) => `${data} 0 0 9 9 re f`;
  it.each([
    ["RGB alone", page("1 0 0 rg"), "", []],
    ["as much of both", `${page("1 0 0 rg")} ${page("1 0 0 0 k")}`, "", []],
    [
      "an output intent for presses",
      page("1 0 0 rg"),
      "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(CGATS TR 001)>>]",
      ["rgb_in_cmyk 1"],
    ],
    [
      "black text beside it",
      "BT 0 0 0 rg /F 9 Tf () Tj ET 1 0 0 0 k 0 0 9 9 re f",
      "/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(CGATS TR 001)>>]",
      [],
    ],
  ])("judges color: %s", async (_, data, root, rules) => {
    expect(await found(drawn(data, "", {}, root))).toEqual(rules);
  });

  it("takes a document for CMYK in which most pages are", async () => {
    const contents = [51, 51, 52].map((num) => `/Contents ${num} 0 R`);
    const more = {
      ...info,
      51: { dict: "", data: page("1 0 0 0 k") },
      52: { dict: "", data: page("q 1 0 0 rg") },
    };
    expect(await found(pagesPdf(contents, { ...titled, more }))).toEqual(["rgb_in_cmyk 3"]);
  });

  it("finds links to nowhere", async () => {
    const link = (target: string) => `<</Subtype/Link/Rect[0 0 9 9]${target}>>`;
    const good = ["/Dest[3 0 R/Fit]", "/A<</S/URI/URI(https://example.org)>>", "/A<</S/Named/N/NextPage>>"];
    const bad = ["", "/Dest(none)", "/Dest[99 0 R/Fit]", "/A<</S/GoTo/D(none)>>", "/A<</S/URI/URI()>>"];
    const of = (targets: readonly string[]) =>
      pagesPdf([`/Contents 50 0 R/Annots[${targets.map(link).join("")}]`], {
        ...titled,
        more: draws("0 0 9 9 re f").more,
      });
    expect(await found(of(good))).toEqual([]);
    const { violations } = await check(of(bad), { profile: "lint" });
    expect(violations).toMatchObject([{ rule: "broken_link", count: bad.length }]);
  });

  it("finds pages of another size, and no bookmarks on more than 20 pages", async () => {
    const boxes = ["/MediaBox[0 0 500 500]", "/MediaBox[0 0 792.5 612]", ...Array<string>(19).fill("")];
    const sizes = boxes.map((box) => `/Contents 50 0 R${box}`);
    const { more } = draws("0 0 9 9 re f");
    expect(await found(pagesPdf(sizes, { ...titled, more }))).toEqual(["mixed_sizes 1", "no_bookmarks"]);
  });

  it("finds fonts that aren't embedded, and text that can't be copied", async () => {
    const font = (encoding: string) => ({
      52: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${encoding}>>`,
    });
    const shown = (encoding: string) => drawn("BT /F 9 Tf (A) Tj ET", "/Font<</F 52 0 R>>", font(encoding));
    expect(await found(shown("/Encoding/WinAnsiEncoding"))).toEqual(["fonts_not_embedded 1"]);
    expect(await found(shown("/Encoding<</Differences[65/g65]>>"))).toEqual([
      "fonts_not_embedded 1",
      "text_not_copyable 1",
    ]);
  });
});
