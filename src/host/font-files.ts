/** Font files of this computer: which there are in a folder, and their bytes, a part at a time. */
import { closeSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { variable } from "./environment.ts";
import { system } from "./programs.ts";
import { openRegular, readFrom } from "./regular-file.ts";

/** More than any system has; a folder of everything must not hold a call up. */
const maxFiles = 5000;
const maxFolders = 2000;
/** Levels below the folder that is named. */
const maxDepth = 6;

const fontName = /\.(ttf|otf|ttc|otc)$/i;

/** Where this system keeps fonts for every program, and its user's own. */
export function systemFontFolders(): readonly string[] {
  const home = variable("HOME");
  const below = (folder: string | undefined, ...parts: string[]) =>
    folder === undefined ? [] : [join(folder, ...parts)];
  switch (system()) {
    case "windows":
      return [
        ...below(variable("SystemRoot"), "Fonts"),
        ...below(variable("LOCALAPPDATA"), "Microsoft", "Windows", "Fonts"),
      ];
    case "macos":
      return ["/System/Library/Fonts", "/Library/Fonts", ...below(home, "Library", "Fonts")];
    default:
      return [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        ...below(variable("XDG_DATA_HOME") ?? below(home, ".local", "share")[0], "fonts"),
        ...below(home, ".fonts"),
      ];
  }
}

/** The folder's real path; undefined where there is none that can be read. */
export function fontFolder(path: string): string | undefined {
  return orUndefined(() => {
    const real = realpathSync(path);
    readdirSync(real);
    return real;
  });
}

/** Font files in and below a folder by their real paths, in the order of their names; none where it cannot be read. */
export function fontFilesIn(folder: string): readonly string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const look = (path: string, depth: number) => {
    const real = orUndefined(() => realpathSync(path));
    if (real === undefined || seen.has(real) || seen.size >= maxFolders) return;
    seen.add(real);
    const names = orUndefined(() => readdirSync(real)) ?? [];
    for (const name of names.sort()) {
      if (files.size >= maxFiles) return;
      const entry = join(real, name);
      const stat = orUndefined(() => statSync(entry));
      if (stat?.isDirectory() && depth < maxDepth) look(entry, depth + 1);
      // A device or a pipe of that name would be waited for.
      else if (stat?.isFile() && fontName.test(name)) {
        const file = orUndefined(() => realpathSync(entry));
        if (file !== undefined) files.add(file);
      }
    }
  };
  look(folder, 0);
  return [...files];
}

/** A file that is open for reading. */
export interface OpenFontFile extends Disposable {
  readonly size: number;
  /** Exactly these bytes; throws an Error where there are fewer. */
  read(offset: number, length: number): Uint8Array;
}

/** Opens a font file. Throws the system's error. */
export function openFontFile(path: string): OpenFontFile {
  const { fd: file, size } = openRegular(path, { follow: true });
  return {
    size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      if (readFrom(file, bytes, offset) < length) throw new Error("a font file that ends too early");
      return bytes;
    },
    [Symbol.dispose]: () => orUndefined(() => closeSync(file)),
  };
}

function orUndefined<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
