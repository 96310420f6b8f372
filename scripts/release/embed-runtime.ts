/**
 * Embeds ONNX Runtime's native files in an executable. They are 25 to 46 MB, so they are compressed, and unpacked once when
 * a model first reads a page (src/models/runtime/runtime-files.ts). One npm package has the files for all systems.
 */
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { type RuntimeFile, runtimeCatalog } from "../../src/models/runtime/runtime-catalog.ts";
import { sourceFilter } from "./files-as-modules.ts";

/** Higher levels take minutes and save only a tenth. */
const level = 9;

const source = join(import.meta.dir, "../../node_modules/onnxruntime-node");
/** Inside the package's folder, because paths in the bundle determine a file's package and license. */
const cache = join(source, ".packed");

/** The executable's system, named like `platformName` in src/host. Without a target, this computer's. */
function platformOf(target: string | undefined): string {
  if (target === undefined) return `${process.platform}-${process.arch}`;
  const system = /^bun-(linux|darwin|windows)-(x64|arm64)/.exec(target);
  if (!system) throw new Error(`unknown system: ${target}`);
  const name = `${system[1] === "windows" ? "win32" : system[1]}-${system[2]}`;
  return target.endsWith("-musl") ? `${name}-musl` : name;
}

/** Replaces src/host/assets/embedded-runtime.ts with the same export for that system's files, if it has any. */
export function embedRuntime(target: string | undefined): Bun.BunPlugin {
  return {
    name: "native runtime",
    setup(build) {
      build.onLoad({ filter: sourceFilter("src/host/assets/embedded-runtime.ts") }, async () => {
        const { folder, files } = runtimeCatalog[platformOf(target)] ?? { folder: "", files: [] };
        const paths = await Promise.all(files.map((file) => compressed(folder, file)));
        return { contents: moduleOf(files, paths), loader: "ts" };
      });
    },
  };
}

function moduleOf(files: readonly RuntimeFile[], paths: readonly string[]): string {
  const imports = paths.map(
    (path, at) => `import file${at} from ${JSON.stringify(path)} with { type: "file" };\n`,
  );
  const entries = files.map(
    ({ name }, at) => `{ name: ${JSON.stringify(name)}, read: () => unpack(file${at}) },\n`,
  );
  return `import { readFileSync } from "node:fs";
${imports.join("")}
const unpack = (path) => Bun.zstdDecompressSync(readFileSync(path));
export const embeddedRuntime = [\n${entries.join("")}];\n`;
}

/** The compressed file, created on first use. Throws if the package's file has another checksum. */
async function compressed(folder: string, { name, sha256 }: RuntimeFile): Promise<string> {
  const path = join(cache, `${folder.replaceAll("/", "-")}-${sha256.slice(0, 12)}-${level}-${name}.zst`);
  if (await Bun.file(path).exists()) return path;
  const plain = join(source, "bin/napi-v6", folder, name);
  const bytes = await Bun.file(plain).bytes();
  if (new Bun.CryptoHasher("sha256").update(bytes).digest("hex") !== sha256)
    throw new Error(`${plain} is not the file that src/models/runtime/runtime-catalog.ts names`);
  await mkdir(cache, { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}`;
  await Bun.write(draft, await Bun.zstdCompress(bytes, { level }));
  await rename(draft, path);
  return path;
}
