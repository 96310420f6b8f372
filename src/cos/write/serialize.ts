/** Serializes objects (ISO 32000-2, 7.3): deterministic, with keys in order. */
import { Buffer } from "node:buffer";
import { deflate } from "../../core/builtins.ts";
import { encryptBytes } from "../crypt/ciphers.ts";
import type { Encryption } from "../crypt/security-handler.ts";
import { clearData, encryptedData } from "../crypt/stream-data.ts";
import { CosError } from "../syntax/error.ts";
import { maxNesting } from "../syntax/limits.ts";
import { asBuffer } from "../syntax/source-window.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isStream,
  isString,
  latin1,
  name,
} from "../syntax/value.ts";
import { newOutput, type Output, writeBytes, writeText, written } from "./output.ts";

/** Context for writing a value. */
export interface WriteContext {
  /** Renumbers a reference (generation becomes 0); 0 writes it as null. Without it, references stay unchanged. */
  readonly target?: ((num: number, gen: number) => number) | undefined;
  /** Encrypts strings as belonging to object `num` `gen`. */
  readonly encrypt?: { readonly by: Encryption; readonly num: number; readonly gen: number } | undefined;
  /** Omits optional white space and writes strings in their shorter form. Default false. */
  readonly compact?: boolean | undefined;
}

const plain: WriteContext = {};

/**
 * The bytes of a value. A stream is written with its data and actual /Length. Throws CosError `limit` if it is nested too
 * deep, RangeError for a number that PDF can't express.
 */
export function serialize(value: CosValue, context: WriteContext = plain): Uint8Array {
  const out = newOutput();
  if (isStream(value)) writeStream(out, value, context);
  else writeValue(out, value, context);
  return written(out);
}

/** Appends an object with its header and end. A stream's data is never held whole. */
export function writeObject(
  out: Output,
  num: number,
  gen: number,
  value: CosValue,
  context: WriteContext = plain,
): void {
  writeText(out, `${num} ${gen} obj\n`);
  if (isStream(value)) writeStream(out, value, context);
  else writeValue(out, value, context);
  writeText(out, "\nendobj\n");
}

function writeStream(out: Output, value: CosStream, context: WriteContext): void {
  const { encrypt } = context;
  const lock = encrypt?.by.streamLock(encrypt.num, encrypt.gen, value.dict);
  const data = lock ? encryptedData(clearData(value), lock) : clearData(value);
  writeStreamDict(out, value.dict, data.length, context);
  writeText(out, "\nstream\n");
  for (const piece of data.pieces()) writeBytes(out, piece);
  writeText(out, "\nendstream");
}

/** Appends a value; a nested stream is an error, since streams are separate objects. */
export function writeValue(out: Output, value: CosValue, context: WriteContext = plain, depth = 0): void {
  if (value === null) writeText(out, "null");
  else if (typeof value === "number") writeText(out, numberText(value, context.compact));
  else if (typeof value === "boolean") writeText(out, value ? "true" : "false");
  else if (isArray(value)) {
    checkDepth(depth);
    writeText(out, "[");
    let first = true;
    for (const item of value) {
      if (!first && !(context.compact && delimitsItself(item))) writeText(out, " ");
      first = false;
      writeValue(out, item, context, depth + 1);
    }
    writeText(out, "]");
  } else if (isDict(value)) writeDict(out, value, context, depth);
  else {
    switch (value.kind) {
      case "name":
        writeName(out, value.name);
        break;
      case "string": {
        const { encrypt } = context;
        const lock = encrypt?.by.stringLock(encrypt.num, encrypt.gen);
        writeString(out, lock ? encryptBytes(lock, value.bytes) : value.bytes, context.compact);
        break;
      }
      case "ref": {
        const num = context.target?.(value.num, value.gen);
        if (num === undefined) writeText(out, `${value.num} ${value.gen} R`);
        else writeText(out, num === 0 ? "null" : `${num} 0 R`);
        break;
      }
      case "stream":
        throw new CosError("syntax", "a stream inside another object");
    }
  }
}

/** Whether a value begins with a delimiter, so that it needs no separator before it. */
function delimitsItself(value: CosValue): boolean {
  return isArray(value) || isDict(value) || isName(value) || isString(value);
}

