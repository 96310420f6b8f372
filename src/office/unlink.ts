/**
 * Removes references to anything outside the package from OpenDocument parts. The suite's own switch against linked content
 * (`BlockUntrustedRefererLinks`) isn't always effective: version 7.4 loads a presentation's linked pictures from this computer
 * anyway. A reference that is gone can't be loaded.
 */
import { Buffer } from "node:buffer";
import { localName, type XmlTag, xmlAttributes, xmlTags } from "../core/xml/tags.ts";
import { unescapeXml } from "../core/xml/text.ts";

/** A part that can't be judged; the message gives the reason. */
export class UnlinkError extends Error {
  override readonly name = "UnlinkError";
}

/** Encodings in which markup is ASCII; others could hide it. */
const plainEncodings = /^(utf-8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i;
/** Elements followed only on a click; all others are loaded with the document. */
const clickable = /^(a|event-listener|area-rectangle|area-circle|area-polygon)$/;
/** The part with outside references emptied, or undefined if it has none. Other bytes are unchanged. */
export function withoutLinks(part: Uint8Array): Uint8Array | undefined {
  // One character per byte: whatever the encoding, the rest comes out unchanged.
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("latin1");
  const encoding =
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? "utf-8";
  if (!plainEncodings.test(encoding) || text.slice(0, 4).includes("\0") || /^(\xff\xfe|\xfe\xff)/.test(text))
    throw new UnlinkError("a part has an unusual encoding");
  if (/<!(?:ENTITY|ATTLIST)/.test(text)) throw new UnlinkError("a part declares entities or attributes");

  let kept = "";
  let from = 0;

  for (const { at, end } of outsideReferences(text)) {
    kept += text.slice(from, at);
    from = end;
  }

  return from === 0 ? undefined : Buffer.from(kept + text.slice(from), "latin1");
}

/** Ranges of reference values that must not be followed. */
function* outsideReferences(text: string): Generator<{ readonly at: number; readonly end: number }> {
  let next = text.indexOf("href");
  for (const tag of xmlTags(text)) {
    if (next < 0) return;
    if (next < tag.start) next = text.indexOf("href", tag.start);
    if (next < 0 || next >= tag.end) continue;
    for (const { name, value, at } of xmlAttributes(text, tag))
      if (localName(name) === "href" && !isHarmless(unescapeXml(value), elementOf(tag)))
        yield { at, end: at + value.length };
  }
}

const elementOf = ({ name }: XmlTag) => localName(name);

function isHarmless(target: string, element: string): boolean {
  // Programs that follow an address ignore tabs and line breaks in it.
  const bare = target.replaceAll(/[\0-\x20]/g, "");
  if (element === "a" || bare === "" || bare.startsWith("#")) return true;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(bare)?.[0].toLowerCase();
  if (scheme !== undefined) return clickable.test(element) && /^(https?|mailto):$/.test(scheme);
  return !/^[/\\]/.test(bare) && !bare.split(/[/\\]/).includes("..") && !/%2e|%2f|%5c/i.test(bare);
}
