import { describe, expect, it } from "vitest";
import { failed, ProblemError } from "../../src/core/problem.ts";
import { createRepeaters } from "../../src/run/repeaters.ts";
import { findTool } from "../../src/tools/index.ts";

function setUp() {
  const clock = { now: 0 };
  const files = new Map([
    ["a.pdf", "1:1:10:5"],
    ["./a.pdf", "1:1:10:5"],
    ["b.pdf", "1:2:10:5"],
  ]);
  let asked = 0;
  const repeaters = createRepeaters({
    elapsed: () => clock.now,
    now: () => Date.UTC(2026, 0, 1) + clock.now,
    identityOf: (path) => {
      asked++;
      return files.get(path);
    },
  });
  const tool = (name: string) => {
    const found = findTool(name);
    if (!found) throw new Error(`no tool ${name}`);
    return found;
  };
  const refusal = (name: string, input: object) => {
    try {
      repeaters.check(tool(name), input);
      return "runs";
    } catch (error) {
      return error instanceof ProblemError ? `${error.code}: ${error.message}` : String(error);
    }
  };
  return { clock, files, repeaters, tool, refusal, asked: () => asked };
}

const overdue = failed("stopped at the time limit of 30 seconds", { limit: { tookMs: 30_000 } });

describe("calls ended by a limit", () => {
  it("are refused for ten times as long as they took, with reason and time, and then run", () => {
    const { clock, repeaters, tool, refusal } = setUp();
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 30_000, overdue);
    clock.now = 1000;
    expect(refusal("pdf_info", { input: "./a.pdf" })).toBe(
      "operation_failed: not run: pdf_info stopped at the time limit of 30 seconds on the same file at 2026-01-01T00:00:00.000Z. Try again after 2026-01-01T00:05:00.000Z, or when the file has changed",
    );
    clock.now = 300_000;
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
  });

  it("are recognized by the same tool and the same state of the file", () => {
    const { files, repeaters, tool, refusal } = setUp();
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 30_000, overdue);
    expect(refusal("pdf_repair", { input: "a.pdf" })).toBe("runs");
    expect(refusal("pdf_info", { input: "b.pdf" })).toBe("runs");
    expect(refusal("pdf_merge", { inputs: ["a.pdf", "b.pdf"] })).toBe("runs");
    repeaters.ended(tool("pdf_overlay"), { input: "a.pdf", stamp: "b.pdf" }, 30_000, overdue);
    expect(refusal("pdf_overlay", { input: "a.pdf", stamp: "b.pdf" })).toMatch(/not run/);
    expect(refusal("pdf_overlay", { input: "a.pdf", stamp: "a.pdf" })).toBe("runs");
    files.set("a.pdf", "1:1:10:6");
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
  });

  it("may be tried once with other pages, as the answer advises", () => {
    const { repeaters, tool, refusal } = setUp();
    const read = tool("pdf_read_text");
    repeaters.ended(read, { input: "a.pdf" }, 30_000, overdue);
    expect(refusal("pdf_read_text", { input: "a.pdf" })).toMatch(/not run/);
    expect(refusal("pdf_read_text", { input: "a.pdf", pages: "1" })).toBe("runs");
    repeaters.ended(read, { input: "a.pdf", pages: "1" }, 30_000, overdue);
    expect(refusal("pdf_read_text", { input: "a.pdf", pages: "2" })).toMatch(/not run/);
  });

  it("don't include those that failed otherwise or were cancelled", () => {
    const { repeaters, tool, refusal } = setUp();
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 20_000, failed("the disk is full"));
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 20_000, new ProblemError("cancelled", "gone"));
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
  });

  it("are also refused after exceeding a document's budget, unless that cost almost nothing", () => {
    const { clock, repeaters, tool, refusal } = setUp();
    const spent = failed("a.pdf exceeds a limit", { limit: {} });
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 999, spent);
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 2000, spent);
    clock.now = 19_999;
    expect(refusal("pdf_info", { input: "a.pdf" })).toMatch(/not run/);
    clock.now = 20_000;
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
  });

  it("are known as slow for ten minutes, as are slow calls that didn't fail", () => {
    const { clock, repeaters, tool } = setUp();
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 10_000);
    repeaters.ended(tool("pdf_info"), { input: "b.pdf" }, 9999);
    expect(repeaters.isSlow(tool("pdf_info"), { input: "a.pdf" })).toBe(true);
    expect(repeaters.isSlow(tool("pdf_info"), { input: "b.pdf" })).toBe(false);
    clock.now = 600_000;
    expect(repeaters.isSlow(tool("pdf_info"), { input: "a.pdf" })).toBe(false);
  });

  it("are forgotten beyond 500, oldest first; without any, no file is checked", () => {
    const { files, repeaters, tool, refusal, asked } = setUp();
    repeaters.ended(tool("pdf_info"), { input: "a.pdf" }, 500);
    expect(refusal("pdf_info", { input: "a.pdf" })).toBe("runs");
    expect(asked()).toBe(0);
    for (let k = 0; k <= 500; k++) {
      files.set(`${k}.pdf`, `${k}`);
      repeaters.ended(tool("pdf_info"), { input: `${k}.pdf` }, 30_000, overdue);
    }
    expect(refusal("pdf_info", { input: "0.pdf" })).toBe("runs");
    expect(refusal("pdf_info", { input: "1.pdf" })).toMatch(/not run/);
  });
});
