import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFault, nestsDeeper, parseJson } from "../../src/core/json/strict.ts";
import { ProblemError } from "../../src/core/problem.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

function refusal(body: Uint8Array): string {
  try {
    parseJson(body);
  } catch (error) {
    if (error instanceof ProblemError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "pass";
}

describe("parseJson", () => {
  it("reads anything that JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(new TextEncoder().encode(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("takes the last of repeated keys", () => {
    expect(parseJson(bytes('{"output":"a","output":"b"}'))).toEqual({ output: "b" });
  });

  it("names the fault without repeating the body", () => {
    expect(refusal(bytes('{"password":"hunter2"'))).toBe(
      "bad_request: The body is not valid JSON: it ends too early.",
    );
    expect(refusal(bytes("\xff"))).toBe("bad_request: The body is not valid UTF-8.");
    expect(refusal(bytes(""))).toBe("bad_request: The body is empty; send a JSON object.");
  });

  it.each([
    ['{"a": 1,}', "see column 9"],
    ['{"a": 1\n "b": 2}', "see line 2, column 2"],
    ["{'a': 1}", "see column 2"],
    ['{"a": 01}', "see column 7"],
    ['{"a": tru}', "see column 7"],
    ['{"a" 1}', "see column 6"],
    ["[1, 2]]", "see column 7"],
    ['["a\tb"]', "see column 2"],
    ["[1}", "see column 3"],
    ['{"a": "C:\\new\\x.pdf"}', "see column 7"],
    ["nothing", "see column 1"],
    ['["a"', "it ends too early"],
    ["", "it ends too early"],
  ])("finds where %j stops being JSON", (text, place) => {
    expect(jsonFault(text)).toContain(place);
  });

  it("reports no fault before the runtime's", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom(...'{}[],:"x'), (text, at, mark) => {
        const cut = at % (text.length + 1);
        const broken = text.slice(0, cut) + mark + text.slice(cut);
        fc.pre(refusal(Buffer.from(broken)) !== "pass");
        // The text before the fault may be the beginning of valid JSON.
        const column = Number(/column (\d+)/.exec(jsonFault(broken))?.[1] ?? broken.length + 1);
        expect(column).toBeGreaterThan(0);
        expect(column - 1).toBeLessThanOrEqual(broken.length);
      }),
    );
  });

  it("allows 80 levels but not 81", () => {
    expect(refusal(bytes("[".repeat(80) + "]".repeat(80)))).toBe("pass");
    expect(refusal(bytes("[".repeat(81) + "]".repeat(81)))).toBe(
      "bad_request: The body nests more than 80 levels.",
    );
  });
});

describe("nestsDeeper", () => {
  it("ignores brackets in strings, after escapes and after the end", () => {
    expect(nestsDeeper(bytes(`["${"[".repeat(50)}"]`), 1)).toBe(false);
    expect(nestsDeeper(bytes('["\\"[[[[", "\\\\", []]'), 2)).toBe(false);
    expect(nestsDeeper(bytes('["\\\\",[[]]]'), 2)).toBe(true);
    expect(nestsDeeper(bytes("[{},{},{},[]]"), 2)).toBe(false);
  });
});
