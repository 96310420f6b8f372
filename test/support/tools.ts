/**
 * Native programs that judge results, and those that the documented recipes need. In CI a missing program is a failure;
 * elsewhere its tests are skipped with the reason.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runProgram } from "./run-program.ts";

/** Program → Debian package. */
export const packages = {
  qpdf: "qpdf",
  pdftotext: "poppler-utils",
  pdfinfo: "poppler-utils",
  pdftoppm: "poppler-utils",
  pdfimages: "poppler-utils",
  pdfsig: "poppler-utils",
  pdfdetach: "poppler-utils",
  soffice: "libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui",
  parallel: "parallel",
  make: "make",
  curl: "curl",
  python3: "python3",
  prometheus: "python3-prometheus-client",
  mypy: "mypy",
  pytest: "python3-pytest",
  openpyxl: "python3-openpyxl",
  openssl: "openssl",
  bash: "bash",
  java: "openjdk-17-jdk-headless",
  jaxb: "libjaxb-java",
  fish: "fish",
  zsh: "zsh",
  groff: "groff-base",
} as const;

export type NativeTool = keyof typeof packages;

export const inCi = process.env.CI === "true" || process.env.CI === "1";

/** Debian's folder of Java libraries. */
export const javaLibraries = "/usr/share/java";
/** Debian's folder of Python libraries, which only /usr/bin/python3 searches. */
const pythonLibraries = "/usr/lib/python3/dist-packages";

/** Libraries that come without a program, by a file that each one installs. */
const libraries: Partial<Record<NativeTool, string>> = {
  jaxb: `${javaLibraries}/jaxb-api.jar`,
  prometheus: `${pythonLibraries}/prometheus_client`,
  mypy: `${pythonLibraries}/mypy`,
  pytest: `${pythonLibraries}/pytest`,
  openpyxl: `${pythonLibraries}/openpyxl`,
};

export function hasTool(tool: NativeTool): boolean {
  const library = libraries[tool];
  if (library !== undefined) return existsSync(library);
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, tool)));
}

/**
 * Undefined if the tool is installed, otherwise the reason to skip: `it.skipIf(reason)` or `context.skip(reason)`. In CI
 * a missing tool throws, because a check that silently didn't run is no check.
 */
export function requireTool(tool: NativeTool): string | undefined {
  if (hasTool(tool)) return undefined;
  const reason = `${tool} is not installed: sudo apt-get install ${packages[tool]}`;
  if (inCi) throw new Error(reason);
  return reason;
}

export interface Verdict {
  /** 0: clean, 3: warnings only, other: errors (qpdf's exit codes). */
  readonly exit: number;
  readonly output: string;
}

/** Runs `qpdf --check` on a file; an encrypted one needs a password. */
export function qpdfCheck(path: string, password?: string): Verdict {
  const secret = password === undefined ? [] : [`--password=${password}`];
  const run = runProgram("qpdf", [...secret, "--check", path]);
  return { exit: run.status ?? -1, output: `${run.stdout}${run.stderr}` };
}

/** Both, from one process if the file is clean. */
export function qpdfCheckedPages(path: string, password: string): Verdict & { readonly pages: number } {
  const args = [`--password=${password}`, "--check", "--show-npages", path];
  const run = runProgram("qpdf", args);
  const output = `${run.stdout}${run.stderr}`;
  const pages =
    run.status === 0 ? Number(/^\d+$/m.exec(run.stdout.toString())?.[0]) : qpdfPages(path, password);
  return { exit: run.status ?? -1, output, pages };
}

/** The page count according to qpdf. */
export function qpdfPages(path: string, password?: string): number {
  const secret = password === undefined ? [] : [`--password=${password}`];
  const run = runProgram("qpdf", [...secret, "--show-npages", path]);
  return run.status === 0 || run.status === 3 ? Number(run.stdout) : -1;
}
