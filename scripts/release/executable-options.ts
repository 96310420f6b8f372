/** How the executable is bundled and compiled. Its modules are measured in one that is built the same way. */
import { join, resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "../..");
export const entry = join(checkout, "src/main.ts");
/** Modules that `entry` starts as threads. */
export const threads = ["src/cli/call/call.ts", "src/ocr/recognize-thread.ts"].map((file) =>
  join(checkout, file),
);

/** Tesseract's glue code reads its own path but never uses it. Without these entries, bundlers insert this folder. */
export const define = { __dirname: '"/"', __filename: '"/"' };

export const executableOptions = {
  entrypoints: [entry, ...threads],
  metafile: true,
  minify: true,
  bytecode: true,
  // Bytecode is CommonJS by default, which can't express mupdf's top-level await.
  format: "esm",
  splitting: true,
  naming: { entry: "[name].[ext]" },
  define,
} satisfies Bun.BuildConfig;

/** It reads nothing from the folder it is started in. */
export const compileOptions = {
  autoloadDotenv: false,
  autoloadBunfig: false,
  autoloadTsconfig: false,
  autoloadPackageJson: false,
};
