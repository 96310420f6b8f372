/** A document's XMP, written again from its information and its claims (14.3.2). */
import { type CosDict, type CosStream, isString } from "../../cos/syntax/value.ts";
import { claimOf, claimText } from "../../document/conformance/claim.ts";
import { identificationOf } from "../../document/conformance/identification.ts";
import { metadataStream } from "../../document/conformance/withdraw.ts";
import { packetOf, xmpProperty } from "../../document/metadata/xmp.ts";
import { languagesWith, parsePacket } from "../../document/metadata/xmp-edit.ts";
import { decodeText } from "../../document/text-string.ts";
import type { Rebuild } from "./rebuild.ts";

/** Properties by the entries of the information dictionary (14.3.3), and how a value is written. */
const properties = [
  ["Title", "dc:title", "alternative"],
  ["Author", "dc:creator", "sequence"],
  ["Subject", "dc:description", "alternative"],
  ["Keywords", "pdf:Keywords", "plain"],
  ["Creator", "xmp:CreatorTool", "plain"],
  ["Producer", "pdf:Producer", "plain"],
  ["CreationDate", "xmp:CreateDate", "date"],
  ["ModDate", "xmp:ModifyDate", "date"],
] as const;

const dublinCore = "http://purl.org/dc/elements/1.1/";
/** Languages that a title is written in. */
const maxLanguages = 50;

const spaces = `xmlns:dc="${dublinCore}" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"`;
const start = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

/** `info`: the information that got in, which may lose a date. Undefined if the document has no XMP. */
export function metadataOf(to: Rebuild, info: CosDict): CosStream | undefined {
  const packet = packetOf(to.cos);
  if (packet === undefined) return undefined;
  const claimed = claimedIn(to, packet);
  const found = properties.flatMap(([key, property, form]) => {
    const value = to.cos.resolve(info.get(key));
    const own = isString(value) ? decodeText(value.bytes) : undefined;
    const text = own ?? saidBefore(to, packet, property);
    const languages = (said: string) => languagesOf(to, packet, property, said);
    const written = text === undefined ? undefined : writtenAs(text, form, own === undefined, languages);
    if (written === undefined) return [];
    // In the form that XMP has, a date may say what the one of the information doesn't.
    if (form === "date" && to.options.words.isIn(written, "address")) {
      to.options.count("metadata_entries");
      info.delete(key);
      return [];
    }
    return [`<${property}>${written}</${property}>`];
  });
  const described =
    found.length > 0
      ? `<rdf:Description rdf:about="" ${spaces}>\n${found.join("\n")}\n</rdf:Description>\n`
      : "";
  const hasTitle = found.some((one) => one.startsWith("<dc:title>"));
  const base = hasTitle ? withoutTitle(claimed ?? start) : (claimed ?? start);
  return metadataStream(base.replace("</rdf:RDF>", () => `${described}</rdf:RDF>`));
}

/** A packet of ours without the description that has the title. */
function withoutTitle(packet: string): string {
  const end = "</rdf:Description>";
  const title = packet.indexOf("><dc:title>");
  const [from, to] = [packet.lastIndexOf("<rdf:Description ", title), packet.indexOf(end, title)];
  if (title < 0 || from < 0 || to < 0) return packet;
  return packet.slice(0, from) + packet.slice(to + end.length).replace(/^\n/, "");
}

/** The values of claims: all else that identifies them is the same in every document. */
const claims = /(?<=:(?:part|conformance|rev|amd|corr|ISO_PDFEVersion)="|declarations\/)[^"<]+/g;

/** The document's claims, unless they name removed content. */
function claimedIn({ cos, options, session }: Rebuild, packet: string): string | undefined {
  const claim = claimOf(cos);
  const claimed = identificationOf(packet, claim);
  if (!claimed?.match(claims)?.some((value) => options.words.isIn(value))) return claimed;
  session.context.warn(`the result no longer claims ${claimText(claim)}: it named removed content`);
  return undefined;
}

/** A property that only the packet has. */
function saidBefore({ options }: Rebuild, packet: string, property: string): string | undefined {
  const text = xmpProperty(packet, property);
  if (text === undefined || text === "") return undefined;
  if (!options.words.isIn(text)) return text;
  options.count("metadata_entries");
  return undefined;
}

const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (one) => ({ "&": "&amp;", "<": "&lt;" })[one] ?? "&gt;")
    // Characters that XML doesn't have.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");

/** Whether a text is a language tag (BCP 47), and nothing that was removed. */
export const isKeptLanguage = ({ options }: Rebuild, text: string): boolean =>
  /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(text) && !options.words.isIn(text, "name");

/** The languages in which the packet has a text, which PDF/UA asks for if the document says none. */
function languagesOf(to: Rebuild, packet: string, property: string, text: string): readonly string[] {
  const tree = parsePacket(packet);
  const [, name = ""] = property.split(":");
  const languages = tree ? languagesWith(tree, { namespace: dublinCore, name }, text) : [];
  return [...new Set(languages)].filter((language) => isKeptLanguage(to, language)).slice(0, maxLanguages);
}

function writtenAs(
  text: string,
  form: (typeof properties)[number][2],
  isXmp: boolean,
  languagesOf: (text: string) => readonly string[],
): string | undefined {
  switch (form) {
    case "alternative": {
      const items = ["x-default", ...languagesOf(text)].map(
        (language) => `<rdf:li xml:lang="${language}">${escaped(text)}</rdf:li>`,
      );
      return `<rdf:Alt>${items.join("")}</rdf:Alt>`;
    }
    case "sequence":
      return `<rdf:Seq><rdf:li>${escaped(text)}</rdf:li></rdf:Seq>`;
    case "plain":
      return escaped(text);
    case "date":
      return isXmp ? xmpDate(text) : infoDate(text);
  }
}

const xmpDate = (text: string) =>
  /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?)?)?)?$/.test(text)
    ? text
    : undefined;

/** `D:20260131120000+01'00'` as XMP writes it. */
function infoDate(text: string): string | undefined {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz])|([+-])(\d\d)'?(\d\d)?)?/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute = "00", second = "00", utc, sign, hours, minutes = "00"] = found;
  const date = [year, month, day].filter((part) => part !== undefined).join("-");
  if (day === undefined || hour === undefined) return date;
  const zone = sign ? `${sign}${hours}:${minutes}` : (utc ?? "").toUpperCase();
  return `${date}T${hour}:${minute}:${second}${zone}`;
}
