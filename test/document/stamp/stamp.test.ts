import { describe, expect, it } from "vitest";
import { ref } from "../../../src/cos/syntax/value.ts";
import { createStamper, type Need } from "../../../src/document/stamp/stamp.ts";
import { editing } from "../../support/editing.ts";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { at, type Plain, valueAt } from "../../support/read-again.ts";

const needs: readonly Need[] = [{ category: "XObject", value: ref(9) }];

async function stamped(pages: readonly string[], more: BuiltPdf["objects"], times = 1) {
  const form = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: "" };
  const edit = editing(pagesPdf(pages, { tree: "/Resources 8 0 R", more: { 8: "<<>>", 9: form, ...more } }));
  for (let k = 0; k < times; k++) {
    const stamp = createStamper(edit.session);
    for (const page of pages.keys()) stamp(page + 1, needs, (names) => `/${names.join()} Do\n`);
  }
  return edit.written();
}
const contents = (value: Plain) => (Array.isArray(value) ? value : [value]).map((part) => Object(part).data);

describe("a stamp", () => {
  it("is drawn after the page's content, in the page's own coordinate system", async () => {
    const document = await stamped(["/Contents 7 0 R"], { 7: { dict: "", data: "2 0 0 2 0 0 cm" } });
    expect(contents(at(document, 1, "Contents"))).toEqual(["q\n", "2 0 0 2 0 0 cm", "\nQ\n/Stamp1 Do\n"]);
    expect(at(document, 1, "Resources", "XObject", "Stamp1")).toMatchObject({ Subtype: "/Form" });
  });

  it("closes what the page leaves open, and drops surplus restores", async () => {
    const open = await stamped(["/Contents 7 0 R"], { 7: { dict: "", data: "q q /P BMC /P BMC BT" } });
    expect(contents(at(open, 1, "Contents"))[2]).toBe("\nET\nEMC\nEMC\nQ\nQ\nQ\n/Stamp1 Do\n");
    const apart = await stamped(["/Contents[7 0 R 7 0 R]"], { 7: { dict: "", data: "q" } });
    expect(contents(at(apart, 1, "Contents"))[3]).toBe("\nQ\nQ\nQ\n/Stamp1 Do\n");
    const surplus = await stamped(["/Contents 7 0 R"], { 7: { dict: "", data: "Q 1 w" } });
    expect(contents(at(surplus, 1, "Contents"))[1]).toBe("  1 w\n");
  });

  it("is the only content of an empty page", async () => {
    expect(contents(at(await stamped([""], {}), 1, "Contents"))).toEqual(["/Stamp1 Do\n"]);
  });

  it("is written once for identical pages, without changing shared objects", async () => {
    const pages = ["/Contents 7 0 R", "/Contents 7 0 R"];
    const document = await stamped(pages, { 7: { dict: "", data: "f" }, 8: "<</XObject<</Stamp1 9 0 R>>>>" });
    for (const path of [["Contents", 0], ["Contents", 2], ["Resources"]])
      expect(valueAt(document, 1, ...path)).toEqual(valueAt(document, 2, ...path));
    expect(contents(at(document, 2, "Contents"))[2]).toBe("\nQ\n/Stamp2 Do\n");
    expect(document.cos.object(8)).toEqual(new Map([["XObject", new Map([["Stamp1", ref(9)]])]]));
  });

  it("comes after an earlier stamp without wrapping the page again", async () => {
    const document = await stamped(["/Contents 7 0 R"], { 7: { dict: "", data: "f" } }, 2);
    expect(contents(at(document, 1, "Contents"))).toEqual(["q\n", "f", "\nQ\n/Stamp1 Do\n", "/Stamp2 Do\n"]);
  });
});
