/** Possible sources of ONNX Runtime's native files, by system and form of the program. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { readRegular } from "../regular-file.ts";
import { runtime } from "../runtime.ts";
import type { EmbeddedFile } from "./embedded-runtime.ts";

/** `<system>-<processor>`, for example `linux-x64`; `-musl` is appended on a Linux without the GNU C library. */
export function platformName(): string {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && isMusl() ? `${name}-musl` : name;
}

/** Program loaders: musl's by name, the GNU C library's at the paths its ABI specifies. */
function isMusl(): boolean {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  const gnu = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
  return existsSync(`/lib/ld-musl-${processor}.so.1`) && !gnu.some((path) => existsSync(path));
}

/** The files that `build.ts` put into this executable; none in every other form, and if there are none for the system. */
export async function embeddedRuntime(): Promise<readonly EmbeddedFile[]> {
  if (!runtime.compiled) return [];
  return (await import("./embedded-runtime.ts")).embeddedRuntime;
}

/**
 * The folder of this version of the npm package onnxruntime-node: in a checkout, for developers. Undefined in the executable
 * and if not installed.
 */
export function packageRuntime(version: string, folder: string): string | undefined {
  if (runtime.compiled) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const { version: found }: { version?: unknown } = JSON.parse(
      readRegular(manifest, { follow: true, maxBytes: 1 << 20 }).toString("utf8"),
    );
    return found === version ? join(dirname(manifest), "bin/napi-v6", folder) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether programs and libraries under a path can't be executed (mount option noexec); false if the system doesn't report it. */
export function isNoExec(path: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mounts", "utf8");
  } catch {
    return false;
  }
  return noExecIn(mounts, path);
}

/** The same, from the text of `/proc/self/mounts`: the innermost mount that contains the path decides; of equal ones, the last. */
export function noExecIn(mounts: string, path: string): boolean {
  let innermost = { point: "", options: "" };

  for (const line of mounts.split("\n")) {
    const [, name = "", , options = ""] = line.split(" ");
    // Blanks and similar characters are written as octal numbers.
    const point = name.replaceAll(/\\([0-7]{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const holds = point === "/" || path === point || path.startsWith(`${point}/`);
    if (point !== "" && holds && point.length >= innermost.point.length) innermost = { point, options };
  }
  return innermost.options.split(",").includes("noexec");
}
