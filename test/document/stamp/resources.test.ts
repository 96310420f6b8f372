import { describe, expect, it } from "vitest";
import { ref } from "../../../src/cos/syntax/value.ts";
import { type Need, stampResources } from "../../../src/document/stamp/resources.ts";
import { editing } from "../../support/editing.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { plain } from "../../support/read-again.ts";

const font: Need = { category: "Font", value: ref(9) };
const picture: Need = { category: "XObject", value: ref(10) };
const more = { 8: "<</Font<</F 9 0 R/Stamp1 9 0 R>>>>", 9: "<</Type/Font>>", 10: { dict: "", data: "" } };

/** Adds to the pages' resources what each stamp needs. */
function given(pages: readonly string[], needs: readonly (readonly Need[])[]) {
  const { session } = editing(pagesPdf(pages, { more }));
  const give = stampResources(session);
  const dicts = pages.map((_, k) => new Map(session.page(k + 1)));
  return needs.map((need, k) => {
    const page = (k % pages.length) + 1;
    const dict = dicts[page - 1] ?? new Map();
    const named = give(page, dict, need);
    session.setPage(page, dict.set("Resources", named.resources));
    return { ...named, plain: plain(session.document, session.cos.resolve(named.resources)), session };
  });
}

describe("resources of a stamped page", () => {
  it("keep the page's own and add the stamp's under free names", () => {
    const [named] = given(["/Resources 8 0 R"], [[font, picture, font]]);
    expect(named?.names).toEqual(["Stamp2", "Stamp1", "Stamp3"]);
    expect(named?.plain).toMatchObject({
      Font: { F: {}, Stamp1: {}, Stamp2: {}, Stamp3: {} },
      XObject: { Stamp1: {} },
    });
    expect(named?.session.cos.object(8)).toEqual(
      new Map([
        [
          "Font",
          new Map([
            ["F", ref(9)],
            ["Stamp1", ref(9)],
          ]),
        ],
      ]),
    );
  });

  it("are shared by pages that already shared them and have the same needs", () => {
    const direct = "/Resources<</ProcSet[/PDF]>>";
    const pages = ["/Resources 8 0 R", "/Resources 8 0 R", direct, direct, ""];
    const nums = given(pages, [[font], [font], [font], [font], [font]]).map(({ resources }) => resources.num);
    expect(nums[0]).toBe(nums[1]);
    expect(nums[2]).toBe(nums[3]);
    expect(new Set(nums).size).toBe(3);
  });

  it("are separate for different needs", () => {
    const [first, second] = given(["/Resources 8 0 R", "/Resources 8 0 R"], [[font], [picture]]);
    expect(first?.resources).not.toEqual(second?.resources);
    expect(second?.names).toEqual(["Stamp1"]);
  });
});

describe("another stamp on a page", () => {
  it("extends the resources made for that page alone", () => {
    const [first, second] = given(["/Resources 8 0 R"], [[font], [font]]);
    expect(second?.resources).toEqual(first?.resources);
    expect(second?.names).toEqual(["Stamp3"]);
  });

  it("doesn't change resources shared by several pages", () => {
    const pages = ["/Resources 8 0 R", "/Resources 8 0 R"];
    const [first, , third] = given(pages, [[font], [font], [picture]]);
    expect(third?.resources).not.toEqual(first?.resources);
  });
});
