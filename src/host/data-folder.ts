/** The folder where this program keeps reading models and the libraries that run them. Never documents. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import process from "node:process";
import { failed } from "../core/problem.ts";
import { variable } from "./environment.ts";

/**
 * The folder as an absolute path: PDFD_DATA_DIR, or else the system's default (XDG Base Directory; Application Support; local
 * application data). It need not exist. Throws 422 `operation_failed` if PDFD_DATA_DIR is relative: a service's processes have
 * different current folders.
 */
export function dataFolderOf(
  platform: string,
  home: () => string,
  read: (variable: string) => string | undefined,
): string {
  const chosen = read("PDFD_DATA_DIR");

  if (chosen) {
    if (isAbsolute(chosen)) return chosen;
    throw failed(
      `PDFD_DATA_DIR ${JSON.stringify(chosen)} is not an absolute path; give the full path of a folder`,
    );
  }

  if (platform === "darwin") return join(home(), "Library", "Application Support", "pdfd");
  if (platform === "win32") return join(read("LOCALAPPDATA") ?? join(home(), "AppData", "Local"), "pdfd");
  const shared = read("XDG_DATA_HOME");

  // The XDG specification says to ignore relative paths.
  return join(shared && isAbsolute(shared) ? shared : join(home(), ".local", "share"), "pdfd");
}

/** The folder for this process's user. */
export const dataFolder = (): string => dataFolderOf(process.platform, homedir, variable);
