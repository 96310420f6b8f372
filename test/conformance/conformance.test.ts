/** A claim of PDF/A or PDF/UA is kept exactly where the result conforms, by veraPDF; else it is taken out, and said. */
import { describe, expect, it } from "vitest";
import { conformingFiles, judgeClaims } from "./operations.ts";
import { withoutVeraPdf } from "./verapdf.ts";

/** Files of the larger corpus are for `npm run sweep -- --conformance`. */
const sample = conformingFiles().slice(0, 33);

describe.skipIf(withoutVeraPdf)("the claim of a conforming file", () => {
  it("is kept by everything but a see-through stamp on PDF/A-1, tags taken twice, and a merge of unlike files", {
    timeout: 300_000,
  }, async () => {
    const outcomes = await judgeClaims(sample);
    expect(outcomes.length).toBeGreaterThan(500);
    expect(outcomes.filter(({ fate }) => /^(wrong|refused)/.test(fate))).toEqual([]);
    const said = outcomes.filter(({ fate }) => fate === "said");
    expect(new Set(said.map(({ operation }) => operation))).toEqual(
      new Set(["watermark", "extract twice", "merge with another", "merge of two kinds"]),
    );
    const twice = said.filter(({ operation }) => operation === "extract twice");
    expect(twice.map(({ file }) => file).filter((file) => !/i-ua/.test(file))).toEqual([]);
    const stamped = said.filter(({ operation }) => operation === "watermark");
    expect(stamped.map(({ file }) => file).filter((file) => !/i-1[ab]/.test(file))).toEqual([]);
  });
});
