/** A document's own information (ISO 32000-2, 14.3), and facts that determine what may be done with it. */

import { once } from "../../core/once.ts";
import { isDict, isString } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../open.ts";
import { isSigned } from "../signatures.ts";
import { decodeText } from "../text-string.ts";
import { dictAt } from "../typed-get.ts";
import { isoDate } from "./dates.ts";
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

export interface DocumentFacts {
  readonly encrypted: boolean;
  readonly signed: boolean;
  readonly tagged: boolean;
  readonly pdf_version: string;
  readonly has_outline: boolean;
}

export function documentFacts({ cos }: PdfDocument): DocumentFacts {
  const { catalog } = cos;
  return {
    encrypted: cos.encryption !== undefined,
    signed: isSigned(cos),
    tagged: cos.resolve(dictAt(cos, catalog.get("MarkInfo"))?.get("Marked")) === true,
    pdf_version: cos.version,
    has_outline: dictAt(cos, dictAt(cos, catalog.get("Outlines"))?.get("First")) !== undefined,
  };
}
