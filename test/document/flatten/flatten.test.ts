import { describe, expect, it } from "vitest";
import { failed } from "../../../src/core/problem.ts";
import { type Flattened, flattenPages } from "../../../src/document/flatten/flatten.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

const annot = (rest: string) => `<</Type/Annot/Rect[0 0 10 10]${rest}>>`;
const look = (data: string) => ({ dict: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Resources<<>>", data });
const file = pagesPdf(["/StructParents 0/Annots[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]"], {
  root: "/AcroForm<</Fields[10 0 R]>>/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>",
  more: {
    10: annot("/Subtype/Widget/FT/Btn/Ff 65536/T(t)/StructParent 1/AP<</N 20 0 R>>"),
    11: annot("/Subtype/Stamp/AP<</N 21 0 R>>/OC 23 0 R"),
    12: annot("/Subtype/Link"),
    13: annot("/Subtype/FileAttachment/AP<</N 20 0 R>>"),
    14: annot("/Subtype/Stamp/F 2/AP<</N 22 0 R>>"),
    15: annot("/Subtype/Ink/StructParent 2"),
    20: look("% widget"),
    21: look("% stamp"),
    22: look("% hidden"),
    23: "<</Type/OCG/Name(layer)>>",
    30: "<</Type/StructTreeRoot/K[31 0 R 32 0 R 33 0 R]/ParentTree<</Nums[0[33 0 R]1 31 0 R 2 32 0 R]>>>>",
    31: "<</S/Form/P 30 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 10 0 R>>>>",
    32: "<</S/Annot/P 30 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 15 0 R>>>>",
    33: "<</S/P/P 30 0 R/Pg 3 0 R/K 0>>",
  },
});

async function flattened(what: Flattened) {
  const drawAppearances = () => Promise.reject(failed("no engine draws here"));
  const edit = editing(file, { drawAppearances });
  await flattenPages(edit.session, new Set([1]), what);
  const document = await edit.written();
  const forms = Object.values(Object(at(document, 1, "Resources", "XObject"))).map(
    (form) => Object(form).data,
  );
  return { document, forms, warnings: edit.warnings.join(), bytes: await edit.bytes() };
}

describe("flattening", () => {
  it("draws annotations in order, and leaves links and file attachments", async () => {
    const { document, forms, warnings } = await flattened("all");
    expect(forms).toEqual(["% widget", "% stamp"]);
    expect(at(document, 1, "Annots")).toMatchObject([{ Subtype: "/Link" }, { Subtype: "/FileAttachment" }]);
    expect(at(document, "AcroForm")).toBeNull();
    expect(warnings).toContain("1 annotation stays as it is");
    expect(warnings).toContain("1 annotation has no appearance and could not be drawn");
  });

  it("can be limited to form fields or other annotations", async () => {
    const fields = await flattened("forms");
    expect(fields.forms).toEqual(["% widget"]);
    expect(at(fields.document, 1, "Annots")).toHaveLength(5);
    const others = await flattened("annotations");
    expect(others.forms).toEqual(["% stamp"]);
    expect(at(others.document, "AcroForm", "Fields")).toHaveLength(1);
  });

  it("keeps an appearance in its layer", async () => {
    const { document } = await flattened("annotations");
    expect(at(document, 1, "Resources", "XObject", "Stamp1", "OC")).toMatchObject({ Name: "layer" });
  });

  it("also removes the bytes of flattened annotations", async () => {
    expect(Buffer.from((await flattened("all")).bytes).toString("latin1")).not.toContain("% hidden");
  });

  it("replaces an annotation in the tags with its drawn content, if it has any", async () => {
    const { document } = await flattened("all");
    expect(at(document, "StructTreeRoot", "K")).toMatchObject([
      { S: "/Form", K: { Type: "/MCR", Pg: "page 1", MCID: 1 } },
      { S: "/Annot" },
      { S: "/P", K: 0 },
    ]);
    expect(at(document, "StructTreeRoot", "K", 1)).not.toHaveProperty("K");
    expect(at(document, "StructTreeRoot", "ParentTree", "Nums", 1)).toMatchObject([
      { S: "/P" },
      { S: "/Form" },
    ]);
    const contents = at(document, 1, "Contents");
    expect(JSON.stringify(contents)).toContain("/Span <</MCID 1>> BDC");
    expect(JSON.stringify(contents)).toContain("/Artifact BMC");
  });
});
