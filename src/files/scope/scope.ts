/** The allowed folders, and where a path of a request lies in them (docs/decisions/0008). */

import { readlinkSync } from "node:fs";
import * as paths from "node:path";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Entry, entryAt, pathFailure, realPath } from "../disk/disk.ts";
import { below, checkPathText, nameComplaint, outside, type PathRules, shown } from "./names.ts";

/** One allowed folder as it was at the start. */
export interface Root {
  /** Its real path. */
  readonly path: string;
  /** The absolute path it was given by, which may lead through links. */
  readonly given: string;
  /** Device and inode at the start: a folder put in its place later is another folder. */
  readonly id: string;
}

/** Plain data, so that it can be sent to an engine process as it was at the start. */
export interface Scope {
  /** Relative paths start here: the first allowed folder, or the current folder. */
  readonly base: string;
  /** Empty: everything its user reaches is allowed (commands without `--allow-dir`). */
  readonly roots: readonly Root[];
}

/** A path in the scope by its text alone; what is on the disk is not yet known. */
export interface RequestPath {
  /** Absolute path below the root's real path. */
  readonly path: string;
  readonly root: Root | undefined;
}

/** Links followed by hand before a path counts as a circle; what Linux does. */
const maxLinks = 40;

/** An allowed folder that cannot be used: stops the start, `message` is the line to print. */
export class ScopeError extends Error {
  override readonly name = "ScopeError";
}

function openRoot(folder: string): Root {
  if (folder === "") throw new ScopeError("an allowed folder is empty; name one, for example --allow-dir .");
  const given = paths.resolve(folder);
  let path: string;
  try {
    path = realPath(given);
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "does not exist" : `cannot be opened (${codeOf(error)})`;
    throw new ScopeError(`the allowed folder ${shown(folder)} ${why}`, { cause: error });
  }
  const entry = entryAt(path);
  if (entry?.kind !== "folder") throw new ScopeError(`the allowed folder ${shown(folder)} is not a folder`);
  return { path, given, id: entry.id };
}

/** The allowed folders, resolved once. Throws `ScopeError` when there is none, or one is missing or not a folder. */
export function openScope(folders: readonly string[]): Scope {
  const roots: Root[] = [];
  for (const root of folders.map(openRoot)) {
    if (!roots.some((known) => known.path === root.path && known.given === root.given)) roots.push(root);
  }
  const first = roots[0];
  if (!first) throw new ScopeError("no allowed folder; name one, for example --allow-dir .");
  return { base: first.path, roots };
}

/** Everything its user reaches, relative to `base` (an absolute path). */
export function unlimitedScope(base: string): Scope {
  return { base, roots: [] };
}

function checkNames(way: string, field: string, rules: PathRules): void {
  for (const name of way.split(rules.sep)) {
    const complaint = nameComplaint(name, rules);
    if (complaint !== undefined) throw invalid(field, complaint);
  }
}

/** Where a path of a request lies, by its text: 422 on the field when outside. Touches nothing on the disk. */
export function locate(
  scope: Scope,
  path: string,
  field: string,
  kind: "file" | "folder",
  rules: PathRules = paths,
): RequestPath {
  checkPathText(path, field, kind, rules);
  const asked = rules.resolve(scope.base, path);
  if (scope.roots.length === 0) {
    // A user's own folders may have any name the system allows; only what names no file at all is refused.
    if (rules.sep === "\\") checkNames(asked.slice(rules.parse(asked).root.length), field, rules);
    return { path: asked, root: undefined };
  }
  for (const root of scope.roots) {
    const way = below(root.path, asked, rules) ?? below(root.given, asked, rules);
    if (way === undefined) continue;
    checkNames(way, field, rules);
    return { path: way === "" ? root.path : rules.join(root.path, way), root };
  }
  throw outside(path, field, folders(scope));
}

/** The allowed folders as an answer names them: by their real paths, like everything in results. */
function folders(scope: Scope): readonly string[] {
  return scope.roots.map((root) => root.path);
}

/** The path as results name it, whatever is there; what is no path, or lies outside, by its text alone. */
export function absolutePath(scope: Scope, path: string): string {
  try {
    return locate(scope, path, "", "file").path;
  } catch {
    return path === "" || path.includes("\0") ? path : paths.resolve(scope.base, path);
  }
}

/** Whether a real path lies in an allowed folder. */
export function contains(scope: Scope, real: string): boolean {
  return scope.roots.length === 0 || scope.roots.some((root) => below(root.path, real, paths) !== undefined);
}

/**
 * Which file a path of a request leads to now, for recognizing it again: device, inode, size and time of the last change.
 * Undefined for what no call may read. Nothing is opened, and nothing is thrown.
 */
export function identityOf(scope: Scope, path: string): string | undefined {
  try {
    const entry = entryAt(resolveReal(scope, locate(scope, path, "", "file"), path, ""));
    return entry?.kind === "file" ? `${entry.id}:${entry.size}:${entry.modifiedNs}` : undefined;
  } catch {
    return undefined;
  }
}

/** 422 when the allowed folder is no longer the one of the start. */
export function checkRoot(root: Root | undefined, field: string): void {
  let entry: Entry | undefined;
  try {
    entry = root && entryAt(root.path);
  } catch {
    // Not reachable any more: as good as removed.
  }
  if (root && entry?.id !== root.id)
    throw invalid(field, `the allowed folder ${shown(root.path)} was removed or replaced after the start`);
}

/**
 * Whether a path that cannot be resolved leads through a link to the outside: walked by hand, one name after the other,
 * so that a link to something missing outside gets the answer of a link to something that is there.
 */
function leadsOutside(scope: Scope, path: string): boolean {
  const start = paths.parse(path).root;
  const isAbove = (at: string) => scope.roots.some((root) => below(at, root.path, paths) !== undefined);
  let at = start;
  const names = path.slice(start.length).split(paths.sep);
  for (let links = 0; names.length > 0; ) {
    const name = names.shift() ?? "";
    if (name === "" || name === ".") continue;
    const next = name === ".." ? paths.dirname(at) : paths.join(at, name);
    if (!contains(scope, next) && !isAbove(next)) return true;
    const entry = name === ".." ? undefined : entryAt(next);
    if (entry === undefined && name !== "..") return false;
    if (entry?.kind !== "link") {
      at = next;
      continue;
    }
    links += 1;
    if (links > maxLinks) return false;
    const target = readlinkSync(next);
    const top = paths.parse(target).root;
    if (top !== "") at = top;
    names.unshift(...target.slice(top.length).split(paths.sep));
  }
  return !contains(scope, at);
}

/**
 * The real path of something that exists: 422 on the field when missing, unreachable or outside. `path` is as asked, so
 * that the answer for outside is always the same; `what` is what may be missing.
 */
export function resolveReal(
  scope: Scope,
  requested: RequestPath,
  path: string,
  field: string,
  what = shown(path),
): string {
  let real: string | undefined;
  let problem: unknown;
  try {
    real = realPath(requested.path);
  } catch (error) {
    problem = error;
  }
  if (real !== undefined) {
    if (!contains(scope, real)) throw outside(path, field, folders(scope));
    return real;
  }
  let leaves = false;
  try {
    leaves = scope.roots.length > 0 && leadsOutside(scope, requested.path);
  } catch {
    // A part may not be read: then the first error is the answer.
  }
  throw leaves ? outside(path, field, folders(scope)) : pathFailure(problem, field, what);
}
