/** What a merge keeps, according to pdf.js and qpdf. */
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { linksOf, openPdfjs, textOf } from "../../support/pdfjs.ts";
import { noise, richPdf } from "../../support/rich-pdf.ts";
import { checked, runTool } from "../../support/run-tool.ts";

async function merge(files: Record<string, Uint8Array>, inputs = Object.keys(files)) {
  const run = await runTool("pdf_merge", { inputs, output: "out.pdf" }, files);
  const bytes = run.file("out.pdf");
  expect(checked(bytes)).toMatchObject({ exit: 0 });
  return { ...run, bytes };
}

const rich = () =>
  merge({ "a.pdf": richPdf({ label: "A", pages: 5 }), "b.pdf": richPdf({ label: "B", pages: 4 }) });

describe("a merge of two feature-rich files", () => {
  it("has all pages in order", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const texts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => textOf(document, page)));
    expect(texts).toEqual([
      ...[1, 2, 3, 4, 5].map((page) => `A page ${page}`),
      ...[1, 2, 3, 4].map((page) => `B page ${page}`),
    ]);
    await document.destroy();
  });
});

describe("merging", () => {
  it("stores shared objects once", async () => {
    const big = pagesPdf(["/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>"], {
      more: {
        4: { dict: "", data: "q 600 0 0 700 0 0 cm /I Do Q" },
        5: {
          dict: "/Type/XObject/Subtype/Image/Width 1000/Height 1000/ColorSpace/DeviceGray/BitsPerComponent 8",
          data: noise(1_000_000, 7),
        },
      },
    });
    const { bytes } = await merge({ "a.pdf": big }, Array(20).fill("a.pdf"));
    expect(bytes.length).toBeLessThan(1_600_000);
  });

  it("keeps inherited boxes, rotation and resources of pages", async () => {
    const turned = pagesPdf(["/Contents 4 0 R"], {
      tree: "/Rotate 90/CropBox[10 10 300 400]/Resources<</Font<</F 5 0 R>>>>",
      more: {
        4: { dict: "", data: "BT /F 12 Tf 50 50 Td (turned) Tj ET" },
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    });
    const { bytes } = await merge({ "a.pdf": richPdf({ label: "A", pages: 1 }), "b.pdf": turned });
    const document = await openPdfjs(bytes);
    const page = await document.getPage(2);
    expect(page.rotate).toBe(90);
    expect(page.view).toEqual([10, 10, 300, 400]);
    expect(await textOf(document, 2)).toBe("turned");
    await document.destroy();
  });

  it("merges 60 tagged files with forms and outlines into one valid document", async () => {
    const { bytes, context } = await merge(
      { "a.pdf": richPdf({ label: "A", pages: 2 }), "b.pdf": richPdf({ label: "B", pages: 3 }) },
      Array.from({ length: 60 }, (_, k) => (k % 2 === 0 ? "a.pdf" : "b.pdf")),
    );
    const document = await openPdfjs(bytes);
    expect(document.numPages).toBe(150);
    expect(await linksOf(document).then((links) => links.every(({ to }) => to !== undefined))).toBe(true);
    const tree = JSON.stringify(await (await document.getPage(150)).getStructTree());
    expect(tree).toMatch(/"role":"Link","children":\[\{"type":"annotation"/);
    expect(context.states.at(-1)).toMatchObject({ progress: 60, total: 60 });
    await document.destroy();
  });
});
