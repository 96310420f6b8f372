import { describe, expect, it } from "vitest";
import { type CosValue, ref } from "../../src/cos/syntax/value.ts";
import { overlay } from "../../src/document/overlay.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";

const { cos: base } = read(pagesPdf([""], { more: { 4: "5 0 R", 5: "(old)", 6: "(other)" } }));

describe("edits overlaid on a document", () => {
  const changes = new Map<number, CosValue | undefined>([
    [5, 7],
    [6, undefined],
    [9, ref(4)],
  ]);
  const cos = overlay(base, changes, () => 10);

  it("replace the file's objects, even through unchanged references", () => {
    expect(cos.resolve(ref(4))).toBe(7);
    expect(cos.resolve(ref(9))).toBe(7);
    expect(cos.object(4)).toEqual(ref(5));
    expect(cos.objectCount).toBe(10);
  });

  it("can remove objects", () => {
    expect(cos.resolve(ref(6))).toBeNull();
    expect([5, 6, 9].map((num) => cos.inUse(num))).toEqual([true, false, true]);
  });

  it("can be added later, and don't affect the file's own view", () => {
    const grown = new Map<number, CosValue | undefined>();
    const later = overlay(base, grown, () => 8);
    grown.set(5, 1);
    expect(later.resolve(ref(5))).toBe(1);
    expect(base.resolve(ref(5))).not.toBe(1);
  });

  it("terminate on circular references", () => {
    const circle = overlay(base, new Map([[5, ref(4)]]), () => 8);
    expect(circle.resolve(ref(4))).toBeNull();
  });

  it("can change the catalog", () => {
    expect(overlay(base, new Map([[1, new Map([["Lang", 1]])]]), () => 8).catalog.get("Lang")).toBe(1);
  });
});
