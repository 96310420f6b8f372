import { describe, expect, it } from "vitest";
import { eachItem, fromLatin1, latin1, ref } from "../../src/cos/syntax/value.ts";
import * as get from "../../src/document/typed-get.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";

const { cos } = read(
  pagesPdf([""], { more: { 4: "[1 0 0 1 5 6 0 R]", 5: { dict: "/A 1", data: "" }, 6: "7" } }),
);

describe("typed access to objects", () => {
  it("treats a wrong type as absent", () => {
    expect(get.dictAt(cos, ref(5))).toBeUndefined();
    expect(get.streamAt(cos, ref(5))?.dict.get("A")).toBe(1);
    expect([get.numberAt(cos, ref(4)), get.nameAt(cos, 1), get.bytesAt(cos, null)]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it("replaces an invalid matrix with the identity", () => {
    expect(get.matrixAt(cos, ref(4))).toEqual([1, 0, 0, 1, 5, 7]);
    expect(get.matrixAt(cos, [2, 0, 0, 2])).toEqual([1, 0, 0, 1, 0, 0]);
  });
});

describe("new names", () => {
  it("continue counting where they stopped, separately for each text", () => {
    const free = get.nameMaker("_");
    const taken = new Set(["a_2"]);
    expect(free("a", (text) => taken.has(text))).toBe("a_3");
    expect(free("a", () => false)).toBe("a_4");
    expect(free("b", () => false)).toBe("b_2");
  });

  it("stay in UTF-16", () => {
    expect(get.nameMaker("-")("\xfe\xff\0A", () => false)).toBe("\xfe\xff\0A\0-\x002");
  });
});

it("converts bytes to Latin-1 text and back, short and long", () => {
  for (const length of [3, 100]) {
    const bytes = Uint8Array.from({ length }, (_, k) => (k * 97) & 255);
    expect(Uint8Array.from(fromLatin1(latin1(bytes)))).toEqual(bytes);
  }
});

it("returns the same array if no item changes", () => {
  const array = [1, ref(4)];
  expect(eachItem(array, (item) => item)).toBe(array);
  expect(eachItem(array, () => null)).toEqual([1, null]);
});

it("computes a fact once per document", () => {
  let found = 0;
  const fact = get.memo((_: object) => ++found);
  const [one, other] = [{}, {}];
  expect([fact(one), fact(one), fact(other)]).toEqual([1, 1, 2]);
});
