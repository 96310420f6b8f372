/** The allowed folders, and where requested paths are relative to them (docs/decisions/0008). */

import { readlinkSync } from "node:fs";
import * as paths from "node:path";
import { codeOf, invalid } from "../../core/problem.ts";
import { type Entry, entryAt, pathFailure, realPath } from "../disk/disk.ts";
import { below, checkPathText, nameComplaint, outside, type PathRules, shown } from "./names.ts";

/** An allowed folder as it was at startup. */
export interface Root {
  /** Its real path. */
  readonly path: string;
  /** The absolute path it was given as, which may go through links. */
  readonly given: string;
  /** Device and inode at startup: a folder put in its place later is a different one. */
  readonly id: string;
}

/** Plain data, so that it can be sent to an engine process unchanged. */
export interface Scope {
  /** Base for relative paths: the first allowed folder, or the current folder. */
  readonly base: string;
  /** If empty, everything the user can access is allowed (commands without `--allow-dir`). */
  readonly roots: readonly Root[];
}

/** A path in the scope, judged by its text only; the disk hasn't been checked. */
export interface RequestPath {
  /** As requested, for errors. */
  readonly given: string;
  readonly field: string;
  /** Absolute path below the root's real path. */
  readonly path: string;
  readonly root: Root | undefined;
}

/** Links resolved by hand before a path counts as a loop, as on Linux. */
const maxLinks = 40;

/** An unusable allowed folder: stops the startup, and `message` is the line to print. */
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

/** Resolves the allowed folders once. Throws `ScopeError` if there is none, or one is missing or not a folder. */
export function openScope(folders: readonly string[]): Scope {
  const roots: Root[] = [];
  for (const root of folders.map(openRoot)) {
    if (!roots.some((known) => known.path === root.path && known.given === root.given)) roots.push(root);
  }
  const first = roots[0];
  if (!first) throw new ScopeError("no allowed folder; name one, for example --allow-dir .");
  return { base: first.path, roots };
}

/** Everything the user can access, relative to `base` (an absolute path). */
export const unlimitedScope = (base: string): Scope => ({ base, roots: [] });

function checkNames(way: string, field: string, rules: PathRules): void {
  for (const name of way.split(rules.sep)) {
    const complaint = nameComplaint(name, rules);
    if (complaint !== undefined) throw invalid(field, complaint);
  }
}

/** Locates a requested path by its text: 422 on the field if it is outside. Doesn't touch the disk. */
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
    // The user's own folders may have any name the system allows; only names that can't be files are refused.
    if (rules.sep === "\\") checkNames(asked.slice(rules.parse(asked).root.length), field, rules);
    return { path: asked, root: undefined, given: path, field };
  }

  for (const root of scope.roots) {
    const way = below(root.path, asked, rules) ?? below(root.given, asked, rules);
    if (way === undefined) continue;
    checkNames(way, field, rules);
    return { path: way === "" ? root.path : rules.join(root.path, way), root, given: path, field };
  }

  throw outside(path, field, folders(scope));
}

/** The allowed folders for errors: by their real paths, like all paths in results. */
const folders = (scope: Scope): readonly string[] => scope.roots.map((root) => root.path);

/** The path as shown in results, whether or not it exists; invalid or outside paths stay as given. */
export function absolutePath(scope: Scope, path: string): string {
  try {
    return locate(scope, path, "", "file").path;
  } catch {
    return path === "" || path.includes("\0") ? path : paths.resolve(scope.base, path);
  }
}

/** Whether a real path is in an allowed folder. */
export function contains(scope: Scope, real: string): boolean {
  return scope.roots.length === 0 || scope.roots.some((root) => below(root.path, real, paths) !== undefined);
}

/**
 * Identifies the file that a requested path leads to now: device, inode, size and modification time. Undefined if no call may
 * read it. Opens nothing and never throws.
 */
export function identityOf(scope: Scope, path: string): string | undefined {
  try {
    const entry = entryAt(resolveReal(scope, locate(scope, path, "", "file")));
    return entry?.kind === "file" ? `${entry.id}:${entry.size}:${entry.modifiedNs}` : undefined;
  } catch {
    return undefined;
  }
}

/** 422 if the allowed folder is no longer the one at startup. */
export function checkRoot({ root, field }: RequestPath): void {
  let entry: Entry | undefined;
  try {
    entry = root && entryAt(root.path);
  } catch {
    // No longer accessible: as good as removed.
  }
  if (root && entry?.id !== root.id)
    throw invalid(field, `the allowed folder ${shown(root.path)} was removed or replaced after startup`);
}

/**
 * Whether an unresolvable path goes through a link to the outside: followed by hand, name by name, so that a link to something
 * missing outside gets the same error as a link to something that exists.
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
 * The real path of something that exists: 422 on the field if it is missing, inaccessible or outside. The error for outside is
 * always the same; `what` names the missing thing.
 */
export function resolveReal(scope: Scope, requested: RequestPath, what = shown(requested.given)): string {
  const { given, field } = requested;
  let real: string | undefined;
  let problem: unknown;

  try {
    real = realPath(requested.path);
  } catch (error) {
    problem = error;
  }

  if (real !== undefined) {
    if (!contains(scope, real)) throw outside(given, field, folders(scope));
    return real;
  }

  let isOutside = false;
  try {
    isOutside = scope.roots.length > 0 && leadsOutside(scope, requested.path);
  } catch {
    // A part may be unreadable: then the first error is the result.
  }

  throw isOutside ? outside(given, field, folders(scope)) : pathFailure(problem, field, what);
}
