/**
 * ONNX Runtime's native files by system: the binding, and the library that it loads from its own folder. They come from this
 * version of the npm package onnxruntime-node, with hashes from the package whose integrity package-lock.json records.
 *
 * Missing because nobody builds them: macOS on Intel, and musl (Alpine).
 */

/** The version of the npm package. */
export const runtimeVersion = "1.30.0";

export interface RuntimeFile {
  /** Name in its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Hexadecimal SHA-256. */
  readonly sha256: string;
}

export interface RuntimeFiles {
  /** Folder in the package: `bin/napi-v6/<system>/<processor>`. */
  readonly folder: string;
  /** The binding first. */
  readonly files: readonly RuntimeFile[];
}

/**
 * `<system>-<processor>` in the runtimes' notation. Windows' DirectML and shader compilers are omitted: they are loaded only
 * for a graphics processor, which is never requested.
 */
export const runtimeCatalog: Readonly<Record<string, RuntimeFiles>> = Object.fromEntries(
  Object.entries({
    "linux-x64": `
      onnxruntime_binding.node 389488 ccdc60b981d93a490cf9513d3f583547252b6e285b72988a96a494f2f006c7b8
      libonnxruntime.so.1 45828512 ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23`,
    "linux-arm64": `
      onnxruntime_binding.node 394648 afec78dc11d38dc81605b068cefe1fc73ffe77ca240c15468aa40786150beac8
      libonnxruntime.so.1 25135496 1f549d46250b005580b597f4164984aaf75b3bcb9f3aeb07c7f8a8fe60b23c76`,
    "darwin-arm64": `
      onnxruntime_binding.node 266840 a3f993357759b06ae2411f70af60f5e041d04521ea7f0d12cb7546e411a527dd
      libonnxruntime.1.dylib 44589928 685d2be5dba1309c89d3a5324b7fd06a5c42f1a61bfea32d14c4cc28d072121d`,
    "win32-x64": `
      onnxruntime_binding.node 298848 ddd428464069b84414d34ec1796c7c2a69c33a976e4b0390692629e394f92fa1
      onnxruntime.dll 28754232 508c362f5673483dd3a086379c392795b2e42d10d5e6f3f90ebd7ac21c97af67`,
    "win32-arm64": `
      onnxruntime_binding.node 422200 d8179924f15c2d3c1c8a75c50adf1671ec28c7f1cb0da9fc28b17daa02c5ecf5
      onnxruntime.dll 29815136 6c3a2abf5c6aca11c48a0d338a91af309f2266f25ce2e4084e6a87bbcb0fbfd0`,
  }).map(([platform, lines]) => [platform, { folder: platform.replace("-", "/"), files: filesOf(lines) }]),
);

/** One file per line: its name, size and SHA-256. */
function filesOf(lines: string): readonly RuntimeFile[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", bytes, sha256 = ""] = line.trim().split(" ");
      return { name, bytes: Number(bytes), sha256 };
    });
}
