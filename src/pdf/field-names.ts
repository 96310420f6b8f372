/** Names of form fields (ISO 32000-2, 12.7.4.2): parts joined by full stops; the first part is the one that can clash. */
import { Buffer } from "node:buffer";
import { bytesString, type CosString } from "../cos/value.ts";
import { decodeText } from "./text-string.ts";

/** Text as a text string: ASCII as it is, else UTF-16BE with its mark. */
export function textString(text: string): CosString {
  const ascii = /^[\x20-\x7e]*$/.test(text);
  const bytes = ascii ? Buffer.from(text, "latin1") : Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  return bytesString(bytes);
}

/** A fully qualified name whose first part may be renamed; the same value when it is not. */
export function renamedField(renamed: ReadonlyMap<string, string>, value: CosString): CosString {
  const text = decodeText(value.bytes);
  const dot = text.indexOf(".");
  const first = dot < 0 ? text : text.slice(0, dot);
  const changed = renamed.get(first);
  return changed === undefined ? value : textString(changed + text.slice(first.length));
}
