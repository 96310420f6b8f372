/** Mode separator of pdf_split: sheets with codes, on small pages so that they are drawn quickly. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { createReaders } from "../../src/engines/engines.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";
import { runTool } from "../support/run-tool.ts";

beforeAll(async () => {
  const entry = createRequire(import.meta.url).resolve("zxing-wasm/writer");
  const wasm = readFileSync(join(dirname(entry), "../../writer/zxing_writer.wasm"));
  await prepareZXingModule({
    overrides: { wasmBinary: Uint8Array.from(wasm).buffer },
    fireImmediately: true,
  });
});

/** A code drawn as rectangles: its left and upper edge, its width, and for a code of bars its height. */
async function code(
  text: string,
  format: "QRCode" | "Code128",
  x: number,
  top: number,
  across: number,
  down = across,
) {
  const { symbol } = await writeBarcode(text, { format });
  const [column, row] = [across / symbol.width, down / symbol.height];
  const dark = [...symbol.data.entries()].filter(([, value]) => value === 0);
  const modules = dark.map(([at]) => {
    const [left, upper] = [x + (at % symbol.width) * column, top - Math.floor(at / symbol.width) * row];
    return `${left} ${upper - row} ${column} ${row} re`;
  });
  return `0 g ${modules.join(" ")} f`;
}

/** The bars of a patch code from the top: wide or narrow. */
function patch(bars: string, top: number) {
  let y = top;
  const drawn = [...bars].map((bar) => {
    const high = bar === "W" ? 14.4 : 5.76;
    y -= high + 5.76;
    return `40 ${y + 5.76} 220 ${high} re`;
  });
  return `0 g ${drawn.join(" ")} f`;
}

const line = "The quick brown fox never pays its invoices in time.";
const text = (lines: number) =>
  Array.from({ length: lines }, (_, k) => `BT /F 9 Tf 1 0 0 1 30 ${200 - 14 * k} Tm (${line}) Tj ET`).join(
    " ",
  );

const documentOf = (contents: readonly string[]) =>
  pagesPdf(
    contents.map(
      (_, at) =>
        `/MediaBox[0 0 300 420]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents ${50 + at} 0 R`,
    ),
    { more: Object.fromEntries(contents.map((data, at) => [50 + at, { dict: "", data }])) },
  );

async function split(contents: readonly string[], input: object = {}) {
  const fields = { input: "a.pdf", output_folder: "out", mode: "separator", ...input };
  const files = { "a.pdf": documentOf(contents) };
  const { result, context } = await runTool("pdf_split", fields, files, createReaders());
  // The tool's schema has checked the result.
  const { outputs } = result as {
    outputs: { output: string; pages: number; first_page: number; title?: string }[];
  };
  const parts = outputs.map(({ output, pages, first_page, title = "" }) =>
    [output.slice("/files/out/".length), first_page, pages, title].join(" "),
  );
  return { parts, warnings: context.warnings };
}

describe("separator sheets", () => {
  it("bear a code and little else, or patch code T, and are dropped", async () => {
    const { parts, warnings } = await split([
      text(3),
      `${await code("ACME/17", "QRCode", 90, 380, 120)} ${text(2)}`,
      text(5),
      // An invoice, and patch codes 3 and 2.
      `${text(6)} ${await code("payment", "QRCode", 200, 380, 80)}`,
      patch("WNWN", 400),
      patch("WNNW", 400),
      `${await code("B-2", "Code128", 40, 300, 200, 60)}`,
      patch("NWNW", 400),
      text(1),
      patch("NWNW", 80),
    ]);
    expect(parts).toEqual(["a.pdf 1 1 ", "ACME_17.pdf 3 4 ACME/17", "a-2.pdf 9 1 "]);
    expect(warnings).toEqual(["no page follows the separator on pages 7, 10"]);
  });

  it("are those with a matching code if there is a pattern, whatever else they show", async () => {
    const invoice = `${text(6)} ${await code("INV-5", "QRCode", 200, 380, 80)}`;
    const other = await code("other", "QRCode", 90, 380, 120);
    const fields = { pattern: "^INV-\\d+$", keep_separators: true, name: "{n} {title}" };
    expect((await split([other, invoice, text(1)], fields)).parts).toEqual([
      "1.pdf 1 1 ",
      "2 INV-5.pdf 2 2 INV-5",
    ]);
    const call = split([other], { pattern: "^INV" });
    expect(await problemOf(call)).toMatchObject({ code: "operation_failed" });
  });
});
