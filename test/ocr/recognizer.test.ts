/** Pages read by several threads give the same results as with one. */
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import type { RecognizedPage } from "../../src/core/page-reading.ts";

const bin = (name: string) => resolve(import.meta.dirname, "../../node_modules/.bin", name);
const source = join(import.meta.dirname, "many-pages.ts");

it("three threads read the same as one", () => {
  const { stdout, stderr } = spawnSync(bin("bun"), [source], { encoding: "utf8", maxBuffer: 1e8 });
  expect(stderr).toBe("");
  const [one, three]: RecognizedPage[][] = JSON.parse(stdout);
  expect(three).toEqual(one);
  expect(one?.map(({ turn }) => turn)).toEqual([0, 0, 270, 0, 0]);
  const words = one?.map(({ lines }) => lines.flatMap((line) => line.words).length);
  expect(words).toEqual([33, 33, 33, 0, 33]);
});
