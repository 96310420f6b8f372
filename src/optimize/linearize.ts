/**
 * Linearized files (ISO 32000-2, annex F): the first page and its objects at the beginning, with tables that locate the other
 * pages, so that a viewer can show a page before it has the whole file.
 */

import { getOrInsert } from "../core/collections/maps.ts";
import type { ByteSink } from "../core/document-io.ts";
import { type CosValue, isDict, isNamed, isRef, ref, without } from "../cos/syntax/value.ts";
import { newOutput, writeBytes, writeText, written } from "../cos/write/output.ts";
import { writeObject } from "../cos/write/serialize.ts";
import type { EditSession } from "../document/edit.ts";
import { textOf } from "../document/object-draft.ts";
import { addInherited, inheritable } from "../document/pages/page-tree.ts";
import type { Draft } from "./draft.ts";

/** Objects by their part of the file. */
interface Parts {
  /** The catalog and the objects needed to open the document. */
  readonly opening: number[];
  readonly first: number[];
  /** For each further page, its exclusive objects, beginning with the page. */
  readonly pages: number[][];
  readonly shared: number[];
  readonly rest: number[];
  /** The outline, its root first: among the rest, or with the first page if displayed next to it. */
  readonly outlines: readonly number[];
  /** For each page, the objects it shares with others. */
  readonly used: readonly (readonly number[])[];
}

/** Catalog entries that determine how a document opens. */
const openingKeys = new Set(["ViewerPreferences", "PageMode", "Threads", "OpenAction", "AcroForm"]);

/** The users of an object. */
interface Users {
  readonly pages: Set<number>;
  opening: boolean;
  outline: boolean;
  other: boolean;
  /** Number of pages, catalog entries and trailer entries that lead to it. */
  count: number;
}

const nobody = (): Users => ({ pages: new Set(), opening: false, outline: false, other: false, count: 0 });

/** The users of every object: pages, and entries of the catalog and the trailer. */
function usersOf(draft: Draft, catalog: CosValue): ReadonlyMap<number, Users> {
  const { cos, session } = draft;
  const list = session.document.pages;
  const users = new Map<number, Users>();

  const use = (roots: readonly CosValue[], mark: (of: Users) => void, top = 0) => {
    const queue: number[] = [];
    const seen = new Set<number>();

    const target = (num: number, gen: number): number => {
      const to = draft.target(num, gen);
      if (to === 0 || seen.has(to)) return to;
      seen.add(to);
      // A page belongs only to itself.
      if (to === top || list.pageOf(to) <= 0) queue.push(to);
      return to;
    };

    textOf([...roots], { target });
    for (const num of queue) {
      const of = getOrInsert(users, num, nobody);
      of.count++;
      mark(of);
      cos.budget.spend(1);
      const value = draft.get(num);
      const own = num === top && isDict(value) ? without(value, ["Parent"]) : value;
      textOf(own, { target });
    }
  };

  for (let page = 1; page <= list.count; page++) {
    const num = list.number(page);
    use([ref(num, cos.inUse(num) ? cos.generation(num) : 0)], ({ pages }) => pages.add(page), num);
  }

  for (const [key, value] of isDict(catalog) ? catalog : [])
    use([value], (of) => {
      if (openingKeys.has(key)) of.opening = true;
      else if (key === "Outlines") of.outline = true;
      else of.other = true;
    });

  use([cos.trailer.get("Info") ?? null], (of) => {
    of.other = true;
  });

  return users;
}

