/** Copies an embedded file out of its document, and compares it with what the document says of it. */
import { Buffer } from "node:buffer";
import { nodeCrypto, sha256 } from "../../core/builtins.ts";
import type { ByteSink } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../open.ts";
import { type AttachedFile, statedChecksum, statedSize } from "./attachments.ts";
import { pourData } from "./data.ts";

/**
 * Writes the file's bytes to `sink` and returns their SHA-256 in hexadecimal digits. Warns if the document states another size
 * or checksum. Throws 422 `operation_failed` if the data can't be decoded.
 */
export async function copyAttachment(
  { cos }: PdfDocument,
  file: AttachedFile,
  sink: ByteSink,
  context: { warn(message: string): void },
): Promise<string> {
  const shown = JSON.stringify(file.name);
  const checksum = statedChecksum(cos, file.stream);
  const sha = sha256();
  const md5 = checksum && nodeCrypto().createHash("md5");
  const start = sink.position;
  const end = await pourData(cos, file.stream, (bytes) => {
    sha.update(bytes);
    md5?.update(bytes);
    sink.write(bytes);
  }).catch((error: unknown) => {
    if (error instanceof CosError) throw cannotDecode(shown, error.message, error);
    throw error;
  });
  const size = sink.position - start;
  const stated = statedSize(cos, file.stream);
  if (end === "early" && size !== stated) throw cannotDecode(shown, "compressed data that ends early");

  if (stated !== undefined && stated !== size)
    context.warn(`the attachment ${shown} has ${size} bytes, and the document says ${stated}`);
  if (end === "altered" || (checksum && md5 && md5.digest().compare(checksum) !== 0))
    context.warn(`the attachment ${shown} does not match its checksum, so it may be damaged`);

  return Buffer.from(sha.digest()).toString("hex");
}

function cannotDecode(shown: string, why: string, cause?: unknown) {
  return failed(
    ({ field }) =>
      `the attachment ${shown} cannot be decoded: ${why}; give the names of others as ${field("names")}`,
    { cause },
  );
}
