/** Rereads a document, with its objects as plain values that a test can address: `at(document, "AcroForm", "Fields", 0)`. */
import {
  type CosValue,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
} from "../../src/cos/syntax/value.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import { createAssembly } from "../../src/document/assemble/assemble.ts";
import { openStrictly, type PdfDocument } from "../../src/document/open.ts";
import { decodeText } from "../../src/document/text-string.ts";
import { memorySink } from "../cos/sink.ts";
import { memorySource } from "./memory-files.ts";

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

export const read = (bytes: Uint8Array): PdfDocument => openStrictly(memorySource(bytes));

/**
 * A value with its references resolved in place. A name is `/Name`, a string its text, a page `page 2`, an enclosing
 * object `above`, and a stream's content is under `data`.
 */
export function plain(
  document: PdfDocument,
  value: CosValue | undefined,
  around: readonly number[] = [],
): Plain {
  if (value === undefined || value === null) return null;
  if (isRef(value)) {
    const page = document.pages.pageOf(value.num);
    if (page > 0) return `page ${page}`;
    if (around.includes(value.num)) return "above";
    return plain(document, document.cos.resolve(value), [...around, value.num]);
  }
  if (isName(value)) return `/${value.name}`;
  if (isString(value)) return decodeText(value.bytes);
  if (isArray(value)) return value.map((entry) => plain(document, entry, around));
  if (isDict(value))
    return Object.fromEntries(Array.from(value, ([key, entry]) => [key, plain(document, entry, around)]));
  if (!isStream(value)) return value;
  const data = Buffer.from(document.cos.decode(value, 1_000_000)).toString("latin1");
  return { ...Object.fromEntries(Object.entries(plain(document, value.dict, around) ?? {})), data };
}

/** The unresolved value at a path: from the catalog, or from the page if the path begins with a number. */
export function valueAt(document: PdfDocument, ...path: (string | number)[]): CosValue | undefined {
  const [first, ...others] = path;
  const { cos, catalog, pages } = document;
  const fromPage = typeof first === "number";
  let value: CosValue | undefined = fromPage ? pages.dict(first) : catalog;
  for (const key of fromPage ? others : path) {
    const found = cos.resolve(value);
    const dict = isStream(found) ? found.dict : found;
    if (isDict(dict)) value = dict.get(String(key));
    else value = isArray(dict) ? dict[Number(key)] : undefined;
  }
  return value;
}

export const at = (document: PdfDocument, ...path: (string | number)[]): Plain =>
  plain(document, valueAt(document, ...path));

/** A whole file, or some of its pages. */
export type Part = Uint8Array | readonly [file: Uint8Array, pages: readonly number[]];

/** Concatenates the parts in a new document, which is then reread. */
export function assemble(...parts: readonly Part[]): {
  readonly document: PdfDocument;
  readonly bytes: Uint8Array;
  readonly warnings: string;
} {
  const sink = memorySink();
  const warnings: string[] = [];
  const assembly = createAssembly(new Rewriter(sink), {
    share: parts.length > 1,
    warn: (message) => warnings.push(message),
  });
  for (const part of parts) {
    const [file, chosen] = part instanceof Uint8Array ? [part, undefined] : part;
    const document = read(file);
    assembly.add(document, chosen ?? Array.from({ length: document.pages.count }, (_, k) => k + 1));
  }
  assembly.finish();
  const bytes = sink.bytes();
  return { document: read(bytes), bytes, warnings: warnings.join("\n") };
}
