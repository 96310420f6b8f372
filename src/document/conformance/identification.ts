/** The identification schemas of an XMP packet, by which a document claims PDF/A (ISO 19005-2, 6.6.4) and PDF/UA (ISO 14289-1, 5), and its PDF Declarations. */
import { xmpProperty } from "../metadata/xmp.ts";
import { type Claim, declarationsAt, declarationsIn } from "./claim.ts";

const schemas = {
  pdfaid: "http://www.aiim.org/pdfa/ns/id/",
  pdfuaid: "http://www.aiim.org/pdfua/ns/id/",
} as const;

const properties = ["part", "conformance", "rev", "amd", "corr"];

/** The packet with this claim, which is the packet's own or less; every other property stays. */
export function packetWithClaim(packet: string, { pdfa, pdfua, declared }: Claim): string {
  const kept = declared ? packet : withoutDeclarations(packet);
  const text = pdfua ? kept : kept.replaceAll(claims.pdfuaid, "");
  if (!pdfa) return text.replaceAll(claims.pdfaid, "");
  return text.replace(/(pdfaid:conformance\s{0,20}(?:=\s{0,20}["']|>\s{0,20}))[A-Za-z]/, `$1${pdfa.level}`);
}

/** The bounds keep the search linear in a packet that opens tags without end. */
const claims = { pdfaid: claimPattern("pdfaid"), pdfuaid: claimPattern("pdfuaid") };

function claimPattern(prefix: keyof typeof schemas): RegExp {
  const tag = `${prefix}:\\w{1,40}`;
  const element = `<${tag}(?:\\s[^<>]{0,400})?(?:/>|>[^<]{0,400}</${tag}\\s{0,20}>)`;
  const attribute = `\\s${tag}\\s{0,20}=\\s{0,20}(?:"[^"<>]{0,400}"|'[^'<>]{0,400}')`;
  return new RegExp(`${element}|${attribute}`, "g");
}

function withoutDeclarations(packet: string): string {
  const place = declarationsAt(packet);
  return place ? packet.slice(0, place.start) + packet.slice(place.end) : packet;
}

/** A packet of the identification alone; undefined when the packet has none. */
export function identificationOf(packet: string): string | undefined {
  const claimed = Object.entries(schemas).flatMap(([prefix, namespace]) => {
    const entries = properties.flatMap((property) => {
      const value = xmpProperty(packet, `${prefix}:${property}`);
      return value && /^\w{1,40}$/.test(value) ? [` ${prefix}:${property}="${value}"`] : [];
    });
    return entries.length > 0
      ? [`<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}"${entries.join("")}/>`]
      : [];
  });
  const declared = declarationsIn(packet).filter((uri) =>
    /^http:\/\/pdfa\.org\/declarations\/[\w#.-]{1,60}$/.test(uri),
  );
  // PDF/A up to part 3 wants a description of their schema, which no file with both has been seen to need.
  if (declared.length > 0 && !/^[123]$/.test(xmpProperty(packet, "pdfaid:part") ?? ""))
    claimed.push(declarationsOf(declared));
  if (claimed.length === 0) return undefined;
  if (xmpProperty(packet, "pdfuaid:part")) {
    claimed.push(noTitle);
    if (xmpProperty(packet, "pdfaid:part")) claimed.push(extensionSchema);
  }
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${claimed.join("\n")}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

/** What is declared, without who claims it and when. */
function declarationsOf(uris: readonly string[]): string {
  const items = uris.map(
    (uri) => `<rdf:li rdf:parseType="Resource"><pdfd:conformsTo>${uri}</pdfd:conformsTo></rdf:li>`,
  );
  return `<rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/"><pdfd:declarations><rdf:Bag>${items.join("")}</rdf:Bag></pdfd:declarations></rdf:Description>`;
}

/** PDF/UA wants the property to be there (ISO 14289-1, 7.1). */
const noTitle =
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="und"></rdf:li></rdf:Alt></dc:title></rdf:Description>';

/** PDF/A up to part 3 wants every schema described that it does not know itself (ISO 19005-2, 6.6.2.3): that of PDF/UA. */
const extensionSchema = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${schemas.pdfuaid}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${[
  ["part", "Integer"],
  ["amd", "Text"],
  ["corr", "Text"],
]
  .map(
    ([property, type]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property}</pdfaProperty:name><pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Which ${property} of ISO 14289</pdfaProperty:description></rdf:li>`,
  )
  .join("\n")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
