/**
 * Reads well-formed XML (XML 1.0 with namespaces) as a tree, or not at all. Safe by construction: a document type declaration
 * is refused, so there are no entities to expand; depth is bounded; nothing is fetched; one pass without recursion.
 */
import { tagEnd } from "./tags.ts";
import { unescapeXml } from "./text.ts";

export interface XmlAttribute {
  /** Without its prefix. */
  readonly name: string;
  /** "" if it has none. */
  readonly prefix: string;
  readonly namespace: string;
  /** Decoded. */
  readonly value: string;
  /** Of the whole attribute in the text, with the space before it. */
  readonly start: number;
  readonly end: number;
}

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** "" if it has none. */
  readonly prefix: string;
  /** "" if it is in none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlElement[];
  /** Its own text with that of its descendants, decoded. */
  text(): string;
  /** Without that of its descendants. */
  ownText(): string;
  /** Of the whole element in the text. */
  readonly start: number;
  readonly end: number;
  /** Between its tags; equal to `end` for an empty tag. */
  readonly from: number;
  readonly to: number;
  /** The namespaces of the prefixes in scope. */
  readonly scope: ReadonlyMap<string, string>;
}

/** Why a text isn't read: not well-formed, a document type declaration, nested too deep, or too many elements. */
export type XmlFault = "syntax" | "dtd" | "depth" | "size";

