/**
 * Builds the program. `bun build.ts` makes dist/pdfd for this computer and dist/node, the npm package's bundle;
 * `--jsr` also dist/jsr, the bundle for JSR; `--all` both and dist/release: the executables for every system, their
 * bills of materials, SHA256SUMS, and what installs them. The same sources give the same bytes, wherever they are built.
 */
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { licensesText } from "./.github/release/licenses.ts";
import { withoutStaleSignature } from "./.github/release/mach-o.ts";
import { manifests } from "./.github/release/manifests.ts";
import { bunRuntime, inputsOf, type Part, partsOf } from "./.github/release/parts.ts";
import { sbom } from "./.github/release/sbom.ts";
import { embedRuntime } from "./build/embed-runtime.ts";
import manifest from "./package.json" with { type: "json" };

const checkout = import.meta.dir;
const entry = join(checkout, "src/main.ts");
const entries = [entry, join(checkout, "src/index.ts")];
const dist = join(checkout, "dist");
const { name: product, version, license } = manifest;
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");

/**
 * Release name → Bun's runtime, which comes from the npm registry. Baseline runtimes on x64: the others need AVX2,
 * and end with "illegal instruction" on older machines and many virtual ones.
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

/**
 * Bun evaluates node:crypto and node:zlib, and the streams they stand on, when they are imported: 4 ms, as long as the
 * rest of a short command. In the executable our own modules get them when a function is first called, and what the
 * runtime has by itself from there. Its own deflate knows neither the header nor the checksum of zlib (RFC 1950), and its
 * inflate no limit: small data is unpacked by it and taken where the checksum is right, everything else by node:zlib.
 */
const builtins: Readonly<Record<string, string>> = {
  "node:crypto": `
    const load = () => process.getBuiltinModule("node:crypto");
    export const createHash = (name) => new Bun.CryptoHasher(name);
    export const randomBytes = (size) => crypto.getRandomValues(Buffer.alloc(size));
    export const randomFillSync = (bytes) => crypto.getRandomValues(bytes);
    export const randomUUID = () => crypto.randomUUID();
    export const createHmac = (...all) => load().createHmac(...all);
    export const createCipheriv = (...all) => load().createCipheriv(...all);
    export const createDecipheriv = (...all) => load().createDecipheriv(...all);
    export const timingSafeEqual = (...all) => load().timingSafeEqual(...all);`,
  "node:zlib": `
    const load = () => process.getBuiltinModule("node:zlib");
    const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    export const deflateSync = (data) => {
      const raw = Bun.deflateSync(data);
      const whole = new Uint8Array(raw.length + 6);
      whole.set([0x78, 0x9c]);
      whole.set(raw, 2);
      view(whole).setUint32(raw.length + 2, Bun.hash.adler32(data));
      return whole;
    };
    const unpacked = (data, limit) => {
      if (data.length < 8 || data.length > 65_536 || view(data).getUint16(0) % 31 !== 0) return undefined;
      if ((data[0] & 15) !== 8 || (data[1] & 32) !== 0) return undefined;
      try {
        const plain = Bun.inflateSync(data.subarray(2, -4));
        const sound = plain.length <= limit && Bun.hash.adler32(plain) === view(data).getUint32(data.length - 4);
        return sound ? Buffer.from(plain.buffer, plain.byteOffset, plain.length) : undefined;
      } catch {
        return undefined;
      }
    };
    export const inflateSync = (data, options) =>
      unpacked(data, options?.maxOutputLength ?? Infinity) ?? load().inflateSync(data, options);
    export const inflateRawSync = (...all) => load().inflateRawSync(...all);
    export const createInflateRaw = (...all) => load().createInflateRaw(...all);
    export const brotliDecompressSync = (...all) => load().brotliDecompressSync(...all);
    export const constants = { Z_SYNC_FLUSH: 2 };`,
};

const lazyBuiltins: Bun.BunPlugin = {
  name: "lazy builtins",
  setup(build) {
    const ours = join(checkout, "src");
    // Modules of the runtime never come to a plugin, so our own ask for them by another name.
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(ours)) return undefined;
      const contents = await Bun.file(path).text();
      return {
        contents: contents.replaceAll(/ from "(?=node:(crypto|zlib)";)/g, ' from "lazy:'),
        loader: "ts",
      };
    });
    build.onResolve({ filter: /^lazy:/ }, ({ path }) => ({
      path: path.slice("lazy:".length),
      namespace: "lazy",
    }));
    build.onLoad({ filter: /./, namespace: "lazy" }, ({ path }) => ({
      contents: builtins[path] ?? "",
      loader: "js",
    }));
  },
};

/** What a build put together. A part whose licence is not in the text that was written before is a mistake. */
function partsBuilt({ metafile }: Bun.BuildOutput, known: readonly Part[]): readonly Part[] {
  if (!metafile) throw new Error("the bundler does not say what is inside");
  const parts = partsOf(inputsOf(metafile));
  const names = new Set(known.map((part) => part.name));
  for (const { name } of parts) if (!names.has(name)) throw new Error(`the licence of ${name} is missing`);
  return parts;
}

/** Writes dist/licenses.txt, which every form carries, and gives the parts that it names. */
async function licenses(): Promise<readonly Part[]> {
  const path = join(dist, "licenses.txt");
  if (!(await Bun.file(path).exists())) await Bun.write(path, "");
  const { metafile } = await Bun.build({
    entrypoints: entries,
    target: "node",
    format: "esm",
    metafile: true,
    // Of the executables, most of which have it inside.
    plugins: [embedRuntime("bun-linux-x64")],
  });
  if (!metafile) throw new Error("the bundler does not say what is inside");
  const parts = [...partsOf(inputsOf(metafile)), bunRuntime(Bun.version)];
  const text = await Bun.file(join(checkout, "LICENSE")).text();
  await Bun.write(path, licensesText({ name: product, version, repository, text }, parts));
  return parts;
}

