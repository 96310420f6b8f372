/** Properties of an XMP packet (ISO 16684-1) by what they mean: elements or attributes, in any prefix, with CDATA and comments in them. */
import { localName, xmlAttributes, xmlTags } from "../../core/xml-tags.ts";
import { unescapeXml } from "../../core/xml-text.ts";

export interface XmpEntry {
  /** Undefined where its prefix is not declared. */
  readonly namespace: string | undefined;
  readonly prefix: string;
  readonly name: string;
  /** The whole element or attribute, with the space before that. */
  readonly start: number;
  readonly end: number;
  /** What is between its tags or quotes. */
  readonly from: number;
  readonly to: number;
}

/** Characters of one value, with the comments in it. */
const maxValue = 1000;

/** An element that is not closed yet, and the namespaces that its declarations hide. */
interface Open {
  readonly name: string;
  readonly start: number;
  readonly from: number;
  readonly hidden: readonly (readonly [string, string | undefined])[];
}

const prefixOf = (name: string) => name.slice(0, Math.max(0, name.indexOf(":")));

/** An element comes when it ends, so after those in it; one that never ends does not come. */
export function* xmpEntries(packet: string): Generator<XmpEntry> {
  const namespaces = new Map<string, string>();
  const opened: Open[] = [];
  /** How many elements of a name are open: an end without a start is passed over. */
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
/** What is no tag, though it begins like one: how it begins and ends. */
const sections = [
  [cdata, "]]>"],
  ["<!--", "-->"],
] as const;

/** The text of an entry: without tags, comments and instructions, and with what CDATA sections hold. */
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
