import { describe, expect, it } from "vitest";
import { showsPicture } from "../../src/document/pictures.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";

const within = (form: number) => ({
  dict: `/Subtype/Form/Resources<</XObject<</F ${form} 0 R>>>>`,
  data: "",
});
const more = {
  8: { dict: "/Subtype/Image", data: "" },
  9: { dict: "/Subtype/Form/Resources<</XObject<</I 8 0 R>>>>", data: "" },
  10: "<</XObject 11 0 R>>",
  11: "<</F 9 0 R/I 8 0 R>>",
  12: "/Image",
  13: { dict: "/Subtype 12 0 R", data: "" },
  14: within(15),
  15: within(16),
  16: within(17),
  17: within(9),
};
const shows = (page: string, tree = "") => showsPicture(read(pagesPdf([page], { tree, more })), 1);

describe("a page shows a picture", () => {
  it("if it has one in its resources, direct or indirect, own or inherited", () => {
    expect(shows("/Resources<</XObject<</I 8 0 R>>>>")).toBe(true);
    expect(shows("/Resources 10 0 R")).toBe(true);
    expect(shows("", "/Resources 10 0 R")).toBe(true);
    expect(shows("/Resources<</XObject<</I 13 0 R>>>>")).toBe(true);
  });

  it("if one of its forms has one, a few levels deep", () => {
    expect(shows("/Resources<</XObject<</F 9 0 R>>>>")).toBe(true);
    expect(shows("/Resources<</XObject<</F 14 0 R>>>>")).toBe(false);
  });

  it("but not if its resources can't be read", () => {
    for (const resources of ["", "/Resources 99 0 R", "/Resources[1]", "/Resources<</XObject<</I 7>>>>"])
      expect(shows(resources)).toBe(false);
  });
});
