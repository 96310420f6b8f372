import { expect, it } from "vitest";
import { addingTo, startWork } from "../../src/core/work.ts";
import { openCos } from "../../src/cos/document.ts";
import { createBudget } from "../../src/cos/syntax/budget.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { memoryFiles, memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

const bytes = pagesPdf(["", ""]);

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

it("the budget is shared by a call's documents: the cost of one is missing for the next", () => {
  const work = startWork(bytes.length);
  const whole = work.left;
  openCos(memorySource(bytes), { work });
  const once = whole - work.left;
  expect(once).toBeGreaterThan(0);
  openCos(memorySource(bytes), { work });
  expect(whole - work.left).toBe(2 * once);
  work.left = once - 1;
  const error = errorOf(() => openCos(memorySource(bytes), { work }));
  expect(error).toBeInstanceOf(CosError);
  expect(error).toMatchObject({ reason: "work" });
});

it("the budget names the part of the document that would exceed it", () => {
  const budget = createBudget({ left: 10 });
  const error = errorOf(() => budget.during("the form fields", () => budget.spend(11)));
  expect(error).toMatchObject({ reason: "work" });
  expect(String(error)).toContain("the form fields would take more work than a file of this size may cost");
});

it("the budget grows with each file that the call opens, by its size", () => {
  const work = startWork();
  const files = addingTo(work, memoryFiles({ "a.pdf": bytes }));
  const before = work.left;
  using _one = files.openInput("a.pdf", "input");
  const added = work.left - before;
  expect(added).toBe(startWork(bytes.length).left - startWork().left);
  using _two = files.openInput("a.pdf", "input");
  expect(work.left - before).toBe(2 * added);
});
