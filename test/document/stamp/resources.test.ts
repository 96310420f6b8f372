import { describe, expect, it } from "vitest";
import { structuralKey } from "../../../src/document/stamp/resources.ts";
import { parseValue } from "../../cos/files.ts";

const said = (text: string) => structuralKey(parseValue(Buffer.from(text, "latin1")));

describe("what a direct value says", () => {
  it.each([
    ["<</Font<</F1 5 0 R>>>>", "<< /Font << /F1 5 0 R >> >>"],
    ["[/A 1.50 [2 0 R]]", "[ /A 1.5[2 0 R]]"],
    ["<</A#42 1>>", "<</AB 1>>"],
  ])("%s is the same as %s", (one, other) => {
    expect(said(one)).toBeDefined();
    expect(said(one)).toBe(said(other));
  });

  it.each([
    ["<</Font<</F1 5 0 R>>>>", "<</Font<</F1 6 0 R>>>>"],
    ["<</Font 5 0 R>>", "<</Font 5 1 R>>"],
    ["<</A[1 0]>>", "<</A[1 0 R]>>"],
    ["<</A[[1]2]>>", "<</A[[1 2]]>>"],
    ["<</A<</B 1>>/C 2>>", "<</A<</B 1/C 2>>>>"],
    ["<</A/B>>", "<</A#2FB 1>>"],
    ["<</A 1>>", "<</B 1>>"],
  ])("%s is not the same as %s", (one, other) => {
    expect(said(one)).toBeDefined();
    expect(said(one)).not.toBe(said(other));
  });

  it("is not told of strings, of truth, and of what is long", () => {
    expect(said("<</A(text)>>")).toBeUndefined();
    expect(said("<</A true>>")).toBeUndefined();
    expect(
      said(`<<${Array.from({ length: 500 }, (_, k) => `/F${k} ${k + 1} 0 R`).join("")}>>`),
    ).toBeUndefined();
  });
});
