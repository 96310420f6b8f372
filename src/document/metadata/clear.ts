/** Removes metadata (ISO 32000-2, 14.3 and 14.5): the information dictionary, XMP streams, private application data. */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  eachItem,
  isArray,
  isDict,
  isNamed,
  isStream,
  isString,
  withEntries,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { dictAt } from "../typed-get.ts";
import { clearXfaMetadata } from "./xfa.ts";

/** Removes all metadata from the document; the result is rewritten, so that no older revision survives. */
export function clearMetadata(session: EditSession): void {
  const { cos } = session;

  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    const cleaned = isStream(value) ? cleanStream(cos, value) : clean(cos, value);
    if (cleaned !== value) session.set(num, cleaned);
  }

  // Repeated pages aren't in any object yet.
  for (let page = 1; page <= session.pageCount; page++) {
    if (session.objectOf(page) !== 0) continue;
    const dict = session.page(page);
    const cleaned = clean(cos, dict);
    if (cleaned !== dict && isDict(cleaned)) session.setPage(page, cleaned);
  }

  clearXfaMetadata(session);
  clearWebCapture(session);
  session.dropInfo();
}

function cleanStream(cos: CosDocument, stream: CosStream): CosStream {
  const dict = clean(cos, stream.dict);
  return dict === stream.dict || !isDict(dict) ? stream : { ...stream, dict };
}

/** The value without metadata; the same value if there is none. Recursion is bounded by the parser's nesting limit. */
function clean(cos: CosDocument, value: CosValue): CosValue {
  if (isArray(value)) return eachItem(value, (item) => clean(cos, item));
  if (!isDict(value)) return value;

  let changed: CosDict | undefined;
  for (const [key, entry] of value) {
    const dropped =
      isPrivate(key) || (key === "Metadata" && isMetadata(cos, entry)) || saysWho(cos, key, entry);
    const kept = dropped ? undefined : (threadInformation(cos, value, key) ?? clean(cos, entry));
    if (kept === entry) continue;
    changed ??= new Map(value);
    if (kept === undefined) changed.delete(key);
    else changed.set(key, kept);
  }

  return changed ?? value;
}

const letterP = 0x50;

/** Private data of programs: page-piece dictionaries, and pdfTeX's data about embedded files (their information and paths). */
function isPrivate(key: string): boolean {
  // Nearly every key differs in its first letter.
  return key.charCodeAt(0) === letterP && (key === "PieceInfo" || key.startsWith("PTEX."));
}

/** Keys of information dictionaries, which other dictionaries named Info don't have. */
const infoKeys = ["Producer", "Creator", "Author", "CreationDate", "ModDate"];

/**
 * Programs and people outside the document's own information: the creator of a layer (8.11.4.4) or its configuration, and the
 * information of joined documents, which a program keeps in the tags.
 */
function saysWho(cos: CosDocument, key: string, entry: CosValue): boolean {
  if (key === "CreatorInfo") return true;
  if (key === "Creator" || key === "Producer") return isString(cos.resolve(entry));
  if (key === "Info") return isInformation(cos, entry);
  // In a page or a form (14.5): when a program changed it.
  return key === "LastModified" && isString(cos.resolve(entry));
}

function isInformation(cos: CosDocument, entry: CosValue): boolean {
  const info = cos.resolve(entry);
  return isDict(info) && infoKeys.some((known) => info.has(known));
}

/** In an article thread's information (12.4.3), the title stays, because readers list it. */
function threadInformation(cos: CosDocument, thread: CosDict, key: string): CosDict | undefined {
  const info = key === "I" ? dictAt(cos, thread.get("I")) : undefined;
  const bead = info && dictAt(cos, thread.get("F"));
  if (!bead?.has("N") || !bead.has("V")) return undefined;
  return withEntries(new Map(), { Title: info?.get("Title") });
}

/** Web capture's record of a document's sources and times (14.10). */
function clearWebCapture(session: EditSession): void {
  const { catalog } = session.cos;
  const names = dictAt(session.cos, catalog.get("Names"));
  if (!catalog.has("SpiderInfo") && !names?.has("IDS") && !names?.has("URLS")) return;
  const left = withEntries(names ?? new Map(), { IDS: undefined, URLS: undefined });
  session.setCatalog({ SpiderInfo: undefined, Names: left.size > 0 ? left : undefined });
}

/** Whether /Metadata means metadata here: a resource may have any name, and an image with this name isn't metadata. */
function isMetadata(cos: CosDocument, entry: CosValue): boolean {
  const target = cos.resolve(entry);
  if (!isStream(target)) return true;
  return !isNamed(cos.resolve(target.dict.get("Type") ?? null), "XObject") && !target.dict.has("ShadingType");
}