function partsOf(draft: Draft): Parts {
  const { cos, session, reached } = draft;
  const list = session.document.pages;
  const root = cos.trailer.get("Root");
  const catalog = isRef(root) ? draft.get(root.num) : null;
  const users = usersOf(draft, catalog);
  const outlines: number[] = [];
  const used: number[][] = Array.from({ length: list.count }, () => []);
  const parts: Parts = {
    ...{ opening: [], first: [], shared: [], rest: [], outlines, used },
    pages: Array.from({ length: Math.max(0, list.count - 1) }, () => []),
  };

  for (const num of reached.order) {
    const { pages, opening, outline, other, count } = users.get(num) ?? nobody();
    const [page = 0] = pages;
    if (count > 1) for (const user of pages) used[user - 1]?.push(num);
    if (isRef(root) && num === root.num) parts.opening.unshift(num);
    else if (outline) outlines.push(num);
    else if (opening) parts.opening.push(num);
    else if (pages.has(1)) parts.first.push(num);
    else if (pages.size === 1 && !other) parts.pages[page - 2]?.push(num);
    else if (pages.size > 1) parts.shared.push(num);
    else parts.rest.push(num);
  }

  const outline = isDict(catalog) ? catalog.get("Outlines") : undefined;
  if (isRef(outline)) toFront(outlines, draft.target(outline.num, outline.gen));
  const isShown = isDict(catalog) && isNamed(cos.resolve(catalog.get("PageMode")), "UseOutlines");
  (isShown ? parts.first : parts.rest).push(...outlines);
  toFront(parts.first, list.number(1));
  for (const [k, nums] of parts.pages.entries()) toFront(nums, list.number(k + 2));

  return parts;
}

function toFront(nums: number[], num: number): void {
  const at = nums.indexOf(num);
  if (at > 0) nums.unshift(...nums.splice(at, 1));
}

/** An object's offset and length. */
interface Place {
  readonly at: number;
  readonly length: number;
}

/** Whether a document can be linearized: each page must be a separate object. Encrypted strings would need their lengths in advance. */
export function canLinearize({ cos, session }: Draft): boolean {
  const { numbers, count } = session.document.pages;
  return cos.encryption === undefined && count > 0 && new Set(numbers).size === count && !numbers.includes(0);
}

/** Gives pages their inherited attributes: readers of linearized files don't look at ancestors (F.3.5). */
export function ownAttributes(session: EditSession): void {
  const { pages } = session.document;
  for (let page = 1; page <= pages.count; page++)
    addInherited(session.cos, session.changePage(page), pages.inherited(page));
  for (const num of pages.nodes) {
    const node = num === 0 ? null : session.cos.object(num);
    if (isDict(node)) session.set(num, without(node, inheritable));
  }
}

/** The new numbers: the second half of the file has the lower ones; the first half has those in its own table (F.3.4). */
function numbering({ opening, first, pages, shared, rest }: Parts) {
  const second = [...pages.flat(), ...shared, ...rest];
  const dictNum = second.length + 1;
  const hintNum = dictNum + 1 + opening.length;
  // The dictionary and the hints aren't objects of the draft.
  const order = [...second, undefined, ...opening, undefined, ...first];
  const numbers = new Map(order.flatMap((num, k) => (num === undefined ? [] : [[num, k + 1] as const])));
  return { second, dictNum, hintNum, numbers, size: order.length + 1 };
}

/** A trailer, beginning with the given entries. */
function trailerWriter(draft: Draft, target: (num: number, gen: number) => number) {
  const { cos } = draft;
  const numberOf = (value: CosValue | undefined) => (isRef(value) ? target(value.num, value.gen) : 0);
  const info = numberOf(cos.trailer.get("Info"));
  const id = textOf(cos.resolve(cos.trailer.get("ID")));
  const ids = cos.trailer.has("ID") ? `/ID${Buffer.from(id).toString("latin1")}` : "";
  return (more: string) =>
    `trailer\n<<${more}/Root ${numberOf(cos.trailer.get("Root"))} 0 R${info ? `/Info ${info} 0 R` : ""}${ids}>>\n`;
}

/** The bytes of all these objects. */
function total(lengths: ReadonlyMap<number, { readonly length: number }>, nums: readonly number[]): number {
  return nums.reduce((sum, num) => sum + (lengths.get(num)?.length ?? 0), 0);
}

