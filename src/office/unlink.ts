/**
 * OpenDocument parts without references to what lies outside their package. The suite's own switch against linked content
 * (`BlockUntrustedRefererLinks`) does not hold everywhere: version 7.4 loads a presentation's linked pictures from this
 * computer all the same. What is not named cannot be loaded.
 */
import { Buffer } from "node:buffer";
import { unescapeXml } from "../core/xml-text.ts";

/** A part that cannot be judged; the message says why. */
export class UnlinkError extends Error {
  override readonly name = "UnlinkError";
}

/** Encodings in which markup is ASCII; others could hide it. */
const plainEncodings = /^(utf-8|us-ascii|ascii|iso-8859-\d+|windows-125\d)$/i;
/** An attribute of this local name, whatever its prefix is bound to. */
const hrefs = /\s(?:[^\s=<>"'/:]+:)?href\s*=\s*("[^"]*"|'[^']*')/g;
/** Elements that are followed by clicking; the others are loaded with the document. */
const clickable = /^(a|event-listener|area-rectangle|area-circle|area-polygon)$/;
/** No sane tag is longer; what lies further from its beginning is taken for part of one. */
const maxTagLength = 65_536;

/** The part with outside references emptied, or undefined when it has none. Bytes of other text stay as they are. */
export function withoutLinks(part: Uint8Array): Uint8Array | undefined {
  // One character for each byte: whatever the encoding, what is not touched comes out as it went in.
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("latin1");
  const encoding =
    /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? "utf-8";
  if (!plainEncodings.test(encoding) || text.slice(0, 4).includes("\0") || /^(\xff\xfe|\xfe\xff)/.test(text))
    throw new UnlinkError("a part has an unusual encoding");
  if (text.includes("<!ENTITY")) throw new UnlinkError("a part declares entities");
  let changed = false;
  const result = text.replaceAll(hrefs, (whole, quoted: string, offset: number) => {
    const element = elementAt(text, offset);
    if (element === undefined || isHarmless(unescapeXml(quoted.slice(1, -1)), element)) return whole;
    changed = true;
    return `${whole.slice(0, whole.length - quoted.length)}""`;
  });
  return changed ? Buffer.from(result, "latin1") : undefined;
}

/** Local name of the element whose tag an offset lies in; undefined in text. */
function elementAt(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf("<", offset);
  if (start < 0) return undefined;
  const tag = text.slice(start, Math.min(offset, start + maxTagLength));
  // A closing bracket within quotes closes nothing.
  if (offset - start < maxTagLength && tag.replaceAll(/"[^"]*"|'[^']*'/g, "").includes(">")) return undefined;
  return /^<(?:[^\s:>]*:)?([^\s:/>]*)/.exec(tag)?.[1] ?? "";
}

function isHarmless(target: string, element: string): boolean {
  // Tabs and line ends inside of an address are skipped by those who follow it.
  const bare = target.replaceAll(/[\0-\x20]/g, "");
  if (element === "a" || bare === "" || bare.startsWith("#")) return true;
  const scheme = /^[a-z][a-z\d+.-]*:/i.exec(bare)?.[0].toLowerCase();
  if (scheme !== undefined) return clickable.test(element) && /^(https?|mailto):$/.test(scheme);
  return !/^[/\\]/.test(bare) && !bare.split(/[/\\]/).includes("..") && !/%2e|%2f|%5c/i.test(bare);
}
