/**
 * Objects with bytes in them that mean nothing, made readable in place: a reader gives up on a whole document for one of
 * them. What cannot be part of a value becomes white space, so that everything else keeps its offset.
 */
import { afterString } from "../../cos/syntax/characters.ts";

const white = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set([..."()<>[]{}/%"].map((char) => char.charCodeAt(0)));
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const integer = /^\d+$/;
const words = new Set(["true", "false", "null"]);

/** Of an integer: with more of them some readers can read nothing of what stands beside it. */
const maxDigits = 15;

/** Strings without an end in one object that are looked for: each may cost the whole object. */
const maxFaults = 20;

/** Arrays and dictionaries within each other: readers give up on an object that has more. */
const maxDepth = 500;

interface Place {
  readonly from: number;
  readonly to: number;
}

/** An open dictionary or array. */
interface Frame {
  readonly dict: boolean;
  readonly from: number;
  /** It stands where nothing can, and goes as a whole. */
  readonly stray: boolean;
  /** The key that waits for its value. */
  key: Place | undefined;
  /** Whole numbers that may be the beginning of a reference. */
  integers: Place[];
}

/** Where the value of an object ends: behind it, and what its outermost dictionary says. */
export interface SanitizedObject {
  /** The keyword that ended it, or where the bytes did. */
  readonly end: number;
  readonly stream: boolean;
  /** Whether what is left is one value, and a dictionary where a stream follows. */
  readonly sound: boolean;
  /** Keys of the outermost dictionary with the bytes of their values, as Latin-1 text. */
  readonly entries: ReadonlyMap<string, string>;
}

