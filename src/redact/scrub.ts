/** Removes copies of the text outside the pages: in strings, metadata, scripts, forms, attachments, thumbnails, private data. */
import { Buffer } from "node:buffer";
import { getOrInsert } from "../core/collections/maps.ts";
import type { CosDocument } from "../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  eachItem,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  isString,
  name,
  without,
} from "../cos/syntax/value.ts";
import { newStream } from "../cos/write/serialize.ts";
import type { EditSession } from "../document/edit.ts";
import { xmpText } from "../document/metadata/xmp.ts";
import { decodeText, textString } from "../document/text-string.ts";
import { dataOf, dictAt, nameAt, numberAt } from "../document/typed-get.ts";
import { eachDict } from "./every-dict.ts";
import { withoutRemarks } from "./image-remarks.ts";
import type { Words } from "./words.ts";
import { redactedText } from "./xml-text.ts";

/** Number of removed items by type. */
export type Counts = Map<string, number>;
export const count = (counts: Counts, what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);

/** Strings that aren't human-readable text. */
const codes = new Set(
  "DA Lang Registry Ordering OE UE Perms CharSet Cert ByteRange Lookup CheckSum".split(" "),
);
/** Keys of short texts and of long codes: identifiers of elements or of files, and units or keys of ciphers. */
const longCodes = ["ID", "O", "U"];
const leastCode = 16;

export const isCode = (key: string, text: string) =>
  codes.has(key) ||
  (longCodes.includes(key) && text.length >= leastCode && /[^\x20-\x7e]/.test(text)) ||
  /^D:\d{4}[\d+\-Z']*$/.test(text);
/** What marked content and elements say of themselves in words. */
export const saying = ["ActualText", "Alt", "E"] as const;

/** The texts in a value, as far as no reference is followed. */
export function textsIn(value: CosValue | undefined): string[] {
  if (isString(value)) return [decodeText(value.bytes)];
  if (isArray(value)) return value.flatMap(textsIn);
  return isDict(value) ? [...value.values()].flatMap(textsIn) : [];
}

/** What the appearances of fields, buttons and text boxes show. */
export const shownKeys = ["V", "RV", "MK", "Opt", "Contents", "RC"];
export const showsText = (annotation: CosDict) =>
  ["Widget", "FreeText"].some((subtype) => isNamed(annotation.get("Subtype"), subtype));
/** Always dropped: previews of the old pages, and private data of programs. */
const dropped = ["Thumb", "PieceInfo", "LastModified"];
const files = ["EF", "AF", "EmbeddedFiles", "Collection"];
/** Keys that lead to text streams. */
export const textKeys = ["JS", "RV", "RC", "XFA", "Metadata", "DS"];
const maxText = 50_000_000;

export interface Scrubbing {
  readonly words: Words;
  readonly counts: Counts;
  readonly keepsFiles: boolean;
}

/** Removes the words from all strings and text streams, and drops previews of pages. */
export function scrub(session: EditSession, scrubbing: Scrubbing): void {
  const { cos } = session;
  const texts = keysTo(cos, textKeys);
  const stale = new Set<number>();
  const states = new Map<string, string>();

  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num) && !session.document.changed(num)) continue;
    const value = cos.object(num);
    const cleaned = isStream(value)
      ? scrubStream(cos, value, texts.has(num), scrubbing)
      : scrubValue(cos, value, "", scrubbing);
    const made = withStates(cos, cleaned, scrubbing, states);
    if (made === value) continue;
    session.set(num, made);
    if (isDict(cleaned) && isDict(value) && ["V", "DV"].some((key) => cleaned.get(key) !== value.get(key)))
      stale.add(num);
  }

  dropStaleAppearances(session, stale);
  const info = cos.trailer.get("Info");
  const entries = [...(dictAt(cos, info) ?? [])];
  const kept = entries.filter(([key]) => !scrubbing.words.areIn(key));
  if (isRef(info) && kept.length < entries.length) session.set(info.num, new Map(kept));
}

