/** The files of the program for JSR. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { toBase85 } from "./base85.ts";

const checkout = resolve(import.meta.dir, "../..");

/** A filter for one source file, named with `/` from the checkout. Throws where it is not there: a plug-in would do nothing. */
export function sourceFilter(file: string): RegExp {
  if (!existsSync(join(checkout, file)))
    throw new Error(`${file} is not there: the build is to find it elsewhere`);
  return new RegExp(`[\\\\/]${file.replaceAll(".", "\\.").replaceAll("/", "[\\\\/]")}$`);
}

/** A file that a module names, from the checkout, with `/`: names of chunks come from it, so it is the same everywhere. */
function within(module: string, file: string): string {
  return relative(checkout, resolve(module, "..", file)).replaceAll("\\", "/");
}

/** What has no room in a package of JSR, which may have 20 MB: `deno run npm:pdfd` has it. */
const omitted = /\/(?:HanS|HanT|Japanese|Arabic|Devanagari)\.traineddata\.br$/;

/** Deno keeps only modules of a JSR package: each embedded file becomes one, packed, and embedded.ts unpacks it. */
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
            : `const ${name} = async () => unpack((await import("packed:${within(path, file)}")).default);`,
      );
      const head = `import { brotliDecompressSync } from "node:zlib";
        import { fromBase85 } from "${join(checkout, "scripts/release/base85.ts").replaceAll("\\", "/")}";
        const unpack = (text: string) => brotliDecompressSync(fromBase85(text));`;
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
    // A CommonJS module, whose `require` would be made from the same address.
    build.onLoad({ filter: /[\\/]tesseract-core-simd\.js$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replaceAll(/\brequire\("(fs|crypto)"\)/g, 'process.getBuiltinModule("$1")');
      if (/\brequire\(/.test(contents)) throw new Error("tesseract-core-simd.js asks for more modules");
      return { contents, loader: "js" };
    });
    build.onResolve({ filter: /^packed:/ }, ({ path }) => ({
      path: path.slice("packed:".length),
      namespace: "packed",
    }));
    build.onLoad({ filter: /./, namespace: "packed" }, async ({ path }) => {
      const bytes = brotliCompressSync(await Bun.file(join(checkout, path)).bytes(), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
      });
      return { contents: `export default "${toBase85(bytes)}";`, loader: "js" };
    });
  },
};
