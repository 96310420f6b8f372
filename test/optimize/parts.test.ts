/** The parts of optimizing: recoding a stream, adding up large parts, padding, fonts of content that can't be read. */
import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dictOf, isStream, name } from "../../src/cos/syntax/value.ts";
import { Tally } from "../../src/optimize/largest.ts";
import { withoutPadding } from "../../src/optimize/measures/metadata.ts";
import { recode } from "../../src/optimize/recode.ts";
import { liberation } from "../support/fonts.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";
import { noise } from "../support/rich-pdf.ts";
import { runTool } from "../support/run-tool.ts";

const filterOf = (stream: ReturnType<typeof recode>) => stream.dict.get("Filter");
const parametersOf = (stream: ReturnType<typeof recode>) => stream.dict.get("DecodeParms");
const flate = name("FlateDecode");

describe("recode", () => {
  it("deflates what becomes smaller", () => {
    const data = Buffer.from("0 0 m 1 1 l S\n".repeat(50));
    const made = recode({ dict: new Map(), data }, "content");
    expect(filterOf(made)).toEqual(flate);
    expect(inflateSync(made.encoded())).toEqual(data);
  });

  it.each([
    ["short data", Buffer.from("q Q")],
    ["noise", noise(200_000, 3)],
  ])("leaves %s plain", (_, data) => {
    const made = recode({ dict: new Map(), data }, "other");
    expect(filterOf(made)).toBeUndefined();
    expect(made.encoded()).toEqual(data);
  });

  it("writes no filter where none is allowed", () => {
    const made = recode({ dict: new Map(), data: Buffer.from("<x/>".repeat(90)) }, "metadata", false);
    expect(filterOf(made)).toBeUndefined();
  });

  it("predicts the rows of a picture with gradients, and none of one with few values", () => {
    const dict = dictOf({ Width: 100, Height: 90, BitsPerComponent: 8 });
    const picture = (of: (x: number, y: number) => number) =>
      Uint8Array.from({ length: 9000 }, (_, k) => of(k % 100, Math.floor(k / 100)) & 255);
    const gradient = recode({ dict, data: picture((x, y) => x * 2 + y * 3 + ((x * y) % 3)) }, "image");
    expect(parametersOf(gradient)).toEqual(dictOf({ Predictor: 15, Columns: 100 }));
    const flat = recode({ dict, data: noise(9000, 5).map((byte) => (byte & 16) * 15) }, "image");
    expect(parametersOf(flat)).toBeUndefined();
  });

  it("keeps the image filter that data is still coded with", () => {
    const codec = { filter: name("DCTDecode"), parameters: null };
    const made = recode({ dict: new Map(), data: noise(50, 1), codec }, "image");
    expect([filterOf(made), parametersOf(made)]).toEqual([name("DCTDecode"), undefined]);
  });
});

describe("the largest parts", () => {
  it("are listed by size, with the pages that use them", () => {
    const tally = new Tally(
      new Map([
        ["images", new Set([3, 4, 9])],
        ["fonts", new Set([1])],
      ]),
    );
    for (const bytes of [100, 100, 100]) tally.add("image", bytes);
    tally.add("font", 500);
    tally.add("attachment", 40);
    tally.add(undefined, 5);
    tally.add("metadata", 5);
    expect(tally.rows()).toEqual([
      { what: "fonts", pages: "1", bytes: 500 },
      { what: "images", pages: "3-4, 9", bytes: 300 },
      { what: "attachments", bytes: 40 },
      { what: "other", bytes: 10 },
    ]);
  });

  it("have no selector that is longer than a line or two", () => {
    const odd = Array.from({ length: 100 }, (_, k) => 2 * k + 1);
    const tally = new Tally(new Map([["images", new Set(odd)]]));
    tally.add("image", 100);
    expect(tally.rows()).toEqual([{ what: "images", bytes: 100 }]);
  });
});

describe("the padding of a packet", () => {
  const packet = (padding: string) => Buffer.from(`<?xpacket begin=""?><x/>${padding}<?xpacket end="w"?>`);

  it("goes, but for a line end", () => {
    expect(withoutPadding(packet(" \n".repeat(100)))).toEqual(packet("\n"));
  });

  it.each([
    ["is not there", packet("")],
    ["is one byte", packet("\n")],
    ["follows text", packet("text \n ")],
    ["ends no packet", Buffer.from("<x/>   ")],
  ])("stays as it is if it %s", (_, bytes) => {
    expect(withoutPadding(bytes)).toBeUndefined();
  });
});

describe("an embedded font", () => {
  const program = liberation();
  const font = "/Type/Font/Subtype/TrueType/BaseFont/A/Encoding/WinAnsiEncoding";
  const withContents = (contents: string) =>
    pagesPdf(["/Contents 10 0 R/Resources<</Font<</F 11 0 R>>>>"], {
      more: {
        10: { dict: "", data: contents },
        11: `<<${font}/FirstChar 65/LastChar 66/Widths[667 667]/FontDescriptor 12 0 R>>`,
        12: "<</Type/FontDescriptor/FontName/A/Flags 32/FontFile2 13 0 R>>",
        13: { dict: `/Length1 ${program.length}`, data: program },
      },
    });

  /** Bytes of its program afterwards. */
  async function programOf(contents: string): Promise<number> {
    const run = await runTool(
      "pdf_optimize",
      { input: "a.pdf", output: "b.pdf" },
      { "a.pdf": withContents(contents) },
    );
    const { cos } = read(run.file("b.pdf"));
    for (let num = 1; num < cos.objectCount; num++) {
      const value = cos.inUse(num) ? cos.object(num) : null;
      if (isStream(value) && value.dict.has("Length1")) return cos.decode(value).length;
    }
    return 0;
  }

  it("keeps the glyphs that content shows", async () => {
    expect(await programOf("BT /F 12 Tf 9 9 Td (AB) Tj ET")).toBeLessThan(program.length / 4);
  });

  it.each([
    ["a string has no end", "BT /F 12 Tf 9 9 Td (AB) Tj (open ET"],
    ["an array has no end", "BT /F 12 Tf 9 9 Td [(AB) Tj ET"],
    ["hexadecimal isn't", "BT /F 12 Tf 9 9 Td <4x> Tj ET"],
  ])("stays whole if its shown text is uncertain: %s", async (_, contents) => {
    expect(await programOf(contents)).toBe(program.length);
  });
});
