/** The lock file must name the packages of every platform: npm ci refuses one written without them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

interface Locked {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it("names every optional package; if npm install dropped some, restore the entries from the last commit", () => {
  const path = resolve(import.meta.dirname, "../package-lock.json");
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(path, "utf8"));
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${at}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
