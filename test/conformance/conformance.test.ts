/**
 * A PDF/A or PDF/UA claim is kept if, and only if, the result conforms according to veraPDF; otherwise it is removed with
 * a warning.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recognizeWords } from "../support/recognized-words.ts";
import { conformingFiles, judgeClaims } from "./operations.ts";
import { withoutVeraPdf } from "./verapdf.ts";

/** The others, and the files of the larger corpus, are for `npm run sweep -- --conformance`. */
const sample = conformingFiles()
  .slice(0, 33)
  .filter((_, k) => k % 2 === 1);

describe.skipIf(withoutVeraPdf)("the claim of a conforming file", () => {
  let recognition: ReturnType<typeof recognizeWords>;
  beforeAll(() => {
    recognition = recognizeWords();
  });
  afterAll(() => recognition.mockRestore());

  it("survives everything but a transparent stamp on PDF/A-1, tags copied twice, and a merge of unlike files", {
    timeout: 300_000,
  }, async () => {
    const outcomes = await judgeClaims(sample);
    expect(outcomes.length).toBeGreaterThan(300);
    expect(recognition.mock.calls.length).toBeGreaterThan(5);
    // If fonts can't be read, nothing can be redacted with certainty.
    const isUncertain = (operation: string, fate: string) =>
      operation === "redact" && /^refused: .*can't be read with certainty/.test(fate);
    const wrong = outcomes.filter(
      ({ operation, fate }) => /^(wrong|refused)/.test(fate) && !isUncertain(operation, fate),
    );
    expect(wrong).toEqual([]);
    const said = outcomes.filter(({ fate }) => fate === "said");
    expect(new Set(said.map(({ operation }) => operation))).toEqual(
      new Set([
        ...["watermark", "attach", "extract twice", "merge with another", "merge of two kinds", "redact"],
        "overlay",
      ]),
    );
    // Whether anything conforms to these can't be checked.
    const overlaid = said.filter(({ operation }) => operation === "overlay");
    expect(overlaid.map(({ file }) => file).filter((file) => !/i-(4e|ua2)-/.test(file))).toEqual([]);
    const twice = said.filter(({ operation }) => operation === "extract twice");
    expect(twice.map(({ file }) => file).filter((file) => !/i-ua/.test(file))).toEqual([]);
    const stamped = said.filter(({ operation }) => operation === "watermark");
    expect(stamped.map(({ file }) => file).filter((file) => !/i-1[ab]/.test(file))).toEqual([]);
    // Parts 1, 2 and 4 allow no attached files of any kind.
    const attached = said.filter(({ operation }) => operation === "attach");
    expect(attached.map(({ file }) => file).filter((file) => !/i-[124][abeu]?-/.test(file))).toEqual([]);
    // The redaction removes the annotation that holds the attached file.
    const redacted = said.filter(({ operation }) => operation === "redact");
    expect(redacted.map(({ file }) => file)).toEqual(["i-conformance/i-3b-6-8-t02-pass-g.pdf"]);
  });
});
