import { describe, expect, it } from "vitest";
import { defaultAppearances, scaledAnnotation } from "../../../src/document/scale/annotation.ts";
import { dictAt } from "../../../src/document/typed-get.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { plain } from "../../support/read-again.ts";

/** Scales annotation 4 by 2 horizontally and 8 vertically, and moves it by (1, 2). */
function scaled(annotation: string, more: Record<number, string> = {}, root = "") {
  const { session } = editing(pagesPdf([""], { root, more: { 4: `<<${annotation}>>`, ...more } }));
  const dict = dictAt(session.cos, session.cos.object(4)) ?? new Map();
  const appearance = defaultAppearances(session.cos)(dict);
  return plain(session.document, scaledAnnotation(session.cos, dict, [2, 0, 0, 8, 1, 2], appearance));
}

describe("an annotation on a scaled page", () => {
  it("has its points where they now appear", () => {
    expect(scaled("/Rect[1 1 2 2]/L[0 0 1 1]/QuadPoints[0 0 1 0 0 1 1 1]/InkList[[1 1 2 2][3 3]]")).toEqual({
      Rect: [3, 10, 5, 18],
      L: [1, 2, 3, 10],
      QuadPoints: [1, 2, 3, 2, 1, 10, 3, 10],
      InkList: [
        [3, 10, 5, 18],
        [7, 26],
      ],
    });
  });

  it("scales horizontal and vertical distances separately, and line widths by the geometric mean", () => {
    expect(scaled("/RD[1 1 2 2]/CO[1 1]/Border[1 2 3[4]]/BS<</W 2/D[4 2]>>/LL 8")).toEqual({
      RD: [2, 8, 4, 16],
      CO: [2, 8],
      Border: [4, 8, 12, [16]],
      BS: { W: 8, D: [16, 8] },
      LL: 32,
    });
    expect(scaled("/BS<</S/S>>")).toEqual({ BS: { S: "/S", W: 4 } });
  });

  it("gets the scaled font size of a parent field or the form, and keeps automatic size", () => {
    const field = "/Subtype/Widget/Parent 5 0 R";
    expect(scaled(field, { 5: "<</DA(0 g /F 10 Tf)>>" })).toMatchObject({ DA: "0 g /F 80 Tf" });
    expect(scaled("/Subtype/Widget", {}, "/AcroForm<</DA(/F 1.5 Tf)>>")).toMatchObject({ DA: "/F 12 Tf" });
    expect(scaled("/Subtype/Widget", {}, "/AcroForm<</DA(/F 0 Tf)>>")).toEqual({ Subtype: "/Widget" });
    expect(scaled("/Subtype/Square/DA(/F 10 Tf)")).toMatchObject({ DA: "/F 10 Tf" });
  });

  it("has the sizes in its rich text scaled", () => {
    expect(
      scaled("/Subtype/FreeText/DS(font: bold 10pt Arial; margin:.5in; line-height:150%; color:#12pt00)"),
    ).toMatchObject({
      DS: "font: bold 80pt Arial; margin:4in; line-height:150%; color:#12pt00",
    });
    const body = '<body><p style="font-size:12.5pt">12pt <span style="font-size:1pt 2pt">x</span></p></body>';
    const bigger =
      '<body><p style="font-size:100pt">12pt <span style="font-size:8pt 16pt">x</span></p></body>';
    expect(scaled(`/Subtype/FreeText/RC(${body})`)).toMatchObject({ RC: bigger });
    const wide = Buffer.from(`\ufeff${body}\u05d0`, "utf16le").swap16().toString("hex");
    expect(scaled(`/Subtype/FreeText/RC<${wide}>`)).toMatchObject({ RC: `${bigger}\u05d0` });
  });
});