/** Writes the draft's document, holding its streams in memory. Returns the size of each object in bytes. */
export function writeLinearized(draft: Draft, sink: ByteSink): ReadonlyMap<number, number> {
  const { cos } = draft;
  const parts = partsOf(draft);
  const { second, dictNum, hintNum, numbers, size } = numbering(parts);
  const target = (num: number, gen: number) => numbers.get(draft.target(num, gen)) ?? 0;
  const bytes = new Map([...numbers].map(([num, to]) => [num, objectBytes(to, draft.final(num), target)]));
  const head = Buffer.from(`%PDF-${cos.version}\n%\xe2\xe3\xcf\xd3\n`, "latin1");
  const trailer = trailerWriter(draft, target);
  const row = (at: number) => `${String(at).padStart(10, "0")} 00000 n \n`;
  const wide = (value: number) => String(value).padEnd(10);

  // All lengths are known before the first byte is written: numbers in the header have a fixed width.
  const dictText = (values: { L: number; H: number; HL: number; E: number; T: number }) =>
    `${dictNum} 0 obj\n<</Linearized 1/L ${wide(values.L)}/H[${wide(values.H)} ${wide(values.HL)}]/O ${hintNum + 1}/E ${wide(values.E)}/N ${parts.pages.length + 1}/T ${wide(values.T)}>>\nendobj\n`;
  const dictLength = dictText({ L: 0, H: 0, HL: 0, E: 0, T: 0 }).length;
  const firstXref = head.length + dictLength;
  const firstCount = size - dictNum;
  const firstHead = `xref\n${dictNum} ${firstCount}\n`;
  const firstTail = (prev: number) => `${trailer(`/Size ${size}/Prev ${wide(prev)}`)}startxref\n0\n%%EOF\n`;
  const openingAt = firstXref + firstHead.length + firstCount * 20 + firstTail(0).length;
  const hintAt = openingAt + total(bytes, parts.opening);

  // Offsets in the hints ignore the hints themselves.
  const places = new Map<number, Place>();
  let at = openingAt;

  for (const num of [...parts.opening, ...parts.first, ...second]) {
    const length = bytes.get(num)?.length ?? 0;
    places.set(num, { at, length });
    at += length;
  }

  const hints = hintStream(hintNum, hintTables({ parts, places, numbers }));
  const offset = (num: number) => {
    const place = places.get(num)?.at ?? 0;
    return place >= hintAt ? place + hints.length : place;
  };

  const firstEnd = hintAt + hints.length + total(bytes, parts.first);
  const mainXref = firstEnd + total(bytes, second);
  const mainHead = `xref\n0 ${dictNum}\n`;
  const free = "0000000000 65535 f \n";
  const mainTail = `${trailer(`/Size ${dictNum}`)}startxref\n${firstXref}\n%%EOF\n`;
  const L = mainXref + mainHead.length + free.length + second.length * 20 + mainTail.length;
  const values = { L, H: hintAt, HL: hints.length, E: firstEnd, T: mainXref + mainHead.length - 1 };

  const text = (part: string) => sink.write(Buffer.from(part, "latin1"));
  const objects = (nums: readonly number[]) => {
    for (const num of nums) sink.write(bytes.get(num) ?? new Uint8Array(0));
  };
  sink.write(head);
  text(
    dictText(values) + firstHead + row(head.length) + parts.opening.map((num) => row(offset(num))).join(""),
  );
  text(row(hintAt) + parts.first.map((num) => row(offset(num))).join("") + firstTail(mainXref));
  objects(parts.opening);
  sink.write(hints);
  objects(parts.first);
  objects(second);
  text(mainHead + free + second.map((num) => row(offset(num))).join("") + mainTail);

  return new Map([...bytes].map(([num, { length }]) => [num, length]));
}

function objectBytes(to: number, value: CosValue, target: (num: number, gen: number) => number): Uint8Array {
  const out = newOutput();
  writeObject(out, to, 0, value, { target, compact: true });
  return written(out).slice();
}

function hintStream(num: number, { tables, shared, outlines }: Hints): Uint8Array {
  const out = newOutput();
  const more = outlines === undefined ? "" : `/O ${outlines}`;
  writeText(out, `${num} 0 obj\n<</Length ${tables.length}/S ${shared}${more}>>\nstream\n`);
  writeBytes(out, tables);
  writeText(out, "\nendstream\nendobj\n");
  return written(out);
}

interface Hints {
  readonly tables: Uint8Array;
  /** Offsets of the shared objects table and of the outlines table. */
  readonly shared: number;
  readonly outlines: number | undefined;
}

