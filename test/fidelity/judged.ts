/** A written file as third-party programs see it: pdf.js, qpdf's JSON, poppler's pixels. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { openPdfjs } from "../support/pdfjs.ts";
import { runProgram } from "../support/run-program.ts";

/** A value in qpdf's JSON, version 2: names start with `/`, references are `1 0 R`, text is `u:…`, other strings `b:…`. */
export type QpdfValue =
  | null
  | boolean
  | number
  | string
  | readonly QpdfValue[]
  | { readonly [key: string]: QpdfValue };
type QpdfDict = { readonly [key: string]: QpdfValue };

export interface Objects {
  readonly catalog: QpdfDict;
  /** Page dictionaries, including inherited entries. */
  readonly pages: readonly QpdfDict[];
  /** The value of each object; for streams, the dictionary. */
  readonly all: readonly QpdfValue[];
  resolve(value: QpdfValue | undefined): QpdfValue;
}

export interface Judged {
  readonly bytes: Uint8Array;
  readonly document: PDFDocumentProxy;
  readonly objects: Objects;
  /** The output of `qpdf --show-encryption`, without the passwords. */
  readonly encryption: string;
  /** Whether the file can't be opened without a password. */
  readonly needsPassword: boolean;
  /** Grayscale pictures of pages (1-based), including annotations. */
  picture(page: number, resolution: number): Picture;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Opens a file for judging. Other programs run only when their results are first read. */
export async function judge(bytes: Uint8Array, password = ""): Promise<Judged> {
  const document = await openPdfjs(bytes, password);
  const pictures = new Map<string, Picture>();
  let objects: Objects | undefined;
  let encryption: string | undefined;
  return {
    bytes,
    document,
    get objects() {
      objects ??= readObjects(
        run(bytes, (path) => [
          "qpdf",
          `--password=${password}`,
          "--json=2",
          "--json-key=qpdf",
          path,
        ]).toString(),
      );
      return objects;
    },
    get encryption() {
      encryption ??= run(bytes, (path) => ["qpdf", `--password=${password}`, "--show-encryption", path])
        .toString()
        .replaceAll(/^(User|Supplied).*\n/gm, "");
      return encryption;
    },
    get needsPassword() {
      return run(bytes, (path) => ["qpdf", "--show-npages", path]).toString() === "";
    },
    picture(page, resolution) {
      const key = `${page} ${resolution}`;
      const known = pictures.get(key) ?? draw(bytes, page, resolution, password);
      pictures.set(key, known);
      return known;
    },
  };
}

function run(bytes: Uint8Array, command: (path: string) => readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-judge-"));
  try {
    const path = join(folder, "judged.pdf");
    writeFileSync(path, bytes);
    const [program = "", ...args] = command(path);
    return runProgram(program, args).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function draw(bytes: Uint8Array, page: number, resolution: number, password: string): Picture {
  const only = String(page);
  const output = run(bytes, (path) => [
    "pdftoppm",
    ...["-gray", "-cropbox", "-r", String(resolution), "-f", only, "-l", only, "-upw", password, path],
  ]);
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.subarray(0, 40).toString("latin1"));
  if (!head) return { width: 0, height: 0, grey: new Uint8Array() };
  const [whole, width, height] = head;
  return { width: Number(width), height: Number(height), grey: output.subarray(whole.length) };
}

const inherited = ["/Resources", "/MediaBox", "/CropBox", "/Rotate"];

function readObjects(text: string): Objects {
  const json: {
    qpdf: readonly [unknown, Readonly<Record<string, { value?: QpdfValue; stream?: { dict: QpdfValue } }>>];
  } =
    // qpdf copies numbers from the file as written, but `4.` and `-.5` aren't valid JSON.
    JSON.parse(
      text.replaceAll(/(?<= )[+-]*[\d.]+(?=,?\n)/g, (number) => String(Number.parseFloat(number) || 0)),
    );
  const [, table] = json.qpdf;
  const valueAt = (key: string) => table[key]?.value ?? table[key]?.stream?.dict ?? null;
  const resolve = (value: QpdfValue | undefined): QpdfValue =>
    typeof value === "string" && /^\d+ \d+ R$/.test(value) ? valueAt(`obj:${value}`) : (value ?? null);
  const catalog = asDict(resolve(asDict(valueAt("trailer"))["/Root"]));
  const pages: QpdfDict[] = [];
  const walk = (value: QpdfValue | undefined, above: QpdfDict, depth: number) => {
    const own = asDict(resolve(value));
    const dict: QpdfDict = { ...above, ...own };
    const kids = resolve(own["/Kids"]);
    if (!Array.isArray(kids) || depth > 60) pages.push(dict);
    else
      for (const kid of kids)
        walk(
          kid,
          Object.fromEntries(inherited.flatMap((key) => (key in dict ? [[key, dict[key] ?? null]] : []))),
          depth + 1,
        );
  };
  walk(catalog["/Pages"], {}, 0);
  return {
    catalog,
    pages,
    all: Object.entries(table).flatMap(([key]) => (key.startsWith("obj:") ? [valueAt(key)] : [])),
    resolve,
  };
}

/** `Array.isArray` doesn't narrow to readonly arrays. */
export function isList(value: QpdfValue | undefined): value is readonly QpdfValue[] {
  return Array.isArray(value);
}

/** The value if it is a dictionary; an empty one otherwise. */
export function asDict(value: QpdfValue | undefined): QpdfDict {
  if (typeof value !== "object" || value === null || isList(value)) return {};
  return value;
}
