/** Linearized files, judged by qpdf: their tables, offsets and order, and their pages. */
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { at, read } from "../support/read-again.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

async function linearized(bytes: Uint8Array) {
  const input = { input: "a.pdf", output: "b.pdf", linearize: true };
  const { file, context } = await runTool("pdf_optimize", input, { "a.pdf": bytes });
  return { file: file("b.pdf"), warnings: context.warnings };
}

function judge(bytes: Uint8Array): { readonly status: number | null; readonly said: string } {
  return withFile(bytes, (path) => {
    const { status, stdout, stderr } = runProgram("qpdf", ["--check-linearization", path]);
    return { status, said: `${stdout}${stderr}`.replaceAll(path, "file") };
  });
}

const clean = { status: 0, said: "file: no linearization errors\n" };
const page = (contents: number, more = "") => `/Contents ${contents} 0 R${more}`;
const font = "/Resources<</Font<</F 20 0 R>>>>";
const text = (letters: string) => ({
  dict: "",
  data: `BT /F 12 Tf 50 700 Td (${letters}) Tj ET ${"0 0 m 9 9 l S ".repeat(40)}`,
});
const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

const documents: readonly (readonly [what: string, file: Uint8Array])[] = [
  ["one page", pagesPdf([page(10)], { more: { 10: text("one") } })],
  ["a page without content", pagesPdf([""])],
  [
    "pages that share a font",
    pagesPdf([page(10, font), page(11, font), page(12, font)], {
      more: { 10: text("one"), 11: text("two"), 12: text("three"), 20: helvetica },
    }),
  ],
  [
    "pages that share their content",
    pagesPdf([page(10), page(11), page(10), page(11)], { more: { 10: text("odd"), 11: text("even") } }),
  ],
  [
    "a first page whose objects others use",
    pagesPdf([page(10, `${font}/Annots[21 0 R]`), page(11, font)], {
      more: {
        ...{ 10: text("one"), 11: text("two"), 20: helvetica },
        21: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>",
      },
    }),
  ],
  [
    "an outline shown when it opens",
    pagesPdf(["", ""], {
      root: "/PageMode/UseOutlines/Outlines 30 0 R",
      more: {
        30: "<</Type/Outlines/First 31 0 R/Last 31 0 R/Count 1>>",
        31: "<</Title(One)/Parent 30 0 R/Dest[3 0 R/Fit]>>",
      },
    }),
  ],
  ["forms, tags, layers and attachments", richPdf({ label: "A", pages: 5 })],
  [
    "more pages than a table row has bits",
    pagesPdf(
      Array.from({ length: 70 }, () => page(10, font)),
      { more: { 10: text("x"), 20: helvetica } },
    ),
  ],
];

describe.skipIf(requireTool("qpdf"))("a linearized file", () => {
  it.each(documents)("is one according to qpdf: %s", async (_, file) => {
    const made = await linearized(file);
    expect(judge(made.file)).toEqual(clean);
  });
});

describe("linearizing", () => {
  it("puts the first page before the others, and says how long the file is", async () => {
    const [, file] = documents.find(([what]) => what === "pages that share a font") ??
      documents[0] ?? ["", new Uint8Array(0)];
    const made = await linearized(file);
    const [, length = ""] =
      /\/Linearized 1[^>]*\/L\s*(\d+)/.exec(Buffer.from(made.file).toString("latin1", 0, 400)) ?? [];
    expect(Number(length)).toBe(made.file.length);
    const document = read(made.file);
    expect(document.pages.count).toBe(3);
    expect(at(document, "Pages", "Kids", 0, "Resources", "Font", "F", "BaseFont")).toBe("/Helvetica");
    expect(made.warnings).toEqual([]);
  });

  it("leaves an encrypted file as it is, with a warning", async () => {
    const locked = await runTool(
      "pdf_protect",
      { input: "a.pdf", output: "b.pdf", password: "x" },
      { "a.pdf": richPdf({ label: "A", pages: 2 }) },
    );
    const input = { input: "a.pdf", output: "b.pdf", linearize: true, password: "x" };
    const { file, context } = await runTool("pdf_optimize", input, { "a.pdf": locked.file("b.pdf") });
    expect(Buffer.from(file("b.pdf")).includes("/Linearized")).toBe(false);
    expect(context.warnings).toEqual([expect.stringContaining("could not be linearized: it is encrypted")]);
  });
});
