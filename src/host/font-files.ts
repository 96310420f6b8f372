/** Font files on this computer: the list for a folder, and access to their bytes. */
import { closeSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { variable } from "./environment.ts";
import { system } from "./programs.ts";
import { openRegular, readFrom } from "./regular-file.ts";

/** More than any system has; a folder full of other files must not delay a call. */
const maxFiles = 5000;
const maxFolders = 2000;
/** Levels below the given folder. */
const maxDepth = 6;

const fontName = /\.(ttf|otf|ttc|otc)$/i;

/** The system's font folders, and the user's own. */
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

/** The folder's real path; undefined if it isn't a readable folder. */
export function fontFolder(path: string): string | undefined {
  return orUndefined(() => {
    const real = realpathSync(path);
    readdirSync(real);
    return real;
  });
}

/** Font files in and below a folder, by their real paths in name order; none if the folder is unreadable. */
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
      // Opening a device or a pipe of that name would block.
      else if (stat?.isFile() && fontName.test(name)) {
        const file = orUndefined(() => realpathSync(entry));
        if (file !== undefined) files.add(file);
      }
    }
  };

  look(folder, 0);
  return [...files];
}

/** A font file opened for reading. */
export interface OpenFontFile extends Disposable {
  readonly size: number;
  /** Exactly these bytes; throws an Error if there are fewer. */
  read(offset: number, length: number): Uint8Array;
}

/** Opens a font file. Throws the system's error. */
export function openFontFile(path: string): OpenFontFile {
  const { fd: file, size } = openRegular(path, { follow: true });
  return {
    size,
    read(offset, length) {
      const bytes = new Uint8Array(length);
      if (readFrom(file, bytes, offset) < length) throw new Error("a truncated font file");
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
