/** Text in XML documents. */

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Replaces XML's five entities and character references with their characters; others stay. */
export function unescapeXml(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-fA-F]{1,7}|[a-z]{2,4});/g, (whole, entity: string) => {
    if (!entity.startsWith("#")) return entities[entity] ?? whole;
    const code = entity[1] === "x" ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });
}

const entityOf = new Map(Object.entries(entities).map(([name, character]) => [character, `&${name};`]));

/** Text as XML can have it: what XML forbids becomes U+FFFD. */
export const xmlText = (text: string): string =>
  text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");

/** Text for an element or a quoted attribute. */
export const escapeXml = (text: string): string =>
  xmlText(text).replace(/[&<>"\r]/g, (one) => entityOf.get(one) ?? `&#${one.charCodeAt(0)};`);
