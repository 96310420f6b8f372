/**
 * Builds the program. `bun build.ts` writes dist/pdfd for this computer, dist/package (the npm package's bundle), dist/pdfd.mcpb
 * made from it, and the pure Python wheel. `--wheel` adds the wheel with dist/pdfd; `--jsr` adds dist/jsr, the bundle for JSR;
 * `--all` adds dist/jsr and dist/release: the executables for every system, their wheels and bills of materials, SHA256SUMS,
 * and the installers. The same sources give the same bytes on any computer.
 */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import manifest from "./package.json" with { type: "json" };
import { embedRuntime } from "./scripts/release/embed-runtime.ts";
import {
  compileOptions,
  define,
  entry,
  executableOptions,
  threads,
} from "./scripts/release/executable-options.ts";
import { filesAsModules } from "./scripts/release/files-as-modules.ts";
import { indexTypes } from "./scripts/release/index-types.ts";
import { licensesText } from "./scripts/release/licenses.ts";
import { withoutStaleSignature } from "./scripts/release/mach-o.ts";
import { manifests } from "./scripts/release/manifests.ts";
import { mcpb, withBundle } from "./scripts/release/mcpb.ts";
import { writeManifest } from "./scripts/release/npm-manifest.ts";
import { bunRuntime, inputsOf, type Part, partsOf } from "./scripts/release/parts.ts";
import { sbom } from "./scripts/release/sbom.ts";
import { type WheelContent, wheel, wheelPlatforms } from "./scripts/release/wheels.ts";
import { pythonClient } from "./src/clients/python.ts";
import { tools } from "./src/tools/index.ts";

const checkout = import.meta.dir;
const entries = [entry, ...threads, join(checkout, "src/index.ts")];
const dist = join(checkout, "dist");
const { name: product, version, license } = manifest;
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/**
 * Release name → Bun's runtime from the npm registry. On x64 these are baseline runtimes: the others need AVX2 and
 * crash with "illegal instruction" on older machines and many virtual ones.
 */
const releases: readonly (readonly [string, Bun.Build.CompileTarget])[] = [
  ["pdfd-linux-x64", "bun-linux-x64-baseline"],
  ["pdfd-linux-arm64", "bun-linux-arm64"],
  ["pdfd-linux-x64-musl", "bun-linux-x64-baseline-musl"],
  ["pdfd-linux-arm64-musl", "bun-linux-arm64-musl"],
  ["pdfd-darwin-x64", "bun-darwin-x64-baseline"],
  ["pdfd-darwin-arm64", "bun-darwin-arm64"],
  ["pdfd-windows-x64.exe", "bun-windows-x64-baseline"],
];

/** The parts in a build. Throws if the license text written before lacks one. */
function partsBuilt({ metafile }: Bun.BuildOutput, known: readonly Part[]): readonly Part[] {
  if (!metafile) throw new Error("the bundler returned no metafile");
  const parts = partsOf(inputsOf(metafile));
  const names = new Set(known.map((part) => part.name));
  for (const { name } of parts) if (!names.has(name)) throw new Error(`the license of ${name} is missing`);
  return parts;
}

/** Writes dist/licenses.txt, which every build includes, and returns the parts it lists. */
async function licenses(): Promise<readonly Part[]> {
  const path = join(dist, "licenses.txt");
  if (!(await Bun.file(path).exists())) await Bun.write(path, "");
  const { metafile } = await Bun.build({
    entrypoints: entries,
    target: "node",
    format: "esm",
    metafile: true,
    // Most of the executables contain it.
    plugins: [embedRuntime("bun-linux-x64")],
  });
  if (!metafile) throw new Error("the bundler returned no metafile");
  const parts = [...partsOf(inputsOf(metafile)), bunRuntime(Bun.version)];
  const text = await Bun.file(join(checkout, "LICENSE")).text();
  await Bun.write(path, licensesText({ name: product, version, repository, text }, parts));
  return parts;
}

/** One self-contained executable. */
async function executable(
  known: readonly Part[],
  outfile: string,
  target?: Bun.Build.CompileTarget,
): Promise<readonly Part[]> {
  const folder = join(outfile, "..", `.${crypto.randomUUID()}`);
  // Built in a temporary folder and moved into place, because a running executable can't be overwritten. The executable
  // contains its file name, so the name is fixed to give the same bytes for the same sources.
  const draft = join(folder, outfile.endsWith(".exe") ? "pdfd.exe" : "pdfd");
  await mkdir(folder, { recursive: true });
  try {
    const built = await Bun.build({
      ...executableOptions,
      plugins: [embedRuntime(target)],
      compile: { outfile: draft, ...(target && { target }), ...compileOptions },
    });
    if (target?.startsWith("bun-darwin-x64"))
      await Bun.write(draft, withoutStaleSignature(await Bun.file(draft).bytes()));
    await rename(draft, outfile);
    return [...partsBuilt(built, known), bunRuntime(Bun.version)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The npm bundle for Node 20 and later, Bun and Deno: main.js, index.js, types and files. */
async function nodeBundle(known: readonly Part[]): Promise<readonly Part[]> {
  const outdir = join(dist, "package");
  await rm(outdir, { recursive: true, force: true });
  const built = await Bun.build({
    entrypoints: entries,
    outdir,
    metafile: true,
    target: "node",
    format: "esm",
    splitting: true,
    minify: { syntax: true, whitespace: true },
    define,
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]", asset: "[name].[ext]" },
  });
  await indexTypes(dist, outdir);
  await writeManifest(manifest);
  return partsBuilt(built, known);
}

/** A module that is the library when imported and the program when run. */
const jsrModule = `/* @ts-self-types="./mod.d.ts" */
export { createApp, version } from "./index.js";
if (import.meta.main) await import("./main.js");
`;

/** The bundle for JSR, which consists of modules only. */
async function jsrBundle(): Promise<void> {
  const outdir = join(dist, "jsr");
  await rm(outdir, { recursive: true, force: true });
  await Bun.build({
    entrypoints: entries,
    outdir,
    target: "node",
    format: "esm",
    splitting: true,
    minify: { syntax: true, whitespace: true },
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]" },
    define: { ...define, PDFD_PACKED: "true" },
    plugins: [filesAsModules],
  });
  await Bun.write(join(outdir, "mod.js"), jsrModule);
  await Bun.write(join(outdir, "mod.d.ts"), Bun.file(join(dist, "package/index.d.ts")));
}

async function sha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}

