/** Type declarations for the packages. */
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toolTypes } from "../../src/clients/typescript.ts";
import { tools } from "../../src/tools/index.ts";

const checkout = resolve(import.meta.dir, "../..");

/**
 * Writes the types of src/index.ts to `outdir`. They refer to no other module, so one file is enough. Works in a
 * temporary folder in `dist`.
 */
export async function indexTypes(dist: string, outdir: string): Promise<void> {
  const folder = join(dist, `.${crypto.randomUUID()}`);
  const project = join(folder, "tsconfig.json");
  // `npm run check` does the type checking.
  const output = { noCheck: true, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const compilerOptions = { ...output, rootDir: checkout, outDir: folder };
  const include = ["src/index.ts", "src/host/files.d.ts"].map((file) => join(checkout, file));
  await Bun.write(
    project,
    JSON.stringify({ extends: join(checkout, "tsconfig.json"), include, compilerOptions }),
  );
  try {
    const tsc = [process.execPath, join(checkout, "node_modules/.bin/tsc"), "-p", project];
    const { exited } = Bun.spawn(tsc, { stdout: "inherit", stderr: "inherit" });
    if ((await exited) !== 0) throw new Error("tsc failed to write the types of src/index.ts");
    const text = await Bun.file(join(folder, "src/index.d.ts")).text();
    if (/\bfrom "\.|import\("\./.test(text))
      throw new Error("the types of src/index.ts refer to other modules");
    const typed = text.replace(/\/\*\* The input and the result of every tool[\s\S]*?\n}\n/, () =>
      toolTypes(tools),
    );
    if (!typed.includes("pdf_merge: {"))
      throw new Error("the types of src/index.ts have no placeholder for the tools");
    await Bun.write(join(outdir, "index.d.ts"), typed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
