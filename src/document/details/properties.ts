/**
 * What a document says about itself in its information dictionary (ISO 32000-2, 14.3.3) and in XMP: one model for reading and
 * writing, which keeps the two in agreement.
 */
import type { XmlElement } from "../../core/xml/parse.ts";
import { xmlText } from "../../core/xml/text.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosValue, isString } from "../../cos/syntax/value.ts";
import { claimOf } from "../conformance/claim.ts";
import { setPacket } from "../conformance/withdraw.ts";
import type { EditSession } from "../edit.ts";
import { isSameMoment, pdfDate, utcDate } from "../metadata/dates.ts";
import { packetOf } from "../metadata/xmp.ts";
import { emptyPacket, packetWith, parsePacket, type XmpProperty, xmpValueOf } from "../metadata/xmp-edit.ts";
import { givableText, nameText, textString } from "../text-string.ts";
import { dictAt, streamAt } from "../typed-get.ts";

export const textFields = ["title", "author", "subject", "keywords", "creator", "producer"] as const;
export const dateFields = ["created", "modified"] as const;
export type PropertyField = (typeof textFields)[number] | (typeof dateFields)[number];

/** A document's properties; what it doesn't say is absent. */
export type Properties = Partial<Record<PropertyField, string>> & {
  custom?: Readonly<Record<string, string>>;
};

/** New properties; null removes one. */
export type PropertyChanges = {
  readonly [K in PropertyField]?: string | null | undefined;
} & { readonly custom?: Readonly<Record<string, string | null>> | null | undefined };

const dc = { namespace: "http://purl.org/dc/elements/1.1/", prefix: "dc" };
const xmp = { namespace: "http://ns.adobe.com/xap/1.0/", prefix: "xmp" };
const pdf = { namespace: "http://ns.adobe.com/pdf/1.3/", prefix: "pdf" };
/** Acrobat repeats custom entries in this schema. */
const pdfx = { namespace: "http://ns.adobe.com/pdfx/1.3/", prefix: "pdfx" };

const places: Readonly<Record<PropertyField, readonly [key: string, property: XmpProperty]>> = {
  title: ["Title", { ...dc, name: "title", form: "Alt" }],
  author: ["Author", { ...dc, name: "creator", form: "Seq" }],
  subject: ["Subject", { ...dc, name: "description", form: "Alt" }],
  keywords: ["Keywords", { ...pdf, name: "Keywords", form: "text" }],
  creator: ["Creator", { ...xmp, name: "CreatorTool", form: "text" }],
  producer: ["Producer", { ...pdf, name: "Producer", form: "text" }],
  created: ["CreationDate", { ...xmp, name: "CreateDate", form: "text" }],
  modified: ["ModDate", { ...xmp, name: "ModifyDate", form: "text" }],
};
/** Keywords as a list, which some programs write too. */
const keywordList: XmpProperty = { ...dc, name: "subject", form: "Bag" };

/** Entries with a meaning in ISO 32000. */
export const standardKeys: readonly string[] = [...Object.values(places).map(([key]) => key), "Trapped"];

const isDate = (field: PropertyField): boolean => dateFields.some((one) => one === field);
const fields: readonly PropertyField[] = [...textFields, ...dateFields];

/** Both stores of a document's properties. */
interface Stores {
  readonly info: CosDict | undefined;
  /** Empty if it can't be decoded. */
  readonly packet: string | undefined;
  /** Undefined without a packet, and if it isn't XMP. */
  readonly tree: XmlElement | undefined;
}

function storesOf(cos: CosDocument): Stores {
  const packet = packetOf(cos) ?? (streamAt(cos, cos.catalog.get("Metadata")) && "");
  return {
    info: dictAt(cos, cos.trailer.get("Info")),
    packet,
    tree: packet === undefined ? undefined : parsePacket(packet),
  };
}

/** A field's value in each store; undefined: none, or none that can be read. */
interface Found {
  readonly info: string | undefined;
  readonly xmp: string | undefined;
  readonly isUnreadable: boolean;
}

function find(cos: CosDocument, { info, tree }: Stores, field: PropertyField): Found {
  const [key, property] = places[field];
  const string = cos.resolve(info?.get(key));
  const inInfo = isString(string) ? givableText(string.bytes) : undefined;
  const inXmp = tree && xmpValueOf(tree, property);
  const joined = inXmp && (property.form === "Seq" ? inXmp.items.join("; ") : (inXmp.items[0] ?? ""));
  if (!isDate(field)) return { info: inInfo, xmp: joined, isUnreadable: false };
  const dates = [inInfo, joined].map((text) => (text === undefined ? undefined : utcDate(text)));
  return {
    info: dates[0],
    xmp: dates[1],
    isUnreadable:
      (inInfo !== undefined && dates[0] === undefined) || (joined !== undefined && dates[1] === undefined),
  };
}

/** Whether XMP says the same as a value. Several authors may be separated in two ways. */
function isInXmp(tree: XmlElement, field: PropertyField, value: string): boolean {
  const [, property] = places[field];
  const found = xmpValueOf(tree, property);
  if (!found) return false;
  const wanted = xmlText(value).trim();
  if (property.form === "Seq")
    return ["; ", ", "].some((separator) => found.items.join(separator).trim() === wanted);
  const text = found.items[0] ?? "";
  if (!isDate(field)) return text.trim() === wanted;
  const date = utcDate(text);
  return date !== undefined && isSameMoment(date, value);
}