async function timed<T>(name: string, build: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const built = await build();
  const file = Bun.file(resolve(dist, name));
  const size = (await file.exists()) ? `${(file.size / 1e6).toFixed(0).padStart(4)} MB` : "";
  console.log(`dist/${name.padEnd(32)} ${size} ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return built;
}

/** The bundle for MCP hosts: the npm bundle with a manifest. */
async function mcpBundle(): Promise<void> {
  const { description, engines } = manifest;
  const about = { version, description, license, repository, engines: engines.node, tools };
  await Bun.write(join(dist, "pdfd.mcpb"), await mcpb(join(dist, "package"), about));
}

/** The content that all wheels share. */
async function wheelContent(): Promise<WheelContent> {
  const licenseText = await Bun.file(join(checkout, "LICENSE")).text();
  const about = { version, description: manifest.description, license, repository, licenseText };
  return { ...about, client: await pythonClient(tools) };
}

/** Writes the pure wheel or the one for an executable's system. */
async function writeWheel(folder: string, program?: { readonly path: string; readonly platform: string }) {
  const name = program?.platform === "win_amd64" ? "pdfd.exe" : "pdfd";
  const carried = program && { ...program, name, bytes: await Bun.file(program.path).bytes() };
  const made = wheel(await content, carried);
  await Bun.write(join(folder, made.name), made.bytes);
}

/** The wheel with this computer's executable. */
async function ownWheel(): Promise<void> {
  const system = `pdfd-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}${suffix}`;
  const platform = wheelPlatforms[system];
  if (platform === undefined) throw new Error(`there is no wheel for ${system}`);
  await writeWheel(join(dist, "python"), { path: join(dist, `pdfd${suffix}`), platform });
}

async function buildReleases(known: readonly Part[], node: readonly Part[]): Promise<void> {
  const folder = join(dist, "release");
  await rm(folder, { recursive: true, force: true });
  const describe = async (file: string, sha256: string, purl: string, parts: readonly Part[]) => {
    const subject = { name: product, version, license, repository, purl, file, sha256 };
    await Bun.write(join(folder, `${file.replace(/\.exe$/, "")}.cdx.json`), sbom(subject, parts));
  };
  const sums = new Map<string, string>();
  for (const [name, target] of releases) {
    const outfile = join(folder, name);
    const parts = await timed(`release/${name}`, () => executable(known, outfile, target));
    const sum = await sha256(outfile);
    sums.set(name, sum);
    // Installers download this, at half the size. Windows has no gzip.
    if (!name.endsWith(".exe"))
      await Bun.write(`${outfile}.gz`, gzipSync(await Bun.file(outfile).bytes(), { level: 9 }));
    const platform = wheelPlatforms[name];
    if (platform !== undefined) await writeWheel(folder, { path: outfile, platform });
    await describe(name, sum, `pkg:generic/${product}@${version}?file_name=${name}`, parts);
  }
  const main = await sha256(join(dist, "package/main.js"));
  await writeWheel(folder);
  await Bun.write(join(folder, "pdfd.mcpb"), Bun.file(join(dist, "pdfd.mcpb")));
  const registered = await Bun.file(join(checkout, "server.json")).json();
  const listed = withBundle(registered, { repository, sha256: await sha256(join(dist, "pdfd.mcpb")) });
  await Bun.write(join(folder, "server.json"), `${JSON.stringify(listed, undefined, 2)}\n`);
  await describe("pdfd-npm", main, `pkg:npm/${product}@${version}`, node);
  for (const [name, text] of await manifests({ version, repository, sums }))
    await Bun.write(join(folder, name), text);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const lines = files.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name);
    return `${sums.get(name) ?? (await sha256(path))}  ${path.slice(folder.length + 1).replaceAll("\\", "/")}\n`;
  });
  const sorted = (await Promise.all(lines)).sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  await Bun.write(join(folder, "SHA256SUMS"), sorted.join(""));
  console.log("dist/release/SHA256SUMS");
}

const flags = process.argv.slice(2);
const unknown = flags.find((argument) => !["--all", "--jsr", "--wheel"].includes(argument));
if (unknown !== undefined) {
  console.error(`build.ts: unknown option ${unknown}; the options are --jsr, --wheel and --all`);
  process.exit(2);
}
const suffix = process.platform === "win32" ? ".exe" : "";
const known = await licenses();
const node = await timed("package/main.js", () => nodeBundle(known));
await timed("pdfd.mcpb", mcpBundle);
const content = wheelContent();
await rm(join(dist, "python"), { recursive: true, force: true });
await timed("python/*.whl", () => writeWheel(join(dist, "python")));
await timed(`pdfd${suffix}`, () => executable(known, join(dist, `pdfd${suffix}`)));
if (flags.includes("--wheel")) await timed("python/*.whl", ownWheel);
if (flags.includes("--jsr") || flags.includes("--all")) await timed("jsr/mod.js", jsrBundle);
if (flags.includes("--all")) await buildReleases(known, node);