/** Writes numbers bit by bit, highest bit first. */
function bitWriter() {
  const bytes: number[] = [];
  let used = 0;

  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) {
      if (used % 8 === 0) bytes.push(0);
      const one = Math.floor(value / 2 ** bit) % 2;
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (one << (7 - (used % 8)));
      used++;
    }
  };

  return {
    bytes,
    /** Numbers with their bits; the next ones begin with a byte. */
    putAll(items: Iterable<readonly [value: number, bits: number]>) {
      for (const [value, bits] of items) put(value, bits);
      used = bytes.length * 8;
    },
  };
}

const bitsOf = (value: number) => (value <= 0 ? 0 : Math.floor(Math.log2(value)) + 1);

interface Layout {
  readonly parts: Parts;
  readonly places: ReadonlyMap<number, Place>;
  readonly numbers: ReadonlyMap<number, number>;
}

/** The page offset hint table, the shared objects table, and any outlines table (F.4). */
function hintTables(layout: Layout): Hints {
  const { parts, places, numbers } = layout;
  const out = bitWriter();
  const index = new Map([...parts.first, ...parts.shared].map((num, k) => [num, k]));
  putPageOffsets(out, layout, index);
  const shared = out.bytes.length;
  putSharedObjects(out, layout, [...index.keys()]);
  const outlinesAt = out.bytes.length;
  const { outlines } = parts;
  const [first] = outlines;
  if (first !== undefined) {
    const place = places.get(first)?.at ?? 0;
    const table = [numbers.get(first) ?? 0, place, outlines.length, total(places, outlines)];
    out.putAll(table.map((value) => [value, 32]));
  }

  return {
    tables: Uint8Array.from(out.bytes),
    shared,
    outlines: first === undefined ? undefined : outlinesAt,
  };
}

type Bits = ReturnType<typeof bitWriter>;

function putPageOffsets(out: Bits, { parts, places }: Layout, index: ReadonlyMap<number, number>): void {
  const pages = [parts.first, ...parts.pages].map((nums, k) => ({
    count: nums.length,
    length: total(places, nums),
    shared: k === 0 ? [] : (parts.used[k] ?? []).flatMap((num) => index.get(num) ?? []),
  }));
  const least = (key: "count" | "length") => Math.min(...pages.map((page) => page[key]));
  const bits = (key: "count" | "length") => bitsOf(Math.max(...pages.map((page) => page[key])) - least(key));
  const [leastCount, leastLength] = [least("count"), least("length")];
  const [counts, lengths] = [bits("count"), bits("length")];
  const sharedCounts = bitsOf(Math.max(...pages.map(({ shared }) => shared.length)));
  const identifiers = bitsOf(index.size);

  out.putAll([
    [leastCount, 32],
    [places.get(parts.first[0] ?? 0)?.at ?? 0, 32],
    [counts, 16],
    [leastLength, 32],
    [lengths, 16],
    [0, 32],
    [0, 16],
    [leastLength, 32],
    [lengths, 16],
    [sharedCounts, 16],
    [identifiers, 16],
    [0, 16],
    [1, 16],
  ]);

  // The items of no bits, between the last two columns, are left out.
  out.putAll(pages.map(({ count }) => [count - leastCount, counts]));
  out.putAll(pages.map(({ length }) => [length - leastLength, lengths]));
  out.putAll(pages.map(({ shared }) => [shared.length, sharedCounts]));
  out.putAll(pages.flatMap(({ shared }) => shared.map((identifier) => [identifier, identifiers] as const)));
  out.putAll(pages.map(({ length }) => [length - leastLength, lengths]));
}

function putSharedObjects(out: Bits, { parts, places, numbers }: Layout, nums: readonly number[]): void {
  const groups = nums.map((num) => places.get(num)?.length ?? 0);
  const least = Math.min(...groups);
  const bits = bitsOf(Math.max(...groups) - least);
  const [first = 0] = parts.shared;

  out.putAll([
    [numbers.get(first) ?? 0, 32],
    [places.get(first)?.at ?? 0, 32],
    [parts.first.length, 32],
    [nums.length, 32],
    [0, 16],
    [least, 32],
    [bits, 16],
  ]);
  out.putAll(groups.map((length) => [length - least, bits]));
  out.putAll(groups.map(() => [0, 1]));
}
