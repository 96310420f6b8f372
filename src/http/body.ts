/** JSON bodies: media type, nesting, encoding and syntax, in the order of SPEC 5.5 check 5 (415, then 400). */
import { maxJsonDepth } from "../core/limits.ts";
import { ProblemError } from "../core/problem.ts";
import { type Exchange, headerValues, type RequestHead } from "./exchange.ts";

/** 415 unless the body is plain application/json; parameters such as charset are accepted, the bytes must be UTF-8. */
export function checkMediaType(head: RequestHead): ProblemError | undefined {
  const types = headerValues(head, "content-type");
  const type = types[0]?.split(";", 1)[0]?.trim().toLowerCase();
  if (types.length !== 1 || type !== "application/json")
    return unsupported("Send the body with Content-Type: application/json.");
  const codings = headerValues(head, "content-encoding");
  if (codings.some((coding) => coding.trim().toLowerCase() !== "identity"))
    return unsupported("Send the body without Content-Encoding: it is never unpacked.");
  return undefined;
}

function unsupported(detail: string): ProblemError {
  return new ProblemError("unsupported_media_type", detail);
}

/** The JSON value of the body. Throws 415, 413 or 400. */
export async function readJson(exchange: Exchange): Promise<unknown> {
  const problem = checkMediaType(exchange.head);
  if (problem) throw problem;
  return parseJson(await exchange.readBody());
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Strict: UTF-8 without byte order mark, one JSON value, nested at most `maxJsonDepth` levels. Throws 400. */
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
    // The engine's own message may quote the body, and a password with it.
    throw malformed("The body is not valid JSON.");
  }
}

function malformed(detail: string): ProblemError {
  return new ProblemError("bad_request", detail);
}

const quote = 0x22;
const backslash = 0x5c;

/** Whether brackets nest deeper than `limit`, by one pass over the bytes: a parser may recurse on what it reads. */
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
