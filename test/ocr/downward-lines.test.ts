/** Lines that run downward, from right to left across the page: Japanese is read, Chinese is named in a warning. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs } from "../support/pdfjs.ts";
import { runTool } from "../support/run-tool.ts";
import { hasTool } from "../support/tools.ts";
import { firstPage, scanned } from "./pictures.ts";

const lines = [
  "吾輩は猫である。名前はまだ無い。どこで生れたか",
  "とんと見当がつかぬ。何でも薄暗いじめじめした",
  "所でニャーニャー泣いていた事だけは記憶している。",
];

interface Script {
  /** Of the character collection, with the map from Unicode. */
  readonly ordering: string;
  readonly map: string;
  readonly font: string;
}

const japanese: Script = { ordering: "Japan1", map: "UniJIS-UTF16-V", font: "HeiseiMin-W3" };
const chinese: Script = { ordering: "CNS1", map: "UniCNS-UTF16-V", font: "MingLiU" };

/** A scan of these lines, in the font that MuPDF has for their script. */
async function scan(lines: readonly string[], { ordering, map, font }: Script): Promise<Uint8Array> {
  const shown = lines.map((text, k) => {
    const codes = Buffer.from(text, "utf16le").swap16().toString("hex");
    return `1 0 0 1 ${500 - 28 * k} 740 Tm <${codes}> Tj`;
  });
  const info = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 4>>`;
  const drawn = pagesPdf(["/Contents 9 0 R/Resources<</Font<</F 10 0 R>>>>"], {
    more: {
      9: { dict: "", data: `BT /F 16 Tf ${shown.join(" ")} ET` },
      10: `<</Type/Font/Subtype/Type0/BaseFont/${font}/Encoding/${map}/DescendantFonts[11 0 R]>>`,
      11: `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font}${info}/FontDescriptor 12 0 R>>`,
      12: `<</Type/FontDescriptor/FontName/${font}/Flags 4/FontBBox[0 -136 1000 859]/ItalicAngle 0/Ascent 859/Descent -140/CapHeight 709/StemV 69>>`,
    },
  });
  return scanned([await firstPage(drawn)]);
}

/** The share of the lines' characters found in the text, in their order. */
function shareIn(text: string): number {
  let [at, count] = [0, 0];
  for (const character of lines.join("")) {
    const found = text.slice(at, at + 4).indexOf(character);
    if (found < 0) continue;
    at += found + 1;
    count += 1;
  }
  return count / lines.join("").length;
}

it("are read and copied in their order, and the page isn't turned", async () => {
  const layered = await runTool(
    "pdf_add_text_layer",
    { input: "a.pdf", output: "b.pdf" },
    { "a.pdf": await scan(lines, japanese) },
    createReaders(),
  );
  const pdf = layered.file("b.pdf");
  using mupdf = await createReaders().openMupdfText(sourceOf(pdf));
  const { blocks } = await mupdf.page(1);
  const byMupdf = blocks.flatMap((block) => block.lines.map(({ text }) => text));
  const document = await openPdfjs(pdf);
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const byPdfjs = items.map((item) => ("str" in item ? item.str : "")).join("");
  const { rotate } = page;
  await document.destroy();

  expect(rotate).toBe(0);
  expect(byMupdf).toHaveLength(lines.length);
  expect(shareIn(byMupdf.join(""))).toBeGreaterThan(0.95);
  expect(shareIn(byPdfjs)).toBeGreaterThan(0.95);
  if (hasTool("pdftotext")) {
    const { stdout } = spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
    expect(shareIn(stdout.replaceAll(/\s/g, ""))).toBeGreaterThan(0.95);
  }
}, 60_000);

it("are named in a warning if they are Chinese", async () => {
  const text = [
    "臺灣位於亞洲東部太平洋西北側的島嶼國家",
    "國家發展委員會與經濟部共同規劃產業轉型",
    "學校圖書館開放時間為早上九點至晚上八點",
    "讀者應該遵守規則並愛護書籍與電腦設備",
  ];
  const { context } = await runTool(
    "pdf_read_text",
    { input: "a.pdf", high_accuracy: true, model: "ocr" },
    { "a.pdf": await scan(text, chinese) },
    createReaders(),
  );
  expect(context.warnings.join()).toMatch(
    /^page 1: what looks like text at (?:\(\d+, \d+\)(?:, )?){4} could/,
  );
}, 60_000);
