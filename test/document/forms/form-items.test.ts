import { describe, expect, it } from "vitest";
import { placedWidgets } from "../../../src/document/forms/form-items.ts";
import { refNumber } from "../../../src/document/typed-get.ts";
import { box, formPdf, itemsOf } from "../../support/forms.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

describe("the list of form fields", () => {
  it("is sorted as displayed: rows from top to bottom, each from left to right", () => {
    const fields = [
      `/FT/Tx/T(bottom)${box(0, 100)}`,
      `/FT/Tx/T(right)${box(300, 702)}`,
      `/FT/Tx/T(left)${box(0, 700)}`,
    ];
    expect(itemsOf(formPdf(fields)).items.map(({ name }) => name)).toEqual(["left", "right", "bottom"]);
    // On a page turned upside down, the last comes first.
    const turned = itemsOf(formPdf(fields, { page: "/Rotate 180" }));
    expect(turned.items.map(({ name }) => name)).toEqual(["bottom", "right", "left"]);
  });

  it("includes unlisted widgets, and ends with fields not on any page", () => {
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

it("lists everything a caller needs to fill in a field", () => {
  const { items } = itemsOf(
    formPdf([
      `/FT/Tx/Ff 16777216/MaxLen 5/T(comb)${box(0, 500)}`,
      `/FT/Tx/Ff 8192/T(secret)${box(0, 450)}`,
      `/FT/Ch/Ff 393216/T(edit)/Opt[(a)]${box(0, 400)}`,
      `/FT/Ch/Ff 2097152/T(many)/Opt[(a)]${box(0, 350)}`,
      `/FT/Tx/T(date)/AA<</F<</S/JavaScript/JS(AFDate_FormatEx\\("d.m.yyyy"\\))>>/C<</S/JavaScript/JS(x)>>>>${box(0, 300)}`,
      `/FT/Btn/T(on)/Opt[(Yes, please)]/AP<</N<</0 1 0 R>>>>${box(0, 250)}`,
    ]),
  );
  expect(items).toMatchObject([
    { name: "comb", comb: true, max_length: 5 },
    { name: "secret", password: true, value: null },
    { name: "edit", editable: true },
    { name: "many", multiple: true },
    { name: "date", calculated: true, format: { type: "date", pattern: "d.m.yyyy" } },
    { name: "on", options: [{ value: "Yes, please", label: "Yes, please", state: "0" }] },
  ]);
});

describe("a document's widgets", () => {
  it("are found once each on the pages that list them, whatever their own page entry", () => {
    const more = { 5: "<</Subtype/Widget/P 3 0 R>>", 6: "<</Subtype/Widget>>", 7: "<</Subtype/Link>>" };
    const direct = "<</Subtype/Widget/T(direct)>>";
    const file = pagesPdf([`/Annots[6 0 R 7 0 R null ${direct}]`, "/Annots[5 0 R 6 0 R]"], { more });
    const found = [...placedWidgets(read(file)).values()].map(({ page, value }) => [
      page,
      refNumber(value) ?? 0,
    ]);
    expect(found).toEqual([
      [1, 6],
      [1, 0],
      [2, 5],
    ]);
  });
});
