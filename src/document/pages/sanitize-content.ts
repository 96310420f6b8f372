/** Cleans damaged page content: meaningless bytes become white space, so that readers don't give up on the rest. */
import {
  afterComment,
  afterHex,
  afterImage,
  afterRegular,
  afterString,
  classOf,
  hexValue,
  regular,
  space,
} from "../../cos/syntax/characters.ts";

/** ISO 32000-2, annex A. */
const operators = new Set(
  (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC " +
    `sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`
  ).split(" "),
);
const words = new Set(["true", "false", "null"]);
const number = /^[+-]?(?:\d{1,10}(?:\.\d{0,10})?|\.\d{1,10})$/;

/** Unterminated strings to look for: each may require scanning all content. */
const maxFaults = 20;
/** Strings in content are shorter: one that ends later has lost its end. */
const maxString = 32_767;

/** A cleaned copy of the content; shorter if an image or too many strings have no end. */
export function sanitizeContent(content: Uint8Array): Uint8Array {
  const bytes = content.slice();
  const end = bytes.length;
  /** Starts of open arrays and dictionaries, and their number of items so far. */
  const open: { readonly at: number; readonly dict: boolean; items: number; valid: boolean }[] = [];
  let faults = 0;
  let image = -1;
  let cut = end;
  let at = 0;
  const blank = (from: number, to: number) => bytes.fill(0x20, from, to);
  const dropOpen = () => {
    for (const { at, dict } of open.splice(0)) blank(at, at + (dict ? 2 : 1));
  };

  /** A value or, in a dictionary, a key, which is a name. */
  const item = (isName = false) => {
    const into = open.at(-1);
    if (!into) return;
    if (into.dict && into.items % 2 === 0 && !isName) into.valid = false;
    into.items++;
  };

  const begin = (dict: boolean, at: number) => open.push({ at, dict, items: 0, valid: true });
  const close = (dict: boolean, from: number, to: number) => {
    const last = open.at(-1)?.dict === dict ? open.pop() : undefined;
    // Without its brackets, its items would be stray operands.
    if (last && (!dict || (last.valid && last.items % 2 === 0))) return item();
    blank(from, to);
    if (last) blank(last.at, last.at + 2);
  };

  while (at < end && cut === end) {
    const from = at;
    const byte = bytes[at] ?? 0;
    if (classOf[byte] === space) at++;
    else if (classOf[byte] === regular) {
      at = afterRegular(bytes, at + 1);
      const word = at - from > 24 ? "" : String.fromCharCode(...bytes.subarray(from, at));
      if (operators.has(word)) {
        dropOpen();
        if (word === "BI") image = from;
      } else if (word === "ID" && image >= 0) {
        dropOpen();
        at = afterImage(bytes, at + 1);
        if (at > end) cut = image;
        image = -1;
      } else if (number.test(word) || words.has(word)) item();
      else blank(from, at);
    } else if (byte === 0x25) at = afterComment(bytes, at);
    else if (byte === 0x2f) {
      at = afterRegular(bytes, at + 1);
      item(true);
      for (let k = from; k < at; k++) if (bytes[k] === 0x23 && !isHex(bytes, k + 1)) bytes[k] = 0x5f;
    } else if (byte === 0x28) {
      const limit = Math.min(end, from + maxString);
      at = afterString(bytes.subarray(0, limit), from);
      if (at > limit) {
        if (++faults > maxFaults) cut = from;
        at = from + 1;
        blank(from, at);
      } else item();
    } else if (byte === 0x3c && bytes[at + 1] === 0x3c) {
      begin(true, at);
      at += 2;
    } else if (byte === 0x3e && bytes[at + 1] === 0x3e) {
      at += 2;
      close(true, from, at);
    } else if (byte === 0x5b) {
      begin(false, at);
      at++;
    } else if (byte === 0x5d) {
      at++;
      close(false, from, at);
    } else if (byte === 0x3c && isHexString(bytes, at)) {
      item();
      at = afterHex(bytes, at);
    } else {
      at++;
      blank(from, at);
    }
  }

  dropOpen();
  return bytes.subarray(0, cut);
}

function isHex(bytes: Uint8Array, at: number): boolean {
  return (hexValue[bytes[at] ?? 0] ?? 255) < 16 && (hexValue[bytes[at + 1] ?? 0] ?? 255) < 16;
}

/** Whether it is terminated and contains only digits. */
function isHexString(bytes: Uint8Array, from: number): boolean {
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x3e) return true;
    if ((hexValue[byte] ?? 255) > 15 && classOf[byte] !== space) return false;
  }
  return false;
}
