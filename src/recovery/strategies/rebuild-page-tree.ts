/** A damaged document with its objects tidied, and where no page tree leads to its pages, with a new one. */
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import { maxDepth, type TidyObject, tidyObject } from "./sanitize-object.ts";

/** Beyond this a document is not looked through object by object, in bytes. */
const maxBytes = 200_000_000;
const bytesPerLevel = 500;
/** One object without its stream, in bytes. */
const maxObject = 2_000_000;

const inherited = ["MediaBox", "Resources", "CropBox", "Rotate"] as const;

interface Found extends TidyObject {
  readonly num: number;
}

/** A document made easier to read, and how hard it was. */
export interface Rebuilt {
  /**
   * What it costs a reader to meet the objects as they were: levels that it goes back up, all together. That takes ten
   * microseconds each, as long as it takes to look through `bytesPerLevel`.
   */
  readonly strain: number;
  /** The likelier first. */
  readonly copies: Iterable<ByteSource>;
}

/**
 * The same document with every object tidied in its place; and with a catalogue and a page tree of all pages that say so, in
 * the order of the file. Neither has a cross-reference: readers look for the objects. No copies of what is encrypted and says
 * so in an object that had to be tidied: one wrong byte there changes what all the others mean. Undefined for what is too
 * large.
 */
export function rebuilt(source: ByteSource): Rebuilt | undefined {
  if (source.size > maxBytes) return undefined;
  const bytes = Buffer.from(source.read(0, source.size));
  const encryption = encryptionOf(bytes);
  const { objects, strain } = tidyAll(bytes);
  const isSame =
    !encryption ||
    bytes.subarray(encryption.at, encryption.at + encryption.bytes.length).equals(encryption.bytes);
  return { strain, copies: isSame ? copiesOf(bytes, objects) : [] };
}

function* copiesOf(bytes: Buffer, objects: readonly Found[]): Generator<ByteSource> {
  yield sourceOf(bytes);
  const pages = objects.filter(isPage);
  if (pages.length > 0) yield sourceOf(Buffer.concat([bytes, newTree(objects, pages, lastNamed(bytes))]));
}

/**
 * The bytes of the encryption dictionary, to see whether they stay as they are; undefined where there is none. One that
 * stands in a trailer is not touched.
 */
function encryptionOf(bytes: Buffer): { readonly at: number; readonly bytes: Buffer } | undefined {
  const num = /\/Encrypt\s{1,9}(\d{1,7})\s{1,9}\d{1,5}\s{1,9}R/.exec(bytes.toString("latin1"))?.[1];
  if (num === undefined) return undefined;
  const head = new RegExp(`(?<!\\d)${num}\\s{1,9}\\d{1,5}\\s{1,9}obj(?![a-zA-Z])`);
  const at = head.exec(bytes.toString("latin1"))?.index;
  if (at === undefined) return { at: 0, bytes: Buffer.alloc(1, 0) };
  return { at, bytes: Buffer.from(bytes.subarray(at, bytes.indexOf("endobj", at))) };
}

/** Beyond this a number is damage: readers refuse it (ISO 32000-2, annex C). */
const maxNumber = 8_000_000;

/** The highest number that some reference names. An object of that number may be missing, and no other may take its place. */
function lastNamed(bytes: Buffer): number {
  let last = 0;
  for (const [, num] of bytes.toString("latin1").matchAll(/(?<!\d)(\d{1,7})\s\d{1,5}\sR(?![a-zA-Z])/g))
    if (Number(num) <= maxNumber) last = Math.max(last, Number(num));
  return last;
}

function tidyAll(bytes: Buffer): { readonly objects: readonly Found[]; readonly strain: number } {
  for (let at = bytes.indexOf("startxref"); at >= 0; at = bytes.indexOf("startxref", at))
    bytes.fill(0x20, at, at + 9);
  const text = bytes.toString("latin1");
  const heads = /(?<!\d)(\d{1,9})\s{1,9}\d{1,5}\s{1,9}obj(?![a-zA-Z])/g;
  const ends = finder(text, "endobj");
  const streamEnds = finder(text, "endstream");
  const found: Found[] = [];
  let strain = 0;
  let open = 0;
  for (let head = heads.exec(text); head; ) {
    const start = heads.lastIndex;
    const next = heads.exec(text);
    const limit = Math.min(start + maxObject, ends(start) + 6, next?.index ?? text.length, text.length);
    const object = tidyObject(bytes, start, limit);
    const end = object.stream ? streamEnds(object.end) : object.end;
    // Readers that find no end go on with the next object.
    open = object.open > 0 && end === next?.index ? Math.min(open + object.open, maxDepth) : 0;
    strain += Math.max(object.strain, open) + (object.faults * (text.length - start)) / bytesPerLevel;
    if (object.sound) {
      found.push({ num: Number(head[1]), ...object });
      // A page has no stream: what follows one whose end is lost was another object's.
      if (object.stream && isOfPage(object)) bytes.fill(0x20, object.end, Math.min(end + 9, text.length));
    } else bytes.fill(0x20, start, object.stream ? Math.min(end + 9, text.length) : end);
    // What looks like an object inside of a stream is none.
    head = next;
    if (next === null || next.index >= end || end >= text.length) continue;
    heads.lastIndex = end;
    head = heads.exec(text);
  }
  return { objects: found, strain };
}

/** Finds where a word stands next, asked for ever later places; beyond the text when it does not. */
function finder(text: string, word: string): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) known = text.indexOf(word, from);
    if (known < 0) known = text.length;
    return known;
  };
}

/** By its type, or by a key that no stream has. */
function isOfPage({ entries }: TidyObject): boolean {
  return entries.get("Type") === "/Page" || entries.has("MediaBox") || entries.has("Contents");
}

/** By its type, or by what only pages have. */
function isPage({ entries }: Found): boolean {
  const type = entries.get("Type");
  if (type !== undefined) return type === "/Page";
  return entries.has("Parent") && entries.has("Contents") && !entries.has("Kids");
}

/** A catalogue and a page tree, with numbers above `named` and those of all objects. */
function newTree(objects: readonly Found[], pages: readonly Found[], named: number): Buffer {
  // A later object of the same number stands for the earlier one.
  const numbers = [...new Set(pages.map(({ num }) => num))];
  const tree = objects.reduce((most, { num }) => Math.max(most, num), named) + 1;
  const nodes = objects.filter(({ entries }) => entries.get("Type") === "/Pages" || entries.has("Kids"));
  const shared = inherited.flatMap((key) => {
    const said = nodes.map(({ entries }) => entries.get(key)).find((value) => value !== undefined);
    return said === undefined ? [] : [`/${key} ${said}`];
  });
  const kids = numbers.map((num) => `${num} 0 R`).join(" ");
  return Buffer.from(
    `\n${tree} 0 obj\n<</Type/Pages/Count ${numbers.length}/Kids[${kids}]${shared.join("")}>>\nendobj\n` +
      `${tree + 1} 0 obj\n<</Type/Catalog/Pages ${tree} 0 R>>\nendobj\n` +
      `trailer\n<</Root ${tree + 1} 0 R/Size ${tree + 2}>>\n`,
    "latin1",
  );
}
