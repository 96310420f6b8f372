/** After each test file, records which mutations it reached. */
import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

const notes = process.env.PDFD_REACHED;

afterAll(() => {
  if (notes === undefined) return;
  const reached: unknown = Reflect.get(globalThis, "reachedMutations");
  const ids = reached instanceof Set ? [...reached] : [];
  appendFileSync(notes, `${JSON.stringify({ file: expect.getState().testPath, ids })}\n`);
});
