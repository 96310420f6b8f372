/** A document's own information (ISO 32000-2, 14.3), and facts that determine what may be done with it. */

import { Buffer } from "node:buffer";
import { once } from "../../core/once.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, isDict, isString } from "../../cos/syntax/value.ts";
import { readNameTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { isSigned } from "../signatures.ts";
import { decodeText } from "../text-string.ts";
import { dictAt, streamAt } from "../typed-get.ts";
import { packetOf, xmpProperty } from "./xmp.ts";

/** The properties shown by `pdf_info`; "" if missing in the file. */
export interface DocumentInformation {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly creator: string;
  readonly producer: string;
  /** In the form of ISO 8601; absent if the file has none that is a date. */
  readonly created?: string;
  readonly modified?: string;
}

/** Where each property is: key of the Info dictionary, property of XMP. */
const places = {
  title: ["Title", "dc:title"],
  author: ["Author", "dc:creator"],
  subject: ["Subject", "dc:description"],
  keywords: ["Keywords", "pdf:Keywords"],
  creator: ["Creator", "xmp:CreatorTool"],
  producer: ["Producer", "pdf:Producer"],
  created: ["CreationDate", "xmp:CreateDate"],
  modified: ["ModDate", "xmp:ModifyDate"],
} as const satisfies Readonly<Record<keyof DocumentInformation, readonly [string, string]>>;

/** Maximum bytes of an entry to decode. */
const maxTextBytes = 65_536;

/** The Info dictionary's entries; if one is missing, the XMP packet's. */
export function documentInformation({ cos }: PdfDocument): DocumentInformation {
  const info = cos.resolve(cos.trailer.get("Info"));
  const packet = once(() => packetOf(cos) ?? "");

  const property = (key: keyof typeof places): string => {
    const [entry, xmpName] = places[key];
    const value = isDict(info) ? cos.resolve(info.get(entry)) : null;
    if (isString(value)) return decodeText(value.bytes.subarray(0, maxTextBytes));
    return xmpProperty(packet(), xmpName) ?? "";
  };

  const created = isoDate(property("created"));
  const modified = isoDate(property("modified"));

  return {
    title: property("title"),
    author: property("author"),
    subject: property("subject"),
    keywords: property("keywords"),
    creator: property("creator"),
    producer: property("producer"),
    ...(created !== undefined && { created }),
    ...(modified !== undefined && { modified }),
  };
}

/** A PDF date (7.9.4) or XMP date as ISO 8601. Omitted parts default to their lowest value. */
function isoDate(text: string): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d)?'?(\d\d)?/.exec(text);
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
    zone = "",
    minutes = "00",
  ] = parts ?? [];
  const offset = zone.length > 1 ? `${zone}:${minutes}` : zone;
  const iso = parts ? `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}` : text.trim();
  return /^\d{4}/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

export interface Attachment {
  readonly name: string;
  /** According to the file; absent if not given. */
  readonly bytes?: number;
}

export interface DocumentFacts {
  readonly encrypted: boolean;
  readonly signed: boolean;
  readonly tagged: boolean;
  readonly pdf_version: string;
  readonly has_outline: boolean;
  readonly attachments: readonly Attachment[];
}

/** Budget steps for decoding a name and writing it into the answer. */
const stepsPerNameByte = 4;
/** Maximum attachments listed per document. */
const maxAttachments = 10_000;

export function documentFacts({ cos }: PdfDocument): DocumentFacts {
  const { catalog } = cos;
  return {
    encrypted: cos.encryption !== undefined,
    signed: isSigned(cos),
    tagged: cos.resolve(dictAt(cos, catalog.get("MarkInfo"))?.get("Marked")) === true,
    pdf_version: cos.version,
    has_outline: dictAt(cos, dictAt(cos, catalog.get("Outlines"))?.get("First")) !== undefined,
    attachments: attachments(cos),
  };
}

/** The document's embedded files (7.11.4), by the name in their file specification. */
function attachments(cos: CosDocument): Attachment[] {
  const names = dictAt(cos, dictAt(cos, cos.catalog.get("Names"))?.get("EmbeddedFiles"));
  if (!names) return [];
  return cos.budget.during("the list of embedded files", () => {
    const found: Attachment[] = [];
    for (const [key, value] of readNameTree(cos, names)) {
      if (found.length === maxAttachments) break;
      const specification = dictAt(cos, value);
      if (specification) found.push(attachment(cos, specification, key));
    }
    return found;
  });
}

function attachment(cos: CosDocument, specification: CosDict, key: string): Attachment {
  const shown = cos.resolve(specification.get("UF") ?? specification.get("F"));
  const bytes = isString(shown) ? shown.bytes : Buffer.from(key, "latin1");
  // A file that is listed repeatedly is reported each time.
  cos.budget.spend(stepsPerNameByte * bytes.length);
  const name = decodeText(bytes);
  const files = dictAt(cos, specification.get("EF"));
  const stream = streamAt(cos, files?.get("UF") ?? files?.get("F"));
  const size = cos.resolve(dictAt(cos, stream?.dict.get("Params"))?.get("Size"));
  if (typeof size !== "number" || !Number.isInteger(size) || size < 0) return { name };
  return { name, bytes: size };
}
