/** Packs the program's files into modules for JSR. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { toBase91 } from "./base91.ts";

const checkout = resolve(import.meta.dir, "../..");

/** Matches one source file, given with `/` from the checkout. Throws if it doesn't exist, because a plug-in would do nothing. */
export function sourceFilter(file: string): RegExp {
  if (!existsSync(join(checkout, file)))
    throw new Error(`${file} does not exist; update its path in the build`);
  return new RegExp(`[\\\\/]${file.replaceAll(".", "\\.").replaceAll("/", "[\\\\/]")}$`);
}

/** A module's file, with `/` from the checkout. Chunk names derive from it, so it must be the same on every system. */
function within(module: string, file: string): string {
  return relative(checkout, resolve(module, "..", file)).replaceAll("\\", "/");
}

/** Files left out because a JSR package is limited to 20 MiB; `deno run npm:pdfd` has them. */
const omitted = /\/(?:eng|HanS|HanT|Japanese(?:_vert)?|Arabic|Devanagari)\.traineddata\.br$|\/magick\.wasm$/;

/** Deno keeps only a JSR package's modules, so each embedded file becomes a compressed module that embedded.ts unpacks. */
export const filesAsModules: Bun.BunPlugin = {
  name: "files as modules",
  setup(build) {
    build.onLoad({ filter: sourceFilter("src/host/assets/embedded.ts") }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const lazy = text.replaceAll(
        /^import (\w+) from "(.*)" with \{\s*type: "file",?\s*\};$/gm,
        (_, name, file) =>
          omitted.test(file)
            ? `const ${name} = undefined;`
            : `const ${name} = async () => unpack(await import("packed:${within(path, file)}"));`,
      );
      const head = `import { brotliDecompressSync } from "node:zlib";
        import { fromBase91 } from "${join(checkout, "scripts/release/base91.ts").replaceAll("\\", "/")}";
        const unpack = ({ default: text, size }) => brotliDecompressSync(fromBase91(text, size));`;
      return { contents: head + lazy, loader: "ts" };
    });
    // It creates node:module's `require` from its own URL, which only works for file URLs.
    build.onLoad({ filter: /[\\/]mupdf-wasm\.js$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replace(
        /(createRequire:(\w+)\}=[^;]*;var \w+=)\2\(import\.meta\.url\)/,
        '$1$2("file:///")',
      );
      if (contents === text) throw new Error("mupdf-wasm.js loads modules in another way");
      return { contents, loader: "js" };
    });
    // A CommonJS module whose `require` would be created from the same URL.
    build.onLoad({ filter: /[\\/]tesseract-core-simd\.js$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replaceAll(/\brequire\("(fs|crypto)"\)/g, 'process.getBuiltinModule("$1")');
      if (/\brequire\(/.test(contents)) throw new Error("tesseract-core-simd.js requires other modules");
      return { contents, loader: "js" };
    });
    build.onResolve({ filter: /^packed:/ }, ({ path }) => ({
      path: path.slice("packed:".length),
      namespace: "packed",
    }));
    build.onLoad({ filter: /./, namespace: "packed" }, async ({ path }) => {
      const file = await Bun.file(join(checkout, path)).bytes();
      // Large files decide whether the package fits: a better search for them takes 40 seconds, and saves 8 %.
      const params =
        file.length > 500_000 && !path.endsWith(".br")
          ? {
              [constants.BROTLI_PARAM_QUALITY]: file.length > 8_000_000 ? 10 : 11,
              [constants.BROTLI_PARAM_LGWIN]: 24,
            }
          : { [constants.BROTLI_PARAM_QUALITY]: 9 };
      const bytes = await promisify(brotliCompress)(file, { params });
      return {
        contents: `export const size = ${bytes.length}; export default '${toBase91(bytes)}';`,
        loader: "js",
      };
    });
  },
};
