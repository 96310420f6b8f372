import { describe, expect, it } from "vitest";
import { pageResources } from "../../../src/document/conformance/page-resources.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const withSpaces = (spaces: string, form: string) =>
  pageResources(
    read(
      pagesPdf([`/Resources<</ColorSpace<<${spaces}>>/XObject<</F 8 0 R>>>>`], {
        more: { 8: { dict: `/Subtype/Form/BBox[0 0 1 1]/Resources<</ColorSpace<<${form}>>>>`, data: "" } },
      }),
    ),
  ).spots;

describe("spot colors", () => {
  it("are found by name in the resources of pages and of the forms they draw", () => {
    const found = withSpaces(
      "/A[/Separation/Gold/DeviceGray<<>>]/B/DeviceRGB",
      "/C[/Separation/Red/DeviceRGB<<>>]",
    );
    expect([...found.keys()]).toEqual(["Gold", "Red"]);
  });

  it("are compared by their definition, not their location", () => {
    const gold = (spaces: string, form = "") => withSpaces(spaces, form).get("Gold");
    const gray = gold("/A[/Separation/Gold/DeviceGray<<>>]");
    expect(gold("", "/Other[/Separation/Gold/DeviceGray<<>>]")).toBe(gray);
    expect(gold("/A[/Separation/Gold/DeviceCMYK<<>>]")).not.toBe(gray);
  });
});

describe("other resources", () => {
  const profile = (components: number, data = "profile") => ({ dict: `/N ${components}`, data });

  it("only list profiles of CMYK color spaces, compared by content", () => {
    const found = (components: number, data?: string) =>
      pageResources(
        read(
          pagesPdf(["/Resources<</ColorSpace<</A[/ICCBased 8 0 R]>>>>"], {
            more: { 8: profile(components, data) },
          }),
        ),
      ).profiles;
    expect(found(3).size).toBe(0);
    expect(found(4)).toEqual(found(4));
    expect(found(4)).not.toEqual(found(4, "another"));
  });

  it("report whether any object has its own metadata", () => {
    const has = (page: string) =>
      pageResources(read(pagesPdf([page], { more: { 8: { dict: "/Metadata 9 0 R", data: "" } } })))
        .hasMetadata;
    expect(has("")).toBe(false);
    expect(has("/Metadata 9 0 R")).toBe(true);
    expect(has("/Resources<</XObject<</F 8 0 R>>>>")).toBe(true);
  });
});
