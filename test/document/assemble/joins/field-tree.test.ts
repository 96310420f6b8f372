import { describe, expect, it } from "vitest";
import { latin1 } from "../../../../src/cos/syntax/value.ts";
import { fieldTree, namedFields } from "../../../../src/document/assemble/joins/forms/field-tree.ts";
import { textString } from "../../../../src/document/text-string.ts";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { read } from "../../../support/read-again.ts";

const form = (fields: string, more: Record<number, string>) =>
  read(pagesPdf([""], { root: `/AcroForm<</Fields[${fields}]>>`, more }));

describe("the tree of form fields", () => {
  it("knows each field's parent and kids, and which fields have no widget", () => {
    const tree = fieldTree(
      form("10 0 R 20 0 R", {
        10: "<</T(a)/Kids[11 0 R 12 0 R]>>",
        11: "<</T(b)/Parent 10 0 R/Subtype/Widget>>",
        12: "<</T(c)/Parent 10 0 R>>",
        20: "<</T(d)/Subtype/Widget>>",
      }),
    );
    expect(tree.roots).toEqual([10, 20]);
    expect(tree.nodes.get(10)).toEqual({ num: 10, parent: 0, kids: [11, 12] });
    expect(tree.nodes.get(11)).toEqual({ num: 11, parent: 10, kids: [] });
    expect(tree.bare).toEqual([12]);
  });

  it("survives loops, and lists a repeated field once", () => {
    const tree = fieldTree(
      form("10 0 R 11 0 R", { 10: "<</T(a)/Kids[11 0 R]>>", 11: "<</T(b)/Kids[10 0 R]>>" }),
    );
    expect(tree.roots).toEqual([10]);
    expect([...tree.nodes.keys()]).toEqual([10, 11]);
  });

  it("adopts a widget that the form doesn't list, along with its parents", () => {
    const more = { 10: "<</T(a)/Kids[11 0 R]>>", 11: "<</Subtype/Widget/Parent 10 0 R>>" };
    const tree = fieldTree(form("", more));
    expect(tree.adopt(11)).toEqual({ num: 11, parent: 10, kids: [] });
    expect(tree.roots).toEqual([]);
  });
});

describe("names of fields", () => {
  it("include the names of parent groups, and may be shared by several fields", () => {
    const more = {
      10: "<</Kids[11 0 R 12 0 R]>>",
      11: "<</T(a)/Kids[14 0 R 15 0 R]>>",
      12: "<</T(b)/Kids[16 0 R]>>",
      13: "<</T<FEFF0062>>>",
      14: "<</T(c)>>",
      15: "<</T(d)>>",
      16: "<</Subtype/Widget>>",
    };
    expect(namedFields(form("10 0 R 13 0 R", more))).toMatchObject([
      { num: 11, name: "a", isGroup: true, group: 0 },
      { num: 14, name: "a.c", part: "c", isGroup: false, group: 11 },
      { num: 15, name: "a.d", isGroup: false },
      { num: 12, name: "b", isGroup: false },
      { num: 13, name: "b", isGroup: false },
    ]);
  });

  it("are written in ASCII if possible, otherwise in UTF-16", () => {
    expect(latin1(textString("a b").bytes)).toBe("a b");
    expect(latin1(textString("ä").bytes)).toBe("\xfe\xff\0\xe4");
  });
});
