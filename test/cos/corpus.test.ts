/** Compares the reading of every installed PDF with qpdf's. Everything tested here has its own small test elsewhere. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import {
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
} from "../../src/cos/syntax/value.ts";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { processorTime } from "../support/processor-time.ts";
import { runProgram } from "../support/run-program.ts";
import { requireTool } from "../support/tools.ts";
import { sourceOf } from "./files.ts";

const noQpdf = requireTool("qpdf");
const files = everyNth(corpusPdfs(), 16);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

interface QpdfAnswer {
  readonly clean: boolean;
  /** By `n g R`. */
  readonly objects: ReadonlyMap<string, Json>;
  readonly trailer: Json;
}

function askQpdf(path: string, password: string): QpdfAnswer | undefined {
  // Small files also compare stream data; in large ones, base64 would take too long.
  const data = statSync(path).size <= 300_000 ? "inline" : "none";
  const args = ["--json=2", "--json-key=qpdf", `--json-stream-data=${data}`, `--password=${password}`, path];
  const { status, stdout, stderr } = runProgram("qpdf", args);
  if (status !== 0 && status !== 3) return undefined;
  const [, table]: [Json, { readonly [key: string]: { readonly value?: Json; readonly stream?: Json } }] =
    JSON.parse(repaired(stdout.toString())).qpdf;
  const objects = new Map<string, Json>();
  let trailer: Json = null;
  for (const [key, { value, stream }] of Object.entries(table)) {
    if (key === "trailer") trailer = value ?? null;
    else objects.set(key.slice("obj:".length), stream ?? value ?? null);
  }
  return { clean: status === 0 && stderr.length === 0, objects, trailer };
}

/** qpdf 11.3 copies numbers such as `4.` and `+.1` unchanged into its JSON, each on its own line. */
function repaired(json: string): string {
  return json.replace(
    /^(\s*(?:"(?:[^"\\]|\\.)*": )?)([+-]?[\d.]+)(,?)$/gm,
    (_, before: string, number: string, comma: string) => before + Number(number) + comma,
  );
}

/** qpdf writes text strings as `u:` and the text, others as `b:` and hexadecimal digits. */
function sameString(bytes: Uint8Array, json: string): boolean {
  const buffer = Buffer.from(bytes);
  if (json.startsWith("b:")) return json.slice(2) === buffer.toString("hex");
  const text = json.slice(2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes) === text;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes) === text;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return buffer.toString("utf8").slice(1) === text;
  // Only the ASCII part of PDFDocEncoding is judged here.
  return [...text].every((letter, k) => letter.charCodeAt(0) > 126 || letter.charCodeAt(0) === bytes[k]);
}

/** The path at which the value differs from qpdf's; undefined if nowhere. */
function difference(value: CosValue, json: Json, path: string): string | undefined {
  const differs = `${path}: ${JSON.stringify(json)?.slice(0, 80)}`;
  if (value === null || typeof value === "boolean") return value === json ? undefined : differs;
  if (typeof value === "number")
    return typeof json === "number" && Math.abs(value - json) < 1e-9 ? undefined : differs;
  if (isArray(value)) {
    if (!Array.isArray(json) || json.length !== value.length) return differs;
    return value.map((item, k) => difference(item, json[k], `${path}[${k}]`)).find((found) => found);
  }
  if (isDict(value)) return dictDifference(value, json, path);
  if (isStream(value)) {
    const dict = typeof json === "object" && json !== null && "dict" in json ? json.dict : null;
    const without = new Map(value.dict);
    without.delete("Length");
    const decoded = typeof json === "object" && json !== null && "data" in json;
    if (decoded && typeof dict === "object" && dict !== null && !("/Filter" in dict)) {
      without.delete("Filter");
      without.delete("DecodeParms");
    }
    return dictDifference(without, dict, path);
  }
  if (typeof json !== "string") return differs;
  if (isRef(value)) return json === `${value.num} ${value.gen} R` ? undefined : differs;
  if (isString(value)) return sameString(value.bytes, json) ? undefined : differs;
  if (!isName(value)) return differs;
  const utf8 = `/${Buffer.from(value.name, "latin1").toString("utf8")}`;
  return json === utf8 || json.startsWith("n:") ? undefined : differs;
}

function dictDifference(dict: ReadonlyMap<string, CosValue>, json: Json, path: string): string | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return `${path}: not a dictionary for qpdf`;
  const entries = new Map(Object.entries(json).filter(([key, item]) => item !== null && key !== "/Length"));
  const keys = [...dict.keys()].filter((key) => key !== "Length");
  for (const key of keys) {
    const theirs = `/${Buffer.from(key, "latin1").toString("utf8")}`;
    const item = entries.get(theirs);
    if (item === undefined) {
      if ([...entries.keys()].some((other) => other.startsWith("n:"))) continue;
      return `${path}/${key}: missing for qpdf`;
    }
    const found = difference(dict.get(key) ?? null, item, `${path}/${key}`);
    if (found) return found;
  }
  return entries.size === keys.length ? undefined : `${path}: qpdf has ${[...entries.keys()].join()}`;
}

