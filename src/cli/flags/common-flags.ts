/** Flags that several commands share, from texts to values. */
import { resolve } from "node:path";
import { openScope, type Scope, ScopeError, unlimitedScope } from "../../files/scope/scope.ts";
import { fontFolder } from "../../host/font-files.ts";
import { type Flag, type GivenFlags, UsageError } from "./flags.ts";

/** `--font-dir`, as every command has it that runs tools. */
export const fontDirFlag: Flag = {
  kind: "list",
  hint: "folder",
  description:
    "Folder of fonts (TrueType, OpenType) for labels and watermarks, for characters that pdfd's own fonts lack; repeat it for more. The system's fonts come after them",
};

/** The folders of `--font-dir`, by their real paths. */
export function fontDirsOf({ lists }: Pick<GivenFlags, "lists">): readonly string[] {
  return (lists.get("font-dir") ?? []).map((folder) => {
    const found = folder === "" ? undefined : fontFolder(resolve(folder));
    if (found === undefined)
      throw new UsageError(
        `--font-dir ${JSON.stringify(folder.slice(0, 200))} is not a folder that can be read`,
      );
    return found;
  });
}

/** What a command reaches: the folders of `--allow-dir`, else what its user reaches, relative to the current folder. */
export function scopeOf({ lists }: GivenFlags): Scope {
  const folders = lists.get("allow-dir") ?? [];
  if (folders.length === 0) return unlimitedScope(process.cwd());
  try {
    return openScope(folders);
  } catch (error) {
    if (error instanceof ScopeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A day: longer is a mistyped number. Also the limit of a command whose user is there to interrupt it. */
export const dayMs = 86_400_000;

/** `--deadline` in milliseconds. */
export function deadlineOf({ texts }: GivenFlags, otherwise: number): number {
  const text = texts.get("deadline");
  return text === undefined ? otherwise : secondsOf("--deadline", text);
}

/** The value of a flag in seconds, as milliseconds. */
export function secondsOf(flag: string, text: string): number {
  const ms = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Math.ceil(Number(text) * 1000) : Number.NaN;
  if (!(ms > 0 && ms <= dayMs))
    throw new UsageError(
      `${flag} ${JSON.stringify(text.slice(0, 200))} is not a time; write seconds, more than 0 and at most ${dayMs / 1000}`,
    );
  return ms;
}
