/** Artifacts in tagged documents aren't part of the text (ISO 32000-2, 14.8.2.2). Uncertain ones are kept. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const line = (y: number, words: string) => `BT /F 12 Tf 50 ${y} Td (${words}) Tj ET\n`;
const head = `/Artifact <</Type/Pagination/Subtype/Header>> BDC ${line(760, "Running head")}EMC\n`;
const text = `/P <</MCID 0>> BDC ${line(700, "The body of the page")}EMC\n`;

/** A tagged document; each page's content is one stream or several. */
function tagged(pages: readonly (string | readonly string[])[], mark = "/MarkInfo<</Marked true>>") {
  const more: Record<number, string | BuiltStream> = {
    900: "<</Type/StructTreeRoot/K 901 0 R>>",
    901: "<</Type/StructElem/S/P/P 900 0 R/K[0]/Pg 3 0 R>>",
  };
  let next = 1000;
  const entries = pages.map((page) => {
    const refs = [page].flat().map((data) => {
      more[next] = { dict: "", data };
      return `${next++} 0 R`;
    });
    return `${font}/StructParents 0/Contents ${Array.isArray(page) ? `[${refs.join(" ")}]` : refs[0]}`;
  });
  return pagesPdf(entries, { root: `${mark}/StructTreeRoot 900 0 R`, more });
}

async function read(file: Uint8Array): Promise<string[]> {
  const { result } = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": file }, createReaders());
  const { pages }: { pages?: { text: string }[] } = Object(result);
  return pages?.map((page) => page.text) ?? [];
}

describe("pdf_read_text", () => {
  it("drops a tagged document's running heads on each page with tagged text", async () => {
    const file = tagged([head + text, text + head, [head, text], head]);
    const page = "The body of the page";
    expect(await read(file)).toEqual([page, page, page, "Running head"]);
  });

  it("names the pages with omitted artifacts", async () => {
    const file = tagged([text, head + text, text + head, head]);
    const { context } = await runTool(
      "pdf_read_text",
      { input: "a.pdf" },
      { "a.pdf": file },
      createReaders(),
    );
    expect(context.warnings).toEqual([
      "pages 2-3 have text that the document marks as page furniture, such as headers; it was omitted",
    ]);
  });

  const shown = (words: string) => `BT /F 12 Tf 50 760 Td (${words}) Tj ET `;
  it.each([
    ["of any type, or none", `/Artifact BMC ${shown("head")}EMC`],
    ["with properties by name", `/Artifact /P0 BDC ${shown("head")}EMC`],
    ["in a form", "/Artifact BMC q /Fm0 Do Q EMC"],
    ["that move to the next line", "/Artifact BMC BT /F 12 Tf 14 TL 50 760 Td (a)' 0 0 (b)\" ET EMC"],
    ["with operators in their strings", `/Artifact BMC ${shown("\\) EMC (x) Tj")}EMC`],
    ["with actual text", `/Artifact BMC /Span <</ActualText(x)>> BDC ${shown("head")}EMC EMC`],
    ["with images inside", `/Artifact BMC BI /W 1 ID (\u0001 EI Q ${shown("head")}EMC`],
  ])("omits artifacts %s", async (_, artifact) => {
    expect(await read(tagged([`${artifact}\n${text}`]))).toEqual(["The body of the page"]);
  });

  it("keeps tagged text inside an artifact", async () => {
    const file = tagged([`/Artifact BMC ${shown("head")}${text}${shown("foot")}EMC`]);
    expect(await read(file)).toEqual(["The body of the page"]);
  });

  it.each([
    ["without tagged text", `${head}${line(700, "The body of the page")}`],
    ["with text only in layers", `${head}/OC /Layer BDC ${line(700, "The body of the page")}EMC`],
    ["that is mostly artifacts", `${head.repeat(80)}${text}`],
  ])("reads all of a page %s", async (_, content) => {
    expect((await read(tagged([content])))[0]).toContain("Running head");
  });

  it("omits artifacts even if some content is damaged", async () => {
    const last = { dict: "/Filter/FlateDecode", data: "not deflated" };
    const more = { 20: { dict: "", data: head + text }, 21: last, 90: "<</K[0]>>" };
    const root = "/MarkInfo<</Marked true>>/StructTreeRoot 90 0 R";
    const file = pagesPdf([`${font}/Contents[20 0 R 21 0 R]`], { root, more });
    expect(await read(file)).toEqual(["The body of the page"]);
  });

  it("reads deflated content", async () => {
    const data = deflateSync(head + text);
    const more = { 20: { dict: "/Filter[/FlateDecode]", data }, 90: "<</K[0]>>" };
    const root = "/MarkInfo<</Marked true>>/StructTreeRoot 90 0 R";
    expect(await read(pagesPdf([`${font}/Contents 20 0 R`], { root, more }))).toEqual([
      "The body of the page",
    ]);
  });

  it.each([
    ["isn't marked as tagged", ""],
    ["marks its tags as suspect", "/MarkInfo<</Marked true/Suspects true>>"],
  ])("reads all of a document that %s", async (_, mark) => {
    expect(await read(tagged([head + text], mark))).toEqual(["Running head\n\nThe body of the page"]);
  });

  it("reads labels and watermarks added to a tagged document", async () => {
    const file = tagged([head + text]);
    const readers = createReaders();
    const label = { input: "a.pdf", output: "b.pdf", text: "Exhibit {page}" };
    const labelled = await runTool("pdf_add_page_labels", label, { "a.pdf": file }, readers);
    const mark = { input: "a.pdf", output: "b.pdf", text: "Draft" };
    const marked = await runTool("pdf_add_watermark", mark, { "a.pdf": labelled.file("b.pdf") }, readers);
    const [page] = await read(marked.file("b.pdf"));
    expect(page).toContain("The body of the page");
    expect(page).toContain("Exhibit 1");
    expect(page).toContain("Draft");
    expect(page).not.toContain("Running head");
  });
});
