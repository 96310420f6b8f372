/** A document's outline (ISO 32000-2, 12.3.3) as bookmarks: one model for reading and writing. */
import { Buffer } from "node:buffer";
import { bookmarkLevels, maxBookmarks } from "../../core/limits.ts";
import { invalid } from "../../core/problem.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  fromLatin1,
  latin1,
  name,
  ref,
  without,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { fingerprint } from "../fingerprint.ts";
import { readOutline } from "../navigation/outline.ts";
import type { PdfDocument } from "../open.ts";
import { elementPage } from "../tags/structure-tree.ts";
import { givableText, textString } from "../text-string.ts";
import { arrayAt, bytesAt, dictAt, nameAt, numberAt } from "../typed-get.ts";
import { destinations, hasHeight, readPlace, thousandths, type Zoom } from "./place.ts";

export type Bookmark = {
  readonly title: string;
  /** 1-based. */
  readonly page?: number | undefined;
  readonly y?: number | undefined;
  readonly zoom?: Zoom | undefined;
  /** Absent: true. */
  readonly open?: boolean | undefined;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  /** `#rrggbb`. */
  readonly color?: string | undefined;
  readonly url?: string | undefined;
  /** Its target is something else, and kept by its `id`. */
  readonly other?: boolean | undefined;
  readonly id?: string | undefined;
  readonly children?: readonly Bookmark[] | undefined;
};

/** Bookmarks, the dictionaries that they were read from, and whether there are more than the limits allow. */
interface ReadBookmarks {
  readonly items: readonly Bookmark[];
  readonly dicts: ReadonlyMap<Bookmark, CosDict>;
  readonly isCut: boolean;
}

type Making = Omit<Bookmark, "open" | "children"> & { open?: boolean; children?: Bookmark[] };

/** All bookmarks of a document, up to the limits. */
export function readBookmarks(document: PdfDocument): ReadBookmarks {
  const { cos } = document;
  const { items } = readOutline(document);
  const top: Bookmark[] = [];
  const dicts = new Map<Bookmark, CosDict>();
  const made: (Making | undefined)[] = [];
  const levels: number[] = [];
  const ids = new Map<string, number>();
  let isCut = false;

  for (const { num, parent } of items) {
    const level = parent < 0 ? 1 : (levels[parent] ?? 0) + 1;
    levels.push(level);
    const above = parent < 0 ? undefined : made[parent];
    if (dicts.size >= maxBookmarks || level > bookmarkLevels || (parent >= 0 && !above)) {
      isCut = true;
      made.push(undefined);
      continue;
    }
    const dict = dictAt(cos, ref(num, cos.generation(num))) ?? new Map();
    const bookmark: Making = bookmarkOf(document, dict, ids);
    made.push(bookmark);
    dicts.set(bookmark, dict);
    if (above) {
      if (items[parent]?.open === false) above.open = false;
      above.children ??= [];
    }
    (above?.children ?? top).push(bookmark);
  }

  return { items: top, dicts, isCut };
}

const italicFlag = 1;
const boldFlag = 2;

/** A bookmark without its children. */
function bookmarkOf(document: PdfDocument, dict: CosDict, ids: Map<string, number>): Making {
  const { cos } = document;
  const title = bytesAt(cos, dict.get("Title"));
  cos.budget.spend(4 * (title?.length ?? 0));
  const flags = numberAt(cos, dict.get("F")) ?? 0;
  const color = colorOf(cos, dict.get("C"));
  return {
    title: title ? givableText(title) : "",
    ...targetOf(document, dict, ids),
    ...((flags & boldFlag) !== 0 && { bold: true }),
    ...((flags & italicFlag) !== 0 && { italic: true }),
    ...(color !== undefined && { color }),
  };
}

