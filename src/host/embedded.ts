/**
 * Files that `bun build --compile` puts into the executable. The imports give their paths inside it.
 * Loaded by the executable alone; for every other form it is only ever a name in an import that never runs.
 */
import mupdfWasm from "../../node_modules/mupdf/dist/mupdf-wasm.wasm" with { type: "file" };

export const embedded: Readonly<Record<"mupdf-wasm.wasm", string>> = { "mupdf-wasm.wasm": mupdfWasm };
