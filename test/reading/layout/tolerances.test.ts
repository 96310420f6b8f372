import { expect, it } from "vitest";
import { tolerances } from "../../../src/core/tolerance.ts";
import "../../../src/ocr/tolerances/tolerances.ts";
import "../../../src/reading/layout/tolerances/tables.ts";
import "../../../src/reading/layout/tolerances/tolerances.ts";

it("gives every tolerance a reason, which is a sentence", () => {
  expect(tolerances.length).toBeGreaterThan(0);
  for (const { why, value } of tolerances) {
    expect(why).toMatch(/^[A-Z"].*\.$/);
    expect(value).toBeGreaterThan(0);
  }
});
