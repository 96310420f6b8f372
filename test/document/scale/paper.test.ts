import { expect, it } from "vitest";
import { paperNames, paperSize } from "../../../src/document/scale/paper.ts";

it("knows the paper sizes as producers write them, in portrait", () => {
  expect(paperSize("A4")).toEqual({ width: 595.28, height: 841.89 });
  expect(paperSize("Legal")).toEqual({ width: 612, height: 1008 });
  for (const name of paperNames) expect(paperSize(name).width).toBeLessThan(paperSize(name).height);
});
