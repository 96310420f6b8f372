/** The text of an XML document in bytes. */
import { Buffer } from "node:buffer";
import { XmlError } from "./parse.ts";

/** Names in a declaration that is written in bytes of ASCII. */
const declared = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([\w.-]{1,40})["']/;

/**
 * Decoded as the declaration says, if it names another encoding than Unicode's, or else by `unicode`. Throws `XmlError` for an
 * unknown encoding and for bytes that aren't text in it.
 */
export function decodeXml(bytes: Uint8Array, unicode: (bytes: Uint8Array) => string): string {
  const start = Buffer.from(bytes.subarray(0, 300)).toString("latin1");
  const name = declared.exec(start)?.[1];
  if (name === undefined || /^utf-?(?:8|16|32)/i.test(name)) return unicode(bytes);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch (cause) {
    // RangeError: an unknown encoding; TypeError: bytes that aren't text in it.
    if (!(cause instanceof RangeError) && !(cause instanceof TypeError)) throw cause;
    throw new XmlError("syntax", `it can't be read as ${name}`);
  }
}
