/** How a page's content leaves the graphics state (ISO 32000-2, 8.4.2): what must be closed before something is drawn after it. */

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

const regular = 0;
const space = 1;
const delimiter = 2;
const classes = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = space;
for (const char of "()<>[]{}/%") classes[char.charCodeAt(0)] = delimiter;

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
    const kind = classes[byte];
    if (kind === space) {
      at++;
      continue;
    }
    if (kind === regular) {
      const start = at;
      while (at < end && classes[bytes[at] ?? 0] === regular) at++;
      const length = at - start;
      if (length > 3) continue;
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
    if (byte === 0x28) {
      const start = at;
      at = afterString(bytes, at);
      if (at > end) cut = start;
    } else if (byte === 0x25) {
      while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
    } else if (byte === 0x2f) {
      at++;
      while (at < end && classes[bytes[at] ?? 0] === regular) at++;
    } else if (byte === 0x3c && bytes[at + 1] !== 0x3c) {
      const start = at;
      while (at < end && bytes[at] !== 0x3e) at++;
      if (at === end) cut = start;
    } else at += byte === 0x3c ? 2 : 1;
  }
  return { saved, surplus, inText, marked, cut };
}

/** Behind a literal string; beyond the end when it never closes. */
function afterString(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at + 1;
  }
  return bytes.length + 1;
}

/** Bytes behind `EI` that must look like content for it to be the end and not part of the image. */
const lookAhead = 12;

/** Behind the `EI` of an inline image's data (8.9.7); beyond the end when there is none. */
function afterImage(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const before = classes[bytes[at - 1] ?? 32];
    const after = at + 2 < bytes.length ? classes[bytes[at + 2] ?? 32] : space;
    if (before === space && after === space && isContent(bytes, at + 2)) return at + 2;
  }
  return bytes.length + 1;
}

function isContent(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(bytes.length, from + lookAhead); at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 126 || (byte < 32 && classes[byte] !== space)) return false;
  }
  return true;
}
