import { describe, expect, it } from "vitest";
import { headingTags } from "../../../src/document/tags/structure-tree.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const tags = (kids: string, root = "") =>
  [
    ...headingTags(
      read(
        pagesPdf([""], {
          root: "/StructTreeRoot 8 0 R",
          more: { 8: `<</Type/StructTreeRoot/K<</S/Document/K[${kids}]>>${root}>>` },
        }),
      ),
    ),
  ].sort();

describe("headings are tagged", () => {
  it("as H, as H1 to H6, as both or not at all", () => {
    expect(tags("<</S/H>><</S/P>>")).toEqual(["H"]);
    expect(tags("<</S/Sect/K[<</S/H1>><</S/H6>>]>>")).toEqual(["H1 to H6"]);
    expect(tags("<</S/H>><</S/H2>>")).toEqual(["H", "H1 to H6"]);
    expect(tags("<</S/P/K 0>><</S/H7>>")).toEqual([]);
    expect([...headingTags(read(pagesPdf([""])))]).toEqual([]);
  });

  it("including types mapped to them", () => {
    expect(tags("<</S/Title>>", "/RoleMap<</Title/H1>>")).toEqual(["H1 to H6"]);
  });
});
