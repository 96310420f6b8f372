/**
 * Builds the program: `bun build.ts` makes dist/pdfd for this computer and dist/node/main.js for Node;
 * `bun build.ts --all` also makes dist/release/ for every system, with SHA256SUMS.
 */
import { mkdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";

const checkout = import.meta.dir;
const entry = join(checkout, "src/main.ts");
const dist = join(checkout, "dist");

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

/** One executable with everything inside. It reads nothing from the folder it is started in. */
async function executable(outfile: string, target?: Bun.Build.CompileTarget): Promise<void> {
  const folder = join(outfile, "..", `.${crypto.randomUUID()}`);
  // Built beside and moved into place: an executable that runs cannot be written to. The file's name is inside it and
  // is always the same one, so that the same sources give the same bytes.
  const draft = join(folder, outfile.endsWith(".exe") ? "pdfd.exe" : "pdfd");
  await mkdir(folder, { recursive: true });
  try {
    await Bun.build({
      entrypoints: [entry],
      minify: true,
      bytecode: true,
      // Without it, bytecode is CommonJS, and mupdf's top-level await does not fit into that.
      format: "esm",
      // A command evaluates the chunks that it needs, and no more of the program than that.
      splitting: true,
      plugins: [lazyBuiltins],
      compile: {
        outfile: draft,
        ...(target && { target }),
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    await rename(draft, outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bundle for Node 20 and later: main.js, and beside it the files that it reads. */
async function nodeBundle(): Promise<void> {
  const outdir = join(dist, "node");
  await rm(outdir, { recursive: true, force: true });
  await Bun.build({
    entrypoints: [entry],
    outdir,
    target: "node",
    format: "esm",
    splitting: true,
    minify: { syntax: true, whitespace: true },
    naming: { chunk: "[name]-[hash].[ext]", asset: "[name].[ext]" },
  });
}

async function sha256(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}

async function timed(name: string, build: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await build();
  const file = Bun.file(resolve(dist, name));
  const size = (await file.exists()) ? `${(file.size / 1e6).toFixed(0).padStart(4)} MB` : "";
  console.log(`dist/${name.padEnd(32)} ${size} ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function buildReleases(): Promise<void> {
  await rm(join(dist, "release"), { recursive: true, force: true });
  const sums: string[] = [];
  for (const [name, target] of releases) {
    const outfile = join(dist, "release", name);
    await timed(`release/${name}`, () => executable(outfile, target));
    sums.push(`${await sha256(outfile)}  ${name}\n`);
  }
  await Bun.write(join(dist, "release/SHA256SUMS"), sums.join(""));
  console.log("dist/release/SHA256SUMS");
}

const unknown = process.argv.slice(2).find((argument) => argument !== "--all");
if (unknown !== undefined) {
  console.error(`build.ts: unknown option ${unknown}; the only one is --all`);
  process.exit(2);
}
const suffix = process.platform === "win32" ? ".exe" : "";
await timed("node/main.js", nodeBundle);
await timed(`pdfd${suffix}`, () => executable(join(dist, `pdfd${suffix}`)));
if (process.argv.includes("--all")) await buildReleases();
