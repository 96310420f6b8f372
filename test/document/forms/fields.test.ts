import { describe, expect, it } from "vitest";
import { box, itemsOf } from "../../support/forms.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

describe("nested fields", () => {
  it("join their names and inherit, and a radio group is one field", () => {
    const bytes = pagesPdf(["/Annots[12 0 R 13 0 R 14 0 R]"], {
      root: "/AcroForm<</Fields[10 0 R]>>",
      more: {
        10: "<</T(form)/Ff 1/Kids[11 0 R 14 0 R]>>",
        11: "<</T(choice)/FT/Btn/Ff 32768/V/1/Opt[(Cats)(Dogs)]/Parent 10 0 R/Kids[12 0 R 13 0 R]>>",
        12: `<</Subtype/Widget/Parent 11 0 R/AP<</N<</0<<>>/Off<<>>>>>>${box(0, 100)}>>`,
        13: `<</Subtype/Widget/Parent 11 0 R/AP<</N<</1<<>>/Off<<>>>>>>${box(200, 100)}>>`,
        14: `<</Subtype/Widget/T(name)/FT/Tx/Parent 10 0 R${box(0, 300)}>>`,
      },
    });
    const forms = itemsOf(bytes).items;
    expect(forms).toMatchObject([
      { name: "form.name", type: "text", value: "", read_only: true },
      { name: "form.choice", type: "radio", value: "Dogs", read_only: false },
    ]);
    expect(forms[1]?.options).toEqual(
      ["Cats", "Dogs"].map((value, k) => ({ value, label: value, state: `${k}` })),
    );
  });

  it.each([
    [
      "Kids that contain themselves",
      { 10: "<</T(a)/FT/Tx/Kids[10 0 R 11 0 R]>>", 11: "<</T(b)/Kids[10 0 R]>>" },
    ],
    ["a Parent that loops", { 10: "<</T(a)/FT/Tx/Parent 11 0 R>>", 11: "<</T(b)/Parent 10 0 R>>" }],
  ])("are bounded on %s", (_, more) => {
    const bytes = pagesPdf(["/Annots[10 0 R 11 0 R]"], { root: "/AcroForm<</Fields[10 0 R 11 0 R]>>", more });
    expect(itemsOf(bytes).items.length).toBeLessThanOrEqual(2);
  });

  it.each([30, 5000])("have names of limited length in a chain of %d", (length) => {
    const more: Record<number, string> = { [10 + length]: "<</T(last)/FT/Tx>>" };
    for (let k = 0; k < length; k++) more[10 + k] = `<</T(${"n".repeat(200)})/FT/Tx/Kids[${11 + k} 0 R]>>`;
    const { items } = itemsOf(pagesPdf([""], { root: "/AcroForm<</Fields[10 0 R]>>", more }));
    expect(items.map(({ name }) => name.length)).toEqual(length === 30 ? [2000] : []);
  });
});
