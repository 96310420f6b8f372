/** Writes XMP packets (ISO 16684-1). */
import { escapeXml } from "../../core/xml/text.ts";
import { extensionNamespaces } from "./extension.ts";
import type { XmpNode } from "./packet.ts";

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const tags = { bag: "Bag", seq: "Seq", alt: "Alt" } as const;

/** A property that XMP doesn't define, with the type that describes it. */
export interface DescribedProperty {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
}

/** A packet with these properties, one for each name, and descriptions of those that XMP doesn't define. */
export function writeXmp(properties: readonly XmpNode[], described: readonly DescribedProperty[]): string {
  const prefixes = prefixesOf(properties);
  const declared = [...prefixes]
    .map(([namespace, prefix]) => ` xmlns:${prefix}="${escapeXml(namespace)}"`)
    .join("");
  const body = properties.map((node) => element(node, prefixes)).join("\n");
  const extension = described.length > 0 ? `\n${descriptions(described, prefixes)}` : "";
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="${rdf}">
<rdf:Description rdf:about=""${declared}>
${body}
</rdf:Description>${extension}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

/** Prefixes that PDF/A prescribes, and otherwise those of the packet, made unique. */
const usual = new Map([
  ["http://www.aiim.org/pdfa/ns/id/", "pdfaid"],
  ["http://www.aiim.org/pdfua/ns/id/", "pdfuaid"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://ns.adobe.com/xap/1.0/", "xmp"],
  ["http://ns.adobe.com/pdf/1.3/", "pdf"],
  ["http://ns.adobe.com/xap/1.0/mm/", "xmpMM"],
]);
const reserved = new Set([
  "rdf",
  "x",
  "xml",
  "pdfaExtension",
  "pdfaSchema",
  "pdfaProperty",
  "pdfaType",
  "pdfaField",
]);

function prefixesOf(properties: readonly XmpNode[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set([...reserved, ...usual.values()]);
  const visit = (node: XmpNode) => {
    if (node.namespace !== rdf && !found.has(node.namespace)) {
      const own = usual.get(node.namespace);
      let prefix = own ?? (/^[A-Za-z][\w-]*$/.test(node.prefix) ? node.prefix : "ns");
      for (let k = 2; own === undefined && taken.has(prefix); k++) prefix = `ns${k}`;
      taken.add(prefix);
      found.set(node.namespace, prefix);
    }
    for (const child of node.children) visit(child);
  };
  for (const node of properties) visit(node);
  return found;
}

function element(node: XmpNode, prefixes: ReadonlyMap<string, string>): string {
  const name =
    node.namespace === rdf ? `rdf:${node.name}` : `${prefixes.get(node.namespace) ?? "ns"}:${node.name}`;
  const language = node.language === undefined ? "" : ` xml:lang="${escapeXml(node.language)}"`;
  const children = node.children.map((child) => element(child, prefixes)).join("");
  if (node.kind === "simple") return `<${name}${language}>${escapeXml(node.text)}</${name}>`;
  if (node.kind === "struct") return `<${name}${language} rdf:parseType="Resource">${children}</${name}>`;
  return `<${name}><rdf:${tags[node.kind]}>${children}</rdf:${tags[node.kind]}></${name}>`;
}

/** Names of schemas that other standards prescribe. */
const titles = new Map([
  ["urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#", "Factur-X PDFA Extension Schema"],
]);

/** Extension schemas, one for each namespace (ISO 19005-2, 6.6.2.3). */
function descriptions(
  described: readonly DescribedProperty[],
  prefixes: ReadonlyMap<string, string>,
): string {
  const { extension, schema, property } = extensionNamespaces;
  const spaces = [...new Set(described.map(({ namespace }) => namespace))];
  const schemas = spaces.map((namespace) => {
    const prefix = prefixes.get(namespace) ?? "ns";
    const own = described
      .filter((one) => one.namespace === namespace)
      .map(
        ({ name, type }) =>
          `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${escapeXml(name)}</pdfaProperty:name><pdfaProperty:valueType>${escapeXml(type)}</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${escapeXml(name)}</pdfaProperty:description></rdf:li>`,
      );
    return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${escapeXml(titles.get(namespace) ?? prefix)}</pdfaSchema:schema><pdfaSchema:namespaceURI>${escapeXml(namespace)}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${escapeXml(prefix)}</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${own.join("")}</rdf:Seq></pdfaSchema:property></rdf:li>`;
  });
  return `<rdf:Description rdf:about="" xmlns:pdfaExtension="${extension}" xmlns:pdfaSchema="${schema}" xmlns:pdfaProperty="${property}">
<pdfaExtension:schemas><rdf:Bag>${schemas.join("\n")}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}
