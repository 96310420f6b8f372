/** Where ONNX Runtime's native files could come from on this system, by what the system and this form of the program are. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { readRegular } from "../regular-file.ts";
import { runtime } from "../runtime.ts";
import type { EmbeddedFile } from "./embedded-runtime.ts";

/** `<system>-<processor>`, for example `linux-x64`; with `-musl` behind it on a Linux without the GNU C library. */
export function platformName(): string {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && isMusl() ? `${name}-musl` : name;
}

/** Loaders of programs: of musl by name, of the GNU C library at the places its ABI names. */
function isMusl(): boolean {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  const gnu = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
  return existsSync(`/lib/ld-musl-${processor}.so.1`) && !gnu.some((path) => existsSync(path));
}

/** The files that `build.ts` put into this executable; none in every other form, and where there are none for the system. */
export async function embeddedRuntime(): Promise<readonly EmbeddedFile[]> {
  if (!runtime.compiled) return [];
  return (await import("./embedded-runtime.ts")).embeddedRuntime;
}

/**
 * The folder of the installed npm package onnxruntime-node of this version: in a checkout, for its developers. Undefined
 * in the executable and where it is not installed.
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

/** Whether programs and libraries may not be run from where a path lies (mount option noexec); false where the system does not report it. */
export function isNoExec(path: string): boolean {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mounts", "utf8");
  } catch {
    return false;
  }
  return noExecIn(mounts, path);
}

/** The same from the text of `/proc/self/mounts`: of the mounts that hold the path the innermost one, and of equal ones the last, counts. */
export function noExecIn(mounts: string, path: string): boolean {
  let innermost = { point: "", options: "" };
  for (const line of mounts.split("\n")) {
    const [, name = "", , options = ""] = line.split(" ");
    // Blanks and the like are written as octal numbers.
    const point = name.replaceAll(/\\([0-7]{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const holds = point === "/" || path === point || path.startsWith(`${point}/`);
    if (point !== "" && holds && point.length >= innermost.point.length) innermost = { point, options };
  }
  return innermost.options.split(",").includes("noexec");
}
