import { describe, expect, it } from "vitest";
import {
  beginMarked,
  box,
  contentOf,
  precise,
  setColor,
  transform,
} from "../../../src/document/stamp/operators.ts";

describe("content we draw", () => {
  it("has one operator per line, after its operands", () => {
    const operators = [beginMarked("Artifact"), beginMarked("Span", "<</MCID 3>>"), box(1, 2, 3, 4)];
    expect(contentOf(operators)).toBe("/Artifact BMC\n/Span <</MCID 3>> BDC\n1 2 3 4 re\n");
    expect(contentOf([])).toBe("");
  });

  it("writes numbers with significant digits only, without exponents", () => {
    expect(contentOf([transform([1.00004, 1 / 3, -0.00001, 123456.789012, 3e-9, -4e20])])).toBe(
      "1 0.3333333 -0.00001 123456.789 0.000000003 -400000000000000000000 cm\n",
    );
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(() => precise(value)).toThrow(RangeError);
  });

  it("clamps colors out of range", () => {
    expect(String(setColor([0.5]))).toBe("0.5 g");
    expect(String(setColor([0, 2, -1]))).toBe("0 1 0 rg");
    expect(String(setColor([0, 0, 0, Number.POSITIVE_INFINITY], true))).toBe("0 0 0 1 K");
    expect(setColor([])).toBeUndefined();
    expect(setColor([0, 1])).toBeUndefined();
  });
});
