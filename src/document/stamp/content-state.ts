/** The graphics state at the end of a page's content (ISO 32000-2, 8.4.2): what must be closed before drawing after it. */

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
import { latin1 } from "../../cos/syntax/value.ts";

/** First letters of the relevant operators; a page has thousands of others. */
const firstLetters = new Set(Buffer.from("qQBEI"));

/** Anything that content leaves open at its end, and restores without a saved state. */
export interface ContentState {
  /** `q` without `Q`. */
  readonly saved: number;
  /** Offsets of each `Q` without `q`: readers skip them, unless a `q` is put before the content. */
  readonly surplus: readonly number[];
  /** A text object is open: `BT` without `ET`. */
  readonly inText: boolean;
  /** `BMC` or `BDC` without `EMC`. */
  readonly marked: number;
  /** Start of an unterminated string or inline image, which would swallow anything after it. */
  readonly cut: number | undefined;
}

/** Scans decoded content without interpreting it. */
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
      // Mostly numbers.
      if (!firstLetters.has(byte) || at - start > 3) continue;
      const operator = latin1(bytes, start, at);
      if (operator === "q") saved++;
      else if (operator === "Q" && saved > 0) saved--;
      else if (operator === "Q") surplus.push(start);
      else if (operator === "BT") inText = true;
      else if (operator === "ET") inText = false;
      else if (operator === "BMC" || operator === "BDC") marked++;
      else if (operator === "EMC" && marked > 0) marked--;
      else if (operator === "BI") image = start;
      else if (operator === "ID" && image >= 0) {
        at = afterImage(bytes, at + 1);
        if (at > end) cut = image;
        image = -1;
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
