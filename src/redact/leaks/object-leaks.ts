/** Information in a file's objects that no page shows: files, programs, metadata, private data, values on no page. */
import { Buffer } from "node:buffer";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, type CosStream, isDict, isNamed, isString, latin1 } from "../../cos/syntax/value.ts";
import { attachedFiles } from "../../document/attachments/attachments.ts";
import { formItems } from "../../document/forms/form-items.ts";
import { documentInformation } from "../../document/metadata/info.ts";
import { packetOf } from "../../document/metadata/xmp.ts";
import type { PdfDocument } from "../../document/open.ts";
import { decodeText } from "../../document/text-string.ts";
import { bytesAt, dictAt, nameAt } from "../../document/typed-get.ts";
import { eachDict } from "../every-dict.ts";
import { type Leak, saysSomething } from "./leak.ts";

/** A document's leaks outside its pages. `warn`: parts that couldn't be checked. */
export function objectLeaks(document: PdfDocument, warn: (message: string) => void): Leak[] {
  return [
    ...attachedFiles(document).map(({ name }): Leak => ({ kind: "attachment", text: name })),
    ...hiddenFields(document, warn),
    ...scatteredLeaks(document.cos),
    ...metadataLeaks(document),
  ];
}

/** Values of fields that are on no page. */
const hiddenFields = (document: PdfDocument, warn: (message: string) => void) =>
  formItems(document, warn).flatMap(({ page, value, name }): Leak[] => {
    const text = [value ?? ""].flat().join(", ");
    return page === null && saysSomething(text) ? [{ kind: "hidden_field", text: `${name}: ${text}` }] : [];
  });

/** Leaks that may be in any dictionary of the file. */
function scatteredLeaks(cos: CosDocument): Leak[] {
  const found: Leak[] = [];
  let scripts = 0;
  let privateData = 0;
  eachDict(cos, (dict, _, stream) => {
    if (dict.has("JS")) scripts += 1;
    if (dict.has("PieceInfo")) privateData += 1;
    const path = localPath(cos, dict);
    if (path) found.push({ kind: "local_link", text: path });
    if (stream && isNamed(cos.resolve(dict.get("Filter") ?? null), "DCTDecode") && hasExif(stream))
      found.push({ kind: "metadata", text: "Exif of an image" });
  });
  if (scripts > 0) found.push({ kind: "javascript", count: scripts });
  if (privateData > 0) found.push({ kind: "private_data", count: privateData });

  return found;
}

const fileActions = new Set(["Launch", "GoToR", "GoToE", "Thread", "ImportData"]);

/** The file that an action leads to (ISO 32000-2, 12.6.4), on the computer where the document was made. */
function localPath(cos: CosDocument, dict: CosDict): string | undefined {
  const action = nameAt(cos, dict.get("S")) ?? "";
  if (action === "URI") {
    const uri = latin1(bytesAt(cos, dict.get("URI")) ?? new Uint8Array(0));
    return /^file:/i.test(uri) ? uri : undefined;
  }
  if (!fileActions.has(action)) return undefined;
  const file = cos.resolve(dict.get("F") ?? dictAt(cos, dict.get("Win"))?.get("F"));
  const path = isDict(file) ? cos.resolve(file.get("UF") ?? file.get("F")) : file;
  return isString(path) ? decodeText(path.bytes) : undefined;
}

/** Bytes to check before a JPEG's picture. */
const jpegHead = 65_536;

/** Whether a JPEG records how and where it was taken. */
function hasExif(stream: CosStream): boolean {
  const bytes = stream.encoded();
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, jpegHead)).includes("Exif\0\0");
}

/** Information keys about programs and times. */
const producerKeys = new Set([
  "Producer",
  "Creator",
  "CreationDate",
  "ModDate",
  "Trapped",
  "PTEX.Fullbanner",
]);
/** Names of days and months. */
const dateWords =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}/g;
/** XMP elements about programs and times, or part of its structure. */
const producerElement =
  /^(?:rdf|x|xml|xmlns|pdfaid|pdfuaid|pdfxid|pdfaExtension|pdfaSchema|pdfaProperty|pdfaType|pdfaField|stRef|stEvt):|^xmpMM:(?:DocumentID|InstanceID|VersionID|RenditionClass)$|^xmp:(?:CreatorTool|CreateDate|ModifyDate|MetadataDate)$|^pdf:(?:Producer|PDFVersion|Trapped)$|^dc:(?:format|date|language)$|^pdfx:PTEX/;
const shownProperties = ["title", "author", "subject", "keywords"] as const;
const ownElements = new Set(["dc:title", "dc:creator", "dc:description", "dc:subject", "pdf:Keywords"]);

function metadataLeaks(document: PdfDocument): Leak[] {
  const { cos } = document;
  const information = documentInformation(document);
  const found: Leak[] = [];
  const add = (name: string, value: string, kind: Leak["kind"] = "metadata") => {
    if (saysSomething(value)) found.push({ kind, text: `${name}: ${value}` });
  };
  for (const property of shownProperties) add(property, information[property]);
  add("producer", information.producer, "producer");
  add("creator", information.creator, "producer");

  for (const [key, entry] of dictAt(cos, cos.trailer.get("Info")) ?? []) {
    const value = cos.resolve(entry);
    if (!isString(value) || shownProperties.some((own) => own === key.toLowerCase())) continue;
    if (key === "Producer" || key === "Creator") continue;
    const text = decodeText(value.bytes);
    const isDate = !/\p{L}{4}/u.test(text.replaceAll(dateWords, ""));
    const isOrdinary = producerKeys.has(key) && (isDate || key.startsWith("PTEX"));
    add(key, text, isOrdinary ? "producer" : "metadata");
  }

  const elements = new Set<string>();
  for (const [, element = ""] of (packetOf(cos) ?? "").matchAll(
    /[<\s]([A-Za-z]+:[A-Za-z][\w.-]*)(?=[=>\s])/g,
  ))
    if (!producerElement.test(element) && !ownElements.has(element)) elements.add(element);

  for (const element of elements) found.push({ kind: "metadata", text: `XMP ${element}` });
  return found;
}
