/** Metadata: of the document and of its parts, and the information dictionary beside it. */
import type { CosDocument } from "../../cos/document.ts";
import { isStream, latin1 } from "../../cos/syntax/value.ts";
import { schemas } from "../../document/conformance/claim.ts";
import { infoDate, isSameMoment, utcDate } from "../../document/metadata/dates.ts";
import { xmpText } from "../../document/metadata/xmp.ts";
import { decodeText } from "../../document/text-string.ts";
import { bytesAt, dataOf, dictAt, listAt } from "../../document/typed-get.ts";
import type { Place, Report } from "../rule.ts";
import { type Described, extensionNamespaces, readExtensions } from "../xmp/extension.ts";
import { readXmp, textOf, type XmpNode, type XmpPacket } from "../xmp/packet.ts";
import { predefinedType } from "../xmp/schemas.ts";
import { hasType, isKnownType } from "../xmp/types.ts";

const maxXmpBytes = 8 * 1024 * 1024;

/** Reports the metadata of the catalog and of every object that has some. */
export function surveyMetadata(cos: CosDocument, report: Report, isAccessible: boolean): void {
  const main = cos.resolve(cos.catalog.get("Metadata"));
  const packet = isStream(main) ? readPacket(cos, main, report, {}) : undefined;
  const described = packet ? surveyProperties(packet, undefined, report, {}, cos) : undefined;
  if (isStream(main)) {
    report("metadata", { isCatalogs: true, isFiltered: listAt(cos, main.dict.get("Filter")).length > 0 }, {});
    surveyIdentification(packet, report, isAccessible);
  }
  surveyInformation(cos, packet, report);

  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    const dict = isStream(value) ? value.dict : dictAt(cos, value);
    const own = dict === cos.catalog ? null : cos.resolve(dict?.get("Metadata"));
    if (!isStream(own) || own === main) continue;
    const place = { num };
    report("metadata", { isCatalogs: false, isFiltered: false }, place);
    const read = readPacket(cos, own, report, place);
    if (read) surveyProperties(read, described, report, place, cos);
  }
}

function readPacket(
  cos: CosDocument,
  stream: Parameters<typeof dataOf>[1],
  report: Report,
  place: Place,
): XmpPacket | undefined {
  const bytes = dataOf(cos, stream, maxXmpBytes);
  if (!bytes) {
    report("packet", { bytes: false, encoding: false, isValid: false, isUtf8: true }, place);
    return undefined;
  }
  cos.budget.spend(bytes.length);
  const text = xmpText(bytes);
  const packet = readXmp(text);
  const header = /<\?xpacket\s[^>]{0,400}\?>/.exec(text)?.[0] ?? "";
  const isUtf8 =
    bytes[0] !== 0 &&
    bytes[1] !== 0 &&
    latin1(bytes, 0, 2) !== "\xfe\xff" &&
    latin1(bytes, 0, 2) !== "\xff\xfe";
  report(
    "packet",
    {
      bytes: /\sbytes\s*=/.test(header),
      encoding: /\sencoding\s*=/.test(header),
      isValid: packet.isValid,
      isUtf8,
    },
    place,
  );
  return packet;
}

function surveyProperties(
  packet: XmpPacket,
  outer: Described | undefined,
  report: Report,
  place: Place,
  cos: CosDocument,
): Described {
  const own = readExtensions(packet.properties, (part, isValid) =>
    report("extension", { part, isValid }, place),
  );
  const types = new Map([...(outer?.types ?? []), ...own.types]);
  for (const node of packet.properties) {
    const { namespace, name } = node;
    if (namespace === extensionNamespaces.extension) continue;
    cos.budget.spend(16);
    const key = `${namespace} ${name}`;
    for (const isFirst of [true, false]) {
      const type =
        predefinedType(namespace, name, isFirst) ??
        own.properties.get(key) ??
        (isFirst ? undefined : outer?.properties.get(key));
      report(
        "property",
        {
          isFirst,
          isDefined: type !== undefined && isKnownType(type, types),
          hasType: type !== undefined && hasType(node, type, types) === true,
        },
        place,
      );
    }
  }
  return own;
}

function surveyIdentification(packet: XmpPacket | undefined, report: Report, isAccessible: boolean): void {
  const properties = packet?.properties ?? [];
  const of = (schema: string) => properties.filter(({ namespace }) => namespace === schema);
  const [pdfa, pdfua] = [of(schemas.pdfaid), of(schemas.pdfuaid)];
  const title = properties.find(
    ({ namespace, name }) => namespace === "http://purl.org/dc/elements/1.1/" && name === "title",
  );
  report(
    "mainPacket",
    { hasPdfa: pdfa.length > 0, hasPdfua: pdfua.length > 0, title: textOf(title) !== undefined },
    {},
  );

  const chosen = isAccessible ? pdfua : pdfa;
  if (chosen.length === 0) return;
  const find = (name: string): XmpNode | undefined => chosen.find((node) => node.name === name);
  const prefixes = Object.fromEntries(chosen.map(({ name, prefix }) => [name, prefix]));
  report(
    "identification",
    {
      part: textOf(find("part")),
      conformance: textOf(find("conformance")),
      rev: textOf(find("rev")),
      prefixes,
    },
    {},
  );
}

/** The metadata property of each entry of the information dictionary (ISO 19005-1, 6.7.3). */
export const infoProperties = {
  Title: ["http://purl.org/dc/elements/1.1/", "title"],
  Author: ["http://purl.org/dc/elements/1.1/", "creator"],
  Subject: ["http://purl.org/dc/elements/1.1/", "description"],
  Keywords: ["http://ns.adobe.com/pdf/1.3/", "Keywords"],
  Creator: ["http://ns.adobe.com/xap/1.0/", "CreatorTool"],
  Producer: ["http://ns.adobe.com/pdf/1.3/", "Producer"],
  CreationDate: ["http://ns.adobe.com/xap/1.0/", "CreateDate"],
  ModDate: ["http://ns.adobe.com/xap/1.0/", "ModifyDate"],
} as const;

function surveyInformation(cos: CosDocument, packet: XmpPacket | undefined, report: Report): void {
  const info = dictAt(cos, cos.trailer.get("Info"));
  if (!info) return;
  const matches: Record<string, boolean> = {};
  for (const [key, [namespace, name]] of Object.entries(infoProperties)) {
    const bytes = bytesAt(cos, info.get(key));
    if (!bytes) continue;
    const node = packet?.properties.find((one) => one.namespace === namespace && one.name === name);
    const [own, other] = [decodeText(bytes), textOf(node)];
    const isSingle = key !== "Author" || node?.kind !== "seq" || node.children.length === 1;
    matches[key] = key.endsWith("Date") ? sameMoment(own, other) : own === other && isSingle;
  }
  const keys = [...info.keys()];
  report("info", { matches, onlyModDate: keys.length === 1 && keys[0] === "ModDate" }, {});
}

/** Whether a date of Info and one of the metadata are the same moment. */
function sameMoment(own: string, other: string | undefined): boolean {
  const [a, b] = [infoDate(own), utcDate(other ?? "")];
  return a !== undefined && b !== undefined && isSameMoment(a, b);
}
