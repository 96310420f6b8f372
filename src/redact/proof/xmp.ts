/** Reads the metadata of a new file: what its elements and attributes say, and that it has nothing else. */
import { parseXml, type XmlElement, XmlError } from "../../core/xml/parse.ts";
import type { WordCheck } from "../words/word-check.ts";

const list = (names: string) => new Set(names.split(/\s+/).filter((one) => one !== ""));

/** Names that XMP and its schemas give elements and attributes, without prefixes. */
const names = list(`
  xmpmeta RDF Description Alt Bag Seq li about parseType lang title creator description Keywords CreatorTool Producer CreateDate
  ModifyDate part conformance rev amd corr ISO_PDFEVersion declarations conformsTo schemas schema namespaceURI prefix property
  name valueType category
`);
const spaces = list(`
  adobe:ns:meta/ http://www.w3.org/1999/02/22-rdf-syntax-ns# http://purl.org/dc/elements/1.1/ http://ns.adobe.com/pdf/1.3/
  http://ns.adobe.com/xap/1.0/ http://www.aiim.org/pdfa/ns/id/ http://www.aiim.org/pdfua/ns/id/ http://www.aiim.org/pdfe/ns/id/
  http://pdfa.org/declarations/ http://www.aiim.org/pdfa/ns/extension/ http://www.aiim.org/pdfa/ns/schema#
  http://www.aiim.org/pdfa/ns/property# http://www.w3.org/XML/1998/namespace
`);
/** Values that only describe XMP itself. */
const values = list("Resource x-default und part amd corr Integer Text internal pdfuaid");
const descriptions = /^(?:PDF\/UA identification schema|Which (?:part|amd|corr) of ISO 14289)$/;

const instruction = /<\?xpacket (?:begin="\ufeff?" id="W5M0MpCehiHzreSzNTczkc9d"|end="w")\?>/g;

/** What is wrong with a packet; undefined if nothing is. */
export function xmpProblem(words: WordCheck, data: Uint8Array): string | undefined {
  // A mark at the start would vanish, and with it the one in the packet's first line.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(data).replaceAll(instruction, "").trim();
  if (/<[?!]/.test(text)) return "metadata has a comment or an instruction";
  try {
    return says(words, parseXml(text)) ? "metadata still has the text" : undefined;
  } catch (error) {
    if (error instanceof XmlError) return "metadata can't be read to its end";
    throw error;
  }
}

function says(words: WordCheck, element: XmlElement): boolean {
  const isSaid = (value: string) =>
    !values.has(value) && !spaces.has(value) && !descriptions.test(value) && words.isIn(value, "address");
  const isNamed = ({ name, namespace }: { readonly name: string; readonly namespace: string }) =>
    (!names.has(name) && words.isIn(name, "name")) || isSaid(namespace);
  const own = element.children.map((child) => child.text()).join("");
  // An element has either others or a text.
  const isMixed = element.children.length > 0 && bare(own) !== bare(element.text());
  return (
    isNamed(element) ||
    isMixed ||
    element.attributes.some((one) => isNamed(one) || isSaid(one.value)) ||
    [...element.scope].some(([prefix, space]) => isSaid(space) || words.isIn(prefix, "name")) ||
    (element.children.length > 0
      ? element.children.some((child) => says(words, child))
      : isSaid(element.text().trim()))
  );
}

const bare = (text: string) => text.replaceAll(/\s/g, "");
