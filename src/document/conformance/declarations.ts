/** PDF Declarations (PDF Association): by their URIs a packet names what else the document conforms to, such as WTPDF. */

const element = { open: "<pdfd:declarations", close: "</pdfd:declarations>" };

/** The URIs of what the packet declares; the bounds keep the search linear. */
export function declarationsIn(packet: string): readonly string[] {
  const start = packet.indexOf(element.open);
  const end = start < 0 ? -1 : packet.indexOf(element.close, start);
  if (end < 0) return [];
  const named = packet.slice(start, end).matchAll(/<pdfd:conformsTo>\s{0,20}([^<\s]{1,400})\s{0,20}</g);
  return [...new Set(Array.from(named, ([, uri]) => uri ?? ""))].sort();
}

export function withoutDeclarations(packet: string): string {
  const start = packet.indexOf(element.open);
  const end = start < 0 ? -1 : packet.indexOf(element.close, start);
  return end < 0 ? packet : packet.slice(0, start) + packet.slice(end + element.close.length);
}

/** What is declared, without who claims it and when. */
export function declarationsOf(uris: readonly string[]): string {
  const items = uris.map(
    (uri) => `<rdf:li rdf:parseType="Resource"><pdfd:conformsTo>${uri}</pdfd:conformsTo></rdf:li>`,
  );
  return `<rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/"><pdfd:declarations><rdf:Bag>${items.join("")}</rdf:Bag></pdfd:declarations></rdf:Description>`;
}
