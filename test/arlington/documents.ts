/** The objects of a file as qpdf reads them, so that none of our own code takes part in the judgment. */
import { runProgram } from "../support/run-program.ts";

export interface Dict {
  readonly keys: ReadonlyMap<string, Value>;
  readonly stream: boolean;
}
export interface Name {
  readonly name: string;
}
export interface Text {
  readonly text: string;
}
export interface Reference {
  readonly num: number;
}
export type Value = null | boolean | number | Name | Text | Reference | Dict | readonly Value[];

export interface ReadDocument {
  readonly version: string;
  /** Whether the document claims to be tagged. */
  readonly tagged: boolean;
  /** Whether qpdf warns about the file, and so may miss some objects. */
  readonly damaged: boolean;
  readonly trailer: Dict;
  readonly objects: ReadonlyMap<number, Value>;
}

export function isDict(value: Value | undefined): value is Dict {
  return typeof value === "object" && value !== null && "keys" in value && !Array.isArray(value);
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

export function nameOf(value: Value | undefined): string | undefined {
  return typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
}

export function textOf(value: Value | undefined): string | undefined {
  return typeof value === "object" && value !== null && "text" in value ? value.text : undefined;
}

export function referenceOf(value: Value | undefined): number | undefined {
  return typeof value === "object" && value !== null && "num" in value ? value.num : undefined;
}

export function resolved({ objects }: ReadDocument, value: Value | undefined): Value {
  const num = referenceOf(value);
  return (num === undefined ? value : objects.get(num)) ?? null;
}

/** Entries of a cross-reference stream; its dictionary is also the trailer. */
const ofStream = new Set(["Type", "W", "Index", "Filter", "DecodeParms", "Length"]);

/** Undefined if qpdf can't read the file. */
export function readDocument(path: string, password?: string): ReadDocument | undefined {
  const secret = password === undefined ? [] : [`--password=${password}`];
  const args = [...secret, "--json=2", "--json-key=qpdf", path];
  const run = runProgram("qpdf", args, 120_000);
  if (run.status !== 0 && run.status !== 3) return undefined;
  // qpdf prints numbers as written in the file, each on its own line, but JSON allows neither `+1` nor `1.`.
  const numbers = /^(\s*(?:"(?:[^"\\]|\\.)*": )?)([+-]*[\d.]+)(,?)$/gm;
  const { qpdf } = JSON.parse(
    run.stdout
      .toString()
      .replace(numbers, (_, before, number, after) => `${before}${Number(number) || 0}${after}`),
  );
  const [{ pdfversion }, all] = qpdf;
  const objects = new Map<number, Value>();
  for (const [key, object] of Object.entries(all)) {
    const [, num] = /^obj:(\d+) /.exec(key) ?? [];
    if (num !== undefined) objects.set(Number(num), objectOf(object));
  }
  const trailer = objectOf(all.trailer);
  if (!isDict(trailer)) return undefined;
  const keys = new Map([...trailer.keys].filter(([key]) => !ofStream.has(key)));
  const read: ReadDocument = {
    version: String(pdfversion),
    tagged: false,
    damaged: run.status === 3,
    trailer: { keys, stream: false },
    objects,
  };
  const catalog = resolved(read, keys.get("Root"));
  if (!isDict(catalog)) return read;
  const later = nameOf(resolved(read, catalog.keys.get("Version")));
  const mark = resolved(read, catalog.keys.get("MarkInfo"));
  return {
    ...read,
    version: later && later > read.version ? later : read.version,
    tagged: isDict(mark) && resolved(read, mark.keys.get("Marked")) === true,
  };
}

function objectOf(object: unknown): Value {
  const { value, stream }: { value?: unknown; stream?: { dict: unknown } } = { ...Object(object) };
  if (stream === undefined) return fromJson(value);
  const dict = fromJson(stream.dict);
  return isDict(dict) ? { ...dict, stream: true } : null;
}

/** Converts qpdf's JSON, version 2: `/Name`, `u:text`, `b:6869`, `12 0 R`. */
function fromJson(json: unknown): Value {
  if (typeof json === "boolean" || typeof json === "number" || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json === "object") {
    const keys = Object.entries(json).map(([key, value]) => [nameIn(key), fromJson(value)] as const);
    return { keys: new Map(keys), stream: false };
  }
  const text = String(json);
  if (/^\d+ \d+ R$/.test(text)) return { num: Number.parseInt(text, 10) };
  if (text.startsWith("/") || text.startsWith("n:/")) return { name: nameIn(text) };
  if (text.startsWith("b:")) return { text: Buffer.from(text.slice(2), "hex").toString("latin1") };
  return { text: text.slice(2) };
}

function nameIn(text: string): string {
  return text.slice(text.indexOf("/") + 1);
}
