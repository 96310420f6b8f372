/** Which glyphs a Type 1 program has: their names stand in its encrypted part (Adobe Type 1 Font Format, 7). */
import { Buffer } from "node:buffer";
import { FontDoubt } from "../encodings/font-doubt.ts";

/** Keys of the cipher. */
const eexecKey = 55_665;
const [multiplier, increment] = [52_845, 22_719];
/** Bytes before the text that mean nothing. */
const lead = 4;
/** Bytes of the encrypted part, and glyphs, that are looked at. */
const maxBytes = 16 * 1024 * 1024;
const maxGlyphs = 65_536;

const isHex = (byte: number) =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 70) || (byte >= 97 && byte <= 102);

/** PFB files mark their segments: type and length before each (Adobe Technical Note 5040). */
function withoutMarks(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Uint8Array[] = [];
  for (let at = 0; at + 6 <= data.length && data[at] === 0x80 && data[at + 1] !== 3; ) {
    const length = data.readUInt32LE(at + 2);
    parts.push(data.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  return Buffer.concat(parts);
}

function encryptedPart(program: Uint8Array): Uint8Array {
  const bytes = withoutMarks(program);
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const word = data.indexOf("eexec", 0, "latin1");
  if (word < 0) throw new FontDoubt("a Type 1 program without an encrypted part");
  let start = word + 5;
  for (
    let byte = data[start];
    byte !== undefined && byte <= 32 && (byte === 32 || byte === 9 || byte === 10 || byte === 13);
    byte = data[start]
  )
    start += 1;
  const part = data.subarray(start, start + maxBytes);
  if (![0, 1, 2, 3].every((k) => isHex(part[k] ?? 0))) return part;
  return Buffer.from(part.toString("latin1").replaceAll(/[^\da-f]/gi, ""), "hex");
}

function decrypt(bytes: Uint8Array): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let key = eexecKey;
  for (let k = 0; k < bytes.length; k += 1) {
    const byte = bytes[k] ?? 0;
    plain[k] = byte ^ (key >> 8);
    key = ((byte + key) * multiplier + increment) & 0xffff;
  }
  return plain.subarray(lead);
}

/** The names under /CharStrings: `/A 120 RD` and as many bytes. Throws FontDoubt where there are none to be read. */
export function readGlyphNames(program: Uint8Array): ReadonlySet<string> {
  const plain = decrypt(encryptedPart(program));
  const names = new Set<string>();
  let at = plain.indexOf("/CharStrings", 0, "latin1");
  if (at < 0) throw new FontDoubt("a Type 1 program without glyphs");
  at += "/CharStrings".length;
  for (
    let next = plain.indexOf(0x2f, at);
    next >= 0 && names.size < maxGlyphs;
    next = plain.indexOf(0x2f, at)
  ) {
    // Between the glyphs stand only words: where another thing does, the dictionary has ended.
    const entry = /^\/([^\s/[\](){}<>%]{1,127})\s+(\d{1,5})\s+(?:RD|-\||\S{1,8}) /.exec(
      plain.toString("latin1", next, next + 160),
    );
    if (!entry || (names.size > 0 && /\bend\b/.test(plain.toString("latin1", at, Math.min(next, at + 64)))))
      break;
    names.add(entry[1] ?? "");
    at = next + entry[0].length + Number(entry[2]);
  }
  if (names.size === 0) throw new FontDoubt("a Type 1 program without glyphs");
  return names;
}
