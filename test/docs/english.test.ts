/** Comments, messages and documents avoid habits that make English read like a translation. */
import { describe, expect, it } from "vitest";
import { documents, filesIn } from "./blocks.ts";
import { type Habit, habits } from "./habits.ts";
import { proseOf, sourceProse } from "./prose.ts";

const linesOf = (paths: readonly string[]) =>
  paths.flatMap((path) => proseOf(path).map(({ line, text }) => ({ place: `${path}:${line}`, text })));

const codeIn = (folder: string) => filesIn(folder).filter((path) => path.endsWith(".ts"));
const sources = linesOf(codeIn("src"));
const judges = ["test/docs/habits.ts", "test/docs/english.test.ts"];
const others = linesOf(["test", "bench", "scripts"].flatMap(codeIn).filter((path) => !judges.includes(path)));
const papers = linesOf(documents);

/** Lines with a habit, without those an exception allows. */
function faults(lines: typeof sources, { pattern, allowed }: Habit): string[] {
  return lines
    .filter(({ text }) => pattern.test(text) && !allowed.some(([phrase]) => text.includes(phrase)))
    .map(({ place, text }) => `${place} ${text.trim()}`);
}

describe.each(habits)("$not", (habit) => {
  it("does not occur in the sources", () => {
    expect(faults(sources, habit), `write: ${habit.but}`).toEqual([]);
  });

  it("does not occur in tests, benchmarks and scripts", () => {
    expect(faults(others, habit), `write: ${habit.but}`).toEqual([]);
  });

  it("does not occur in the documents", () => {
    expect(faults(papers, habit), `write: ${habit.but}`).toEqual([]);
  });

  it("is found in its example", () => {
    expect(habit.example).toMatch(habit.pattern);
  });

  it("has no unused exception", () => {
    const lines = [...sources, ...others, ...papers].filter(({ text }) => habit.pattern.test(text));
    const idle = habit.allowed.filter(([phrase]) => !lines.some(({ text }) => text.includes(phrase)));
    expect(idle).toEqual([]);
  });
});

describe("prose", () => {
  it("covers comments and messages, but no code or quoted code", () => {
    const code = 'const stands = "stood"; // it `stands`\nfail(`no stand here`, /what is/);\n';
    expect(sourceProse("made.ts", code).map(({ text }) => text.trim())).toEqual(["it ``", "no stand here"]);
  });

  it("includes each part of a template, with its line", () => {
    expect(sourceProse("made.ts", ["x = `it is\n$", "{a} not so`;"].join(""))).toEqual([
      { line: 1, text: "it is" },
      { line: 2, text: "" },
      { line: 2, text: " not so" },
    ]);
  });
});
