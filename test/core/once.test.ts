import { expect, test } from "vitest";
import { once } from "../../src/core/once.ts";

test("a value is made when it is first needed, and once even if it is undefined", () => {
  let made = 0;
  const value = once(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([value(), value(), made]).toEqual([undefined, undefined, 1]);
});
