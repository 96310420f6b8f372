/** The properties in an XMP packet (ISO 16684-1) by meaning: elements or attributes, with any prefix, containing CDATA and comments. */
import { localName, xmlAttributes, xmlTags } from "../../core/xml/tags.ts";
import { unescapeXml } from "../../core/xml/text.ts";

export interface XmpEntry {
  /** Undefined if its prefix isn't declared. */
  readonly namespace: string | undefined;
  readonly prefix: string;
  readonly name: string;
  /** The whole element or attribute, including preceding space. */
  readonly start: number;
  readonly end: number;
  /** The content between its tags or quotes. */
  readonly from: number;
  readonly to: number;
}

/** Maximum characters of a value, including comments. */
const maxValue = 1000;

/** An open element, and the namespaces that its declarations hide. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly from: number;
  readonly hidden: readonly (readonly [string, string | undefined])[];
}

const prefixOf = (name: string) => name.slice(0, Math.max(0, name.indexOf(":")));

/** An element is reported when it ends, so after its children; unclosed ones are never reported. */
export function* xmpEntries(packet: string): Generator<XmpEntry> {
  const namespaces = new Map<string, string>();
  const opened: Open[] = [];
  /** Number of open elements by name: an end without a start is skipped. */
  const counts = new Map<string, number>();

  const entry = (name: string, start: number, from: number, to: number, end: number): XmpEntry => {
    const prefix = prefixOf(name);
    return { namespace: namespaces.get(prefix), prefix, name: localName(name), start, from, to, end };
  };

  for (const tag of xmlTags(packet)) {
    if (tag.kind === "close") {
      if (!counts.get(tag.name)) continue;
      for (let open = opened.pop(); open; open = opened.pop()) {
        counts.set(open.name, (counts.get(open.name) ?? 0) - 1);
        const isOwn = open.name === tag.name;
        if (isOwn) yield entry(open.name, open.start, open.from, tag.start, tag.end);
        restore(namespaces, open.hidden);
        if (isOwn) break;
      }
      continue;
    }

    const attributes = [...xmlAttributes(packet, tag)];
    const hidden = declare(namespaces, attributes);
    for (const { name, value, at } of attributes) {
      const end = at + value.length;
      if (prefixOf(name) !== "" && prefixOf(name) !== "xmlns")
        yield entry(name, packet.lastIndexOf(name, at) - 1, at, end, end + 1);
    }
    if (tag.kind === "empty") {
      yield entry(tag.name, tag.start, tag.end, tag.end, tag.end);
      restore(namespaces, hidden);
    } else {
      opened.push({ name: tag.name, start: tag.start, from: tag.end, hidden });
      counts.set(tag.name, (counts.get(tag.name) ?? 0) + 1);
    }
  }
}

const cdata = "<![CDATA[";
/** Sections that begin like a tag but aren't: their start and end. */
const sections = [
  [cdata, "]]>"],
  ["<!--", "-->"],
] as const;

/** An entry's text: without tags, comments and instructions, with the content of CDATA sections. */
export function xmpValue(packet: string, { from, to }: XmpEntry): string {
  const content = packet.slice(from, Math.min(to, from + maxValue));
  let text = "";

  for (let at = 0; at < content.length; ) {
    const isTag = content[at] === "<";
    const [open, close] = sections.find(([sign]) => content.startsWith(sign, at)) ?? ["", ">"];
    const start = at + open.length;
    const end = content.indexOf(isTag ? close : "<", start);
    const stop = end < 0 ? content.length : end;
    if (open === cdata) text += content.slice(start, stop);
    else if (!isTag) text += unescapeXml(content.slice(at, stop));
    at = isTag ? stop + close.length : stop;
  }

  return text.trim();
}

function declare(
  namespaces: Map<string, string>,
  attributes: readonly { readonly name: string; readonly value: string }[],
): Open["hidden"] {
  return attributes.flatMap(({ name, value }) => {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) return [];
    const prefix = name.slice("xmlns:".length);
    const hidden = [prefix, namespaces.get(prefix)] as const;
    namespaces.set(prefix, unescapeXml(value));
    return [hidden];
  });
}

function restore(namespaces: Map<string, string>, hidden: Open["hidden"]): void {
  for (const [prefix, namespace] of hidden.toReversed()) {
    if (namespace === undefined) namespaces.delete(prefix);
    else namespaces.set(prefix, namespace);
  }
}