/** One executable with everything inside. It reads nothing from the folder it is started in. */
async function executable(
  known: readonly Part[],
  outfile: string,
  target?: Bun.Build.CompileTarget,
): Promise<readonly Part[]> {
  const folder = join(outfile, "..", `.${crypto.randomUUID()}`);
  // Built beside and moved into place: an executable that runs cannot be written to. The file's name is inside it and
  // is always the same one, so that the same sources give the same bytes.
  const draft = join(folder, outfile.endsWith(".exe") ? "pdfd.exe" : "pdfd");
  await mkdir(folder, { recursive: true });
  try {
    const built = await Bun.build({
      entrypoints: [entry],
      metafile: true,
      minify: true,
      bytecode: true,
      // Without it, bytecode is CommonJS, and mupdf's top-level await does not fit into that.
      format: "esm",
      // A command evaluates the chunks that it needs, and no more of the program than that.
      splitting: true,
      // The first plugin that knows a file decides: this one before the one for all of src.
      plugins: [embedRuntime(target), lazyBuiltins],
      compile: {
        outfile: draft,
        ...(target && { target }),
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    if (target?.startsWith("bun-darwin-x64"))
      await Bun.write(draft, withoutStaleSignature(await Bun.file(draft).bytes()));
    await rename(draft, outfile);
    return [...partsBuilt(built, known), bunRuntime(Bun.version)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bundle for Node 20 and later, and for Bun and Deno from npm: main.js, index.js, their types and files. */
async function nodeBundle(known: readonly Part[]): Promise<readonly Part[]> {
  const outdir = join(dist, "node");
  await rm(outdir, { recursive: true, force: true });
  const built = await Bun.build({
    entrypoints: entries,
    outdir,
    metafile: true,
    target: "node",
    format: "esm",
    splitting: true,
    minify: { syntax: true, whitespace: true },
    naming: { chunk: "[name]-[hash].[ext]", asset: "[name].[ext]" },
  });
  await types(outdir);
  return partsBuilt(built, known);
}

/** The types of index.ts: they name nothing of other modules, so one file is enough. */
async function types(outdir: string): Promise<void> {
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
    await Bun.write(join(outdir, "index.d.ts"), text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that a module names, from the checkout, with `/`: names of chunks come from it, so it is the same everywhere. */
function within(module: string, file: string): string {
  return relative(checkout, resolve(module, "..", file)).replaceAll("\\", "/");
}

/** Deno keeps only modules of a JSR package: each embedded file becomes one, packed, and embedded.ts unpacks it. */
const filesAsModules: Bun.BunPlugin = {
  name: "files as modules",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]host[\\/]embedded\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const lazy = text.replaceAll(
        /^import (\w+) from "(.*)" with \{\s*type: "file",?\s*\};$/gm,
        (_, name, file) =>
          `const ${name} = async () => unpack((await import("packed:${within(path, file)}")).default);`,
      );
      const head = `import { Buffer } from "node:buffer"; import { gunzipSync } from "node:zlib";
        const unpack = (text: string) => gunzipSync(Buffer.from(text, "base64"));`;
      return { contents: head + lazy, loader: "ts" };
    });
    // It asks for node:module's `require` from its own address, which has to be a file for that.
    build.onLoad({ filter: /[\\/]mupdf-wasm\.js$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replace(
        /(createRequire:(\w+)\}=[^;]*;var \w+=)\2\(import\.meta\.url\)/,
        '$1$2("file:///")',
      );
      if (contents === text) throw new Error("mupdf-wasm.js asks for modules in another way");
      return { contents, loader: "js" };
    });
    build.onResolve({ filter: /^packed:/ }, ({ path }) => ({
      path: path.slice("packed:".length),
      namespace: "packed",
    }));
    build.onLoad({ filter: /./, namespace: "packed" }, async ({ path }) => {
      const bytes = Bun.gzipSync(await Bun.file(join(checkout, path)).bytes(), { level: 9 });
      return { contents: `export default "${bytes.toBase64()}";`, loader: "js" };
    });
  },
};

/** One module that is the library when imported and the program when run. */
const jsrModule = `/* @ts-self-types="./mod.d.ts" */
export { createApp, version } from "./index.js";
if (import.meta.main) await import("./main.js");
`;

/** The bundle for JSR: modules alone. */
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
    naming: { chunk: "[name]-[hash].[ext]" },
    define: { PDFD_PACKED: "true" },
    plugins: [filesAsModules],
  });
  await Bun.write(join(outdir, "mod.js"), jsrModule);
  await Bun.write(join(outdir, "mod.d.ts"), Bun.file(join(dist, "node/index.d.ts")));
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
    await describe(name, sum, `pkg:generic/${product}@${version}?file_name=${name}`, parts);
  }
  const main = await sha256(join(dist, "node/main.js"));
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
const unknown = flags.find((argument) => argument !== "--all" && argument !== "--jsr");
if (unknown !== undefined) {
  console.error(`build.ts: unknown option ${unknown}; there are --jsr and --all`);
  process.exit(2);
}
const suffix = process.platform === "win32" ? ".exe" : "";
const known = await licenses();
const node = await timed("node/main.js", () => nodeBundle(known));
await timed(`pdfd${suffix}`, () => executable(known, join(dist, `pdfd${suffix}`)));
if (flags.length > 0) await timed("jsr/mod.js", jsrBundle);
if (flags.includes("--all")) await buildReleases(known, node);
