/** An XMP packet as data (ISO 16684-1): properties with simple, structured and listed values. */
import { localName, xmlAttributes, xmlTags } from "../../core/xml/tags.ts";
import { unescapeXml } from "../../core/xml/text.ts";

export interface XmpNode {
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  readonly kind: "simple" | "struct" | "bag" | "seq" | "alt";
  readonly text: string;
  /** Of `xml:lang`. */
  readonly language: string | undefined;
  /** Fields of a structure, or items of a list. */
  readonly children: readonly XmpNode[];
}

export interface XmpPacket {
  readonly properties: readonly XmpNode[];
  /** Whether the packet is well-formed, and RDF as XMP has it. */
  readonly isValid: boolean;
}

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const xml = "http://www.w3.org/XML/1998/namespace";
const maxDepth = 60;
const maxNodes = 200_000;

interface Element {
  readonly namespace: string | undefined;
  readonly prefix: string;
  readonly name: string;
  readonly attributes: readonly {
    readonly namespace: string | undefined;
    readonly prefix: string;
    readonly name: string;
    readonly value: string;
  }[];
  readonly children: Element[];
  text: string;
}

class NotWellFormed extends Error {}

/** The packet's properties; what can't be read isn't valid. */
export function readXmp(packet: string): XmpPacket {
  try {
    const root = readTree(packet);
    const found = findRdf(root);
    if (!found) return { properties: [], isValid: false };
    const properties: XmpNode[] = [];
    for (const description of found.children) {
      if (description.namespace !== rdf || description.name !== "Description") throw new NotWellFormed();
      properties.push(...fieldsOf(description, 0));
    }
    const names = properties.map(({ namespace, name }) => `${namespace} ${name}`);
    return { properties, isValid: new Set(names).size === names.length };
  } catch (error) {
    if (error instanceof NotWellFormed) return { properties: [], isValid: false };
    throw error;
  }
}

const prefixOf = (name: string) => name.slice(0, Math.max(0, name.indexOf(":")));

function readTree(packet: string): Element {
  const root: Element = {
    namespace: undefined,
    prefix: "",
    name: "",
    attributes: [],
    children: [],
    text: "",
  };
  const open: { element: Element; tag: string; names: Map<string, string> }[] = [
    { element: root, tag: "", names: new Map([["xml", xml]]) },
  ];
  let from = 0;
  let count = 0;

  for (const tag of xmlTags(packet)) {
    const top = open.at(-1);
    if (!top || ++count > maxNodes || open.length > maxDepth) throw new NotWellFormed();
    const between = packet.slice(from, tag.start);
    top.element.text += textIn(between);
    from = tag.end;
    if (tag.kind === "close") {
      if (open.length < 2 || tag.name !== top.tag) throw new NotWellFormed();
      open.pop();
      continue;
    }
    const raw = [...xmlAttributes(packet, tag)];
    const names = new Map(top.names);
    for (const { name, value } of raw) {
      if (name === "xmlns") names.set("", unescapeXml(value));
      else if (name.startsWith("xmlns:")) names.set(name.slice(6), unescapeXml(value));
    }
    const prefix = prefixOf(tag.name);
    const namespace = names.get(prefix);
    if (prefix !== "" && namespace === undefined) throw new NotWellFormed();
    const attributes = raw
      .filter(({ name }) => name !== "xmlns" && !name.startsWith("xmlns:"))
      .map(({ name, value }) => {
        const own = prefixOf(name);
        if (own !== "" && !names.has(own)) throw new NotWellFormed();
        return {
          namespace: own === "" ? undefined : names.get(own),
          prefix: own,
          name: localName(name),
          value: unescapeXml(value),
        };
      });
    if (new Set(raw.map(({ name }) => name)).size < raw.length) throw new NotWellFormed();
    const element: Element = {
      namespace,
      prefix,
      name: localName(tag.name),
      attributes,
      children: [],
      text: "",
    };
    top.element.children.push(element);
    if (tag.kind === "open") open.push({ element, tag: tag.name, names });
  }

  if (open.length !== 1) throw new NotWellFormed();
  return root;
}

