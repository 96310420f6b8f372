import { describe, expect, it } from "vitest";
import { box, formPdf, itemsOf } from "../../support/forms.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

describe("the list of form fields", () => {
  it("orders them as displayed: rows from the top, in a row from the left", () => {
    const fields = [
      `/FT/Tx/T(bottom)${box(0, 100)}`,
      `/FT/Tx/T(right)${box(300, 702)}`,
      `/FT/Tx/T(left)${box(0, 700)}`,
    ];
    expect(itemsOf(formPdf(fields)).items.map(({ name }) => name)).toEqual(["left", "right", "bottom"]);
    // Turned upside down the last is first.
    const turned = itemsOf(formPdf(fields, { page: "/Rotate 180" }));
    expect(turned.items.map(({ name }) => name)).toEqual(["bottom", "right", "left"]);
  });

  it("has widgets that the form does not list, and fields without a page last", () => {
    const bytes = pagesPdf(["/Annots[11 0 R 12 0 R 13 0 R]", "/Annots[14 0 R]"], {
      root: "/AcroForm<</Fields[10 0 R 14 0 R 99 0 R]/XFA[(template)16 0 R]>>",
      more: {
        10: "<</T(nowhere)/FT/Tx/V(x)>>",
        11: `<</Subtype/Widget/T(loose)/FT/Tx${box(0, 100)}>>`,
        12: `<</Subtype/Widget/Parent 15 0 R${box(0, 300)}>>`,
        13: `<</Subtype/Link${box(0, 300)}>>`,
        14: `<</Subtype/Widget/T(second)/FT/Tx${box(0, 300)}>>`,
        15: "<</T(parent)/FT/Btn/Kids[12 0 R]>>",
        16: { dict: "", data: "<template/>" },
      },
    });
    const { items, warned } = itemsOf(bytes);
    expect(items.map(({ name, page }) => [name, page])).toEqual([
      ["parent", 1],
      ["loose", 1],
      ["second", 2],
      ["nowhere", null],
    ]);
    expect(warned).toContain("XFA");
  });
});
