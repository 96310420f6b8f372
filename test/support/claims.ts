/** One-page documents with a claim in their XMP. */
import { type BuiltPdf, type BuiltStream, pagesPdf } from "./pdf-builder.ts";

/** An XMP packet with one description with these attributes and elements. */
export function xmpPacket(attributes: string, elements = ""): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta><rdf:RDF><rdf:Description ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

/** A packet's declarations of conformance, for `elements`. */
export function declarations(...names: readonly string[]): string {
  const items = names.map(
    (name) =>
      `<rdf:li rdf:parseType="Resource"><pdfd:conformsTo>http://pdfa.org/declarations/${name}</pdfd:conformsTo></rdf:li>`,
  );
  return `<pdfd:declarations><rdf:Bag>${items.join("")}</rdf:Bag></pdfd:declarations>`;
}

export function claiming(
  attributes: string,
  metadata: BuiltStream = { dict: "/Type/Metadata/Subtype/XML", data: xmpPacket(attributes) },
  rest: { readonly root?: string; readonly page?: string; readonly more?: BuiltPdf["objects"] } = {},
): Uint8Array {
  return pagesPdf([rest.page ?? ""], {
    root: `/Metadata 9 0 R${rest.root ?? ""}`,
    more: { ...rest.more, 9: metadata },
  });
}
