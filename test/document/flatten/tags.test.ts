import { describe, expect, it } from "vitest";
import { flattenTags, isMarked } from "../../../src/document/flatten/tags.ts";
import { widgetFields } from "../../../src/document/forms/widget-fields.ts";
import { xmpPacket } from "../../support/claims.ts";
import { editing } from "../../support/editing.ts";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

interface Tagged {
  /** The structure element of the only annotation, object 10. */
  readonly element: string;
  readonly annotation?: string;
  readonly page?: string;
  readonly tree?: string;
  readonly root?: string;
  readonly more?: BuiltPdf["objects"];
}

/** Removes the annotation from the page, with or without an appearance. */
async function left(
  { element, annotation = "/Subtype/Stamp", page = "/StructParents 0", tree, root = "", more = {} }: Tagged,
  withLook = true,
) {
  const edit = editing(
    pagesPdf([page], {
      root: `/StructTreeRoot 20 0 R/AcroForm<</Fields[10 0 R]>>${root}`,
      more: {
        10: `<</Type/Annot/Rect[0 0 9 9]/StructParent 1${annotation}>>`,
        20: `<</Type/StructTreeRoot/K 21 0 R/ParentTree ${tree ?? "<</Nums[0[22 0 R]1 21 0 R]>>"}>>`,
        21: `<</P 20 0 R${element}>>`,
        22: "<</S/P/P 20 0 R/K 0>>",
        ...more,
      },
    }),
  );
  const { session } = edit;
  const dict = session.cos.object(10);
  const tags = flattenTags(session);
  if (!tags || !(dict instanceof Map)) throw new Error("the document has tags");
  const field = annotation.includes("/FT") ? widgetFields(session).of(10, dict) : undefined;
  const removed = { page: 1, num: 10, dict, field };
  const operator = withLook ? String(tags.begin(removed)) : tags.leave(removed);
  tags.finish();
  const document = await edit.written();
  return { operator, element: at(document, "StructTreeRoot", "K"), document };
}

const object = "<</Type/OBJR/Obj 10 0 R>>";
const content = { Type: "/MCR", Pg: "page 1", MCID: 1 };

describe("the structure element of a flattened annotation", () => {
  it("gets the page content that replaces the annotation, in the same place", async () => {
    const { operator, element, document } = await left({ element: `/S/Annot/K[0 ${object} 22 0 R]` });
    expect(operator).toBe("/Span <</MCID 1>> BDC");
    expect(element).toMatchObject({ S: "/Annot", K: [0, content, { S: "/P" }] });
    expect(at(document, "StructTreeRoot", "ParentTree", "Nums", 1)).toMatchObject([
      { S: "/P" },
      { S: "/Annot" },
    ]);
  });

  it("is registered in a parent tree with indirect arrays", async () => {
    const { document } = await left({
      element: `/S/Annot/K ${object}`,
      tree: "<</Nums[0 23 0 R 1 21 0 R]>>",
      more: { 23: "[22 0 R]" },
    });
    expect(at(document, "StructTreeRoot", "ParentTree", "Nums", 1)).toHaveLength(2);
  });

  it("loses the annotation if the page has no entry in the parent tree, so the content becomes an artifact", async () => {
    const { operator, element } = await left({ element: `/S/Annot/K[${object} 0]`, page: "" });
    expect(operator).toBe("/Artifact BMC");
    expect(element).toMatchObject({ K: 0 });
  });

  it("loses the annotation if it had no appearance", async () => {
    const { element } = await left({ element: `/S/Annot/K ${object}` }, false);
    expect(element).toMatchObject({ S: "/Annot" });
    expect(element).not.toHaveProperty("K");
  });

  it("stays the same if it doesn't refer to the annotation", async () => {
    const { operator, element } = await left({ element: "/S/Annot/K[0]" });
    expect(operator).toBe("/Artifact BMC");
    expect(element).toMatchObject({ K: [0] });
  });
});

describe("a document that claims PDF/UA", () => {
  const metadata = { 30: { dict: "", data: xmpPacket('pdfuaid:part="1"') } };
  const languageOf = async (root: string, more: BuiltPdf["objects"] = metadata) => {
    const element = `/S/Annot/P 21 0 R/K ${object}`;
    const above = { 21: "<</S/Sect/P 20 0 R/Lang(de)/K 24 0 R>>", 24: `<<${element}>>` };
    const tree = "<</Nums[0[22 0 R]1 24 0 R]>>";
    const { document } = await left({ element: "", root, tree, more: { ...above, ...more } });
    return at(document, "Lang");
  };

  it("takes its language from the flattened annotation if it has none", async () => {
    expect(await languageOf("/Metadata 30 0 R")).toBe("de");
    expect(await languageOf("/Metadata 30 0 R/Lang(fr)")).toBe("fr");
    expect(await languageOf("")).toBeNull();
  });
});

describe("a form element", () => {
  it.each([
    ["/FT/Tx", "/tv"],
    ["/FT/Btn", "/cb"],
    ["/FT/Btn/Ff 32768", "/rb"],
    ["/FT/Btn/Ff 65536", "/pb"],
    ["/FT/Ch", "/lb"],
    ["/FT/Ch/Ff 131072", "/lb"],
    ["/FT/Sig", "/tv"],
  ])("records the type of a field with %s", async (type, Role) => {
    const annotation = `/Subtype/Widget/T(t)${type}`;
    const { element } = await left({ element: `/S/Form/K ${object}`, annotation });
    expect(element).toMatchObject({ A: [{ O: "/PrintField", Role }, 0] });
  });

  it("keeps its attributes with their revisions", async () => {
    const annotation = "/Subtype/Widget/T(t)/FT/Tx";
    const one = await left({ element: `/S/Form/R 2/A<</O/Layout>>/K ${object}`, annotation });
    expect(one.element).toMatchObject({ A: [{ O: "/Layout" }, 2, { O: "/PrintField" }, 2] });
    const many = await left({ element: `/S/Form/A[<</O/Layout>>0]/K ${object}`, annotation });
    expect(many.element).toMatchObject({ A: [{ O: "/Layout" }, 0, { O: "/PrintField" }, 0] });
  });
});

describe("a document", () => {
  it("without tags has none to change, whether or not it is marked as tagged", () => {
    const { session } = editing(pagesPdf([""], { root: "/MarkInfo<</Marked true>>" }));
    expect(flattenTags(session)).toBeUndefined();
    expect(isMarked(session)).toBe(true);
    expect(isMarked(editing(pagesPdf([""])).session)).toBe(false);
  });
});
