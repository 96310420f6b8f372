/** Strict reading of flags. */

import { pushTo } from "../../core/collections/maps.ts";
import { didYouMean } from "../../core/nearest.ts";

/** A command's flag: one text, a repeatable text, or a switch without a value. */
export interface Flag {
  readonly kind: "text" | "list" | "switch";
  /** One-letter form, without the hyphen. */
  readonly short?: string;
  /** The value's placeholder in the help, for example `folder`. */
  readonly hint?: string;
  readonly description: string;
  /** The possible values if there are few, for completion. */
  readonly choices?: readonly string[];
  /** The command requires it. */
  readonly required?: boolean;
  /** The default value, for the help. */
  readonly fallback?: string;
  /** Many commands share it, so it is explained in `pdfd help options` instead of in their own help. */
  readonly common?: boolean;
}

/** A command's flags by name, without the leading `--`. */
export type FlagTable = Readonly<Record<string, Flag>>;

export interface GivenFlags {
  readonly texts: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  /** The arguments without a flag, in order; empty unless the command takes any. */
  readonly rest: readonly string[];
}

/** The result for a command line without flags. */
export const noFlags: GivenFlags = { texts: new Map(), lists: new Map(), switches: new Set(), rest: [] };

export interface FlagOptions {
  /** Whether the command takes arguments without a flag; everything after `--` is one. */
  readonly rest?: boolean;
}

/** A mistake on the command line: one line for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Parses `--name value`, `--name=value` and switches; throws `UsageError` for anything not in the table. */
export function readFlags(
  command: string,
  table: FlagTable,
  args: readonly string[],
  options: FlagOptions = {},
): GivenFlags {
  const rest: string[] = [];
  const texts = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const switches = new Set<string>();

  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (options.rest && arg === "--") {
      rest.push(...args.slice(at + 1));
      break;
    }
    // To other programs a lone hyphen means standard input; here it is an ordinary argument.
    if (options.rest && (arg === "-" || !arg.startsWith("-"))) {
      rest.push(arg);
      continue;
    }
    // Compiling the expression takes as long as reading the rest of a short line, so plain arguments skip it.
    const match = arg.startsWith("--") ? /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(arg) : undefined;
    const short = arg.length === 2 && arg.startsWith("-") ? longForm(table, arg.slice(1)) : undefined;
    const name = match?.[1] ?? short ?? "";
    const flag = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!flag) {
      const what = arg.startsWith("-") ? "unknown option" : "unexpected argument";
      throw new UsageError(
        `${what} ${JSON.stringify(arg)}${meant(table, arg) || `; pdfd ${command} --help lists the options`}`,
      );
    }
    let value = match?.[2];
    if (flag.kind === "switch") {
      if (value !== undefined) throw new UsageError(`--${name} takes no value`);
      switches.add(name);
      continue;
    }
    if (value === undefined) {
      value = args[++at];
      // A value that looks like a flag means a forgotten value; one that really begins that way is written --name=value.
      if (value === undefined || value.startsWith("--"))
        throw new UsageError(`--${name} needs a value: --${name} <${flag.hint ?? "value"}>`);
    }
    if (flag.kind === "list") {
      pushTo(lists, name, value);
      continue;
    }
    if (texts.has(name)) throw new UsageError(`--${name} is given twice; give it once`);
    texts.set(name, value);
  }

  return { texts, lists, switches, rest };
}

/** Options of other programs, and what pdfd has instead. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["--host", "; pdfd listens on 127.0.0.1 only"],
  ["--token", "; set the variable SERVICE_API_TOKEN"],
  ["--password-file", "; this command takes no password: pdfd unlock writes a copy that needs none"],
]);

/** Suggests a correction for an unknown argument: a file of calls, a folder to work in, or an option with a similar name. */
function meant(table: FlagTable, arg: string): string {
  if (!arg.startsWith("-") && Object.hasOwn(table, "jsonl"))
    return `; calls come from standard input: pdfd --jsonl < ${arg}`;
  if (!arg.startsWith("-"))
    return Object.hasOwn(table, "allow-dir") ? `; did you mean --allow-dir ${arg}?` : "";
  const name = arg.replace(/=[\s\S]*$/, "");
  const names = Object.keys(table).map((one) => `--${one}`);
  return foreign.get(name) ?? didYouMean(name, names);
}

function longForm(table: FlagTable, letter: string): string | undefined {
  return Object.entries(table).find(([, flag]) => flag.short === letter)?.[0];
}
