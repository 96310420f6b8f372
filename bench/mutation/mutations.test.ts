/** Which mutations a source has, and the recording of reached ones. */
import { expect, it } from "vitest";
import { mutated, mutationsOf, noting, sampleOf } from "./mutations.ts";

const code = [
  "export function last(list: readonly number[], least: 3 | 4 = 3): number | undefined {",
  "  note(list);",
  "  if (list.length < least && least > 0) return undefined;",
  "  return list.at(-1);",
  "}",
].join("\n");

it("changes conditions, comparisons, constants and statements, but no types", () => {
  const changes = mutationsOf("last.ts", code).map(({ line, kind, original, replacement }) => [
    line,
    kind,
    kind === "returned early" ? "" : `${original} → ${replacement}`,
  ]);
  expect(changes).toEqual([
    [1, "constant", "3 → 4"],
    [1, "returned early", ""],
    [2, "removed", "note(list); → ;"],
    [3, "negated", "list.length < least && least > 0 → !(list.length < least && least > 0)"],
    [3, "joined", "list.length < least && least > 0 → (list.length < least) || (least > 0)"],
    [3, "compared", "list.length < least → (list.length) <= (least)"],
    [3, "compared", "least > 0 → (least) >= (0)"],
    [3, "constant", "0 → 1"],
    [4, "constant", "1 → 2"],
  ]);
});

it.each([
  ["em(0.5", [0.675, 0.5 / 1.35]],
  ["count(3", [4, 2]],
  ["count(1", [2, 0]],
])("changes the threshold %s) by 35 percent up and down, counts by at least one", (threshold, expected) => {
  const changes = mutationsOf("tolerances.ts", `export const near = ${threshold}, "A reason.");`)
    .filter(({ kind }) => kind === "threshold")
    .map(({ replacement }) => Number(replacement));
  expect(changes).toEqual(expected.map((value) => expect.closeTo(value)));
});

it("applies a change and leaves the rest", () => {
  const [, early] = mutationsOf("last.ts", code);
  expect(early && mutated(code, early)).toBe(code.replace("undefined {", "undefined { return;"));
});

it("records each mutation that is reached without changing behavior", () => {
  const expression = "(a === 1 ? b : c && d)";
  const all = [
    ...mutationsOf("x.ts", expression)
      .filter(({ kind }) => kind !== "removed")
      .entries(),
  ];
  const run = new Function("a", "b", "c", "d", `return ${noting(expression, all)}`);
  expect([run(1, "b", 0, 0), run(2, "b", "c", "d")]).toEqual(["b", "d"]);
  expect(Reflect.get(globalThis, "reachedMutations")).toEqual(new Set(all.map(([id]) => id)));
  Reflect.deleteProperty(globalThis, "reachedMutations");
});

it("samples by changed code, so that a line inserted above doesn't affect the sample", () => {
  const choice = (text: string) =>
    sampleOf(mutationsOf("last.ts", text), 4, 7).map(({ original }) => original);
  expect(choice(`// A comment.\n${code}`)).toEqual(choice(code));
  expect(choice(code)).toHaveLength(4);
});
