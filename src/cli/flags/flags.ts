/** Strict reading of flags, around citty's parser (docs/decisions/0035-citty.md). */
import type { ParsedArgs } from "citty";
import { pushTo } from "../../core/collections/maps.ts";
import { didYouMean } from "../../core/nearest.ts";

/**
 * A command's flag, as citty defines it. It doesn't know of required flags, defaults and possible values: schemas check them
 * and report all mistakes at once. The help finds them under names of our own.
 */
export interface Flag {
  readonly type: "string" | "boolean";
  /** One-letter form, without the hyphen. */
  readonly alias?: string;
  /** The value's placeholder in the help, for example `folder`. */
  readonly valueHint?: string;
  readonly description: string;
  /** For a switch that is on by default: its command line only has `--no-<name>`, which this describes. */
  readonly negativeDescription?: string;
  /** Each occurrence adds a value. */
  readonly isRepeatable?: boolean;
  /** The possible values if there are few, also for completion. */
  readonly choices?: readonly string[];
  /** The command requires it. */
  readonly isRequired?: boolean;
  /** The default value. */
  readonly usual?: string | undefined;
  /** Many commands share it, so it is explained in `pdfd help options` instead of in their own help. */
  readonly isCommon?: boolean;
}

/** A command's flags by name, without the leading `--`. */
export type FlagTable = Readonly<Record<string, Flag>>;

export interface GivenFlags {
  readonly texts: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** A switch that is on by default is in here if it is turned off. */
  readonly switches: ReadonlySet<string>;
  /** The arguments without a flag, in order; empty unless the command takes any. */
  readonly rest: readonly string[];
}

/** The result for a command line without flags. */
export const noFlags: GivenFlags = { texts: new Map(), lists: new Map(), switches: new Set(), rest: [] };

/** A mistake on the command line: one line for the user, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The command whose line is read. */
export interface LineOwner {
  readonly meta: { readonly name: string };
  readonly args: FlagTable;
  /** Present if it takes arguments without a flag; everything after `--` is one. */
  readonly rest?: object;
}

/** A command line as citty's parser reads it without loss. */
export interface Line {
  readonly rawArgs: string[];
  /** The flags in `rawArgs`: the first occurrence has the flag's own name, later ones have `#` and a number after it. */
  readonly args: Record<string, Flag>;
}

/** The flag as written, without `--`. */
export const writtenAs = (name: string, { negativeDescription }: Flag): string =>
  negativeDescription === undefined ? name : `no-${name}`;

/**
 * citty's parser keeps the last of several values, takes any unknown flag, and a forgotten value as an empty one. So unknown
 * flags and missing values throw a `UsageError` here, and repeated flags are numbered. Its short forms are written out.
 */
export function lineOf(command: LineOwner, args: readonly string[]): Line {
  const rawArgs: string[] = [];
  const found: Record<string, Flag> = {};
  /** The flag whose value is the next argument. */
  let open: string | undefined;

  for (const [at, arg] of args.entries()) {
    if (open !== undefined) {
      // A value that looks like a flag means a forgotten value; one that really begins that way is written --name=value.
      if (arg.startsWith("--")) break;
      rawArgs.push(arg);
      open = undefined;
      continue;
    }
    if (command.rest && arg === "--") {
      rawArgs.push(...args.slice(at));
      break;
    }
    // To other programs a lone hyphen means standard input; here it is an ordinary argument.
    if (arg === "-" || !arg.startsWith("-")) {
      if (!command.rest) throw unknown(command, arg);
      rawArgs.push(arg);
      continue;
    }
    for (const [name, value] of flagsIn(command.args, arg)) {
      const flag = Object.hasOwn(command.args, name) ? command.args[name] : undefined;
      if (!flag) throw unknown(command, arg);
      if (flag.type === "boolean" && value !== "") throw new UsageError(`--${name} takes no value`);
      const isRepeated = flag.type === "string" && Object.hasOwn(found, name);
      if (isRepeated && !flag.isRepeatable) throw new UsageError(`--${name} is given twice; give it once`);
      const key = isRepeated ? `${name}#${rawArgs.length}` : name;
      rawArgs.push(`--${writtenAs(key, flag)}${value}`);
      found[key] = flag;
      if (flag.type === "string" && value === "") open = name;
    }
  }

  if (open === undefined) return { rawArgs, args: found };
  const { valueHint = "value" } = command.args[open] ?? {};
  throw new UsageError(`--${open} needs a value: --${open} <${valueHint}>`);
}

