/** Removes what images in JPEG and JPEG 2000 say in addition to their samples: comments, Exif, XMP, private data, bytes after the end. */
import { Buffer } from "node:buffer";
import type { CosDocument } from "../cos/document.ts";
import { CosError } from "../cos/syntax/error.ts";
import { asBuffer } from "../cos/syntax/source-window.ts";
import { type CosStream, isNamed, withEntries } from "../cos/syntax/value.ts";
import { newStream } from "../cos/write/serialize.ts";
import { listAt } from "../document/typed-get.ts";

/** The image without remarks, as the only filter's data; undefined if it has none, or another coding. */
export function withoutRemarks(cos: CosDocument, stream: CosStream): CosStream | undefined {
  const { dict } = stream;
  const codec = cos.resolve(listAt(cos, dict.get("Filter")).at(-1) ?? null);
  const isJpeg = isNamed(codec, "DCTDecode");
  if (!isJpeg && !isNamed(codec, "JPXDecode")) return undefined;

  const bytes = codedBytes(cos, stream);
  if (!bytes) return undefined;
  const made = isJpeg ? bareJpeg(bytes) : bareJpx(bytes);
  if (made.length === bytes.length) return undefined;
  const parameters = listAt(cos, dict.get("DecodeParms")).at(-1);

  return newStream(withEntries(dict, { Filter: codec, DecodeParms: parameters, Length: undefined }), made);
}

/** The data without the filters around its codec; undefined if they are damaged. */
function codedBytes(cos: CosDocument, stream: CosStream): Uint8Array | undefined {
  try {
    const { bytes, undecoded } = cos.decodePartly(stream);
    return undecoded.length === 1 ? bytes : undefined;
  } catch (error) {
    if (error instanceof CosError && error.reason !== "work") return undefined;
    throw error;
  }
}

const [marks, endOfImage, startOfScan] = [0xff, 0xd9, 0xda];

/** COM and all APP segments, except those of JFIF, color profiles and Adobe. */
const isRemark = (marker: number) =>
  marker === 0xfe || (marker > 0xe0 && marker < 0xf0 && marker !== 0xe2 && marker !== 0xee);

function bareJpeg(data: Uint8Array): Uint8Array {
  const parts = [data.subarray(0, 2)];
  let at = 2;

  while (data[at] === marks && at + 4 <= data.length && data[at + 1] !== endOfImage) {
    const marker = data[at + 1] ?? 0;
    const next = at + 2 + (data[at + 2] ?? 0) * 256 + (data[at + 3] ?? 0);
    const end = marker === startOfScan ? endOfScan(data, next) : next;
    if (!isRemark(marker)) parts.push(data.subarray(at, end));
    at = end;
  }

  // Damaged data stays: what it shows depends on the reader.
  const isEnd = data[at] === marks && data[at + 1] === endOfImage;
  return Buffer.concat([...parts, data.subarray(at, isEnd ? at + 2 : data.length)]);
}

/** The next marker after coded samples: neither an escaped byte nor a restart (ITU-T T.81, B.1.1). */
function endOfScan(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(marks, from); at >= 0; at = data.indexOf(marks, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && next !== marks && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return data.length;
}

/** Boxes with texts, private data and other files' addresses (ISO 15444-1, annex I). */
const remarkBoxes = new Set(["xml ", "uuid", "uinf", "jp2i"]);

function bareJpx(data: Uint8Array): Uint8Array {
  const whole = asBuffer(data);
  // A bare code stream has no boxes.
  if (whole.toString("latin1", 4, 8) !== "jP  ") return data;
  const parts: Uint8Array[] = [];

  for (let at = 0; at + 8 <= data.length; ) {
    const short = whole.readUInt32BE(at);
    const long = short === 1 && at + 16 <= data.length ? Number(whole.readBigUInt64BE(at + 8)) : short;
    const end = short === 0 ? data.length : Math.min(data.length, at + Math.max(8, long));
    if (!remarkBoxes.has(whole.toString("latin1", at + 4, at + 8))) parts.push(data.subarray(at, end));
    at = end;
  }

  return Buffer.concat(parts);
}
