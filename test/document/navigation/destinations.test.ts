import { describe, expect, it } from "vitest";
import { bytesString, fromLatin1, name, ref } from "../../../src/cos/syntax/value.ts";
import { destinationPage, namedDestinations } from "../../../src/document/navigation/destinations.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const document = read(
  pagesPdf(["", ""], {
    root: "/Names<</Dests<</Names[(both)[3 0 R/Fit](d)<</D 9 0 R>>(no)[8 0 R/Fit]]>>>>/Dests<</both[4 0 R/Fit]>>",
    more: { 9: "[4 0 R/Fit]" },
  }),
);
const text = (key: string) => bytesString(fromLatin1(key));

describe("a destination", () => {
  it("is looked up by its own kind of name first, then by the other", () => {
    expect(destinationPage(document, text("both"))).toBe(1);
    expect(destinationPage(document, name("both"))).toBe(2);
    expect(destinationPage(document, name("d"))).toBe(2);
    expect(destinationPage(document, text("missing"))).toBeUndefined();
  });

  it("is a page object or a page number counted from 0", () => {
    expect(destinationPage(document, [ref(4), name("Fit")])).toBe(2);
    expect(destinationPage(document, [0, name("Fit")])).toBe(1);
    for (const wrong of [2, -1, 0.5]) expect(destinationPage(document, [wrong, name("Fit")])).toBeUndefined();
    expect(destinationPage(document, [ref(8), name("Fit")])).toBeUndefined();
  });

  it("is listed under its page", () => {
    expect(
      namedDestinations(document)
        .byPage.get(2)
        ?.map((named) => [named.name, named.inTree]),
    ).toEqual([
      ["d", true],
      ["both", false],
    ]);
    expect(namedDestinations(document).all).toHaveLength(4);
  });
});
