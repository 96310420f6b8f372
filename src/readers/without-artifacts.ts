/** Pages of tagged documents read without what their content marks as artifacts (DECISIONS "Reading"). */
import { inflateSync } from "node:zlib";
import type { PDFObject, PDFPage } from "mupdf";
import { inMupdf, mupdfIsBroken, release } from "./mupdf.ts";
import type { MupdfDocument } from "./mupdf-document.ts";
import { PagesAhead } from "./pages-ahead.ts";
import { contentWithoutArtifacts, maxArtifactContent, maxArtifactStreams } from "./text/page-artifacts.ts";

interface Tags {
  /** The document says that it is tagged, and has structure. */
  readonly sound: boolean;
  /** Once a page was changed: number of the object that holds the content of the page being read. */
  scratch?: number;
  /** Once a page was changed. */
  ahead?: PagesAhead;
}

const known = new WeakMap<MupdfDocument, Tags>();

/** Reads a page, 1-based, while its content has no artifacts. The document's pages are as before when this returns or throws. */
export function readWithoutArtifacts<T>(
  document: MupdfDocument,
  number: number,
  read: (page: PDFPage) => T,
): T {
  const tags = known.get(document) ?? { sound: isTagged(document) };
  known.set(document, tags);
  const page = tags.ahead?.take(number) ?? document.document.loadPage(number - 1);
  try {
    return tags.sound ? readChanged(document, tags, page, () => read(page)) : read(page);
  } finally {
    release(page);
  }
}

function readChanged<T>(document: MupdfDocument, tags: Tags, page: PDFPage, read: () => T): T {
  const object = page.getObject();
  const contents = object.get("Contents");
  try {
    const changed = changedContent(contents);
    if (changed === undefined) return read();
    tags.ahead ??= new PagesAhead(document);
    putContent(document, tags, object, changed);
    try {
      return read();
    } finally {
      object.put("Contents", contents);
    }
  } finally {
    release(contents, object);
  }
}

function isTagged({ document }: MupdfDocument): boolean {
  const root = document.getTrailer().get("Root");
  const is = (key: string) => root.get("MarkInfo", key).toString() === "true";
  return is("Marked") && !is("Suspects") && !root.get("StructTreeRoot", "K").isNull();
}

/** Undefined when it is too large, is not to be decoded here, or has no text to leave out. */
function changedContent(contents: PDFObject): Uint8Array | undefined {
  const count = contents.isArray() ? contents.length : 1;
  if (count > maxArtifactStreams) return undefined;
  const streams = contents.isArray() ? Array.from({ length: count }, (_, k) => contents.get(k)) : [contents];
  try {
    const parts: Buffer[] = [];
    let room = maxArtifactContent;
    for (const stream of streams) {
      const part = decoded(stream, room);
      if (part === undefined) return undefined;
      parts.push(part);
      room -= part.length;
    }
    return contentWithoutArtifacts(parts);
  } finally {
    release(...streams.filter((stream) => stream !== contents));
  }
}

/** Deflated, as nearly all is, or as it is; undefined for anything else, and for more than `room` bytes. */
function decoded(stream: PDFObject, room: number): Buffer | undefined {
  if (room <= 0 || !stream.isStream() || !stream.get("DecodeParms").isNull()) return undefined;
  const filter = stream.get("Filter");
  const plain = filter.isNull();
  if (!plain && filter.toString() !== "/FlateDecode" && filter.toString(true) !== "[/FlateDecode]")
    return undefined;
  if (stream.get("Length").asNumber() > room) return undefined;
  try {
    const raw = inMupdf(() => stream.readRawStream());
    try {
      return plain
        ? Buffer.from(raw.asUint8Array())
        : inflateSync(raw.asUint8Array(), { maxOutputLength: room });
    } finally {
      release(raw);
    }
  } catch (error) {
    if (mupdfIsBroken()) throw error;
    // Damaged, or too large: what MuPDF makes of it is read.
    return undefined;
  }
}

function putContent(
  { mupdf, document }: MupdfDocument,
  tags: Tags,
  page: PDFObject,
  content: Uint8Array,
): void {
  const buffer = new mupdf.Buffer(content);
  try {
    if (tags.scratch === undefined) tags.scratch = document.addStream(buffer, {}).asIndirect();
    const scratch = document.newIndirect(tags.scratch);
    scratch.writeStream(buffer);
    page.put("Contents", scratch);
    scratch.destroy();
  } finally {
    release(buffer);
  }
}
