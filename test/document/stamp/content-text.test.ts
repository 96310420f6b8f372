import { PDFHexString } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { artifact, beginLine, textObject } from "../../../src/document/stamp/content-text.ts";
import type { EncodedRun } from "../../../src/typeset/font-set.ts";

const run = (font: number, code: string, reads?: string): EncodedRun => ({
  font,
  show: `[<${code}>]`,
  reads,
});

describe("a line of text", () => {
  it("is a text object that sets a font for each run", () => {
    const text = textObject([run(0, "0001"), run(1, "0002")], ["A", "B"], beginLine([9, 0, 0, 9, 50, 60]));
    expect(text).toBe("BT\n9 0 0 9 50 60 Tm\n/A 1 Tf\n[<0001>] TJ\n/B 1 Tf\n[<0002>] TJ\nET\n");
  });

  it("includes its text as ActualText if slanted, for each left-to-right stretch", () => {
    const runs = [run(0, "01", "ab"), run(0, "02", "c"), run(0, "03"), run(0, "04", "d")];
    const text = textObject(runs, ["A"], "BT\n", { slanting: true, language: "de-AT" });
    const actual = (of: string) => `/Span <</ActualText ${PDFHexString.fromText(of)}/Lang(de-AT)>> BDC\n`;
    const show = (code: string) => `/A 1 Tf\n[<${code}>] TJ\n`;
    expect(text).toBe(
      `BT\n${actual("abc")}${show("01")}${show("02")}EMC\n${show("03")}${actual("d")}${show("04")}EMC\nET\n`,
    );
    expect(textObject(runs, ["A"], "BT\n")).not.toContain("ActualText");
  });
});

describe("an artifact", () => {
  it("names its part of the page and restores the graphics state", () => {
    expect(artifact("Footer")("f\n")).toBe(
      "/Artifact <</Type/Pagination/Subtype/Footer>> BDC\nq\nf\nQ\nEMC\n",
    );
    expect(artifact(undefined, "en")("f\n")).toBe(
      "/Artifact <</Type/Pagination/Lang(en)>> BDC\nq\nf\nQ\nEMC\n",
    );
  });
});
