/** A damaged document with all of its objects sanitized, and where no page tree leads to its pages, with a new one. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import { sourceWith } from "../../cos/syntax/source-window.ts";
import { type SanitizedObject, sanitizeObject } from "./sanitize-object.ts";

/** Beyond this a document is not looked through object by object, in bytes. */
const maxBytes = 200_000_000;
/** One object without its stream, in bytes. */
const maxObject = 2_000_000;

const inherited = ["MediaBox", "Resources", "CropBox", "Rotate"] as const;

interface Found extends SanitizedObject {
  readonly num: number;
}

/** A document made easier to read in place. Its cross-reference, where it has one, is not to be followed. */
export interface Sanitized {
  readonly source: ByteSource;
  readonly bytes: Buffer;
  readonly objects: readonly Found[];
}

/** Every object of a document made readable in its place. Undefined for what is too large. */
export function sanitizeAll(source: ByteSource): Sanitized | undefined {
  if (source.size > maxBytes) return undefined;
  const bytes = Buffer.from(source.read(0, source.size));
  return { source: sourceOf(bytes), bytes, objects: sanitizeEach(bytes) };
}

/**
 * The same with a catalogue and a page tree of all objects that are pages, in the order of the file; undefined where none is.
 */
export function withNewTree({ source, bytes, objects }: Sanitized): ByteSource | undefined {
  const pages = objects.filter(isPage);
  return pages.length > 0 ? sourceWith(source, newTree(objects, pages, lastNamed(bytes))) : undefined;
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

function sanitizeEach(bytes: Buffer): Found[] {
  const text = bytes.toString("latin1");
  const heads = /(?<!\d)(\d{1,9})\s{1,9}\d{1,5}\s{1,9}obj(?![a-zA-Z])/g;
  const ends = finder(text, "endobj");
  const streamEnds = finder(text, "endstream");
  const found: Found[] = [];
  // One wrong byte in what says how the document is encrypted changes what all the others mean: that stays as it is.
  const encryption = /\/Encrypt\s{1,9}(\d{1,7})\s{1,9}\d{1,5}\s{1,9}R/.exec(text)?.[1];
  for (let head = heads.exec(text); head; ) {
    const start = heads.lastIndex;
    const next = heads.exec(text);
    const limit = Math.min(start + maxObject, ends(start) + 6, next?.index ?? text.length, text.length);
    if (head[1] === encryption) {
      head = next;
      continue;
    }
    const object = sanitizeObject(bytes, start, limit);
    const end = object.stream ? streamEnds(object.end) : object.end;
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
  return found;
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
function isOfPage({ entries }: SanitizedObject): boolean {
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
