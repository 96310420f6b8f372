/** Parses JSON the way every interface does: from an HTTP body or a line of standard input. */
import { maxJsonDepth } from "../limits.ts";
import { ProblemError } from "../problem.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Strict: UTF-8 without a byte order mark, one JSON value, nested at most `maxJsonDepth` levels. Throws 400. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw malformed("The body is empty; send a JSON object.");
  if (nestsDeeper(bytes, maxJsonDepth)) throw malformed(`The body nests more than ${maxJsonDepth} levels.`);

  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }

  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message may quote the body, including a password.
    throw malformed(`The body is not valid JSON: ${jsonFault(text)}.`);
  }
}

const jsonToken =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

/** Describes where the text stops being JSON: the position of the first unexpected token, with its line if there are more. */
export function jsonFault(text: string): string {
  const value = "vs{[";
  const open: string[] = [];
  let allowed = value;
  let at = 0;

  for (;;) {
    jsonToken.lastIndex = at;
    const [all = "", mark, string] = jsonToken.exec(text) ?? [];
    const token = mark ?? (string === undefined ? "v" : "s");
    if (all === "" || !allowed.includes(token)) break;
    at += all.length;

    if (token === "{" || token === "[") open.push(token === "{" ? "}" : "]");
    if (token === "}" || token === "]") open.pop();
    const after = token === "s" && !allowed.includes("v") ? ":" : `,${open.at(-1)}`;
    if (token === "{") allowed = "s}";
    else if (token === "[") allowed = `${value}]`;
    else if (token === ":" || token === ",") allowed = token === "," && open.at(-1) === "}" ? "s" : value;
    else allowed = open.length > 0 ? after : "";
  }

  const rest = /[^ \t\n\r]/.exec(text.slice(at));
  if (!rest) return "it ends too early";
  const before = text.slice(0, at + rest.index).split("\n");
  const column = `column ${(before.at(-1) ?? "").length + 1}`;

  return text.includes("\n") ? `see line ${before.length}, ${column}` : `see ${column}`;
}

const malformed = (detail: string): ProblemError => new ProblemError("bad_request", detail);

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets nest deeper than `limit`, in one pass over the bytes: a parser might recurse. */
export function nestsDeeper(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  let inString = false;

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }

  return false;
}