/** The keys that lead to streams, by the numbers of those: by themselves, in a list or in a dictionary. */
export function keysTo(cos: CosDocument, keys: readonly string[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  const wanted = new Set(keys);
  const add = (value: CosValue, key: string) => {
    if (isRef(value)) getOrInsert(found, value.num, () => new Set()).add(key);
  };

  eachDict(cos, (dict) => {
    for (const [key, entry] of dict) {
      if (!wanted.has(key)) continue;
      add(entry, key);
      const list = isRef(entry) && key === "Metadata" ? null : cos.resolve(entry);
      if (isDict(list)) for (const value of list.values()) add(value, key);
      if (isArray(list)) for (const value of list) add(value, key);
    }
  });

  return found;
}

/** XML character references. */
const coded = /&#(x?)([0-9A-Fa-f]{1,6});/g;

/** A text stream as text, with character references decoded. */
export function plainText(data: Uint8Array): string {
  return xmpText(data).replace(coded, (whole, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex === "" ? 10 : 16);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : "";
    return /[\p{L}\p{N}]/u.test(character) ? character : whole;
  });
}

function scrubStream(cos: CosDocument, stream: CosStream, isText: boolean, scrubbing: Scrubbing): CosStream {
  const cleaned = scrubValue(cos, stream.dict, "", scrubbing);
  const dict = isDict(cleaned) ? cleaned : stream.dict;
  const isXml = isNamed(dict.get("Type"), "Metadata") || isNamed(dict.get("Subtype"), "XML");
  const data = isText || isXml ? dataOf(cos, stream, maxText) : undefined;
  const bare = withoutRemarks(cos, { ...stream, dict });
  if (bare) {
    count(scrubbing.counts, "metadata_entries");
    return bare;
  }
  const made = data && redactedText(plainText(data), (text) => scrubbing.words.without(text));
  if (made === undefined) return dict === stream.dict ? stream : { ...stream, dict };

  count(scrubbing.counts, isXml ? "metadata_entries" : "text_streams");
  return newStream(without(dict, ["Filter", "DecodeParms", "Length"]), Buffer.from(made, "utf8"));
}

/** A value without the words; the same value if it has none. One object, in which no reference is followed. */
function scrubValue(cos: CosDocument, value: CosValue, key: string, scrubbing: Scrubbing): CosValue {
  if (isString(value)) return scrubString(value, key, scrubbing);
  if (isArray(value)) return eachItem(value, (item) => scrubValue(cos, item, key, scrubbing));
  if (!isDict(value)) return value;

  let changed: CosDict | undefined;
  let hasWords = false;

  for (const [name, entry] of value) {
    const goes = dropped.includes(name) || (!scrubbing.keepsFiles && files.includes(name));
    const kept = goes ? undefined : scrubValue(cos, entry, name, scrubbing);
    if (kept === entry) continue;
    const isShown = shownKeys.includes(name);
    changed ??= new Map(value);
    if (kept !== undefined) {
      changed.set(name, kept);
      // Viewers redraw an annotation's text.
      if (isShown && showsText(value)) changed.delete("AP");
      hasWords ||= isString(entry) || isShown;
    } else {
      changed.delete(name);
      count(scrubbing.counts, whatGoes[name] ?? "attachments");
    }
  }

  if (!changed) return value;
  if (hasWords) count(scrubbing.counts, kindOf(value));

  return changed;
}

const whatGoes: Readonly<Record<string, string>> = {
  ...{ Thumb: "thumbnails", PieceInfo: "private_data", LastModified: "metadata_entries" },
};

function kindOf(dict: CosDict): string {
  if (dict.has("Rect") || dict.has("FT") || dict.has("TU")) return dict.has("FT") ? "fields" : "annotations";
  if (dict.has("Title") && dict.has("Parent")) return "outline_entries";
  if (dict.has("S") && (dict.has("P") || dict.has("K"))) return "structure_entries";
  return dict.has("Producer") ||
    dict.has("CreationDate") ||
    ["Title", "Author", "Subject", "Keywords"].some((key) => dict.has(key))
    ? "metadata_entries"
    : "strings";
}

function scrubString(value: CosValue & { bytes: Uint8Array }, key: string, { words }: Scrubbing): CosValue {
  const text = decodeText(value.bytes);
  if (isCode(key, text)) return value;
  const made = words.without(text);
  return made === undefined ? value : textString(made);
}

/**
 * A value with the states of buttons renamed that have the words: the options of a form are values, though they are names.
 * `made`: the new names.
 */