/** Tidies the object whose value begins at `start` of `bytes`, which are changed; it ends at `limit` at the latest. */
export function sanitizeObject(bytes: Buffer, start: number, limit: number): SanitizedObject {
  const frames: Frame[] = [];
  const entries = new Map<string, Place>();
  let at = start;
  let faults = 0;
  let whole = false;
  let isDict = false;
  let depth = 0;
  /** Outside of everything: a number, or the beginning of a reference. */
  let alone: Place[] = [];
  const blank = ({ from, to }: Place) => {
    bytes.fill(0x20, from, to);
  };

  /** A number that is followed by no reference is a value like any other; a dictionary has one value for each key. */
  const settle = (frame: Frame) => {
    if (frame.dict) for (const extra of frame.integers.slice(1)) blank(extra);
    frame.integers = [];
  };
  const value = (place: Place, isInteger = false) => {
    const frame = frames.at(-1);
    if (!frame) {
      if (whole || (alone.length > 0 && !isInteger)) blank(place);
      else if (isInteger) alone.push(place);
      else whole = true;
      return;
    }
    if (isInteger && (!frame.dict || frame.key || (frame.integers.length === 1 && frame.integers[0]))) {
      if (frame.dict && frame.key) note(frame, place);
      frame.integers.push(place);
      return;
    }
    settle(frame);
    if (!frame.dict) return;
    if (frame.key) note(frame, place);
    else blank(place);
  };
  const note = (frame: Frame, place: Place) => {
    if (frame.key && frames.length === 1) entries.set(text(frame.key).slice(1), place);
    frame.key = undefined;
  };
  const text = ({ from, to }: Place) => bytes.toString("latin1", from, to);
  const reference = (place: Place) => {
    const frame = frames.at(-1);
    if (!frame) {
      if (alone.length !== 2 || whole) return void blank(place);
      alone = [];
      whole = true;
      return;
    }
    const own = frame.integers.splice(-2);
    const [first] = own;
    if (own.length === 2 && first) {
      if (frame.dict && frames.length === 1)
        for (const [key, known] of entries)
          if (known.from === first.from) entries.set(key, { from: first.from, to: place.to });
      if (frame.dict) frame.integers = [];
      return;
    }
    blank(place);
    for (const one of own) blank(one);
  };
  /** In the place of a value it takes its key along: the next key is not to become the value. */
  const garbage = (place: Place) => {
    blank(place);
    const frame = frames.at(-1);
    if (frame?.key) blank(frame.key);
    if (frame) frame.key = undefined;
  };
  const open = (dict: boolean, from: number) => {
    const frame = frames.at(-1);
    if (frame) settle(frame);
    const stray = frame === undefined ? whole || alone.length > 0 : frame.dict && !frame.key;
    frames.push({ dict, from, stray, key: undefined, integers: [] });
    depth = Math.max(depth, frames.length);
  };
  const close = (dict: boolean, place: Place) => {
    const frame = frames.at(-1);
    if (!frame || frame.dict !== dict) {
      blank(place);
      return;
    }
    settle(frame);
    if (frame.key) blank(frame.key);
    frames.pop();
    const all = { from: frame.from, to: place.to };
    if (frame.stray) blank(all);
    else {
      isDict ||= frames.length === 0 && dict;
      value(all);
    }
  };
  /** Closes what is still open, in the white space before the keyword where there is enough of it. */
  const finish = (keyword: number): boolean => {
    let room = keyword;
    while (room > start && white.has(bytes[room - 1] ?? 0)) room--;
    let closers = "";
    for (let frame = frames.pop(); frame; frame = frames.pop()) {
      settle(frame);
      if (frame.key) blank(frame.key);
      if (frame.stray) return false;
      const outer = frames.at(-1);
      if (outer) outer.key = undefined;
      closers += frame.dict ? ">>" : "]";
      isDict = frame.dict;
    }
    for (const extra of alone.slice(1)) blank(extra);
    if (closers === "") return whole || alone.length > 0;
    if (closers.length > keyword - room) return false;
    bytes.write(closers, room, "latin1");
    return true;
  };
  const result = (end: number, stream: boolean): SanitizedObject => {
    const sound = finish(end) && (isDict || !stream) && depth <= maxDepth;
    return {
      end,
      stream,
      sound,
      entries: new Map([...entries].map(([key, place]) => [key, text(place)])),
    };
  };

  while (at < limit) {
    const byte = bytes[at] ?? 0;
    if (white.has(byte)) {
      at++;
      continue;
    }
    const from = at;
    if (byte === 0x25) {
      while (at < limit && bytes[at] !== 10 && bytes[at] !== 13) at++;
    } else if (byte === 0x28) {
      at = faults < maxFaults ? afterString(bytes.subarray(0, limit), at) : limit + 1;
      if (at > limit) {
        faults++;
        at = from + 1;
        blank({ from, to: at });
      } else value({ from, to: at });
    } else if (byte === 0x3c && bytes[at + 1] === 0x3c) {
      at += 2;
      open(true, from);
    } else if (byte === 0x3e && bytes[at + 1] === 0x3e) {
      at += 2;
      close(true, { from, to: at });
    } else if (byte === 0x5b || byte === 0x5d) {
      at += 1;
      if (byte === 0x5b) open(false, from);
      else close(false, { from, to: at });
    } else if (byte === 0x3c) {
      at = faults < maxFaults ? afterHex(bytes, at, limit) : -1;
      if (at < 0) {
        faults++;
        at = from + 1;
        blank({ from, to: at });
      } else value({ from, to: at });
    } else if (byte === 0x2f) {
      do at++;
      while (at < limit && isRegular(bytes[at]));
      const frame = frames.at(-1);
      const place = { from, to: at };
      if (frame?.dict && !frame.key) {
        settle(frame);
        frame.key = place;
      } else value(place);
    } else if (isRegular(byte)) {
      while (at < limit && isRegular(bytes[at])) at++;
      const place = { from, to: at };
      const word = text(place);
      if (word === "endobj" || word === "stream") return result(from, word === "stream");
      if (word === "R") reference(place);
      else if (number.test(word)) {
        if (!word.includes(".")) blank({ from: Math.min(at, from + maxDigits), to: at });
        value(place, integer.test(word));
      } else if (words.has(word)) value(place);
      else garbage(place);
    } else {
      at++;
      blank({ from, to: at });
    }
  }
  return result(limit, false);
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && !white.has(byte) && !delimiters.has(byte);
}

/** Behind a hexadecimal string; -1 when it is none. */
function afterHex(bytes: Buffer, from: number, limit: number): number {
  const end = bytes.subarray(from, limit).indexOf(0x3e) + from;
  if (end < from) return -1;
  return /^<[0-9A-Fa-f\s]*$/.test(bytes.toString("latin1", from, end)) ? end + 1 : -1;
}
