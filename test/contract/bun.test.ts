/** Bun from source: the runtime is the executable's, so only what building could change is tried again. */
import { describe } from "vitest";
import { sameAnswers } from "./same-answers.ts";
import { starting } from "./start.ts";
import { bun } from "./target.ts";

describe(bun.name, () => {
  sameAnswers(bun);
  starting(bun);
});
