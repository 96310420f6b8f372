/**
 * Which texts may be a path at all, decided without touching the disk. The Windows rules hold on every system, so that
 * a folder shared between computers never holds a name that means a device or a hidden stream on one of them.
 */
import type { posix } from "node:path";
import { maxPathBytes } from "../../core/limits.ts";
import { invalid, type ProblemError } from "../../core/problem.ts";

/** NAME_MAX of the usual file systems, in bytes of UTF-8. */
const maxNameBytes = 255;

/** Names Windows gives to devices, in any folder and with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3])$/i;
const driveRelative = /^[a-z]:(?![\\/])/i;
const windowsDevicePath = /^[\\/]{2}[.?][\\/]/;

/** How a system reads paths: `posix` or `win32` of node:path, so that both can be tested anywhere. */
export type PathRules = typeof posix;

/** Characters of a path that errors show. */
const maxShown = 200;

/** A path as errors show it: quoted, escaped, not endless. */
export function shown(path: string): string {
  const characters = [...path.slice(0, 2 * maxShown + 1)];
  return JSON.stringify(characters.length > maxShown ? `${characters.slice(0, maxShown).join("")}…` : path);
}

/** 422 when the text cannot be a path, or names no file where a file is meant (`kind`). */
export function checkPathText(path: string, field: string, kind: "file" | "folder", rules: PathRules): void {
  if (path === "") throw invalid(field, "is empty; give a path");
  if (path.includes("\0") || !path.isWellFormed())
    throw invalid(field, "must be well-formed Unicode text without NUL");
  if (Buffer.byteLength(path) > maxPathBytes) throw invalid(field, `is longer than ${maxPathBytes} bytes`);
  if (rules.sep === "\\" && (driveRelative.test(path) || windowsDevicePath.test(path)))
    throw invalid(field, `${shown(path)} is not a plain path; write a full or a relative one`);
  if (kind === "folder") return;
  const last = path.split(rules.sep === "\\" ? /[\\/]/ : "/").at(-1);
  if (last === "" || last === "." || last === "..")
    throw invalid(field, `${shown(path)} names a folder; give the path of a file`);
}

/** What is wrong with one name of a path, or nothing. */
export function nameComplaint(name: string, rules: PathRules): string | undefined {
  if (Buffer.byteLength(name) > maxNameBytes)
    return `the name ${shown(name)} is longer than ${maxNameBytes} bytes`;
  const stem = (name.split(".")[0] ?? "").trimEnd();
  if (deviceName.test(stem)) return `${shown(name)} is the name of a device on Windows; choose another name`;
  if (name.includes(":")) return `${shown(name)} names a stream of a file on Windows; leave out the colon`;
  if (rules.sep === "\\" && /[. ]$/.test(name)) return `${shown(name)} ends in a dot or a space`;
  return undefined;
}

/** 422 when a name that a call invents (`report-page-1.pdf`) is not one plain name. */
export function checkName(name: string, field: string, rules: PathRules): void {
  checkPathText(name, field, "file", rules);
  if (rules.basename(name) !== name || name.includes("/"))
    throw invalid(field, `${shown(name)} is not one name`);
  const complaint = nameComplaint(name, rules);
  if (complaint !== undefined) throw invalid(field, complaint);
}

/** The path from `folder` to `path` when `path` is the folder or below it; by segments, so `/a_b` is not in `/a`. */
export function below(folder: string, path: string, rules: PathRules): string | undefined {
  const way = rules.relative(folder, path);
  const outside = way === ".." || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way);
  return outside ? undefined : way;
}

/** How many allowed folders an answer names. */
const maxNamed = 3;

/** The one answer for everything outside, whether or not something exists there; it names the folders where callers may go. */
export function outside(path: string, field: string, folders: readonly string[]): ProblemError {
  const more = folders.length > maxNamed ? ` and ${folders.length - maxNamed} more` : "";
  const named = `${folders.slice(0, maxNamed).map(shown).join(", ")}${more}`;
  return invalid(field, `${shown(path)} is outside the allowed folders: ${named}`);
}

/** One order everywhere: numbers by value, then letters as a reader expects; the locale of the computer does not matter. */
let order: Intl.Collator | undefined;

export function compareNames(a: string, b: string): number {
  // Made when it is needed: it takes a millisecond, and most calls list nothing.
  order ??= new Intl.Collator("en", { numeric: true });
  const byReader = order.compare(a, b);
  if (byReader !== 0) return byReader;
  return a < b ? -1 : Number(a > b);
}
