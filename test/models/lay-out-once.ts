/** Extracts a runtime's small files as an executable does: `<data folder>`. */
import process from "node:process";
import { nativeRuntime } from "../../src/models/runtime/runtime-files.ts";
import { hashOf, noise } from "./fake-hub.ts";

const entry = (name: string, bytes: Uint8Array) => ({ name, bytes: bytes.length, sha256: hashOf(bytes) });
const [binding, library] = [noise(20_000, 1), noise(2_000_000, 2)];
const runtime = await nativeRuntime({
  folder: process.argv[2] ?? "",
  platform: "linux-x64",
  catalog: {
    "linux-x64": {
      folder: "linux/x64",
      files: [entry("onnxruntime_binding.node", binding), entry("libonnxruntime.so.1", library)],
    },
  },
  embedded: async () => [
    { name: "onnxruntime_binding.node", read: () => binding },
    { name: "libonnxruntime.so.1", read: () => library },
  ],
  fromPackage: () => undefined,
  isNoExec: () => false,
});
console.log(runtime);
