/** The report of `npm run bench`, on made-up results, and what the documents show. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { chart, goalText, type Result, replaced, table } from "./report.ts";

const merge: Result = {
  name: "Merge",
  inReadme: true,
  call: 5,
  command: 1234.4,
  peakMb: 99.6,
  others: { cp: 1, qpdf: 50, mutool: 20 },
  goal: { side: "call", program: "fastest", atMost: 0.2 },
};
const read: Result = { name: "Read", call: 30, others: {} };

describe("a goal", () => {
  const text = (goal: Result["goal"]) => goalText({ ...merge, ...(goal && { goal }) });

  it("is met by at most its share of the fastest other program, and copying is none", () => {
    expect(text({ side: "call", program: "fastest", atMost: 0.25 })).toBe("call ≤ 0.25 × fastest: 0.25, met");
  });

  it("is missed above it", () => {
    expect(text({ side: "command", program: "qpdf", atMost: 3 })).toBe(
      "command ≤ 3 × qpdf: 24.69, **missed**",
    );
  });

  it("has no verdict if the other program isn't installed", () => {
    expect(text({ side: "call", program: "liteparse", atMost: 1 })).toBe("call ≤ 1 × liteparse");
  });
});

describe("the table", () => {
  it("has all results, programs that were measured, memory and goals", () => {
    expect(table([merge, read], false).split("\n")).toEqual([
      "| Operation | pdfd, a call of the service | pdfd, a command | Other programs | Peak MB | Goal |",
      "| --- | --- | --- | --- | --- | --- |",
      "| Merge | 5.0 | 1,234 | cp 1.0, qpdf 50, mutool 20 | 100 | call ≤ 0.2 × fastest: 0.25, **missed** |",
      "| Read | 30 |  |  |  |  |",
      "",
    ]);
  });

  it("is shorter in the README", () => {
    expect(table([merge, read], true).split("\n").slice(2)).toEqual([
      "| Merge | 5.0 | 1,234 | qpdf 50, mutool 20 |",
      "",
    ]);
  });
});

describe("the chart", () => {
  const bars = (result: Result) =>
    [...chart([result]).matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)".*?>([\d.]+)×/g)].map(
      ([, x, width, ratio]) => [Number(x), Number(width), Number(ratio)],
    );

  it("draws a bar to the left of the fastest program for less, and to the right for more", () => {
    const [[callX = 0, callWidth = 0, call] = [], [commandX = 0, , command] = []] = bars(merge);
    expect([call, command]).toEqual([0.25, 62]);
    expect(callX + callWidth).toBeCloseTo(commandX, 0);
  });

  it("draws equal lengths for ten times and a tenth", () => {
    const [[, less] = [], [, more] = []] = bars({ ...merge, call: 2, command: 200 });
    expect(less).toBe(more);
  });

  it("omits operations without a peer", () => {
    expect(bars({ ...read, inReadme: true })).toEqual([]);
  });
});

describe("a document", () => {
  it("gets the text between its comments", () => {
    const document = "a\n<!-- Times: how -->\nold\n<!-- end of the times -->\nb\n";
    expect(replaced(document, "new\n")).toBe(document.replace("old", "new"));
    expect(() => replaced("a\n", "new\n")).toThrow("missing");
  });

  it("shows the same times as the others", () => {
    const shown = (name: string) => readFileSync(resolve(import.meta.dirname, "../..", name), "utf8");
    const rows = (name: string) => [...shown(name).matchAll(/^\| (\w.*?) \| (?=[\d.,]*\d \|)(.*) \|$/gm)];
    const all = new Map(rows("docs/speed.md").map(([, name = "", cells = ""]) => [name, cells]));
    const readme = rows("README.md");
    expect(readme.length).toBeGreaterThan(5);
    for (const [, name = "", cells = ""] of readme) {
      const figures = (text = "") => text.split(/ \| |, (?=[a-z])/);
      expect(figures(all.get(name))).toEqual(expect.arrayContaining(figures(cells)));
      expect(shown("docs/speed.svg")).toContain(`>${name}<`);
    }
  });
});
