/** What of the runtime's modules the executable evaluates when it starts: nothing that can wait. */
import { join, resolve } from "node:path";
import { provideLateModules, withLateImports } from "./late-modules.ts";

const checkout = resolve(import.meta.dir, "../..");

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
    export const createInflate = (...all) => load().createInflate(...all);
    export const createInflateRaw = (...all) => load().createInflateRaw(...all);
    export const brotliDecompressSync = (...all) => load().brotliDecompressSync(...all);
    export const constants = { Z_SYNC_FLUSH: 2, Z_FINISH: 4, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2 };`,
};

/** Puts them in place of the imports in src. */
export const lazyBuiltins: Bun.BunPlugin = {
  name: "lazy builtins",
  setup(build) {
    const ours = join(checkout, "src");
    // Modules of the runtime never come to a plugin, so our own ask for them by another name.
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(ours)) return undefined;
      const contents = withLateImports(path, await Bun.file(path).text());
      return {
        contents: contents.replaceAll(/ from "(?=node:(crypto|zlib)";)/g, ' from "lazy:'),
        loader: "ts",
      };
    });
    provideLateModules(build);
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
