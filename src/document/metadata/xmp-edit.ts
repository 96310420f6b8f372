/** Reads and changes properties of an XMP packet (ISO 16684-1) by namespace; everything else in it stays as it is written. */
import { trimEndOf } from "../../core/trim.ts";
import { parseXml, type XmlElement, XmlError } from "../../core/xml/parse.ts";
import { escapeXml } from "../../core/xml/text.ts";

/** A property and the form of its value: text, alternatives by language, or a list with or without an order. */
export interface XmpProperty {
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  readonly form: "text" | "Alt" | "Seq" | "Bag";
}

export interface XmpValue {
  /** The items; of alternatives, the default one first. */
  readonly items: readonly string[];
  /** Whether there are alternatives in other languages. */
  readonly isTranslated: boolean;
}

export const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/** The namespace of the attribute xml:lang. */
export const xml = "http://www.w3.org/XML/1998/namespace";

/** A packet as a tree; undefined if it isn't XMP in well-formed XML. */
export function parsePacket(packet: string): XmlElement | undefined {
  try {
    // The padding may contain anything that some program left there.
    return rdfOf(parseXml(trimEndOf(packet, "\0")));
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

/** The element rdf:RDF: the root, or in the root. */
function rdfOf(root: XmlElement): XmlElement | undefined {
  return [root, ...root.children].find(({ namespace, name }) => namespace === rdf && name === "RDF");
}

/** Elements with properties: rdf:Description, or one whose name says of what type the document is. */
const descriptions = (tree: XmlElement) => tree.children;

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly value: XmpValue;
}

/** Where a property is: usually once, as an element or an attribute. */
function occurrences(tree: XmlElement, { namespace, name }: XmpProperty): Occurrence[] {
  const isIt = (one: { readonly namespace: string; readonly name: string }) =>
    one.namespace === namespace && one.name === name;
  return descriptions(tree).flatMap((description) => [
    ...description.attributes
      .filter(isIt)
      .map(({ start, end, value }) => ({ start, end, value: { items: [value], isTranslated: false } })),
    ...description.children.filter(isIt).map((element) => ({
      start: element.start,
      end: element.end,
      value: elementValue(element),
    })),
  ]);
}

const defaultLanguage = "x-default";

const languageOf = ({ attributes }: XmlElement) =>
  attributes.find((one) => one.namespace === xml && one.name === "lang")?.value;

function elementValue(element: XmlElement): XmpValue {
  const list = element.children.find(({ namespace }) => namespace === rdf);
  if (!list) return { items: [element.text()], isTranslated: false };
  const items = list.children.filter(({ namespace, name }) => namespace === rdf && name === "li");
  const isDefault = (item: XmlElement) => languageOf(item) === defaultLanguage;
  const main = list.name === "Alt" ? items.find(isDefault) : undefined;
  const ordered = main ? [main, ...items.filter((item) => item !== main)] : items;
  return {
    items: ordered.map((item) => item.text()),
    isTranslated: list.name === "Alt" && items.length > 1,
  };
}

/** A property's value; undefined if the packet has none. */
export function xmpValueOf(tree: XmlElement, property: XmpProperty): XmpValue | undefined {
  return occurrences(tree, property)[0]?.value;
}

/** The languages of the alternatives that have this text, without the default one. */
export function languagesWith(
  tree: XmlElement,
  { namespace, name }: Pick<XmpProperty, "namespace" | "name">,
  text: string,
): readonly string[] {
  return descriptions(tree)
    .flatMap(({ children }) => children.filter((one) => one.namespace === namespace && one.name === name))
    .flatMap(({ children }) => children.flatMap((list) => list.children))
    .filter((item) => item.text() === text)
    .flatMap((item) => languageOf(item) ?? [])
    .filter((language) => language !== defaultLanguage);
}

/** The packet of `tree` with these properties; undefined removes one. */
export function packetWith(
  packet: string,
  tree: XmlElement,
  changes: readonly (readonly [XmpProperty, readonly string[] | undefined])[],
): string {
  const removed = changes.flatMap(([property]) => occurrences(tree, property));
  const added = changes.flatMap(([property, items]) => (items ? [element(property, items)] : []));
  const about = descriptions(tree)
    .flatMap(({ attributes }) => attributes)
    .find(({ namespace, name }) => namespace === rdf && name === "about");
  const made =
    added.length === 0
      ? ""
      : `<r:Description xmlns:r="${rdf}" r:about="${escapeXml(about?.value ?? "")}">${added.join("")}</r:Description>\n`;

  let text = "";
  let done = 0;
  for (const { start, end } of removed.toSorted((a, b) => a.start - b.start)) {
    text += packet.slice(done, start);
    done = end;
  }
  if (tree.to < tree.end) return `${text}${packet.slice(done, tree.to)}${made}${packet.slice(tree.to)}`;
  // An empty tag.
  const tag = packet.slice(tree.start, tree.end - 2);
  const written = tag.slice(1).split(/[\s/>]/, 1)[0] ?? "";
  return `${packet.slice(0, tree.start)}${tag}>${made}</${written}>${packet.slice(tree.end)}`;
}

function element({ namespace, prefix, name, form }: XmpProperty, items: readonly string[]): string {
  const tag = `${prefix}:${name}`;
  const open = `<${tag} xmlns:${prefix}="${escapeXml(namespace)}">`;
  const texts = items.map(escapeXml);
  if (form === "text") return `${open}${texts.join("")}</${tag}>`;
  const language = form === "Alt" ? ' xml:lang="x-default"' : "";
  const list = texts.map((text) => `<r:li${language}>${text}</r:li>`).join("");
  return `${open}<r:${form}>${list}</r:${form}></${tag}>`;
}

/** A packet without properties. */
export const emptyPacket = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="${rdf}">
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
