/** ASCIIHexDecode, ASCII85Decode and RunLengthDecode (ISO 32000-2, 7.4.2, 7.4.3, 7.4.5). All tolerate a missing end of data. */
import { classOf, hexValue, space } from "../syntax/characters.ts";
import { type OnDamage, reportDamage } from "../syntax/error.ts";
import { finished, growingBytes, makeRoom } from "./growing-bytes.ts";

/** Throws CosError: `syntax` for anything but digits and white space, without `onDamage`; `limit` beyond `limit` bytes. */
export function undoAsciiHex(data: Uint8Array, limit: number, onDamage?: OnDamage): Uint8Array {
  const out = growingBytes((data.length >> 1) + 1, limit);
  let high = -1;

  for (const byte of data) {
    if (byte === 0x3e) break;
    const value = hexValue[byte] ?? 255;
    if (value > 15) {
      if (classOf[byte] === space) continue;
      reportDamage(onDamage, "ASCIIHex data with an invalid character");
      break;
    }
    if (high < 0) {
      high = value;
      continue;
    }
    makeRoom(out, 1);
    out.bytes[out.length++] = high * 16 + value;
    high = -1;
  }

  if (high >= 0) {
    makeRoom(out, 1);
    out.bytes[out.length++] = high * 16;
  }

  return finished(out);
}

/** Throws CosError: `syntax` for other characters or impossible groups, without `onDamage`; `limit` beyond `limit` bytes. */
export function undoAscii85(data: Uint8Array, limit: number, onDamage?: OnDamage): Uint8Array {
  const out = growingBytes(Math.ceil((data.length * 4) / 5) + 4, limit);
  let group = 0;
  let count = 0;

  const put = (bytes: number): void => {
    makeRoom(out, bytes);
    for (let k = 0; k < bytes; k++) out.bytes[out.length++] = Math.floor(group / 256 ** (3 - k));
    group = 0;
    count = 0;
  };

  for (const byte of data) {
    if (byte === 0x7e) break;
    if (classOf[byte] === space) continue;
    if (byte === 0x7a && count === 0) {
      put(4);
      continue;
    }
    if (byte < 0x21 || byte > 0x75) {
      reportDamage(onDamage, "ASCII85 data with an invalid character");
      return finished(out);
    }
    group = group * 85 + (byte - 0x21);
    if (++count < 5) continue;
    if (group > 0xffff_ffff) {
      reportDamage(onDamage, "ASCII85 data with an impossible group");
      return finished(out);
    }
    put(4);
  }

  if (count === 1) reportDamage(onDamage, "ASCII85 data that ends within a group");
  if (count > 1) {
    const bytes = count - 1;
    while (count++ < 5) group = group * 85 + 84;
    if (group > 0xffff_ffff) reportDamage(onDamage, "ASCII85 data with an impossible group");
    else put(bytes);
  }

  return finished(out);
}

/** Throws CosError `limit` beyond `limit` bytes. */
export function undoRunLength(data: Uint8Array, limit: number): Uint8Array {
  const out = growingBytes(data.length * 2, limit);
  let at = 0;

  while (at < data.length) {
    const code = data[at++] ?? 128;
    if (code === 128) break;
    if (code < 128) {
      const run = data.subarray(at, at + code + 1);
      makeRoom(out, run.length);
      out.bytes.set(run, out.length);
      out.length += run.length;
      at += code + 1;
    } else if (at < data.length) {
      const count = 257 - code;
      makeRoom(out, count);
      out.bytes.fill(data[at++] ?? 0, out.length, out.length + count);
      out.length += count;
    }
  }

  return finished(out);
}
