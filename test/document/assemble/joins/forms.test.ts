import { describe, expect, it } from "vitest";
import { namedFields } from "../../../../src/document/assemble/joins/forms/field-tree.ts";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, valueAt } from "../../../support/read-again.ts";

const widget = (rest: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]${rest}>>`;

/** Field `a` is on page 1, `g.b` on page 1, `g.c` on page 2, radio button `r` on both; `bare` has no widget. */
const file = pagesPdf(["/Annots[10 0 R 12 0 R 15 0 R]", "/Annots[13 0 R 16 0 R]"], {
  root: "/AcroForm<</Fields[10 0 R 11 0 R 14 0 R 17 0 R]/CO[12 0 R 13 0 R]/SigFlags 1/DA(/F 9 Tf)/Q 1>>",
  more: {
    10: widget("/FT/Tx/T(a)/V(value)/DV(other)/AP<</N 18 0 R>>/P 3 0 R"),
    11: "<</FT/Tx/T(g)/Kids[12 0 R 13 0 R]>>",
    12: widget("/T(b)/Parent 11 0 R"),
    13: widget("/T(c)/Parent 11 0 R"),
    14: "<</FT/Btn/Ff 32768/T(r)/V/on/Kids[15 0 R 16 0 R]>>",
    15: widget("/Parent 14 0 R/AS/on"),
    16: widget("/Parent 14 0 R/AS/Off"),
    17: "<</FT/Tx/T(bare)/V(hidden)>>",
    18: { dict: "/Subtype/Form/BBox[0 0 9 9]", data: "q Q" },
  },
});

describe("form fields", () => {
  it("are kept if a selected page shows them", () => {
    const { document } = assemble([file, [2]]);
    expect(at(document, "AcroForm", "Fields")).toMatchObject([
      { T: "g", Kids: [{ T: "c" }] },
      { T: "r", V: "/on", Kids: [{ AS: "/Off" }] },
      { T: "bare", V: "hidden" },
    ]);
    expect(at(document, "AcroForm", "CO")).toMatchObject([{ T: "c" }]);
    expect(at(document, "AcroForm")).toMatchObject({ SigFlags: 1, DA: "/F 9 Tf", Q: 1 });
    expect(valueAt(document, "AcroForm", "Fields", 0, "Kids", 0)).toEqual(valueAt(document, 1, "Annots", 0));
  });

  it("are renamed if an earlier file uses their name, keeping value and appearance", () => {
    const { document, warnings } = assemble(file, file, file);
    const names = Array.from({ length: 10 }, (_, k) => at(document, "AcroForm", "Fields", k, "T"));
    expect(names).toEqual("a g r bare a_2 r_2 bare_2 a_3 r_3 bare_3".split(" "));
    const kids = Array.from({ length: 6 }, (_, k) => at(document, "AcroForm", "Fields", 1, "Kids", k, "T"));
    expect(kids).toEqual("b c b_2 c_2 b_3 c_3".split(" "));
    expect(at(document, 3, "Annots", 1, "Parent", "T")).toBe("g");
    expect(at(document, 3, "Annots", 0)).toMatchObject({ T: "a_2", V: "value", AP: { N: { data: "q Q" } } });
    expect(at(document, "AcroForm", "CO")).toHaveLength(6);
    expect(warnings).toContain("10 form fields had names that an earlier file uses");
  });

  it("never get a name that the same file uses", () => {
    const form = (...names: string[]) =>
      pagesPdf([""], {
        root: `/AcroForm<</Fields[${names.map((_, k) => `${4 + k} 0 R`).join(" ")}]>>`,
        more: Object.fromEntries(names.map((text, k) => [4 + k, `<</FT/Tx/T(${text})>>`])),
      });
    const { document } = assemble(form("a"), form("a", "a_2"));
    expect([0, 1, 2].map((k) => at(document, "AcroForm", "Fields", k, "T"))).toEqual(["a", "a_3", "a_2"]);
  });

  it("merged with their widget are split, with one widget for each copy of their page", () => {
    const { document } = assemble([file, [1, 1]]);
    const field = at(document, "AcroForm", "Fields", 0);
    expect(field).toMatchObject({ FT: "/Tx", T: "a", V: "value", DV: "other" });
    const kids = [0, 1].map((k) => valueAt(document, "AcroForm", "Fields", 0, "Kids", k));
    expect(kids).toEqual([1, 2].map((page) => valueAt(document, page, "Annots", 0)));
    for (const page of [1, 2]) {
      expect(valueAt(document, page, "Annots", 0, "Parent")).toEqual(
        valueAt(document, "AcroForm", "Fields", 0),
      );
      expect(at(document, page, "Annots", 0)).toMatchObject({
        P: `page ${page}`,
        AP: { N: { data: "q Q" } },
      });
      for (const key of ["T", "V", "FT"]) expect(valueAt(document, page, "Annots", 0, key)).toBeUndefined();
    }
  });

  it("remain for a widget that they don't list, in a file without a form", () => {
    const radio = widget("/Parent 10 0 R/AS/on");
    const loose = pagesPdf(["/Annots[11 0 R]", "/Annots[12 0 R]"], {
      more: { 10: "<</FT/Btn/Ff 49152/T(radio)/V/on/Kids[12 0 R]>>", 11: radio, 12: radio },
    });
    const { document } = assemble([loose, [1]]);
    expect(at(document, 1, "Annots", 0, "Parent")).toMatchObject({ FT: "/Btn", Ff: 49152, V: "/on" });
    const kids = at(document, 1, "Annots", 0, "Parent", "Kids");
    expect(kids).toHaveLength(1);
    expect(valueAt(document, 1, "Annots", 0, "Parent", "Kids", 0)).toEqual(valueAt(document, 1, "Annots", 0));
  });

  it("get another widget for each copy of a page", () => {
    const { document } = assemble([file, [1, 1]]);
    expect(at(document, "AcroForm", "Fields", 2)).toMatchObject({
      T: "r",
      Kids: [{ AS: "/on" }, { AS: "/on" }],
    });
    expect(at(document, "AcroForm", "Fields", 2, "Kids")).toHaveLength(2);
  });

  it("are kept if they are direct objects", () => {
    const direct = pagesPdf([""], { root: "/AcroForm<</Fields[<</FT/Tx/T(direct)/V(kept)>>]>>" });
    expect(at(assemble(pagesPdf([""]), direct).document, "AcroForm", "Fields")).toMatchObject([
      { V: "kept" },
    ]);
  });

  it("carry their form's defaults after another form", () => {
    const plain = pagesPdf(["/Annots[4 0 R]"], {
      root: "/AcroForm<</Fields[4 0 R]/DA(/G 8 Tf)>>",
      more: { 4: widget("/FT/Tx/T(z)") },
    });
    const { document } = assemble(file, plain);
    expect(at(document, "AcroForm", "DA")).toBe("/F 9 Tf");
    expect(at(document, 3, "Annots", 0)).toMatchObject({ DA: "/G 8 Tf", Q: 0 });
    expect(valueAt(document, 1, "Annots", 0, "DA")).toBeUndefined();
  });
});

describe("forms", () => {
  const asking = (fields: string) =>
    pagesPdf(["/Annots[8 0 R]", ""], {
      root: `/AcroForm<</Fields[${fields}]/NeedAppearances true/DA(/F 9 Tf)>>`,
      more: { 8: widget("/FT/Tx/T(t)/V(x)") },
    });

  it("keep their defaults for unlisted widgets", () => {
    expect(at(assemble([asking(""), [1]]).document, "AcroForm")).toMatchObject({
      NeedAppearances: true,
      DA: "/F 9 Tf",
    });
    expect(at(assemble([asking(""), [2]]).document, "AcroForm")).toBeNull();
  });

  it("ask for new appearances if one file does, with a warning if another doesn't", () => {
    expect(assemble(asking("8 0 R"), asking("8 0 R")).warnings).not.toContain("NeedAppearances");
    const { document, warnings } = assemble(file, asking("8 0 R"));
    expect(at(document, "AcroForm", "NeedAppearances")).toBe(true);
    expect(warnings).toContain("NeedAppearances");
  });

  it("lose their XFA data, with a warning", () => {
    const xfa = pagesPdf(["", ""], {
      root: "/AcroForm<</Fields[]/XFA 5 0 R>>",
      more: { 5: { dict: "", data: "<xdp/>" } },
    });
    for (const part of [xfa, [xfa, [1]] as const]) {
      const { document, warnings } = assemble(part);
      expect(warnings).toContain("XFA form data was dropped");
      expect(valueAt(document, "AcroForm", "XFA")).toBeUndefined();
    }
  });
});

describe("names of grouped fields", () => {
  /** A form with one field of this full name. `entries` go into its group. */
  const form = (name: string, entries = "") => {
    const [group, part] = name.split(".");
    return pagesPdf(["/Annots[11 0 R]"], {
      root: `/AcroForm<</Fields[${part ? 10 : 11} 0 R]>>`,
      more: part
        ? {
            10: `<</T(${group})/Kids[11 0 R]${entries}>>`,
            11: widget(`/FT/Tx/V(${name})/T(${part})/Parent 10 0 R`),
          }
        : { 11: widget(`/FT/Tx/V(${name})/T(${name})`) },
    });
  };
  const names = (document: ReturnType<typeof assemble>["document"]) =>
    namedFields(document).flatMap(({ name, isGroup }) => (isGroup ? [] : [name]));

  it("stay if only the groups have the same name", () => {
    const { document, warnings } = assemble(form("path.a"), form("path.b"));
    expect(names(document)).toEqual(["path.a", "path.b"]);
    expect(at(document, "AcroForm", "Fields")).toHaveLength(1);
    expect(warnings).toBe("");
  });

  it("stay if a group and a field have the same name", () => {
    for (const [first, second] of [["path", "path.b"] as const, ["path.b", "path"] as const])
      expect(names(assemble(form(first), form(second)).document)).toEqual([first, second]);
  });

  it("are changed individually, with a singular warning for one field", () => {
    const { document, warnings } = assemble(form("path.a"), form("path.a"));
    expect(names(document)).toEqual(["path.a", "path.a_2"]);
    expect(at(document, 2, "Annots", 0)).toMatchObject({ T: "a_2", V: "path.a" });
    expect(warnings).toMatch(/^1 form field had a name/);
  });

  it("keep groups separate if fields inherit different entries from them", () => {
    const { document } = assemble(form("path.a", "/MaxLen 3"), form("path.b"));
    expect(at(document, "AcroForm", "Fields")).toHaveLength(2);
    const joined = assemble(form("path.a"), form("path.b", "/MaxLen 3")).document;
    expect(at(joined, 1, "Annots", 0, "MaxLen")).toBeNull();
    expect(at(joined, 2, "Annots", 0, "MaxLen")).toBe(3);
  });
});

describe("actions of fields that aren't widgets", () => {
  it("are adapted like those of annotations", () => {
    const file = pagesPdf(["/Annots[11 0 R]"], {
      root: "/AcroForm<</Fields[10 0 R]>>",
      more: {
        10: '<</FT/Tx/T(net)/Kids[11 0 R]/AA<</C<</S/JavaScript/JS(getField\\("net"\\))>>>>>>',
        11: widget("/Parent 10 0 R"),
      },
    });
    expect(at(assemble(file, file).document, 2, "Annots", 0, "Parent", "AA", "C", "JS")).toBe(
      'getField("net_2")',
    );
  });
});