function withStates(
  cos: CosDocument,
  value: CosValue,
  { words, counts }: Scrubbing,
  made: Map<string, string>,
) {
  if (!isDict(value) || !statesOf(cos, value).some((state) => words.areIn(state))) return value;

  const renamed = (state: string) =>
    isOwnState(state) && words.areIn(state) ? getOrInsert(made, state, () => `State${made.size + 1}`) : state;
  const looks = [...(dictAt(cos, value.get("AP")) ?? [])].map(([kind, entry]): [string, CosValue] => {
    const states = cos.resolve(entry);
    if (!isDict(states)) return [kind, entry];
    return [kind, new Map([...states].map(([state, look]) => [renamed(state), look]))];
  });
  const named = stateKeys.flatMap((key): [string, CosValue][] => {
    const state = nameAt(cos, value.get(key));
    return state === undefined ? [] : [[key, name(renamed(state))]];
  });
  count(counts, "field_states");

  return new Map([...value, ...named, ...(value.has("AP") ? [["AP", new Map(looks)] as const] : [])]);
}

const stateKeys = ["V", "DV", "AS"];

/** Off is the same in every form (12.7.5.2.3). */
const isOwnState = (state: string) => state !== "Off";

/** The states that a button has, and its current ones. */
export function statesOf(cos: CosDocument, dict: CosDict): string[] {
  if (!["AP", "FT", "Kids"].some((key) => dict.has(key))) return [];
  const looks = [...(dictAt(cos, dict.get("AP"))?.values() ?? [])].map((entry) => dictAt(cos, entry));
  const states = looks.flatMap((look) => [...(look?.keys() ?? [])]);
  return [...states, ...stateKeys.flatMap((key) => nameAt(cos, dict.get(key)) ?? [])].filter(isOwnState);
}

/** Drops outdated appearances of fields whose value changed. */
export function dropStaleAppearances(session: EditSession, fields: ReadonlySet<number>): void {
  if (fields.size === 0) return;
  eachDict(session.cos, (dict, num) => {
    const parent = dict.get("Parent");
    if (dict.has("AP") && (fields.has(num) || (isRef(parent) && fields.has(parent.num))))
      session.set(num, without(dict, ["AP"]));
  });
}

/** Structure elements whose content lost something, and their ancestors, lose their descriptions in words. */
export function scrubElements(
  session: EditSession,
  touched: ReadonlyMap<number, ReadonlySet<number>>,
  objects: ReadonlySet<number>,
  counts: Counts,
): void {
  const { cos } = session;
  if (touched.size === 0 && objects.size === 0) return;

  const above = new Map<number, number>();
  const dirty: number[] = [];
  eachDict(cos, (dict, num) => {
    if (!dict.has("S") || !dict.has("P")) return;
    const parent = dict.get("P");
    if (isRef(parent)) above.set(num, parent.num);
    const kids = cos.resolve(dict.get("K"));
    for (const kid of isArray(kids) ? kids : [kids]) {
      const item = cos.resolve(kid);
      const page = (isDict(item) ? item.get("Pg") : undefined) ?? dict.get("Pg");
      const mark = isDict(item) ? numberAt(cos, item.get("MCID")) : item;
      if (isRef(page) && typeof mark === "number" && touched.get(page.num)?.has(mark)) dirty.push(num);
      const object = isDict(item) ? item.get("Obj") : undefined;
      if (isRef(object) && objects.has(object.num)) dirty.push(num);
    }
  });

  const seen = new Set<number>();
  for (const first of dirty)
    for (let num: number | undefined = first; num !== undefined && !seen.has(num); num = above.get(num)) {
      seen.add(num);
      const dict = cos.object(num);
      if (!isDict(dict) || ![...saying, "T"].some((key) => dict.has(key))) continue;
      session.set(num, without(dict, [...saying, "T"]));
      count(counts, "structure_entries");
    }
}

/** Takes attached files from the names of the document; whether there were any. */
export function dropFiles(session: EditSession, counts: Counts): boolean {
  const names = dictAt(session.cos, session.cos.catalog.get("Names"));
  if (!names?.has("EmbeddedFiles")) return false;
  session.setCatalog({ Names: without(names, ["EmbeddedFiles"]) });
  count(counts, "attachments");
  return true;
}
