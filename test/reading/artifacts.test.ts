/** Artifacts of tagged documents are no text of them (ISO 32000-2, 14.8.2.2); what is not surely one stays. */
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { withoutArtifacts } from "../../src/reading/interpreter/content/artifacts.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

const bytes = (content: string) => Buffer.from(content, "latin1");

/** What is left, without the blanks that stand for what went; undefined: nothing went. */
function left(content: string): string | undefined {
  const changed = withoutArtifacts(bytes(content));
  return changed && Buffer.from(changed).toString("latin1").replaceAll(/\s+/g, " ").trim();
}

const body = "/P <</MCID 0>> BDC (body) Tj EMC";

describe("withoutArtifacts", () => {
  it.each([
    ["a running head", "/Artifact <</Type/Pagination>> BDC BT (head) Tj ET EMC", "/A BMC BT ET EMC"],
    ["one without a type", "/Artifact BMC [(h)-20<41>] TJ EMC", "/A BMC EMC"],
    ["properties by name", "/Artifact /P0 BDC (h) Tj EMC", "/A BMC EMC"],
    ["a form", "/Artifact BMC q /Fm0 Do Q EMC", "/A BMC q Q EMC"],
    ["lines that go on to the next", "/Artifact BMC (a)' 1 2 (b)\" EMC", "/A BMC T* T* EMC"],
    ["strings with operators in them", "/Artifact BMC (\\) EMC (x) Tj) Tj EMC", "/A BMC EMC"],
    [
      "what is said of it",
      "/Artifact BMC /Span <</ActualText(x)>> BDC (h) Tj EMC EMC",
      "/A BMC /A BMC EMC EMC",
    ],
    [
      "images inside",
      "/Artifact BMC BI /W 1 ID (\u0001 EI Q (h) Tj EMC",
      "/A BMC BI /W 1 ID (\u0001 EI Q EMC",
    ],
  ])("leaves out %s", (_, artifact, rest) => {
    expect(left(`${artifact} ${body}`)).toBe(`${rest} ${body}`);
  });

  it("keeps every byte after what it leaves out where it was", () => {
    const content = `/Artifact BMC (head) Tj EMC ${body}`;
    expect(Buffer.from(withoutArtifacts(bytes(content)) ?? []).indexOf(body)).toBe(content.indexOf(body));
  });

  it.each([
    ["without artifacts", body],
    ["whose artifacts show no text", `/Artifact BMC 0 0 9 9 re f (x) pop EMC ${body}`],
    ["with nothing tagged", "/Artifact BMC (head) Tj EMC (body) Tj"],
    ["with text in layers alone", "/Artifact BMC (head) Tj EMC /OC /Layer BDC (body) Tj EMC"],
    ["of artifacts for the most part", `/Artifact BMC (${"form ".repeat(200)}) Tj EMC ${body}`],
    ["that only speaks of them", `(/Artifact BMC) Tj ${body} % /Artifact BMC`],
  ])("leaves content alone %s", (_, content) => {
    expect(left(content)).toBeUndefined();
  });

  it("keeps what is tagged within an artifact", () => {
    expect(left(`/Artifact BMC (head) Tj ${body} (foot) Tj EMC`)).toBe(`/A BMC ${body} EMC`);
  });

  it("ends on anything", () => {
    const parts = "/Artifact| BMC| BDC| EMC|(|)|<<|>>|<|1|'|/MCID 0| Tj| BI| ID|EI |%|\\\\".split("|");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (some) => {
        for (const content of [some.join(""), `/Artifact BMC (h) Tj ${some.join("")} EMC ${body}`])
          expect(withoutArtifacts(bytes(content))?.length ?? content.length).toBe(content.length);
      }),
    );
  });
});

const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const line = (y: number, words: string) => `BT /F 12 Tf 50 ${y} Td (${words}) Tj ET\n`;
const head = `/Artifact <</Type/Pagination/Subtype/Header>> BDC ${line(760, "Running head")}EMC\n`;
const text = `/P <</MCID 0>> BDC ${line(700, "The body of the page")}EMC\n`;

/** A tagged document; the content of each page in one stream, or in several. */
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
  it("has no running heads of a tagged document, page for page", async () => {
    const file = tagged([head + text, text + head, [head, text], head]);
    const page = "The body of the page";
    expect(await read(file)).toEqual([page, page, page, "Running head"]);
  });

  it("reads all of a page whose content is a large drawing besides", async () => {
    const file = tagged([`${head}${text}${"0 0 m\n".repeat(400_000)}`]);
    expect(await read(file)).toEqual(["Running head\n\nThe body of the page"]);
  });

  it.each([
    ["is gone", "null"],
    ["is coded twice", { dict: "/Filter[/ASCIIHexDecode/ASCIIHexDecode]", data: "3230>" }],
  ])("reads all of a page where some of the content %s", async (_, last) => {
    const more = { 20: { dict: "", data: head + text }, 21: last, 90: "<</K[0]>>" };
    const root = "/MarkInfo<</Marked true>>/StructTreeRoot 90 0 R";
    const file = pagesPdf([`${font}/Contents[20 0 R 21 0 R]`], { root, more });
    expect(await read(file)).toEqual(["Running head\n\nThe body of the page"]);
  });

  it("leaves artifacts out where some of the content is damaged", async () => {
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
    ["is not marked", ""],
    ["says that its tags are suspect", "/MarkInfo<</Marked true/Suspects true>>"],
  ])("reads all of a document that %s", async (_, mark) => {
    expect(await read(tagged([head + text], mark))).toEqual(["Running head\n\nThe body of the page"]);
  });

  it("has what was put over a finished page of a tagged document", async () => {
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