export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly fault: XmlFault;

  constructor(fault: XmlFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Nesting of elements. */
const maxDepth = 100;

const nameStart =
  "A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd";
const plainName = `[${nameStart}][${nameStart}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`;
const qualified = new RegExp(`(?:(${plainName}):)?(${plainName})`, "y");
const space = /[ \t\r\n]+/y;
const reference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/;
/** Characters that XML forbids. */
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** The declaration at the start. */
const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d"|'1\.\d')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;

const cdata = "<![CDATA[";
/** Sections that aren't tags: their start and end. */
const sections = [
  ["<!--", "-->"],
  [cdata, "]]>"],
  ["<?", "?>"],
] as const;

const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

/** Elements of a text; more would need too much memory. */
const maxElements = 500_000;

class Element implements XmlElement {
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: Element[] = [];
  readonly scope: ReadonlyMap<string, string>;
  readonly start: number;
  readonly from: number;
  end: number;
  to: number;
  readonly #source: string;

  constructor(
    source: string,
    start: number,
    from: number,
    own: Pick<XmlElement, "name" | "prefix" | "namespace" | "attributes" | "scope">,
  ) {
    this.#source = source;
    this.start = start;
    this.from = this.to = this.end = from;
    this.name = own.name;
    this.prefix = own.prefix;
    this.namespace = own.namespace;
    this.attributes = own.attributes;
    this.scope = own.scope;
  }

  text(): string {
    return textBetween(this.#source, this.from, this.to);
  }

  ownText(): string {
    let text = "";
    let at = this.from;
    for (const { start, end } of this.children) {
      text += textBetween(this.#source, at, start);
      at = end;
    }
    return text + textBetween(this.#source, at, this.to);
  }
}

interface Open {
  readonly element: Element;
  readonly written: string;
}

/** The root element. Throws `XmlError`. */
export function parseXml(text: string): XmlElement {
  return new Parser(text).document();
}

class Parser {
  readonly #text: string;
  #at = 0;
  readonly #open: Open[] = [];
  #root: XmlElement | undefined;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): XmlElement {
    const text = this.#text;
    if (forbidden.test(text)) throw new XmlError("syntax", "it has characters that XML forbids");
    if (text.startsWith("\ufeff")) this.#at = 1;
    if (/^\ufeff?<\?xml\s/.test(text) && !this.#match(declaration))
      throw this.#fault("its declaration is not well-formed");

    while (this.#at < text.length) {
      const next = text.indexOf("<", this.#at);
      this.#characters(this.#at, next < 0 ? text.length : next);
      if (next < 0) break;
      this.#at = next;
      this.#markup();
    }

    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#fault(`the element ${unclosed.written} has no end`);
    if (!this.#root) throw this.#fault("it has no element");
    return this.#root;
  }

  #fault(message: string): XmlError {
    return new XmlError("syntax", `${message} (at character ${this.#at})`);
  }

  /** Text between markup. */
  #characters(from: number, to: number): void {
    const piece = this.#text.slice(from, to);
    this.#at = to;
    if (this.#open.length === 0 && piece.trim() !== "")
      throw this.#fault("it has text outside its root element");
    if (piece.includes("]]>")) throw this.#fault("its text contains ]]>");
    if (reference.test(piece)) throw this.#fault("it has an unknown entity");
  }

  #markup(): void {
    const text = this.#text;
    const section = sections.find(([open]) => text.startsWith(open, this.#at));
    if (section) {
      if (section[0] === cdata && this.#open.length === 0)
        throw this.#fault("it has text outside its root element");
      this.#section(section[0], section[1]);
    } else if (text.startsWith("<!", this.#at))
      throw new XmlError("dtd", "it has a document type declaration");
    else if (text.startsWith("</", this.#at)) this.#closeTag();
    else this.#openTag();
  }

  #section(open: string, close: string): void {
    const end = this.#text.indexOf(close, this.#at + open.length);
    if (end < 0) throw this.#fault(`a section ${open} has no end`);
    this.#at = end + close.length;
  }

  /** The match of a sticky pattern here, which is passed. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #closeTag(): void {
    this.#at += 2;
    const written = this.#match(qualified)?.[0];
    this.#match(space);
    const open = this.#open.pop();
    if (!open || open.written !== written || this.#text[this.#at] !== ">")
      throw this.#fault("its tags don't match");
    open.element.to = this.#text.lastIndexOf("<", this.#at);
    this.#at += 1;
    open.element.end = this.#at;
  }

  #openTag(): void {
    const start = this.#at;
    this.#at += 1;
    const match = this.#match(qualified);
    if (!match) throw this.#fault("it has a tag without a name");
    if (this.#open.length >= maxDepth)
      throw new XmlError("depth", `its elements nest more than ${maxDepth} levels`);
    const parent = this.#open.at(-1);
    if (!parent && this.#root) throw this.#fault("it has several root elements");

    const given = this.#attributes();
    const scope = scopeOf(parent?.element.scope ?? new Map([["xml", xmlNamespace]]), given);
    const resolve = (prefix: string | undefined, otherwise: string) => {
      const found = prefix === undefined ? otherwise : scope.get(prefix);
      if (found === undefined) throw this.#fault(`the prefix ${prefix} is not declared`);
      return found;
    };
    const isEmpty = this.#text[this.#at] === "/";
    if (isEmpty) this.#at += 1;
    if (this.#text[this.#at] !== ">") throw this.#fault("a tag has no end");
    this.#at += 1;

    const [written, prefix, name = ""] = match;
    if (++this.#count > maxElements) throw new XmlError("size", `it has more than ${maxElements} elements`);
    const element = new Element(this.#text, start, this.#at, {
      name,
      prefix: prefix ?? "",
      namespace: resolve(prefix, scope.get("") ?? ""),
      attributes: given
        .filter((one) => one.name !== "xmlns" && one.prefix !== "xmlns")
        .map((one) => ({ ...one, prefix: one.prefix ?? "", namespace: resolve(one.prefix, "") })),
      scope,
    });
    parent?.element.children.push(element);
    this.#root ??= element;
    if (!isEmpty) this.#open.push({ element, written });
  }

  #attributes() {
    const found: { prefix: string | undefined; name: string; value: string; start: number; end: number }[] =
      [];
    const names = new Set<string>();
    for (;;) {
      const start = this.#at;
      const spaced = this.#match(space);
      const match = this.#match(qualified);
      if (!match) return found;
      if (!spaced || names.has(match[0])) throw this.#fault("its attributes are not separate");
      names.add(match[0]);
      this.#match(space);
      if (this.#text[this.#at] !== "=") throw this.#fault("an attribute has no value");
      this.#at += 1;
      this.#match(space);
      const quote = this.#text[this.#at];
      const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, this.#at + 1) : -1;
      if (end < 0) throw this.#fault("an attribute's value has no quotes");
      const raw = this.#text.slice(this.#at + 1, end);
      if (raw.includes("<") || reference.test(raw))
        throw this.#fault("an attribute's value is not well-formed");
      this.#at = end + 1;
      found.push({ prefix: match[1], name: match[2] ?? "", value: unescapeXml(raw), start, end: this.#at });
    }
  }
}

type Given = readonly {
  readonly prefix: string | undefined;
  readonly name: string;
  readonly value: string;
}[];

/** The namespaces in scope with a tag's own declarations; the same map if it has none. */
function scopeOf(above: ReadonlyMap<string, string>, attributes: Given): ReadonlyMap<string, string> {
  const own = attributes.filter(
    ({ prefix, name }) => prefix === "xmlns" || (prefix === undefined && name === "xmlns"),
  );
  if (own.length === 0) return above;
  const scope = new Map(above);
  for (const { prefix, name, value } of own) scope.set(prefix === undefined ? "" : name, value);
  return scope;
}

/** Decoded text between two offsets of well-formed XML, without markup. */
function textBetween(source: string, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; ) {
    const next = source.indexOf("<", at);
    const end = next < 0 || next > to ? to : next;
    text += unescapeXml(source.slice(at, end));
    if (end >= to) break;
    const section = sections.find(([open]) => source.startsWith(open, end));
    if (section) {
      const [open, close] = section;
      const stop = source.indexOf(close, end + open.length);
      if (open === cdata) text += source.slice(end + open.length, stop);
      at = stop + close.length;
    } else at = tagEnd(source, end);
  }
  return text;
}
