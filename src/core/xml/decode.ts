/** The text of an XML document in bytes. */
import { Buffer } from "node:buffer";
import { XmlError } from "./parse.ts";

/** Names in a declaration that is written in bytes of ASCII. */
const declared = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.-]{1,40})["']/;

/** Names of encodings that are read like Windows-1252, as on the web. */
const latin = /^(?:iso-8859-1|windows-1252|us-ascii)$/i;

/** Decoded as the declaration says, in the encodings of Unicode by `unicode`. Throws `XmlError` for an unknown encoding. */
export function decodeXml(bytes: Uint8Array, unicode: (bytes: Uint8Array) => string): string {
  const start = Buffer.from(bytes.subarray(0, 300)).toString("latin1");
  const name = declared.exec(start)?.[1] ?? "utf-8";
  if (/^utf-?(?:8|16|32)/i.test(name)) return unicode(bytes);
  if (latin.test(name)) return new TextDecoder("windows-1252").decode(bytes);
  throw new XmlError("syntax", `its encoding ${name} is unknown`);
}
