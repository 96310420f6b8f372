/**
 * The file as bytes: its header, its end, and how its objects are spelled. It is read beside the parser, which doesn't say
 * what it forgives; a file that needed repair is read here as it is.
 */
import type { ByteSource } from "../../core/document-io.ts";
import { asBuffer, matchesIn } from "../../cos/syntax/source-window.ts";
import { latin1 } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { arrayAt, bytesAt, dictAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import type { Report } from "../rule.ts";
import { surveySpelling } from "./spelling.ts";

const headerReach = 1024;
const tailReach = 2048;
const isBreak = (byte: number | undefined) => byte === 10 || byte === 13;

/** Surveys the bytes of `source`, from which the document was read. */
export function surveyFile(source: ByteSource, document: PdfDocument, report: Report): void {
  const { cos } = document;
  const catalog = PdfObject.at(cos, cos.trailer.get("Root"));
  if (!catalog) return;
  const head = source.read(0, headerReach);
  const offset = asBuffer(head).indexOf("%PDF-");
  const end = lineEnd(head, offset);
  const trailers = trailersOf(source);
  // Of a linearized file, the newest trailer belongs to its first page.
  const isLinearized = trailers.length > 1 && /\/Linearized\s/.test(latin1(head));
  const id = arrayAt(cos, cos.trailer.get("ID"))?.map((item) => bytesAt(cos, item));
  const firstId = id?.[0];
  const last = trailers.at(-1) ?? "";
  const lastHasId = isLinearized && /\/ID\b/.test(last);

  report(
    "file",
    {
      headerOffset: offset,
      header: latin1(head, Math.max(0, offset), end),
      binaryComment: isBinary(head, afterBreak(head, end)),
      hasId: firstId !== undefined && firstId.length > 0,
      sameIds: !isLinearized || !lastHasId || sameId(cos.trailer.get("ID"), last, firstId),
      bytesAfterEnd: bytesAfterEnd(source),
      objects: cos.objectCount,
      catalog,
      embedsFiles: dictAt(cos, catalog.object("Names")?.dict.get("EmbeddedFiles")) !== undefined,
      hasInfo: dictAt(cos, cos.trailer.get("Info")) !== undefined,
      hasXrefStream: cos.revisions.some(({ kind, hybrid }) => kind === "stream" || hybrid),
    },
    {},
  );
  report("trailer", { isEncrypted: cos.trailer.has("Encrypt") }, {});
  surveyXref(source, report);
  surveySpelling(source, document, report);
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.findIndex((byte, at) => at > from && isBreak(byte));
  return end < 0 ? bytes.length : end;
}

function afterBreak(bytes: Uint8Array, at: number): number {
  return bytes[at] === 13 && bytes[at + 1] === 10 ? at + 2 : at + 1;
}

const isBinary = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0x25 && bytes.subarray(at + 1, at + 5).every((byte) => byte > 127);

/** Bytes after the last end-of-file marker and the line break that may follow it. */
function bytesAfterEnd(source: ByteSource): number {
  const tail = source.read(Math.max(0, source.size - tailReach), tailReach);
  const at = asBuffer(tail).lastIndexOf("%%EOF");
  if (at < 0) return source.size;
  const rest = tail.subarray(at + 5);
  const breaks = /^(?:\r\n|\r|\n)?/.exec(latin1(rest, 0, 2))?.[0].length ?? 0;
  return rest.length - breaks;
}

const maxTrailers = 1000;
const trailerReach = 4096;

/** The text of each trailer dictionary of a table, in file order. */
function trailersOf(source: ByteSource): string[] {
  const found: string[] = [];
  for (const { index } of matchesIn(source, /\btrailer\s{0,8}<</g)) {
    if (found.length >= maxTrailers) break;
    found.push(latin1(source.read(index, trailerReach)).split("startxref", 1)[0] ?? "");
  }
  return found;
}

/** Whether a trailer's text has the same first identifier as written, in hexadecimal. */
function sameId(own: unknown, trailer: string, first: Uint8Array | undefined): boolean {
  const written = /\/ID\s{0,8}\[\s{0,8}<([\da-fA-F\s]{0,200})>/.exec(trailer)?.[1]?.replaceAll(/\s/g, "");
  if (written === undefined || first === undefined) return own !== undefined;
  return written.toLowerCase() === Buffer.from(first).toString("hex");
}

/** How each table begins: `xref`, a line break, two numbers with a space between them, a line break. */
function surveyXref(source: ByteSource, report: Report): void {
  for (const { index } of matchesIn(source, /(?<![a-z])xref(?=[\s\d])/g)) {
    const text = latin1(source.read(index, 256));
    const singleSpaces = /^xref\s*\d+ \d+\s*[\r\n]/.test(text);
    report("xref", { lineBreaks: /^xref(?:\r\n|\r|\n)\d/.test(text), singleSpaces }, {});
  }
}
