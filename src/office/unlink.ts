/**
 * OpenDocument parts without references to what lies outside their package. The suite's own switch against linked content
 * (`BlockUntrustedRefererLinks`) does not hold everywhere: version 7.4 loads a presentation's linked pictures from this
 * computer all the same. What is not named cannot be loaded.
 */
import { Buffer } from "node:buffer";
import { localName, type XmlTag, xmlAttributes, xmlTags } from "../core/xml-tags.ts";
import { unescapeXml } from "../core/xml-text.ts";

/** A part that cannot be judged; the message says why. */
export class UnlinkError extends Error {
  override readonly name = "UnlinkError";
}

/** Encodings in which markup is ASCII; others could hide it. */
const plainEncodings = /^(utf-8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i;
/** Elements that are followed by clicking; the others are loaded with the document. */
const clickable = /^(a|event-listener|area-rectangle|area-circle|area-polygon)$/;
/** The part with outside references emptied, or undefined when it has none. Bytes of other text stay as they are. */
export function withoutLinks(part: Uint8Array): Uint8Array | undefined {
  // One character for each byte: whatever the encoding, what is not touched comes out as it went in.
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

/** Where the values of references start and end that must not be followed. */
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
  // Tabs and line ends inside of an address are skipped by those who follow it.
  const bare = target.replaceAll(/[\0-\x20]/g, "");
  if (element === "a" || bare === "" || bare.startsWith("#")) return true;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(bare)?.[0].toLowerCase();
  if (scheme !== undefined) return clickable.test(element) && /^(https?|mailto):$/.test(scheme);
  return !/^[/\\]/.test(bare) && !bare.split(/[/\\]/).includes("..") && !/%2e|%2f|%5c/i.test(bare);
}
