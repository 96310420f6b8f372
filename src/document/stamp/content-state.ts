/** How a page's content leaves the graphics state (ISO 32000-2, 8.4.2): what must be closed before something is drawn after it. */
import {
  afterComment,
  afterHex,
  afterImage,
  afterRegular,
  afterString,
  classOf,
  regular,
  space,
} from "../../cos/syntax/characters.ts";

/** What content leaves open at its end, and the restores that had nothing to restore. */
export interface ContentState {
  /** `q` without `Q`. */
  readonly saved: number;
  /** Offsets of each `Q` without `q`: readers pass over them, unless a `q` is put before the content. */
  readonly surplus: readonly number[];
  /** A text object is open: `BT` without `ET`. */
  readonly inText: boolean;
  /** `BMC` or `BDC` without `EMC`. */
  readonly marked: number;
  /** Where a string or an inline image begins that never ends: it would swallow whatever follows. */
  readonly cut: number | undefined;
}

/** Looks through decoded content, without interpreting it. */
export function contentState(bytes: Uint8Array): ContentState {
  const end = bytes.length;
  const surplus: number[] = [];
  let saved = 0;
  let marked = 0;
  let inText = false;
  let image = -1;
  let cut: number | undefined;
  let at = 0;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    const kind = classOf[byte];
    if (kind === space) {
      at++;
      continue;
    }
    if (kind === regular) {
      const start = at;
      at = afterRegular(bytes, at + 1);
      // Numbers, most of all.
      if (byte < 0x42 || at - start > 3) continue;
      const length = at - start;
      if (length === 1) {
        if (byte === 0x71) saved++;
        else if (byte === 0x51) {
          if (saved > 0) saved--;
          else surplus.push(start);
        }
      } else if (length === 2) {
        const second = bytes[start + 1];
        if (byte === 0x42 && second === 0x54) inText = true;
        else if (byte === 0x45 && second === 0x54) inText = false;
        else if (byte === 0x42 && second === 0x49) image = start;
        else if (byte === 0x49 && second === 0x44 && image >= 0) {
          at = afterImage(bytes, at + 1);
          if (at > end) cut = image;
          image = -1;
        }
      } else if (bytes[start + 2] === 0x43) {
        const second = bytes[start + 1];
        if (byte === 0x42 && (second === 0x4d || second === 0x44)) marked++;
        else if (byte === 0x45 && second === 0x4d && marked > 0) marked--;
      }
      continue;
    }
    const start = at;
    if (byte === 0x28) at = afterString(bytes, at);
    else if (byte === 0x25) at = afterComment(bytes, at);
    else if (byte === 0x2f) at = afterRegular(bytes, at + 1);
    else if (byte === 0x3c && bytes[at + 1] !== 0x3c) at = afterHex(bytes, at);
    else at += byte === 0x3c ? 2 : 1;
    if (at > end) cut = start;
  }
  return { saved, surplus, inText, marked, cut };
}