function checkDepth(depth: number): void {
  if (depth > maxNesting + 1) throw new CosError("limit", `an object nested deeper than ${maxNesting}`);
}

function writeDict(out: Output, dict: CosDict, context: WriteContext, depth: number): void {
  checkDepth(depth);
  writeText(out, "<<");
  // As when reading: a dictionary with /ByteRange is a signature, whose /Contents isn't encrypted.
  const signature = context.encrypt !== undefined && dict.has("ByteRange") && isString(dict.get("Contents"));
  for (const [key, value] of dict) {
    writeName(out, key);
    if (!context.compact || !delimitsItself(value)) writeText(out, " ");
    const inner = signature && key === "Contents" ? { ...context, encrypt: undefined } : context;
    writeValue(out, value, inner, depth + 1);
  }
  writeText(out, ">>");
}

/** Appends the dictionary of a stream whose written data has `length` bytes. */
export function writeStreamDict(
  out: Output,
  dict: CosDict,
  length: number,
  context: WriteContext = plain,
): void {
  const own = dict.get("Length") === length ? dict : new Map(dict).set("Length", length);
  writeDict(out, own, context, 0);
}

/** PDF numbers have no exponent; every finite number is written so that it reads back unchanged. */
export function numberText(value: number, compact = false): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written: PDF numbers are finite`);
  // Readers hold integers of at most 64 bits, and qpdf gives up on an object stream with a larger one: write it as a real.
  if (Math.abs(value) >= 2 ** 63) return `${BigInt(value)}.0`;
  const short = String(value);
  if (!short.includes("e")) return compact ? short.replace(/^(-?)0\./, "$1.") : short;
  // A small fraction: its digits after as many zeros as the exponent says.
  const [digits = "", exponent = "0"] = String(Math.abs(value)).split("e-");
  const sign = value < 0 ? "-" : "";
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(".", "")}`;
}

/** Matches anything but printable regular characters. */
const irregular = /[^!-~]|[#()<>[\]{}/%]/;

/** Appends a name with its slash, and `#xx` for anything but printable regular characters (7.3.5). */
function writeName(out: Output, text: string): void {
  // Written separately: joining would create an extra string per name.
  writeText(out, "/");
  writeText(out, irregular.test(text) ? escapedName(text) : text);
}

function escapedName(text: string): string {
  if (/[^\x01-\xff]/.test(text)) throw new RangeError("a name cannot contain a zero byte");
  return text.replace(new RegExp(irregular, "g"), (character) => `#${hex(Buffer.from(character, "latin1"))}`);
}

const hex = (bytes: Buffer) => bytes.toString("hex").toUpperCase();

const escapes: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Appends a string object: literal if it is text, hexadecimal if it is binary and `compact` doesn't prefer literal. */
function writeString(out: Output, bytes: Uint8Array, compact = false): void {
  const text = latin1(bytes);

  if (compact) {
    // A literal string may contain any byte, but a lone carriage return would be read as a line feed (7.3.4.2).
    writeText(
      out,
      `(${text.replace(/[()\\\r]/g, (character) => (character === "\r" ? "\\r" : `\\${character}`))})`,
    );
    return;
  }

  if (/[^\t\n\r -~]/.test(text)) {
    writeText(out, `<${hex(asBuffer(bytes))}>`);
    return;
  }
  writeText(out, "(");
  writeText(
    out,
    text.replace(/[()\\\t\n\r]/g, (character) => escapes[character] ?? `\\${character}`),
  );
  writeText(out, ")");
}

/**
 * A stream of our own. `deflate` compresses the data if that makes it smaller and `dict` has no filter yet. Copies `dict` and
 * sets /Length.
 */
export function newStream(
  dict: CosDict,
  data: Uint8Array,
  options: { readonly deflate?: boolean } = {},
): CosStream {
  const own = new Map(dict);
  let bytes = data;
  if (options.deflate && !own.has("Filter")) {
    const small = deflate(data);
    if (small.length < data.length) {
      bytes = small;
      own.set("Filter", name("FlateDecode"));
    }
  }
  own.set("Length", bytes.length);
  return { kind: "stream", dict: own, encoded: () => bytes };
}
