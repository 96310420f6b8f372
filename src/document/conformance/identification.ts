/**
 * The identification schemas in an XMP packet with which a document claims PDF/A (ISO 19005-2, 6.6.4) and PDF/UA (ISO 14289-1,
 * 5), and its PDF Declarations.
 */
import { type XmpEntry, xmpValue } from "../metadata/xmp-entries.ts";
import {
  type Claim,
  claimEntries,
  claimIn,
  declarationsIn,
  schemaOf,
  schemas,
  versionClaimOf,
} from "./claim.ts";

const properties = ["part", "conformance", "rev", "amd", "corr"];

/** The packet with this claim, which is at most the packet's own; all other properties stay. */
export function packetWithClaim(packet: string, claim: Claim): string {
  let text = "";
  let done = 0;

  for (const entry of claimEntries(packet).toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (entry.start < done) continue;
    const isLevel = claim.pdfa && schemaOf(entry) === "pdfaid" && entry.name === "conformance";
    if (isLevel && xmpValue(packet, entry).toUpperCase() !== claim.pdfa?.level) {
      text += packet.slice(done, entry.from) + claim.pdfa?.level;
      done = entry.to;
    } else if (!keeps(claim, entry)) {
      text += packet.slice(done, entry.start);
      done = entry.end;
    }
  }

  return text + packet.slice(done);
}

function keeps(claim: Claim, entry: XmpEntry): boolean {
  const which = versionClaimOf(entry);
  if (which) return claim[which] !== undefined;
  const schema = schemaOf(entry);
  if (schema === "pdfd") return claim.declared !== undefined || entry.name !== "declarations";
  return (schema === "pdfaid" ? claim.pdfa : claim.pdfua) !== undefined;
}

/** A packet with only the identification; undefined if the packet has none. */
export function identificationOf(
  packet: string,
  { pdfa, pdfua, pdfe }: Claim = claimIn(packet),
): string | undefined {
  const entries = claimEntries(packet);
  const claimed = (["pdfaid", "pdfuaid"] as const).flatMap((schema) => {
    const found = properties.flatMap((property) => {
      const entry = entries.find((one) => one.name === property && schemaOf(one) === schema);
      const value = entry && xmpValue(packet, entry);
      return value && /^\w{1,40}$/.test(value) ? [` ${schema}:${property}="${value}"`] : [];
    });
    return found.length > 0
      ? [`<rdf:Description rdf:about="" xmlns:${schema}="${schemas[schema]}"${found.join("")}/>`]
      : [];
  });

  if (pdfe && /^[\w/.-]{1,40}$/.test(pdfe))
    claimed.push(
      `<rdf:Description rdf:about="" xmlns:pdfe="http://www.aiim.org/pdfe/ns/id/" pdfe:ISO_PDFEVersion="${pdfe}"/>`,
    );

  const declared = declarationsIn(packet, entries).filter((uri) =>
    /^http:\/\/pdfa\.org\/declarations\/[\w#.-]{1,60}$/.test(uri),
  );
  // PDF/A up to part 3 requires a description of their schema, but no known file with both has needed it.
  if (declared.length > 0 && !/^[123]$/.test(pdfa?.part ?? "")) claimed.push(declarationsOf(declared));
  if (claimed.length === 0) return undefined;

  if (pdfua) {
    claimed.push(noTitle);
    if (pdfa) claimed.push(extensionSchema);
  }

  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${claimed.join("\n")}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

/** The declarations, without who made them and when. */
function declarationsOf(uris: readonly string[]): string {
  const items = uris.map(
    (uri) => `<rdf:li rdf:parseType="Resource"><pdfd:conformsTo>${uri}</pdfd:conformsTo></rdf:li>`,
  );
  return `<rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/"><pdfd:declarations><rdf:Bag>${items.join("")}</rdf:Bag></pdfd:declarations></rdf:Description>`;
}

/** PDF/UA requires the property (ISO 14289-1, 7.1). */
const noTitle =
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="und"></rdf:li></rdf:Alt></dc:title></rdf:Description>';

/** PDF/A up to part 3 requires a description of every schema it doesn't define (ISO 19005-2, 6.6.2.3), such as PDF/UA's. */
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