/** Whether qpdf returns the same data for a stream: decoded if qpdf decoded all filters, otherwise raw. */
function sameData(document: CosDocument, stream: CosStream, json: Json): boolean {
  if (typeof json !== "object" || json === null || !("data" in json) || typeof json.data !== "string")
    return true;
  const theirs = Buffer.from(json.data, "base64");
  const coded = typeof json.dict === "object" && json.dict !== null && "/Filter" in json.dict;
  return theirs.equals(coded ? stream.encoded() : document.decode(stream));
}

/** The differences between our reading and qpdf's. */
function compare(document: CosDocument, qpdf: QpdfAnswer): string[] {
  const found: string[] = [];
  const mine = new Set<string>();
  for (let num = 1; num < document.objectCount; num++) {
    if (!document.inUse(num)) continue;
    const key = `${num} ${document.generation(num)} R`;
    mine.add(key);
    const value = document.object(num);
    // qpdf omits the file's null objects.
    const json = qpdf.objects.get(key);
    if (json === undefined && value === null) continue;
    const differs = json === undefined ? `${key}: missing for qpdf` : difference(value, json, key);
    if (differs) found.push(differs);
    if (isStream(value) && !sameData(document, value, json ?? null)) found.push(`${key}: other stream data`);
  }
  // But it lists, as null, objects that are only referenced, and cross-reference streams that don't list themselves.
  for (const [key, json] of qpdf.objects) {
    if (json !== null && !mine.has(key) && !JSON.stringify(json).includes('"/Type":"/XRef"')) {
      found.push(`${key}: missing for us`);
    }
  }
  const differs = dictDifference(document.trailer, qpdf.trailer, "trailer");
  if (differs && document.xrefKind === "table") found.push(differs);
  return found;
}

describe("corpus", () => {
  it("opens strictly or is refused with a CosError, quickly, and is read completely", () => {
    const counts: Record<string, number> = {};
    const slow: string[] = [];
    for (const { file, user_password } of files) {
      const bytes = readFileSync(corpusPath(file));
      const start = processorTime();
      const outcome = readAll(bytes, user_password ?? undefined);
      if (processorTime() - start > 5000) slow.push(file);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(slow).toEqual([]);
    expect(Object.keys(counts).filter((outcome) => outcome.startsWith("unexpected"))).toEqual([]);
    expect(counts.whole ?? 0).toBeGreaterThan(files.length * 0.6);
    console.info(`corpus of ${files.length}:`, counts);
  });

  it.skipIf(noQpdf)("reads the same as with qpdf unless qpdf complains", { timeout: 300_000 }, () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const { file, user_password } of files) {
      // These exceed our limits on purpose.
      if (file.includes("bomb") || file.includes("predictor-huge")) continue;
      const path = corpusPath(file);
      const qpdf = askQpdf(path, user_password ?? "");
      if (!qpdf?.clean) continue;
      try {
        const document = openCos(sourceOf(readFileSync(path)), { password: user_password ?? "" });
        wrong.push(
          ...compare(document, qpdf)
            .slice(0, 3)
            .map((difference) => `${file} ${difference}`),
        );
        compared++;
      } catch (error) {
        wrong.push(`${file} ${error}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(files.length * 0.4);
  });

  it.skipIf(noQpdf)("recognizes a file written by qpdf", () => {
    const first = files.find(({ file }) => file.startsWith("e-features/"));
    if (!first) return;
    const made = execFileSync("qpdf", ["--object-streams=generate", corpusPath(first.file), "-"], {
      maxBuffer: 512 * 1024 * 1024,
    });
    expect(openCos(sourceOf(made)).xrefKind).toBe("stream");
  });
});

/** `whole`, `parts` (some object or stream couldn't be read), or the reason the file wasn't opened. */
function readAll(bytes: Uint8Array, password: string | undefined): string {
  let errors = 0;
  const attempt = (run: () => void) => {
    try {
      run();
    } catch (error) {
      if (!(error instanceof CosError)) throw error;
      errors++;
    }
  };
  try {
    const document = openCos(sourceOf(bytes), password === undefined ? {} : { password });
    for (let num = 0; num < document.objectCount; num++) {
      attempt(() => {
        const value = document.object(num);
        if (isStream(value)) document.decodePartly(value, 16 * 1024 * 1024);
      });
    }
    return errors === 0 ? "whole" : "parts";
  } catch (error) {
    return error instanceof CosError
      ? error.reason
      : `unexpected ${error instanceof Error ? error.stack : error}`;
  }
}
