/** Locates the office suite on this computer, or says how to install it. */

import type { OfficeSettings } from "../core/office.ts";
import { failed } from "../core/problem.ts";
import { variable } from "../host/environment.ts";
import { existsBeside, firstProgram, type System, system, trustedPath } from "../host/programs.ts";
import type { Format } from "./formats.ts";

/** The usual locations other than PATH. */
function usualPlaces(on: System): readonly string[] {
  switch (on) {
    case "windows":
      return [variable("ProgramFiles") ?? "C:\\Program Files", variable("ProgramFiles(x86)")]
        .filter((folder) => folder !== undefined)
        .map((folder) => `${folder}\\LibreOffice\\program\\soffice.exe`);
    case "macos":
      return ["/Applications/LibreOffice.app/Contents/MacOS/soffice"];
    default:
      return [
        "/usr/bin/soffice",
        "/usr/lib/libreoffice/program/soffice",
        "/usr/lib64/libreoffice/program/soffice",
        "/opt/libreoffice/program/soffice",
        "/usr/local/bin/soffice",
      ];
  }
}

/**
 * The converter's real path; undefined if no executable one is found. Checked on every call, since it may be installed in the
 * meantime. A given path (`--soffice`) is the only one tried; it must not be where callers can write either.
 */
export function locate(settings: OfficeSettings, on: System = system()): string | undefined {
  const { program, avoid } = settings;
  const found = firstProgram(program === undefined ? candidates(avoid, on) : [program], avoid);
  // The launcher only starts the program next to it, and again after exit code 81; we do both here.
  if (found !== undefined && on !== "windows" && on !== "macos" && existsBeside(found, "soffice.bin"))
    return firstProgram([`${found.slice(0, found.lastIndexOf("/") + 1)}soffice.bin`], avoid) ?? found;
  return found;
}

function candidates(avoid: readonly string[], on: System): readonly string[] {
  const names = on === "windows" ? ["soffice.exe"] : ["soffice", "libreoffice"];
  const separator = on === "windows" ? "\\" : "/";
  const inPath = trustedPath(avoid).flatMap((folder) => names.map((name) => folder + separator + name));
  return [...inPath, ...usualPlaces(on)];
}

/** Whether an installation lacks the component that reads a format, or draws equations: each has its own file in the registry. */
export function lacksPart(program: string, part: Format["part"] | "math"): boolean {
  return (
    existsBeside(program, "../share/registry/main.xcd") &&
    !existsBeside(program, `../share/registry/${part}.xcd`)
  );
}

const commands: Readonly<Record<System, string>> = {
  debian: "sudo apt-get install libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui",
  fedora: "sudo dnf install libreoffice-writer libreoffice-calc libreoffice-impress",
  suse: "sudo zypper install libreoffice-writer libreoffice-calc libreoffice-impress",
  arch: "sudo pacman -S libreoffice-still",
  alpine: "sudo apk add libreoffice",
  linux: "install LibreOffice from https://www.libreoffice.org/download/",
  macos: "brew install --cask libreoffice",
  windows: "winget install --id TheDocumentFoundation.LibreOffice -e",
  other: "install LibreOffice from https://www.libreoffice.org/download/",
};

/** The command that installs the suite. */
export const installCommand = (on: System = system()): string => commands[on];

/** 422 with the installation hint (docs/decisions/0021). `what` begins the sentence. */
export function missing(what: string, on: System = system()): Error {
  const command = installCommand(on);
  return failed(`${what}; get it with: ${command}`, { hint: { kind: "converter", command } });
}
