import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { deflate, inflateSound } from "../../src/core/builtins.ts";

const bun = resolve(import.meta.dirname, "../../node_modules/.bin/bun");

// Only Bun has these functions.
it("Bun's own deflate and inflate agree with node:zlib", () => {
  const script = resolve(import.meta.dirname, "own-deflate.ts");
  const seed = process.env.PDFD_SEED ?? "20260113";
  const { stdout, stderr } = spawnSync(bun, [script, seed], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toBe("compared 4200\n");
});

it("elsewhere, node:zlib deflates and inflates", () => {
  const data = Buffer.from("deflated ".repeat(20));
  expect(Buffer.from(deflate(data, 9))).toEqual(deflateSync(data, { level: 9 }));
  expect(inflateSound(deflateSync(data), 1000)).toBeUndefined();
});
