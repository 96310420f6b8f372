import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../../src/core/document-io.ts";
import { failed } from "../../../src/core/problem.ts";
import { drawMissing } from "../../../src/document/flatten/appearance-sheet.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { editing } from "../../support/editing.ts";
import { memorySource } from "../../support/memory-files.ts";
import { type BuiltPdf, pagesPdf } from "../../support/pdf-builder.ts";
import { at, plain } from "../../support/read-again.ts";

const annotation = "/Type/Annot/Subtype/Ink/Rect[0 0 10 10]/C 11 0 R/P 3 0 R/AP<</N 12 0 R>>/NM(name)";
const more = { 11: "[1 0 0]", 12: { dict: "", data: "% old" } };

/** Draws missing appearances with an engine that returns `answer` as its sheet. */
async function drawn(answer: BuiltPdf["objects"] | undefined, count = 1, entries = "") {
  const seen: ByteSource[] = [];
  const { session, warnings } = editing(
    pagesPdf([""], { more: { ...more, 10: `<<${annotation}${entries}>>` } }),
    {
      async drawAppearances(sheet) {
        seen.push(sheet);
        if (!answer) throw failed("cannot be drawn");
        return memorySource(pagesPdf(["/Annots[10 0 R]"], { more: answer }));
      },
    },
  );
  const dict = session.cos.object(10);
  if (!(dict instanceof Map)) throw new Error("object 10 is the annotation");
  const missing = Array.from({ length: count }, () => ({ page: 1, num: 10, dict, field: undefined }));
  const looks = await drawMissing(session, missing);
  return { sheets: seen.map((sheet) => openStrictly(sheet)), looks: [...looks.values()], warnings, session };
}

const good = {
  10: "<</Type/Annot/Subtype/Ink/Rect[-1 -1 11 11]/AP<</N 11 0 R>>>>",
  11: {
    dict: "/Subtype/Form/BBox[0 0 12 12]/Resources<</XObject<</Again 11 0 R/X 12 0 R>>>>",
    data: "% new",
  },
  12: { dict: "/Subtype/Image", data: "pixels" },
};

describe("annotations without an appearance", () => {
  it("are passed to an engine with only the entries that affect their look", async () => {
    const { sheets } = await drawn(good);
    expect(sheets).toHaveLength(1);
    const [sheet] = sheets;
    expect(sheet && at(sheet, 1, "Annots")).toEqual([
      { Type: "/Annot", Subtype: "/Ink", Rect: [0, 0, 10, 10], C: [1, 0, 0] },
    ]);
  });

  it("get the engine's drawing, with all its resources, and its rectangle", async () => {
    const { looks, session, warnings } = await drawn(good);
    const [look] = looks;
    expect(look?.annotation.get("Rect")).toEqual([-1, -1, 11, 11]);
    expect(look?.annotation.has("NM")).toBe(true);
    expect(plain(session.document, session.cos.resolve(look?.value ?? null))).toMatchObject({
      BBox: [0, 0, 12, 12],
      Resources: { XObject: { X: { data: "pixels" } } },
      data: "% new",
    });
    expect(warnings).toEqual([]);
  });

  it("are skipped with a warning if the engine draws nothing or fails", async () => {
    const empty = await drawn({ 10: "<</Type/Annot/Subtype/Ink/Rect[0 0 9 9]>>" });
    expect(empty.looks).toEqual([]);
    expect(empty.warnings.join()).toContain("1 annotation has no appearance and could not be drawn");
    const failing = await drawn(undefined, 2);
    expect(failing.warnings.join()).toContain("2 annotations have no appearance");
  });

  it("are left out where an engine would lay out their text for minutes", async () => {
    const { sheets, warnings } = await drawn(undefined, 1, `/Contents(${"w ".repeat(20_000)})`);
    expect(sheets).toEqual([]);
    expect(warnings.join()).toContain("1 annotation has no appearance and could not be drawn");
  });

  it("are drawn in batches of 2,000", async () => {
    const { sheets, warnings } = await drawn(undefined, 2001);
    expect(sheets.map((sheet) => Object(at(sheet, 1, "Annots")).length)).toEqual([2000, 1]);
    expect(warnings).toHaveLength(1);
  });
});
