/** The types of the packages. */
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toolTypes } from "../../src/clients/typescript.ts";
import { tools } from "../../src/tools/index.ts";

const checkout = resolve(import.meta.dir, "../..");

/**
 * Writes the types of src/index.ts to `outdir`: they name nothing of other modules, so one file is enough. Works in a
 * folder of its own in `dist`.
 */
export async function indexTypes(dist: string, outdir: string): Promise<void> {
  const folder = join(dist, `.${crypto.randomUUID()}`);
  const project = join(folder, "tsconfig.json");
  // Checking is `npm run check`'s matter.
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
    if ((await exited) !== 0) throw new Error("tsc made no types of src/index.ts");
    const text = await Bun.file(join(folder, "src/index.d.ts")).text();
    if (/\bfrom "\.|import\("\./.test(text)) throw new Error("the types of src/index.ts name other modules");
    const typed = text.replace(/\/\*\* The input and the result of every tool[\s\S]*?\n}\n/, () =>
      toolTypes(tools),
    );
    if (!typed.includes("pdf_merge: {")) throw new Error("the types of src/index.ts have no place for tools");
    await Bun.write(join(outdir, "index.d.ts"), typed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
