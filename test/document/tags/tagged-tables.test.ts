import { expect, it } from "vitest";
import { taggedTables } from "../../../src/document/tags/tagged-tables.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

it("lists the rows and cells of a tagged table, with spans from cells or their classes", () => {
  const file = pagesPdf([""], {
    root: "/StructTreeRoot 10 0 R",
    more: {
      10: "<</K[11 0 R]/RoleMap<</Grid/Table/Head/TH>>/ClassMap<</wide[<</O/Table/ColSpan 2>>]>>>>",
      11: "<</S/Grid/K[<</S/Caption>>12 0 R<</S/TBody/K[13 0 R]>>]>>",
      12: "<</S/TR/K[<</S/Head/C/wide>><</S/Span>>]>>",
      13: "<</S/TR/K[<</S/TD/A[<</O/Layout>><</O/Table/RowSpan 3>>]>><</S/TD/A<</ColSpan 99999>>>>]>>",
    },
  });
  const tables = taggedTables(read(file));
  const cell = (key: string, header: boolean, rowSpan: number, colSpan: number) => ({
    key,
    header,
    rowSpan,
    colSpan,
  });
  expect(tables("0")).toEqual([
    [cell("0.1.0", true, 1, 2)],
    [cell("0.2.0.0", false, 3, 1), cell("0.2.0.1", false, 1, 1000)],
  ]);
  expect(tables("0.0")).toBeUndefined();
  expect(tables("7")).toBeUndefined();
});
