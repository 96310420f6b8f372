/** An XMP packet as data (ISO 16684-1): properties with simple, structured and listed values. */
import type { XmlElement } from "../../core/xml/parse.ts";
import { parsePacket, rdf, xml } from "../../document/metadata/xmp-edit.ts";

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

const maxDepth = 60;

class NotRdf extends Error {}

/** The packet's properties; what can't be read isn't valid. */
export function readXmp(packet: string): XmpPacket {
  const root = parsePacket(packet);
  if (!root) return { properties: [], isValid: false };
  try {
    const properties: XmpNode[] = [];
    for (const description of root.children) {
      if (!isRdf(description, "Description")) throw new NotRdf();
      properties.push(...fieldsOf(description, 0));
    }
    const names = properties.map(({ namespace, name }) => `${namespace} ${name}`);
    return { properties, isValid: new Set(names).size === names.length };
  } catch (error) {
    if (error instanceof NotRdf) return { properties: [], isValid: false };
    throw error;
  }
}

const isRdf = (element: { readonly namespace: string; readonly name: string }, name: string) =>
  element.namespace === rdf && element.name === name;

/** Attributes and elements of a description. */
function fieldsOf(element: XmlElement, depth: number): XmpNode[] {
  if (depth > maxDepth) throw new NotRdf();
  const simple = element.attributes.flatMap(({ namespace, prefix, name, value }): XmpNode[] =>
    namespace === "" || namespace === rdf || namespace === xml
      ? []
      : [{ namespace, prefix, name, kind: "simple", text: value, language: undefined, children: [] }],
  );
  return [...simple, ...element.children.map((child) => nodeOf(child, depth + 1))];
}

const lists = { Bag: "bag", Seq: "seq", Alt: "alt" } as const;

function nodeOf(element: XmlElement, depth: number): XmpNode {
  if (depth > maxDepth) throw new NotRdf();
  const { namespace, prefix, name, children } = element;
  if (namespace === "" || (namespace === rdf && name !== "li" && name !== "value")) throw new NotRdf();
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
    return { ...base, kind: "simple", text: resource?.value ?? element.text(), children: [] };
  }
  if (children.length > 1 || element.ownText().trim() !== "") throw new NotRdf();
  const kind =
    child.namespace === rdf && Object.hasOwn(lists, child.name) ? lists[listName(child.name)] : undefined;
  if (kind) {
    if (child.children.some((one) => !isRdf(one, "li"))) throw new NotRdf();
    return { ...base, kind, text: "", children: child.children.map((one) => nodeOf(one, depth + 1)) };
  }
  if (!isRdf(child, "Description")) throw new NotRdf();
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
