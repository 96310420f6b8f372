import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at } from "../../../support/read-again.ts";

const attached = (names: string) =>
  pagesPdf(["", ""], { root: `/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[<</F(${names.length})>>]` });

describe("name trees other than destinations", () => {
  it("keep attachments with duplicate names, renamed before the extension", () => {
    const { document } = assemble(
      attached("(data.csv)(one)"),
      attached("(data.csv)(two)(plain)(three)"),
      attached("(plain)(four)"),
    );
    expect(at(document, "Names", "EmbeddedFiles", "Names")).toEqual([
      ...["data-2.csv", "two", "data.csv", "one"],
      ...["plain", "three", "plain-2", "four"],
    ]);
    expect(at(document, "AF")).toHaveLength(3);
  });

  it("skip a new name that is taken in the same file", () => {
    const { document } = assemble(attached("(a.b)(one)"), attached("(a-2.b)(two)(a.b)(three)"));
    expect(at(document, "Names", "EmbeddedFiles", "Names")).toEqual([
      "a-2.b",
      "two",
      "a-3.b",
      "three",
      "a.b",
      "one",
    ]);
  });

  it("keep scripts and unknown kinds", () => {
    const file = pagesPdf([""], { root: "/Names<</JavaScript<</Names[(s)(run)]>>/New<</Names[(n)1]>>>>" });
    const { document } = assemble(file, file);
    expect(at(document, "Names", "JavaScript", "Names")).toEqual(["s", "run", "s-2", "run"]);
    expect(at(document, "Names", "New", "Names")).toEqual(["n", 1, "n-2", 1]);
  });

  it("lose web capture sets if pages are removed, because the sets contain these pages", () => {
    const file = pagesPdf(["", ""], { root: "/Names<</IDS<</Names[(id)4 0 R]>>>>" });
    expect(at(assemble(file).document, "Names", "IDS", "Names")).toEqual(["id", "page 2"]);
    const { document, warnings } = assemble([file, [1]]);
    expect(at(document, "Names")).toBeNull();
    expect(warnings).toContain("web capture");
  });
});
