import { describe, expect, it } from "vitest";
import { scaleDestinations } from "../../../src/document/scale/destinations.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { at } from "../../support/read-again.ts";

describe("positions on a scaled page", () => {
  it("are moved wherever they occur, and those on other pages aren't", async () => {
    const edit = editing(
      pagesPdf(["/Annots[<</Subtype/Link/Dest[4 0 R/XYZ 100 200 1.5]>>]", ""], {
        root: "/Outlines 20 0 R/Dests<</r[4 0 R/FitR 1 2 3 4]/h<</D[4 0 R/FitH 50]>>/v[4 0 R/FitV 50]/f[4 0 R/Fit]>>/OpenAction<</S/GoTo/D[3 0 R/XYZ 7 8 0]>>/StructTreeRoot 22 0 R",
        more: {
          20: "<</First 21 0 R>>",
          21: "<</A<</S/GoTo/D[4 0 R/XYZ null 30 0]/Next<</S/GoToR/F(o.pdf)/D[0/XYZ 5 5 0]>>>>>>",
          22: "<</K<</S/Figure/Pg 4 0 R/P 22 0 R/A[0<</O/Layout/BBox[10 10 20 20]>>]>>>>",
        },
      }),
    );
    scaleDestinations(edit.session, new Map([[4, [2, 0, 0, 3, 10, 20]]]));
    const document = await edit.written();
    expect(at(document, 1, "Annots", 0, "Dest")).toEqual(["page 2", "/XYZ", 210, 620, 1.5]);
    expect(at(document, "Dests")).toEqual({
      r: ["page 2", "/FitR", 12, 26, 16, 32],
      h: { D: ["page 2", "/FitH", 170] },
      v: ["page 2", "/FitV", 110],
      f: ["page 2", "/Fit"],
    });
    const action = at(document, "Outlines", "First", "A");
    expect(action).toMatchObject({ D: ["page 2", "/XYZ", null, 110, 0], Next: { D: [0, "/XYZ", 5, 5, 0] } });
    expect(at(document, "OpenAction", "D")).toEqual(["page 1", "/XYZ", 7, 8, 0]);
    expect(at(document, "StructTreeRoot", "K", "A", 1, "BBox")).toEqual([30, 50, 50, 80]);
  });

  it("include layout lengths of elements whose page is given by themselves, their content or a parent", async () => {
    const element = (own: string) => `<</S/Figure/P 22 0 R/A 23 0 R${own}>>`;
    const edit = editing(
      pagesPdf(["", ""], {
        root: "/StructTreeRoot 22 0 R",
        more: {
          22: `<</Type/StructTreeRoot/K[${element("/Pg 4 0 R")}${element("/K<</Type/MCR/Pg 4 0 R/MCID 0>>")}<</S/P/P 24 0 R/A 23 0 R/K 0>>${element("/Pg 3 0 R")}]>>`,
          23: "<</O/Layout/Width 10/Height/Auto/SpaceAfter 5/Padding[1 1 2 2]/TextAlign/End>>",
          24: "<</S/Sect/P 22 0 R/Pg 4 0 R>>",
        },
      }),
    );
    scaleDestinations(edit.session, new Map([[4, [2, 0, 0, 8, 0, 0]]]));
    const document = await edit.written();
    const scaled = { Width: 20, Height: "/Auto", SpaceAfter: 40, Padding: [4, 4, 8, 8], TextAlign: "/End" };
    for (const k of [0, 1, 2]) expect(at(document, "StructTreeRoot", "K", k, "A")).toMatchObject(scaled);
    expect(at(document, "StructTreeRoot", "K", 3, "A")).toMatchObject({ Width: 10, SpaceAfter: 5 });
  });
});