function colorOf(cos: CosDocument, value: CosValue | undefined): string | undefined {
  const parts = (arrayAt(cos, value) ?? []).map((part) => numberAt(cos, part));
  if (parts.length !== 3) return undefined;
  const hex = parts.map((part = 0) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  const color = `#${hex.join("")}`;
  return color === "#000000" ? undefined : color;
}

/** The entries that say where a bookmark leads. */
type Target = Pick<Bookmark, "page" | "y" | "zoom" | "url" | "other" | "id">;

function targetOf(document: PdfDocument, dict: CosDict, ids: Map<string, number>): Target {
  const { cos } = document;
  const action = dictAt(cos, dict.get("A"));
  const kind = nameAt(cos, action?.get("S"));
  const isPlain = action !== undefined && cos.resolve(action.get("Next")) === null;
  const destination = dict.get("Dest") ?? (kind === "GoTo" ? action?.get("D") : undefined);
  const other = (page?: number): Target => ({
    ...(page !== undefined && { page }),
    other: true,
    id: idOf(document, dict, ids),
  });

  if (destination !== undefined && cos.resolve(destination) !== null) {
    const read = readPlace(document, destination);
    const isAlone = dict.has("Dest") || isPlain;
    return read?.isExact && isAlone ? read.place : other(read?.place.page);
  }
  const url = kind === "URI" && isPlain ? urlText(bytesAt(cos, action.get("URI"))) : "";
  if (url !== "" && !url.includes("\0")) return { url };
  if (action) return other();
  return dict.has("SE") ? other(elementPage(document, dict.get("SE"))) : {};
}

/** A URI as it is in the file; empty if there is none. */
function urlText(bytes: Uint8Array | undefined): string {
  if (!bytes) return "";
  const text = Buffer.from(bytes).toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : latin1(bytes);
}

/** Identifies the target of a bookmark by its content: pages by their number, never by that of their object. */
function idOf({ cos, pages }: PdfDocument, dict: CosDict, ids: Map<string, number>): string {
  const target = ["Dest", "A", "SE"].map((key) => dict.get(key) ?? null);
  const print = fingerprint(cos, target, ({ num }) => {
    const page = pages.pageOf(num);
    return page === 0 ? undefined : `page ${page}`;
  });
  const hash = Buffer.from(print, "base64").toString("hex").slice(0, 12);
  const count = (ids.get(hash) ?? 0) + 1;
  ids.set(hash, count);
  return count === 1 ? hash : `${hash}-${count}`;
}

/** A bookmark without its children, as text: equal for equal ones. */
const signature = ({ title, page, y, zoom, bold, italic, color, url, other, id }: Bookmark): string =>
  JSON.stringify([title, page, y, zoom, bold, italic, color, url, other, id]);

/** Bookmarks in the form in which they are read: without defaults, and with numbers as they are rounded. */
export function normalBookmarks(given: readonly Bookmark[]): Bookmark[] {
  return given.map(({ title, page, y, zoom, open, bold, italic, color, url, other, id, children }) => {
    const isFolded = open === false && children !== undefined && children.length > 0;
    return {
      title,
      ...(page !== undefined && { page }),
      ...(y !== undefined && !other && hasHeight(zoom) && { y: thousandths(y) }),
      ...(zoom !== undefined && !other && { zoom: typeof zoom === "number" ? thousandths(zoom) : zoom }),
      ...(url !== undefined && { url }),
      ...(other && { other, id }),
      ...(bold && { bold }),
      ...(italic && { italic }),
      ...(color !== undefined && color.toLowerCase() !== "#000000" && { color: color.toLowerCase() }),
      ...(isFolded && { open: false }),
      ...(children && children.length > 0 && { children: normalBookmarks(children) }),
    };
  });
}

/** Whether two lists are equal, including the order. */
export function areSame(one: readonly Bookmark[], other: readonly Bookmark[]): boolean {
  return (
    one.length === other.length &&
    one.every((bookmark, at) => {
      const match = other[at];
      return (
        match !== undefined &&
        signature(bookmark) === signature(match) &&
        (bookmark.open === false) === (match.open === false) &&
        areSame(bookmark.children ?? [], match.children ?? [])
      );
    })
  );
}

/** A URL in ASCII. */
function encodedUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

/** The first bookmark that can't be, as a 422 on its field. */
export function checkBookmarks(
  document: PdfDocument,
  given: readonly Bookmark[],
  known: ReadBookmarks,
): void {
  const ids = new Set(Array.from(known.dicts.keys(), ({ id }) => id));
  let count = 0;
  const check = (list: readonly Bookmark[], field: string, level: number) => {
    if (level > bookmarkLevels) throw invalid(field, `nest more than ${bookmarkLevels} levels`);
    for (const [at, one] of list.entries()) {
      const own = `${field}[${at}]`;
      if (++count > maxBookmarks) throw invalid("bookmarks", `are more than ${maxBookmarks}`);
      if (one.page !== undefined && one.page > document.pages.count)
        throw invalid(`${own}.page`, `is beyond the document's ${document.pages.count} pages`);
      if (one.url !== undefined && one.page !== undefined)
        throw invalid(`${own}.url`, "and page can't be combined");
      if (one.url !== undefined && one.other) throw invalid(`${own}.url`, "and other can't be combined");
      if (one.other && (one.id === undefined || !ids.has(one.id)))
        throw invalid(
          `${own}.id`,
          "is not the id of one of the document's bookmarks, as pdf_info lists them",
        );
      if (one.id !== undefined && !one.other) throw invalid(`${own}.id`, "needs other: true");
      if (one.page === undefined && (one.y !== undefined || one.zoom !== undefined))
        throw invalid(`${own}.${one.y === undefined ? "zoom" : "y"}`, "needs a page");
      if (one.children) check(one.children, `${own}.children`, level + 1);
    }
  };
  check(given, "bookmarks", 1);
}

/** Entries that depend on an item's place in the outline. */
const linked = ["Parent", "Prev", "Next", "First", "Last", "Count"];

/** Replaces the outline. Bookmarks that the document has keep all their entries. */
export function writeBookmarks(
  session: EditSession,
  bookmarks: readonly Bookmark[],
  known: ReadBookmarks,
): void {
  if (bookmarks.length === 0) {
    session.setCatalog({ Outlines: undefined });
    return;
  }
  const originals = new Map<string, CosDict>();
  const targets = new Map<string, CosDict>();
  for (const [bookmark, dict] of known.dicts) {
    originals.set(signature(bookmark), dict);
    if (bookmark.id !== undefined) targets.set(bookmark.id, dict);
  }

  const destinationOf = destinations(session.document);
  const own = (bookmark: Bookmark): CosDict => {
    const original = originals.size > 0 ? originals.get(signature(bookmark)) : undefined;
    if (original) return without(original, linked);
    const { title, color, bold, italic } = bookmark;
    const flags = (bold ? boldFlag : 0) + (italic ? italicFlag : 0);
    return dictOf({
      Title: textString(title),
      ...targetEntries(bookmark, targets, destinationOf),
      C: color === undefined ? undefined : rgb(color),
      F: flags === 0 ? undefined : flags,
    });
  };

  /** Writes a list; returns its ends and how many of its items show while it is open. */
  const write = (
    list: readonly Bookmark[],
    parent: CosRef,
  ): { first: CosRef; last: CosRef; shown: number } => {
    const items = list.map((bookmark) => ({ bookmark, dict: own(bookmark) }));
    const refs = items.map(({ dict }) => session.add(dict));
    let shown = items.length;
    for (const [at, { bookmark, dict }] of items.entries()) {
      const here = refs[at] ?? parent;
      dict.set("Parent", parent);
      const [before, after] = [refs[at - 1], refs[at + 1]];
      if (before) dict.set("Prev", before);
      if (after) dict.set("Next", after);
      if (!bookmark.children || bookmark.children.length === 0) continue;
      const below = write(bookmark.children, here);
      dict.set("First", below.first).set("Last", below.last);
      dict.set("Count", bookmark.open === false ? -below.shown : below.shown);
      if (bookmark.open !== false) shown += below.shown;
    }
    const [first = parent, last = first] = [refs[0], refs.at(-1)];
    return { first, last, shown };
  };

  const root: CosDict = new Map([["Type", name("Outlines")]]);
  const place = session.add(root);
  const { first, last, shown } = write(bookmarks, place);
  root.set("First", first).set("Last", last).set("Count", shown);
  session.setCatalog({ Outlines: place });
}

function targetEntries(
  bookmark: Bookmark,
  targets: ReadonlyMap<string, CosDict>,
  destinationOf: ReturnType<typeof destinations>,
) {
  const { page, y, zoom, url, id } = bookmark;
  if (id !== undefined) {
    const original: CosDict = targets.get(id) ?? new Map();
    return { Dest: original.get("Dest"), A: original.get("A"), SE: original.get("SE") };
  }
  if (url !== undefined)
    return { A: dictOf({ S: name("URI"), URI: bytesString(fromLatin1(encodedUrl(url))) }) };
  if (page === undefined) return {};
  return { Dest: destinationOf({ page, y, zoom }) };
}

const rgb = (color: string): CosValue =>
  [1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1e5) / 1e5);
