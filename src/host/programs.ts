/** Programs on this computer: where they are, and which system this is. */
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, parse, relative, sep } from "node:path";
import process from "node:process";
import { variable } from "./environment.ts";
import { readRegular } from "./regular-file.ts";

/** The system, and on Linux its family, which determines how packages are installed. */
export type System =
  | "debian"
  | "fedora"
  | "suse"
  | "arch"
  | "alpine"
  | "linux"
  | "macos"
  | "windows"
  | "other";

const families: readonly (readonly [System, RegExp])[] = [
  ["debian", /^(debian|ubuntu)$/],
  ["fedora", /^(fedora|rhel|centos)$/],
  ["suse", /^(suse|opensuse.*)$/],
  ["arch", /^arch$/],
  ["alpine", /^alpine$/],
];

export function system(): System {
  if (process.platform === "win32") return "windows";
  if (process.platform === "darwin") return "macos";
  if (process.platform !== "linux") return "other";
  let release = "";
  try {
    release = readFileSync("/etc/os-release", "utf8");
  } catch {
    // An unknown Linux.
  }
  return linuxFamily(release);
}

/** The family that the text of `/etc/os-release` names. */
export function linuxFamily(release: string): System {
  const words = [...release.matchAll(/^(?:ID|ID_LIKE)=(.*)$/gm)].flatMap(([, value = ""]) =>
    value.replaceAll(/["']/g, "").toLowerCase().split(/\s+/),
  );
  for (const [family, pattern] of families) if (words.some((word) => pattern.test(word))) return family;
  return "linux";
}

export const currentFolder = (): string => process.cwd();

/**
 * The PATH folders from which programs may be started: absolute ones outside all of `avoid` (a relative one means the current
 * folder, and callers may put files into allowed folders).
 */
export function trustedPath(avoid: readonly string[], path = variable("PATH") ?? ""): readonly string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(folder, avoid) && !isInside(realOf(folder), avoid));
}

/** The real path of the first of `paths` that is a program outside all of `avoid`, by both name and real path. */
export function firstProgram(paths: readonly string[], avoid: readonly string[]): string | undefined {
  for (const path of paths) {
    if (!isAbsolute(path) || isInside(path, avoid) || !isProgram(path)) continue;
    const real = realOf(path);
    if (!isInside(real, avoid)) return real;
  }
  return undefined;
}

/** Such a file has only a few lines. */
const maxTextBytes = 1 << 20;

/** The text of a small file next to a program; undefined if there is none. */
export function textBeside(program: string, name: string): string | undefined {
  try {
    return readRegular(join(program, "..", name), { follow: true, maxBytes: maxTextBytes }).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Whether something with this name exists, relative to a program's folder. */
export const existsBeside = (program: string, name: string): boolean => existsSync(join(program, "..", name));

function isProgram(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** A file system's root in `avoid` doesn't count: everything is inside it. */
export function isInside(path: string, avoid: readonly string[]): boolean {
  return avoid.some((folder) => {
    if (folder === parse(folder).root) return false;
    const way = relative(folder, path);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
}

/** Whether this program's user can create files in the folder, as far as can be determined in advance. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
