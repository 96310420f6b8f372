/** Values that a command line only refers to: passwords, which other programs could see in it, and steps, which are long. */

import { pushTo } from "../../core/collections/maps.ts";
import { jsonFault } from "../../core/json/strict.ts";
import { maxBodyBytes } from "../../core/limits.ts";
import { variable } from "../../host/environment.ts";
import { readInput, readSmallFile } from "../../host/terminal/terminal.ts";
import { type GivenFlags, UsageError } from "../flags/flags.ts";
import { csvRows, type Row } from "./csv.ts";
import type { ToolField } from "./tool-fields.ts";

/** More than any password; the tool's own schema checks the length. */
const maxPasswordFileBytes = 10_000;

/** The password from `--password-file`, `--password-stdin` or `PDFD_PASSWORD`; undefined if none is given. */
export function readPassword(
  { texts, switches }: GivenFlags,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (texts.has("password-file") && switches.has("password-stdin"))
    throw new UsageError("--password-file and --password-stdin can't be combined; give one");
  if (switches.has("password-stdin")) {
    const given = readInput(maxPasswordFileBytes);
    return firstLine(given && textOf(given, "standard input"), "standard input");
  }
  return passwordIn("password-file", texts) ?? variable("PDFD_PASSWORD", environment);
}

/** The password in the file that a flag names; undefined if it isn't given. */
export function passwordIn(flag: string, texts: GivenFlags["texts"]): string | undefined {
  const file = texts.get(flag);
  return file === undefined
    ? undefined
    : firstLine(fileText(`--${flag}`, file, maxPasswordFileBytes), `--${flag}`);
}

/** A password ends at the end of its line: editors and `echo` add an unintended line break. */
function firstLine(text: string | undefined, from: string): string {
  const line = text?.replace(/\r?\n$/, "");
  if (line === undefined || /[\r\n]/.test(line))
    throw new UsageError(`${from} is not a password: it has more than one line or is too long`);
  return line;
}

/** The values of a repeatable flag, each JSON or a list of it; undefined if it isn't given. */
export function readJsons(field: ToolField, { lists }: GivenFlags): unknown {
  const values = lists.get(field.flag)?.map((text) => readJson(field, text));
  // A single value may also be no list at all, which is for the schema to judge.
  return values?.length === 1 && !isObject(values[0]) ? values[0] : values?.flat();
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON, `@` and the name of a file with it, or numbers as in `1,2,3`; a path stands for an object with one. Any other text stays: the schema decides. */
export function readJson({ flag, members }: ToolField, text: string): unknown {
  const file = text.startsWith("@") ? text.slice(1) : undefined;
  const json = file === undefined ? text : fileText(`--${flag}`, file, maxBodyBytes);
  if (/^[\d.-]+(,[\d.-]+)+$/.test(json)) {
    const numbers = json.split(",").map(Number);
    const [page, ...bbox] = numbers;
    return members.includes("page") && members.includes("bbox") ? { page, bbox } : numbers;
  }
  try {
    return JSON.parse(json);
  } catch {
    if (file === undefined && !/^\s*[[{]/.test(json)) return members.includes("path") ? { path: text } : text;
    const what = file === undefined ? "" : ` ${JSON.stringify(file)}`;
    throw new UsageError(`--${flag}:${what} is not JSON: ${jsonFault(json)}`);
  }
}

/** The steps from `--steps` or `--steps-file`, parsed as JSON; undefined if neither is given. */
export function readSteps({ texts }: GivenFlags): unknown {
  const text = texts.get("steps");
  const file = texts.get("steps-file") ?? (text?.startsWith("@") ? text.slice(1) : undefined);
  if (text !== undefined && texts.has("steps-file"))
    throw new UsageError("--steps and --steps-file can't be combined; give one");
  const json = file === undefined ? text : fileText("--steps-file", file, maxBodyBytes);
  if (json === undefined) return undefined;

  try {
    return JSON.parse(json);
  } catch {
    const flag = file === undefined ? "--steps" : "--steps-file";
    throw new UsageError(
      `${flag} is not JSON; write a list of steps, for example [{"action":"rotate","options":{"angle":90}}]` +
        (file === undefined ? ", or name a JSON file with --steps-file" : ""),
    );
  }
}

/** A table may be larger than a request: each row is a separate call. */
const maxTableBytes = 50_000_000;

/** `--set name=value` as fields; a repeated name makes a list. */
function setFields({ lists }: GivenFlags): Record<string, unknown> {
  const fields = new Map<string, string[]>();
  for (const text of lists.get("set") ?? []) {
    const at = text.indexOf("=");
    if (at <= 0) throw new UsageError(`--set ${JSON.stringify(text)} is not <name>=<value>`);
    pushTo(fields, text.slice(0, at), text.slice(at + 1));
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  );
}

/** The content of `--data`: the fields of one form, or rows of fields. */
function readData({ texts }: GivenFlags): object | readonly Row[] | undefined {
  const file = texts.get("data");
  if (file === undefined) return undefined;
  const text = fileText("--data", file, maxTableBytes);
  const from = `--data: ${JSON.stringify(file)}`;
  if (/\.(csv|tsv)$/i.test(file)) return csvRows(text, from);
  try {
    const data: unknown = JSON.parse(text);
    return Array.isArray(data) ? data.map((values: unknown) => ({ values: Object(values) })) : Object(data);
  } catch {
    throw new UsageError(`${from} is not JSON; the name of a CSV file must end in .csv`);
  }
}

/** The fields from `--set` and `--data`; undefined if there are none, or several rows. */
export function readFields(given: GivenFlags): unknown {
  const data = readData(given);
  if (Array.isArray(data) || (data === undefined && !given.lists.has("set"))) return undefined;
  return { ...data, ...setFields(given) };
}

/** The rows of `--data`, each with the fields that `--set` adds to all; undefined if it has none. */
export function readFieldRows(given: GivenFlags): Row[] | undefined {
  const data = readData(given);
  if (!Array.isArray(data)) return undefined;
  return data.map((row: Row) => ({ ...row, values: { ...row.values, ...setFields(given) } }));
}

function fileText(flag: string, path: string, limit: number): string {
  let bytes: Uint8Array | undefined;

  try {
    bytes = readSmallFile(path, limit);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "an error";
    const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new UsageError(`${flag}: ${JSON.stringify(path)} ${why}`);
  }
  if (bytes === undefined)
    throw new UsageError(`${flag}: ${JSON.stringify(path)} is larger than ${limit} bytes`);
  return textOf(bytes, `${flag}: ${JSON.stringify(path)}`);
}

/** Decodes UTF-8, without the byte order mark that some editors add. Other encodings aren't guessed: a password would change. */
function textOf(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${from} is not UTF-8 text; save it as UTF-8`);
  }
}