/** Reads a document's properties: the information dictionary's, else those of XMP. */
export function readProperties(cos: CosDocument, warn: (message: string) => void): Properties {
  const stores = storesOf(cos);
  const properties: Properties = {};

  for (const field of fields) {
    const found = find(cos, stores, field);
    if (found.isUnreadable) warn(`a date of the document (${field}) can't be read`);
    const value = found.info ?? found.xmp;
    if (value === undefined) continue;
    properties[field] = value;
    if (
      found.info !== undefined &&
      found.xmp !== undefined &&
      stores.tree &&
      !isInXmp(stores.tree, field, found.info)
    )
      warn(`the document's information dictionary and its XMP metadata have a different ${field}`);
  }

  const custom = customEntries(stores.info, cos);
  if (custom.size > 0)
    properties.custom = Object.fromEntries([...custom].map(([name, { text }]) => [name, text]));
  return properties;
}

interface CustomEntry {
  readonly key: string;
  readonly text: string;
}

/** Text entries of the user's own, by their name as text. */
function customEntries(info: CosDict | undefined, cos: CosDocument): Map<string, CustomEntry> {
  const found = new Map<string, CustomEntry>();
  for (const [key, entry] of info ?? []) {
    const value = cos.resolve(entry);
    if (!standardKeys.includes(key) && isString(value))
      found.set(nameText(key).replaceAll("\0", ""), { key, text: givableText(value.bytes) });
  }
  return found;
}

const latin1Key = (name: string): string => Buffer.from(name, "utf8").toString("latin1");

/** The given fields whose value differs from the document's; `custom` if one of its entries does. */
export function differingProperties(cos: CosDocument, given: PropertyChanges): (PropertyField | "custom")[] {
  const stores = storesOf(cos);
  const isDifferent = (field: PropertyField): boolean => {
    const value = given[field];
    if (value === undefined) return false;
    const [key, property] = places[field];
    if (value === null) return stores.info?.has(key) || mayBeInXmp(stores, field, property);
    const found = find(cos, stores, field);
    if (stores.info && found.info !== value) return true;
    if (stores.tree) return !isInXmp(stores.tree, field, value) || (!stores.info && found.xmp !== value);
    return !stores.info;
  };

  const custom = customEntries(stores.info, cos);
  const entries = givenEntries(given, custom);
  const isCustom = entries.some(([name, value]) => (custom.get(name)?.text ?? null) !== value);
  return [...fields.filter(isDifferent), ...(isCustom ? (["custom"] as const) : [])];
}

/** Whether XMP has a property: metadata that can't be read may. */
function mayBeInXmp({ packet, tree }: Stores, field: PropertyField, property: XmpProperty): boolean {
  if (!tree) return packet !== undefined;
  const all = field === "keywords" ? [property, keywordList] : [property];
  return all.some((one) => xmpValueOf(tree, one) !== undefined);
}

/** Given custom entries; null in place of all removes them all. */
function givenEntries({ custom }: PropertyChanges, known: ReadonlyMap<string, CustomEntry>) {
  if (custom === null) return [...known.keys()].map((name) => [name, null] as const);
  return Object.entries(custom ?? {});
}

/** Sets properties in both stores. Values that go are in no revision of the result. */
export function setProperties(session: EditSession, given: PropertyChanges): void {
  const { cos, context } = session;
  const stores = storesOf(cos);
  const info: CosDict = new Map(stores.info);
  const changes: [XmpProperty, readonly string[] | undefined][] = [];
  const forbidsInfo = claimOf(cos).pdfa?.part === "4";

  const setEntry = (key: string, value: CosValue | undefined) => {
    if (value === undefined) info.delete(key);
    else if (!forbidsInfo || info.has(key)) info.set(key, value);
  };

  for (const field of fields) {
    const value = given[field];
    if (value === undefined) continue;
    const [key, property] = places[field];
    if (value === null) session.requireRewrite();
    const text = value !== null && isDate(field) ? pdfDate(value) : value;
    setEntry(key, text === null ? undefined : textString(text));
    if (!stores.tree || (value !== null && isInXmp(stores.tree, field, value))) continue;
    if (xmpValueOf(stores.tree, property)?.isTranslated)
      context.warn(`the ${field} in other languages, which the XMP metadata had, was removed`);
    changes.push([property, value === null ? undefined : [value]]);
    if (field === "keywords" && xmpValueOf(stores.tree, keywordList))
      changes.push([keywordList, value === null ? undefined : listed(value)]);
  }

  const custom = customEntries(stores.info, cos);
  for (const [name, value] of givenEntries(given, custom)) {
    if (value === null) session.requireRewrite();
    setEntry(custom.get(name)?.key ?? latin1Key(name), value === null ? undefined : textString(value));
    const property: XmpProperty = { ...pdfx, name, form: "text" };
    if (stores.tree && xmpValueOf(stores.tree, property))
      changes.push([property, value === null ? undefined : [value]]);
  }

  if (stores.info || info.size > 0) session.setInformation(info);
  if (stores.packet === undefined) return;
  if (stores.tree) {
    if (changes.length > 0) setPacket(session, packetWith(stores.packet, stores.tree, changes));
  } else replacePacket(session, info);
}

/** Separate keywords. */
const listed = (keywords: string): string[] =>
  keywords
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** Replaces metadata that can't be read with the properties of the information dictionary. */
function replacePacket(session: EditSession, info: CosDict): void {
  const tree = parsePacket(emptyPacket);
  if (!tree) return;
  const changes = fields.flatMap((field): (readonly [XmpProperty, readonly string[]])[] => {
    const [key, property] = places[field];
    const value = session.cos.resolve(info.get(key));
    const text = isString(value) ? givableText(value.bytes) : undefined;
    const shown = text !== undefined && isDate(field) ? utcDate(text) : text;
    return shown === undefined ? [] : [[property, [shown]]];
  });
  setPacket(session, packetWith(emptyPacket, tree, changes));
  session.context.warn(
    "the XMP metadata could not be read, so it was replaced with the document's properties",
  );
}
