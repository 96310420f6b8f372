import { describe, expect, it } from "vitest";
import { spotColours } from "../../../src/document/conformance/spot-colours.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const withSpaces = (spaces: string, form: string) =>
  spotColours(
    read(
      pagesPdf([`/Resources<</ColorSpace<<${spaces}>>/XObject<</F 8 0 R>>>>`], {
        more: { 8: { dict: `/Subtype/Form/BBox[0 0 1 1]/Resources<</ColorSpace<<${form}>>>>`, data: "" } },
      }),
    ),
  );

describe("spot colours", () => {
  it("are found by name, in the resources of pages and of what they draw", () => {
    const found = withSpaces(
      "/A[/Separation/Gold/DeviceGray<<>>]/B/DeviceRGB",
      "/C[/Separation/Red/DeviceRGB<<>>]",
    );
    expect([...found.keys()]).toEqual(["Gold", "Red"]);
  });

  it("are told apart by what they stand for, not by where they stand", () => {
    const gold = (spaces: string, form = "") => withSpaces(spaces, form).get("Gold");
    const gray = gold("/A[/Separation/Gold/DeviceGray<<>>]");
    expect(gold("", "/Other[/Separation/Gold/DeviceGray<<>>]")).toBe(gray);
    expect(gold("/A[/Separation/Gold/DeviceCMYK<<>>]")).not.toBe(gray);
  });
});
