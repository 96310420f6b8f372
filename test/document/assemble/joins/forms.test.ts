import { describe, expect, it } from "vitest";
import { namedFields } from "../../../../src/document/assemble/joins/field-tree.ts";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, valueAt } from "../../../support/read-again.ts";

const widget = (rest: string) => `<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]${rest}>>`;

/** Field `a` on page 1, `g.b` on page 1 and `g.c` on page 2, radio button `r` on both; `bare` without a widget. */
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
  it("come along with a page that shows them, and others do not", () => {
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

  it("are renamed where an earlier file has their name, with value and look as they were", () => {
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

  it("never take a name that the same file has", () => {
    const form = (...names: string[]) =>
      pagesPdf([""], {
        root: `/AcroForm<</Fields[${names.map((_, k) => `${4 + k} 0 R`).join(" ")}]>>`,
        more: Object.fromEntries(names.map((text, k) => [4 + k, `<</FT/Tx/T(${text})>>`])),
      });
    const { document } = assemble(form("a"), form("a", "a_2"));
    expect([0, 1, 2].map((k) => at(document, "AcroForm", "Fields", k, "T"))).toEqual(["a", "a_3", "a_2"]);
  });

  it("that are their own widget become a field with a widget for each copy of their page", () => {
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

  it("stay with a widget that they do not list, in a file without a form", () => {
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

  it("get a widget more for each copy of the page of one of theirs", () => {
    const { document } = assemble([file, [1, 1]]);
    expect(at(document, "AcroForm", "Fields", 2)).toMatchObject({
      T: "r",
      Kids: [{ AS: "/on" }, { AS: "/on" }],
    });
    expect(at(document, "AcroForm", "Fields", 2, "Kids")).toHaveLength(2);
  });

  it("that are no objects come along as they are", () => {
    const direct = pagesPdf([""], { root: "/AcroForm<</Fields[<</FT/Tx/T(direct)/V(kept)>>]>>" });
    expect(at(assemble(pagesPdf([""]), direct).document, "AcroForm", "Fields")).toMatchObject([
      { V: "kept" },
    ]);
  });

  it("that relied on their form's defaults say these themselves after another form", () => {
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

  it("keep their defaults for widgets that they do not list", () => {
    expect(at(assemble([asking(""), [1]]).document, "AcroForm")).toMatchObject({
      NeedAppearances: true,
      DA: "/F 9 Tf",
    });
    expect(at(assemble([asking(""), [2]]).document, "AcroForm")).toBeNull();
  });

  it("have their fields drawn anew where one asks for it, which is said where another does not", () => {
    expect(assemble(asking("8 0 R"), asking("8 0 R")).warnings).not.toContain("NeedAppearances");
    const { document, warnings } = assemble(file, asking("8 0 R"));
    expect(at(document, "AcroForm", "NeedAppearances")).toBe(true);
    expect(warnings).toContain("NeedAppearances");
  });

  it("lose their XFA data, and say so", () => {
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

describe("names of fields in groups", () => {
  /** A form of one field of this full name, with these entries of its group. */
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

  it("stay where only the group has the name of another", () => {
    const { document, warnings } = assemble(form("path.a"), form("path.b"));
    expect(names(document)).toEqual(["path.a", "path.b"]);
    expect(at(document, "AcroForm", "Fields")).toHaveLength(1);
    expect(warnings).toBe("");
  });

  it("stay where a group and a field have one name", () => {
    for (const [first, second] of [["path", "path.b"] as const, ["path.b", "path"] as const])
      expect(names(assemble(form(first), form(second)).document)).toEqual([first, second]);
  });

  it("change by themselves, with one warning in the singular", () => {
    const { document, warnings } = assemble(form("path.a"), form("path.a"));
    expect(names(document)).toEqual(["path.a", "path.a_2"]);
    expect(at(document, 2, "Annots", 0)).toMatchObject({ T: "a_2", V: "path.a" });
    expect(warnings).toMatch(/^1 form field had a name/);
  });

  it("keep groups apart that give their fields what the other's lack", () => {
    const { document } = assemble(form("path.a", "/MaxLen 3"), form("path.b"));
    expect(at(document, "AcroForm", "Fields")).toHaveLength(2);
    const joined = assemble(form("path.a"), form("path.b", "/MaxLen 3")).document;
    expect(at(joined, 1, "Annots", 0, "MaxLen")).toBeNull();
    expect(at(joined, 2, "Annots", 0, "MaxLen")).toBe(3);
  });
});

describe("actions of fields that are no widgets", () => {
  it("follow as those of annotations do", () => {
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
