/** Decides which texts can be a path at all, without touching the disk. */

import type { posix } from "node:path";
import { maxPathBytes } from "../../core/limits.ts";
import { once } from "../../core/once.ts";
import { invalid, type ProblemError } from "../../core/problem.ts";

/** NAME_MAX of common file systems, in bytes of UTF-8. */
const maxNameBytes = 255;

/** Names that Windows gives to devices, in any folder and with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9\u00b9\u00b2\u00b3])$/i;
const driveRelative = /^[a-z]:(?![\\/])/i;
const windowsDevicePath = /^[\\/]{2}[.?][\\/]/;

/** How a system reads paths: `posix` or `win32` of node:path, so that both can be tested anywhere. */
export type PathRules = typeof posix;

/** Maximum characters of a path in errors. */
const maxShown = 200;

/** A path as shown in errors: quoted, escaped and truncated. */
export function shown(path: string): string {
  const characters = [...path.slice(0, 2 * maxShown + 1)];
  return JSON.stringify(characters.length > maxShown ? `${characters.slice(0, maxShown).join("")}…` : path);
}

/** 422 if the text can't be a path, or can't name a file where one is expected (`kind`). */
export function checkPathText(path: string, field: string, kind: "file" | "folder", rules: PathRules): void {
  if (path === "") throw invalid(field, "is empty; give a path");
  if (path.includes("\0") || !path.isWellFormed())
    throw invalid(field, "must be well-formed Unicode text without NUL");
  if (Buffer.byteLength(path) > maxPathBytes) throw invalid(field, `is longer than ${maxPathBytes} bytes`);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path))
    throw invalid(field, `${shown(path)} is a URL; give the path of a file on this computer`);
  if (rules.sep === "\\" && (driveRelative.test(path) || windowsDevicePath.test(path)))
    throw invalid(field, `${shown(path)} is not a plain path; write a full or a relative one`);
  if (kind === "folder") return;
  const last = path.split(rules.sep === "\\" ? /[\\/]/ : "/").at(-1);
  if (last === "" || last === "." || last === "..")
    throw invalid(field, `${shown(path)} names a folder; give the path of a file`);
}

/** The problem with one name in a path, if any. */
export function nameComplaint(name: string, rules: PathRules): string | undefined {
  if (Buffer.byteLength(name) > maxNameBytes)
    return `the name ${shown(name)} is longer than ${maxNameBytes} bytes`;
  if (rules.sep !== "\\") return undefined;
  const stem = (name.split(".")[0] ?? "").trimEnd();
  if (deviceName.test(stem)) return `${shown(name)} is the name of a device on Windows; choose another name`;
  if (name.includes(":")) return `${shown(name)} names a file stream on Windows; remove the colon`;
  if (/[. ]$/.test(name)) return `${shown(name)} ends in a dot or a space`;
  return undefined;
}

/** 422 if a generated name (`report-page-1.pdf`) isn't one plain name. */
export function checkName(name: string, field: string, rules: PathRules): void {
  checkPathText(name, field, "file", rules);
  if (rules.basename(name) !== name || name.includes("/"))
    throw invalid(field, `${shown(name)} is not a single name`);
  const complaint = nameComplaint(name, rules);
  if (complaint !== undefined) throw invalid(field, complaint);
}

/** The relative path from `folder` to `path` if `path` is inside or the same; by segments, so `/a_b` isn't in `/a`. */
export function below(folder: string, path: string, rules: PathRules): string | undefined {
  const way = rules.relative(folder, path);
  const outside = way === ".." || way.startsWith(`..${rules.sep}`) || rules.isAbsolute(way);
  return outside ? undefined : way;
}

/** Maximum allowed folders named in an error. */
const maxNamed = 3;

/** The one error for anything outside the scope, whether or not it exists; it names the allowed folders. */
export function outside(path: string, field: string, folders: readonly string[]): ProblemError {
  const more = folders.length > maxNamed ? ` and ${folders.length - maxNamed} more` : "";
  const named = `${folders.slice(0, maxNamed).map(shown).join(", ")}${more}`;
  return invalid(field, `${shown(path)} is outside the allowed folders: ${named}`);
}

/** One order everywhere: numbers by value, then letters as readers expect, independent of the computer's locale. */
const order = once(() => new Intl.Collator("en", { numeric: true }));

export function compareNames(a: string, b: string): number {
  // Created on demand: it takes a millisecond, and most calls list nothing.
  const byReader = order().compare(a, b);
  if (byReader !== 0) return byReader;
  return a < b ? -1 : Number(a > b);
}
