import { describe, expect, it } from "vitest";
import { widgetFields } from "../../../src/document/forms/widget-fields.ts";
import { dictAt } from "../../../src/document/typed-get.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { plain } from "../../support/read-again.ts";

const { session } = editing(
  pagesPdf(["/Annots[11 0 R 13 0 R 14 0 R]"], {
    root: "/AcroForm<</Fields[10 0 R]/DA(/F 9 Tf)/Q 2/MaxLen 4/DR<</Font<<>>>>/NeedAppearances true>>",
    more: {
      10: "<</T(a)/FT/Tx/V(x)/MaxLen 7/Kids[11 0 R]>>",
      11: "<</Subtype/Widget/Parent 10 0 R/Q 1>>",
      12: "<</T(b)/FT/Ch/Kids[13 0 R]>>",
      13: "<</Subtype/Widget/Rect[0 0 9 9]/Parent 12 0 R>>",
      14: "<</Subtype/Widget/Rect[0 0 9 9]/Parent 14 0 R>>",
    },
  }),
);
const fields = widgetFields(session);
const of = (num: number) => fields.of(num, dictAt(session.cos, session.cos.object(num)) ?? new Map());

describe("the field of a widget", () => {
  it("is the form's, or the widget's own if the form doesn't list it", () => {
    expect(of(11)?.field).toMatchObject({ name: "a", kind: "Tx" });
    expect(of(13)?.field).toMatchObject({ name: "b", kind: "Ch" });
    expect(of(14)).toBeUndefined();
  });

  it("inherits entries from parent fields, but only defaults from the form", () => {
    const inherited = (num: number, key: string) => plain(session.document, of(num)?.inherited(key));
    expect(["Q", "MaxLen", "DA"].map((key) => inherited(11, key))).toEqual([1, 7, "/F 9 Tf"]);
    expect(["Q", "MaxLen", "DA"].map((key) => inherited(13, key))).toEqual([2, null, "/F 9 Tf"]);
  });

  it("knows the form's resources, and whether appearances are out of date", () => {
    expect(plain(session.document, of(11)?.resources)).toEqual({ Font: {} });
    expect(fields.needAppearances).toBe(true);
  });
});