/** The names of the flags in an argument, each with `=` and its value, or nothing: `-rl` is two switches. */
function flagsIn(table: FlagTable, arg: string): (readonly [name: string, value: string])[] {
  const at = arg.indexOf("=");
  const [written, value] = at < 0 ? [arg, ""] : [arg.slice(0, at), arg.slice(at)];
  const all = Object.entries(table);
  if (arg.startsWith("--")) {
    const known = all.find(([name, flag]) => writtenAs(name, flag) === written.slice(2));
    return [[known?.[0] ?? "", value]];
  }
  const named = (letter?: string) => all.find(([, { alias }]) => alias === letter)?.[0] ?? "";
  const first = named(arg[1]);
  if (table[first]?.type === "string")
    return [[first, arg.length > 2 ? `=${arg.slice(2).replace(/^=/, "")}` : ""]];
  return [...arg.slice(1)].map((letter) => [named(letter), ""]);
}

/** What citty's parser found in a `Line`, in its order. */
export function givenIn({ args: flags }: Pick<Line, "args">, parsed: ParsedArgs): GivenFlags {
  const texts = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const switches = new Set<string>();

  for (const [key, { type, isRepeatable }] of Object.entries(flags)) {
    const [name = ""] = key.split("#", 1);
    const value = String(parsed[key]);
    if (type === "boolean") switches.add(name);
    else if (isRepeatable) pushTo(lists, name, value);
    else texts.set(name, value);
  }

  return { texts, lists, switches, rest: parsed._ };
}

function unknown({ meta, args: table }: LineOwner, arg: string): UsageError {
  const name = arg.replace(/=[\s\S]*$/, "");
  // Nothing repeats a password.
  if (name === "--password" && Object.hasOwn(table, "password-file"))
    return new UsageError(
      "a password cannot be an argument, which every program on this computer can see: use --password-file, --password-stdin or the variable PDFD_PASSWORD",
    );
  if (name === "--jsonl")
    return new UsageError(
      `--jsonl takes no command: pdfd --jsonl reads lines like {"tool":"pdf_info","input":{…}} from standard input`,
    );
  const grep = meta.name === "search" ? [...name.slice(1)].map((letter) => grepOptions[letter]) : [];
  if (!name.startsWith("--") && grep.length > 0 && grep.every((text) => text !== undefined))
    return new UsageError(`unknown option ${JSON.stringify(arg)}; ${grep.join("; ")}`);
  const what = arg.startsWith("-") ? "unknown option" : "unexpected argument";
  return new UsageError(
    `${what} ${JSON.stringify(arg)}${meant(table, arg) || `; pdfd ${meta.name} --help lists the options`}`,
  );
}

/** Options of grep, and what `pdfd search` does instead. */
const grepOptions: Readonly<Record<string, string>> = {
  i: "-i: case is ignored unless you give --match-case",
  n: "-n: each hit shows its page",
  r: "-r: find . -name '*.pdf' -exec pdfd search <text> {} + searches subfolders",
  R: "-R: find . -name '*.pdf' -exec pdfd search <text> {} + searches subfolders",
  l: "-l: pdfd search <text> *.pdf | cut -d: -f1 | uniq lists the files",
  c: "-c: pdfd search <text> *.pdf | cut -d: -f1 | uniq -c counts the hits",
  w: "-w: --whole-words finds whole words only",
  E: "-E: --regex takes a regular expression",
  q: "-q: --quiet prints nothing",
};

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
  const names = Object.entries(table).map(([one, flag]) => `--${writtenAs(one, flag)}`);
  return foreign.get(name) ?? didYouMean(name, names);
}
