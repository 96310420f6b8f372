/** Names for files that come from a document: safe on every system, and distinct in one folder. */
import { Buffer } from "node:buffer";

/** Bytes of UTF-8 in a name. */
const maxBytes = 150;
/** Longer endings are part of the name. */
const maxEndingBytes = 40;

/** What no system allows, and what makes a name look like another: the characters that set the direction of text. */
const unsafe = /[:*?"<>|\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Names that Windows gives to devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;
/** Names of this program's temporary files. */
const temporary = /^\.pdfd-/i;

/** The last component of a name as the name of a file; `attachment` if nothing is left of it. */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const plain = withoutEnd(last.replace(unsafe, "_"));
  const own = reserved.test(plain) || temporary.test(plain) ? `_${plain}` : plain;
  return shortened(own) || "attachment";
}

/** The same for several names. Equal ones, also in another case or another form of Unicode, get `-2`, `-3`, … before the ending. */
export function safeFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    const first = safeFileName(name);
    let free = first;
    for (let k = counts.get(folded(first)) ?? 2; taken.has(folded(free)); k++) {
      free = shortened(first, `-${k}`);
      counts.set(folded(first), k + 1);
    }
    taken.add(folded(free));
    return free;
  });
}

const folded = (name: string) => name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");

/** Windows drops periods and spaces at the end. */
const withoutEnd = (name: string) => name.replace(/(?<![. ])[. ]+$/, "");

/** A name with `mark` before its ending, cut before it to whole characters. */
function shortened(name: string, mark = ""): string {
  const dot = name.lastIndexOf(".");
  const hasEnding = dot > 0 && Buffer.byteLength(name.slice(dot)) <= maxEndingBytes;
  const [stem, ending] = hasEnding ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let room = maxBytes - Buffer.byteLength(mark + ending);
  let kept = "";
  for (const character of stem) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    kept += character;
  }
  return withoutEnd(kept + mark + ending);
}
