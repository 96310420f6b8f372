/**
 * Prints the contents of the executable for this computer, according to the bundler: one line of JSON, package to
 * version. licenses.test.ts runs it with Bun, the only runtime with the bundler.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { embedRuntime } from "../../scripts/release/embed-runtime.ts";

const checkout = resolve(import.meta.dirname, "../..");
const { metafile } = await Bun.build({
  entrypoints: ["src/main.ts", "src/index.ts"].map((file) => join(checkout, file)),
  target: "bun",
  metafile: true,
  plugins: [embedRuntime("bun-linux-x64")],
});
const names = new Set(
  Object.keys(metafile?.inputs ?? {}).flatMap(
    (path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [],
  ),
);
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(checkout, "node_modules", name, "package.json"), "utf8")).version;
console.log(JSON.stringify(Object.fromEntries([...names].map((name) => [name, versionOf(name)]))));
