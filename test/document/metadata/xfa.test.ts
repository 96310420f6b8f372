import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dictOf, name, ref } from "../../../src/cos/syntax/value.ts";
import { clearXfaMetadata } from "../../../src/document/metadata/xfa.ts";
import { editing } from "../../support/editing.ts";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { at, valueAt } from "../../support/read-again.ts";

const packet = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><secret/></x:xmpmeta>";

async function cleared(form: string, more: BuiltPdf["objects"]) {
  const edit = editing(pagesPdf([""], { root: `/AcroForm ${form}`, more }));
  clearXfaMetadata(edit.session);
  return at(await edit.written(), "AcroForm", "XFA");
}

describe("XMP in form data", () => {
  it("is removed if it is a separate part", async () => {
    const parts = "[(template)10 0 R(xmpmeta)11 0 R(form)12 0 R]";
    const streams = {
      10: { dict: "", data: "1" },
      11: { dict: "", data: packet },
      12: { dict: "", data: "3" },
    };
    const left = ["template", { data: "1" }, "form", { data: "3" }];
    expect(await cleared(`<</XFA${parts}>>`, streams)).toMatchObject(left);
    expect(await cleared("9 0 R", { 9: `<</XFA 8 0 R>>`, 8: parts, ...streams })).toMatchObject(left);
  });

  it("is removed if it is an element of a single stream", async () => {
    const data = deflateSync(`<xdp>${packet}<template/>${packet}</xdp>`);
    const form = { 10: { dict: "/Filter/FlateDecode", data } };
    expect(await cleared("<</XFA 10 0 R>>", form)).toMatchObject({ data: "<xdp><template/></xdp>" });
  });

  it("leaves other form data, and unreadable data, unchanged", async () => {
    const plain = { 10: { dict: "", data: "<xdp/>" } };
    expect(await cleared("<</XFA 10 0 R>>", plain)).toMatchObject({ data: "<xdp/>" });
    const edit = editing(
      pagesPdf([""], {
        root: "/AcroForm<</XFA 10 0 R>>",
        more: { 10: { dict: "/Filter/Flate?", data: packet } },
      }),
    );
    clearXfaMetadata(edit.session);
    const document = await edit.written();
    expect(valueAt(document, "AcroForm", "XFA")).toEqual(ref(10));
    expect(document.cos.object(10)).toMatchObject({
      dict: dictOf({ Filter: name("Flate?"), Length: packet.length }),
    });
  });
});
