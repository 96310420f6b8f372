import { describe, expect, it } from "vitest";
import { contentState } from "../../../src/document/stamp/content-state.ts";

const clean = { saved: 0, surplus: [], inText: false, marked: 0, cut: undefined };
const state = (content: string) => contentState(Buffer.from(content, "latin1"));

describe("state left open by content", () => {
  it.each([
    ["nothing", ""],
    ["saves and restores", "q 1 0 0 1 0 0 cm Q q Q"],
    ["operators inside strings", String.raw`(Q Q \) Q (q) Q) Tj <71 51> Tj`],
    ["names and comments", "/Q gs /q Do % Q Q q\n1 w"],
    ["dictionaries", "/P <</Q 1/MCID 0>> BDC EMC"],
    ["lookalike operators", "qq QQ BTQ q1 Q_ 1q"],
    ["an inline image", "q BI /W 9 ID \x00 Q Q EI\x01 Q q ( \xff EI Q"],
    ["text", "BT ET BT ET"],
  ])("none for %s", (_, content) => {
    expect(state(content)).toEqual(clean);
  });

  it.each([
    ["q q Q", { saved: 1 }],
    ["q\rq[1]0 d q", { saved: 3 }],
    ["Q q Q Q", { surplus: [0, 6] }],
    ["BT q (x) Tj", { saved: 1, inText: true }],
    ["/A BMC /B /C BDC EMC", { marked: 1 }],
    ["EMC EMC /A BMC", { marked: 1 }],
    ["q (Q (Q) Q", { saved: 1, cut: 2 }],
    ["1 w <51 Q", { cut: 4 }],
    ["q BI /W 1 ID Q Q Q", { saved: 1, cut: 2 }],
    ["(ends with a backslash\\", { cut: 0 }],
  ])("%s", (content, expected) => {
    expect(state(content)).toEqual({ ...clean, ...expected });
  });

  it("is found in a megabyte in reasonable time", () => {
    const content = Buffer.from("q 1 0 0 1 0 0 cm (text) Tj Q\n".repeat(40_000));
    expect(contentState(content)).toEqual(clean);
  });
});
