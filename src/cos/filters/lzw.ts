/** LZWDecode (ISO 32000-2, 7.4.4). */
import { type OnDamage, reportDamage } from "../syntax/error.ts";
import { finished, growingBytes, makeRoom } from "./growing-bytes.ts";

const clearTable = 256;
const endOfData = 257;
const tableSize = 4096;

/**
 * Undoes LZW. With `earlyChange` 1, codes grow one code early, as nearly every writer does. Like readers, tolerates a missing
 * end-of-data code; throws CosError: `syntax` for an undefined code without `onDamage`, `limit` beyond `limit` bytes.
 */
export function undoLzw(
  data: Uint8Array,
  earlyChange: number,
  limit: number,
  onDamage?: OnDamage,
): Uint8Array {
  const out = growingBytes(data.length * 4, limit);
  // A code represents its prefix code's string plus one byte; codes below 256 are strings of one byte.
  const prefix = new Uint16Array(tableSize);
  const last = new Uint8Array(tableSize);
  const size = new Uint16Array(tableSize).fill(1, 0, 256);
  for (let byte = 0; byte < 256; byte++) last[byte] = byte;
  let next = 258;
  let width = 9;
  let before = -1;
  let held = 0;
  let bits = 0;
  let at = 0;

  for (;;) {
    while (bits < width && at < data.length) {
      held = ((held << 8) | (data[at++] ?? 0)) & 0xff_ffff;
      bits += 8;
    }
    if (bits < width) return finished(out);
    const code = (held >> (bits - width)) & ((1 << width) - 1);
    bits -= width;
    if (code === endOfData) return finished(out);
    if (code === clearTable) {
      next = 258;
      width = 9;
      before = -1;
      continue;
    }
    // The only valid unknown code is the next one: the previous string plus its own first byte.
    if (code > next || (code === next && before < 0)) {
      reportDamage(onDamage, "LZW data that is damaged");
      return finished(out);
    }
    const known = code < next ? code : before;
    const length = size[known] ?? 0;
    makeRoom(out, length + 1);
    let link = known;
    for (let to = out.length + length - 1; to >= out.length; to--) {
      out.bytes[to] = last[link] ?? 0;
      link = prefix[link] ?? 0;
    }
    const firstByte = out.bytes[out.length] ?? 0;
    out.length += length;
    if (known !== code) out.bytes[out.length++] = firstByte;
    if (before >= 0 && next < tableSize) {
      prefix[next] = before;
      last[next] = firstByte;
      size[next] = (size[before] ?? 0) + 1;
      next++;
    }
    before = code;
    if (next + earlyChange >= 1 << width && width < 12) width++;
  }
}