const sections = /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|([^<]+)/g;

function textIn(between: string): string {
  if (!between.includes("<")) return checked(between);
  let text = "";
  for (const [, data, plain] of between.matchAll(sections))
    text += data ?? (plain === undefined ? "" : checked(plain));
  return text;
}

function checked(text: string): string {
  if (/&(?!#x?[\da-fA-F]{1,7};|(?:lt|gt|amp|quot|apos);)/.test(text)) throw new NotWellFormed();
  return unescapeXml(text);
}

function findRdf(root: Element): Element | undefined {
  let level: readonly Element[] = [root];
  for (let depth = 0; depth < 4; depth++) {
    const found = level.find(({ namespace, name }) => namespace === rdf && name === "RDF");
    if (found) return found;
    level = level.flatMap(({ children }) => children);
  }
  return undefined;
}

const isRdf = (element: { readonly namespace: string | undefined; readonly name: string }, name: string) =>
  element.namespace === rdf && element.name === name;

/** Attributes and elements of a description. */
function fieldsOf(element: Element, depth: number): XmpNode[] {
  if (depth > maxDepth) throw new NotWellFormed();
  const simple = element.attributes.flatMap(({ namespace, prefix, name, value }): XmpNode[] =>
    namespace === undefined || namespace === rdf || namespace === xml
      ? []
      : [{ namespace, prefix, name, kind: "simple", text: value, language: undefined, children: [] }],
  );
  return [...simple, ...element.children.map((child) => nodeOf(child, depth + 1))];
}

const lists = { Bag: "bag", Seq: "seq", Alt: "alt" } as const;

function nodeOf(element: Element, depth: number): XmpNode {
  if (depth > maxDepth) throw new NotWellFormed();
  const { namespace = "", prefix, name, children, text } = element;
  if (namespace === "" || (namespace === rdf && name !== "li" && name !== "value")) throw new NotWellFormed();
  const language = element.attributes.find((one) => one.namespace === xml && one.name === "lang")?.value;
  const base = { namespace, prefix, name, language };
  const isResource = element.attributes.some((one) => isRdf(one, "parseType") && one.value === "Resource");
  const [child] = children;

  if (isResource)
    return structOf(
      base,
      children.map((one) => nodeOf(one, depth + 1)),
    );
  if (!child) {
    const fields = fieldsOf(element, depth);
    const resource = element.attributes.find((one) => isRdf(one, "resource"));
    if (fields.length > 0) return structOf(base, fields);
    return { ...base, kind: "simple", text: resource?.value ?? text, children: [] };
  }
  if (children.length > 1 || text.trim() !== "") throw new NotWellFormed();
  const kind =
    child.namespace === rdf && Object.hasOwn(lists, child.name) ? lists[listName(child.name)] : undefined;
  if (kind) {
    if (child.children.some((one) => !isRdf(one, "li"))) throw new NotWellFormed();
    return { ...base, kind, text: "", children: child.children.map((one) => nodeOf(one, depth + 1)) };
  }
  if (!isRdf(child, "Description")) throw new NotWellFormed();
  return structOf(base, fieldsOf(child, depth + 1));
}

function structOf(
  base: Pick<XmpNode, "namespace" | "prefix" | "name" | "language">,
  fields: readonly XmpNode[],
): XmpNode {
  // A value with qualifiers is the value.
  const value = fields.find((field) => field.namespace === rdf && field.name === "value");
  if (value) return { ...base, kind: value.kind, text: value.text, children: value.children };
  return { ...base, kind: "struct", text: "", children: fields };
}

function listName(name: string): keyof typeof lists {
  return name === "Bag" || name === "Seq" ? name : "Alt";
}

/** The text of a simple property, of its default language or of its first item. */
export function textOf(node: XmpNode | undefined): string | undefined {
  if (!node) return undefined;
  if (node.kind === "simple") return node.text;
  const [first] = node.children;
  if (node.kind === "alt")
    return textOf(node.children.find(({ language }) => language === "x-default") ?? first);
  return node.kind === "struct" ? undefined : textOf(first);
}
