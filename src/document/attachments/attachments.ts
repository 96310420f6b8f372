/**
 * The files embedded in a document (ISO 32000-2, 7.11.4 and 14.13): those of the name tree, which portfolios use too, the
 * associated files of the document and its parts, and those of annotations. References to files elsewhere aren't attachments.
 */
import { Buffer } from "node:buffer";
import { ranked } from "../../core/nearest.ts";
import type { CosDocument } from "../../cos/document.ts";
import type { CosDict, CosStream, CosValue } from "../../cos/syntax/value.ts";
import { utcDate } from "../metadata/dates.ts";
import { readNameTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { decodeText, nameText } from "../text-string.ts";
import { bytesAt, dictAt, memo, nameAt, numberAt, refNumber, streamAt } from "../typed-get.ts";
import { fileSpecifications } from "./places.ts";

/** An embedded file, by its file specification. */
export interface AttachedFile {
  readonly name: string;
  readonly stream: CosStream;
  /** Number of that stream. */
  readonly dataNum: number;
  readonly specification: CosDict;
  /** Number of the object that is the file specification; 0 if it is part of another. */
  readonly num: number;
  /** 1-based page of an annotation that shows the file. */
  readonly page: number | undefined;
}

/** How a document describes an attachment; what it doesn't say is absent. */
export interface AttachmentDescription {
  readonly name: string;
  /** Size of the file in bytes. */
  readonly bytes?: number;
  readonly mime?: string;
  readonly relationship?: string;
  readonly description?: string;
  /** ISO 8601. */
  readonly created?: string;
  readonly modified?: string;
  readonly page?: number;
}

/** Budget steps for decoding a name and writing it into the answer. */
const stepsPerNameByte = 4;
/** Attachments per document; more is an attack. */
const maxAttachments = 10_000;

/** Entries of a file specification that name the file, and those of /EF with its data, in the order of their preference. */
const nameEntries = ["UF", "F"];
const dataEntries = ["UF", "F", "Unix", "Mac", "DOS"];

/** A document's attachments, each once: first those of the name tree, then others by their place. */
export const attachedFiles = memo((document: PdfDocument): readonly AttachedFile[] => {
  const { cos } = document;
  const files: AttachedFile[] = [];
  /** Places in the list by the number of the file specification, and by the number of the data with its name. */
  const places = new Map<string | number, number>();

  /** A file that is known; an annotation may show it as well. */
  const isKnown = (key: string | number, page: number | undefined): boolean => {
    const place = places.get(key);
    const file = place === undefined ? undefined : files[place];
    if (place !== undefined && file && file.page === undefined) files[place] = { ...file, page };
    return place !== undefined;
  };

  const add = (value: CosValue, page?: number, key = "") => {
    const specification = dictAt(cos, value);
    const num = refNumber(value) ?? 0;
    if (!specification || isKnown(num, page) || files.length === maxAttachments) return;
    const data = embedded(cos, specification);
    if (!data) return;
    const name = nameOf(cos, specification, key);
    const content = `${data.num} ${name}`;
    if (isKnown(content, page)) return;
    places.set(content, files.length);
    if (num !== 0) places.set(num, files.length);
    files.push({ name, stream: data.stream, dataNum: data.num, specification, num, page });
  };

  cos.budget.during("the list of embedded files", () => {
    const tree = dictAt(cos, dictAt(cos, cos.catalog.get("Names"))?.get("EmbeddedFiles"));
    for (const [key, value] of tree ? readNameTree(cos, tree) : []) add(value, undefined, key);
    for (const { value, page } of fileSpecifications(document)) add(value, page);
  });

  return files;
});

/** Names that an error lists. */
const maxProposed = 3;

/** What an error says of a name that no attachment has, with the nearest names. */
export function unknownAttachment(name: string, files: readonly AttachedFile[]): string {
  const names = [...new Set(files.map((file) => file.name))];
  if (names.length === 0) return `no attachment is named ${JSON.stringify(name)}; the document has none`;
  const near = ranked(name, names);
  const proposed = (near.length > 0 ? near : names).slice(0, maxProposed).map((one) => JSON.stringify(one));
  return `no attachment is named ${JSON.stringify(name)}; the nearest are ${proposed.join(", ")}`;
}

/** The name of a file in the document by its file specification, `key` if that has none; undefined if it isn't one. */
export function attachmentName(cos: CosDocument, specification: CosDict, key = ""): string | undefined {
  return specification.has("EF") && embedded(cos, specification)
    ? nameOf(cos, specification, key)
    : undefined;
}

/** The stream with a file's data, if it is in the document. */
function embedded(cos: CosDocument, specification: CosDict): { stream: CosStream; num: number } | undefined {
  const data = dictAt(cos, specification.get("EF"));
  for (const entry of data ? dataEntries : []) {
    const stream = streamAt(cos, data?.get(entry));
    if (stream) return { stream, num: refNumber(data?.get(entry)) ?? 0 };
  }
  return undefined;
}

/** The name in a file specification; `key` if it has none. */
function nameOf(cos: CosDocument, specification: CosDict, key: string): string {
  const shown = nameEntries.map((entry) => bytesAt(cos, specification.get(entry)));
  const bytes = shown.find((one) => one !== undefined && one.length > 0) ?? Buffer.from(key, "latin1");
  // A file that is listed repeatedly is reported each time.
  cos.budget.spend(stepsPerNameByte * bytes.length);
  return decodeText(bytes);
}

/** Names for relationships (table 43), as tools take them. Others stay as they are. */
const relationships: Readonly<Record<string, string>> = {
  Source: "source",
  Data: "data",
  Alternative: "alternative",
  Supplement: "supplement",
  EncryptedPayload: "encrypted_payload",
  FormData: "form_data",
  Schema: "schema",
  Unspecified: "unspecified",
};

export function describeAttachment(cos: CosDocument, file: AttachedFile): AttachmentDescription {
  const { name, specification, stream, page } = file;
  const bytes = statedSize(cos, stream);
  const mime = nameAt(cos, stream.dict.get("Subtype"));
  const relationship = nameAt(cos, specification.get("AFRelationship"));
  const description = bytesAt(cos, specification.get("Desc"));
  const created = dateOf(cos, stream, "CreationDate");
  const modified = dateOf(cos, stream, "ModDate");
  return {
    name,
    ...(bytes !== undefined && { bytes }),
    ...(mime !== undefined && { mime: nameText(mime) }),
    ...(relationship !== undefined && {
      relationship: relationships[relationship] ?? nameText(relationship),
    }),
    ...(description !== undefined && { description: decodeText(description) }),
    ...(created !== undefined && { created }),
    ...(modified !== undefined && { modified }),
    ...(page !== undefined && { page }),
  };
}

const parametersOf = (cos: CosDocument, stream: CosStream) => dictAt(cos, stream.dict.get("Params"));

/** The size that the document states, in bytes; undefined if none. */
export function statedSize(cos: CosDocument, stream: CosStream): number | undefined {
  const size = numberAt(cos, parametersOf(cos, stream)?.get("Size"));
  return size !== undefined && Number.isInteger(size) && size >= 0 ? size : undefined;
}

/** The MD5 checksum that the document states; undefined if none. */
export function statedChecksum(cos: CosDocument, stream: CosStream): Uint8Array | undefined {
  const checksum = bytesAt(cos, parametersOf(cos, stream)?.get("CheckSum"));
  return checksum?.length === 16 ? checksum : undefined;
}

function dateOf(cos: CosDocument, stream: CosStream, entry: string): string | undefined {
  const bytes = bytesAt(cos, parametersOf(cos, stream)?.get(entry));
  return bytes && utcDate(decodeText(bytes));
}
