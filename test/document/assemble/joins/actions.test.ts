import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Plain, valueAt } from "../../../support/read-again.ts";

/** The first page's action after extracting pages 1 and 3 of three. */
function adapted(action: string, more: Record<number, string> = {}): Plain {
  const file = pagesPdf([`/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/A ${action}>>]`, "", ""], {
    more,
  });
  return at(assemble([file, [1, 3]]).document, 1, "Annots", 0, "A");
}
const gone = "/S/GoTo/D[4 0 R/Fit]";
const kept = "/S/GoTo/D[5 0 R/Fit]";

describe("actions", () => {
  it("are removed if they lead to a removed page, and kept otherwise", () => {
    expect(adapted(`<<${gone}>>`)).toBeNull();
    expect(adapted(`<<${kept}>>`)).toEqual({ S: "/GoTo", D: ["page 2", "/Fit"] });
  });

  it("lose only the parts of a chain that lead to a removed page", () => {
    const next = { S: "/GoTo", D: ["page 2", "/Fit"] };
    expect(adapted(`<</S/Named/N/Print/Next[<<${gone}>><<${kept}>>]>>`)).toEqual({
      S: "/Named",
      N: "/Print",
      Next: [next],
    });
    const whole = adapted(`<</S/Named/N/Print/Next[<<${kept}>><</S/Named/N/Find>>]>>`);
    expect(Object(whole).Next).toEqual([next, { S: "/Named", N: "/Find" }]);
    expect(adapted(`<<${gone}/Next<<${kept}>>>>`)).toEqual(next);
    expect(adapted(`<</S/Named/N/Print/Next 6 0 R>>`, { 6: `<<${gone}>>` })).toEqual({
      S: "/Named",
      N: "/Print",
    });
  });

  it("may form a loop", () => {
    const circle = adapted("6 0 R", { 6: "<</S/Named/N/Print/Next 7 0 R>>", 7: `<<${gone}/Next 6 0 R>>` });
    expect(circle).toMatchObject({ S: "/Named", N: "/Print" });
    expect(JSON.stringify(circle)).not.toContain("GoTo");
  });

  it("are adapted once if shared", () => {
    const file = pagesPdf(
      ["/Annots[<</Subtype/Square/A 5 0 R>><</Subtype/Square/A<</S/Named/N/Print/Next 5 0 R>>>>]", ""],
      {
        more: {
          5: "<</S/Named/N/Find/Next 6 0 R>>",
          6: `<</S/GoTo/D[4 0 R/Fit]/Next 7 0 R>>`,
          7: "<</S/Named/N/Quit>>",
        },
      },
    );
    const { document } = assemble([file, [1]]);
    expect(at(document, 1, "Annots", 1, "A", "Next")).toEqual(at(document, 1, "Annots", 0, "A"));
    expect(at(document, 1, "Annots", 0, "A")).toEqual({
      S: "/Named",
      N: "/Find",
      Next: { S: "/Named", N: "/Quit" },
    });
  });

  it("are removed if they play media on a removed page or follow an article thread", () => {
    const screens = { 6: "<</Subtype/Screen/P 4 0 R>>", 7: "<</Subtype/Screen/P 3 0 R>>" };
    expect(adapted("<</S/Rendition/OP 0/AN 6 0 R>>", screens)).toBeNull();
    expect(adapted("<</S/Rendition/OP 0/AN 7 0 R>>", screens)).toMatchObject({ S: "/Rendition" });
    expect(adapted("<</S/RichMediaExecute/TA 6 0 R>>", screens)).toBeNull();
    expect(adapted("<</S/Thread/D 0>>")).toBeNull();
  });

  it("of a single trigger are removed on their own", () => {
    const file = pagesPdf([
      `/AA<</O<<${gone}>>/C<</S/Named/N/Print>>>>`,
      `/AA<</O<</S/GoTo/D[3 0 R/Fit]>>>>`,
    ]);
    expect(at(assemble([file, [1]]).document, 1, "AA")).toEqual({ C: { S: "/Named", N: "/Print" } });
    expect(at(assemble([file, [2]]).document, 1, "AA")).toBeNull();
  });

  it("name the renamed fields", () => {
    const file = pagesPdf(
      [
        "/Annots[<</Subtype/Square/A<</S/ResetForm/Fields[(f)(other)6 0 R]>>>><</Subtype/Square/A<</S/Hide/T(f)>>>>]",
      ],
      { root: "/AcroForm<</Fields[6 0 R]>>", more: { 6: "<</FT/Tx/T(f)>>" } },
    );
    const { document } = assemble(file, file);
    expect(at(document, 2, "Annots", 0, "A", "Fields")).toMatchObject(["f_2", "other", { T: "f_2" }]);
    expect(at(document, 2, "Annots", 1, "A", "T")).toBe("f_2");
    expect(valueAt(document, 2, "Annots", 0, "A", "Fields", 2)).toEqual(
      valueAt(document, "AcroForm", "Fields", 1),
    );
  });
});
