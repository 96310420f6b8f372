import { describe, expect, it } from "vitest";
import { dropFields } from "../../../src/document/flatten/remove-fields.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

const file = pagesPdf([""], {
  root: "/AcroForm<</Fields[10 0 R 11 0 R 14 0 R 15 0 R]/CO[10 0 R 13 0 R 14 0 R]/DA(/F 9 Tf)/XFA(x)>>",
  more: {
    10: "<</T(own)/FT/Tx/Rect[0 0 9 9]>>",
    11: "<</T(group)/Kids[12 0 R 13 0 R]>>",
    12: "<</T(one)/FT/Tx/Parent 11 0 R/Rect[0 0 9 9]>>",
    13: "<</T(two)/FT/Tx/Parent 11 0 R/Rect[0 0 9 9]>>",
    14: "<</T(bare)/FT/Tx/V(value)>>",
    15: "<</T(circle)/Kids[15 0 R]>>",
  },
});

async function form(gone: readonly number[], bare = false) {
  const edit = editing(file);
  dropFields(edit.session, new Set(gone), bare);
  return { form: at(await edit.written(), "AcroForm"), warnings: edit.warnings.join() };
}

describe("a form whose widgets are removed", () => {
  it("loses fields without remaining widgets, and their place in the calculation order", async () => {
    const { form: left, warnings } = await form([10, 13]);
    expect(left).toMatchObject({
      Fields: [{ T: "group", Kids: [{ T: "one" }] }, { T: "bare" }, { T: "circle" }],
      CO: [{ T: "bare" }],
      DA: "/F 9 Tf",
    });
    expect(left).not.toHaveProperty("XFA");
    expect(warnings).toContain("XFA form data was dropped");
  });

  it("also loses fields that never had widgets, on request", async () => {
    expect((await form([10], true)).form).toMatchObject({
      Fields: [{ T: "group" }, { T: "circle" }],
      CO: [{ T: "two" }],
    });
  });

  it("stays the same if it has none of the widgets", async () => {
    expect((await form([99])).form).toMatchObject({
      Fields: [{ T: "own" }, { T: "group" }, { T: "bare" }, { T: "circle" }],
    });
  });

  it("is removed with its last field", async () => {
    const edit = editing(
      pagesPdf([""], { root: "/AcroForm<</Fields[10 0 R]>>", more: { 10: "<</FT/Tx/Rect[0 0 9 9]>>" } }),
    );
    dropFields(edit.session, new Set([10]), false);
    expect(at(await edit.written(), "AcroForm")).toBeNull();
  });
});
