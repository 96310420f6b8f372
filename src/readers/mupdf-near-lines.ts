/** MuPDF's lines of text as woven-text.ts and wide-lines.ts look at them, and those that cannot be seen. */
import type { StructuredText } from "mupdf";
import { inMupdf, type MupdfMemory, mupdfMemory } from "./mupdf.ts";
import { boxAt, Faces, lineDirection, readRawLine } from "./mupdf-lines.ts";
import type { RawLine } from "./raw-line.ts";
import { addressOf, blockFields, charFields, lineFields, rawBlocks } from "./stext-memory.ts";
import type { LineExtent } from "./woven-text.ts";

/** The addresses of all lines of text, in the engine's order. */
function textLines(memory: MupdfMemory, text: StructuredText): number[] {
  const lines: number[] = [];
  for (const { kind, at } of rawBlocks(memory, addressOf(text))) {
    let line = kind === "text" ? (memory.integers[(at >> 2) + blockFields.firstLine] ?? 0) : 0;
    for (; line !== 0; line = memory.integers[(line >> 2) + lineFields.next] ?? 0) lines.push(line);
  }
  return lines;
}

/** Of a line along the page. */
function extentOf(memory: MupdfMemory, line: number): LineExtent | undefined {
  const { integers, floats } = memory;
  const first = (integers[(line >> 2) + lineFields.firstChar] ?? 0) >> 2;
  if (first === 0 || !lineDirection(memory, line).horizontal) return undefined;
  const { x0, x1 } = boxAt(floats, (line >> 2) + lineFields.box);
  const baseline = floats[first + charFields.origin + 1] ?? 0;
  return { x0, x1, baseline, size: floats[first + charFields.size] ?? 0 };
}

/** Where the lines of a page are, in order. */
export function textExtents(text: StructuredText): (LineExtent | undefined)[] {
  const memory = inMupdf(mupdfMemory);
  return textLines(memory, text).map((line) => extentOf(memory, line));
}

/** Reads the line of a place as words. `withCharacters`: and as characters. */
export function textLineReader(text: StructuredText, withCharacters: boolean): (place: number) => RawLine {
  const memory = inMupdf(mupdfMemory);
  const faces = new Faces(memory);
  const lines = textLines(memory, text);
  return (place) => {
    const line = lines[place];
    if (line === undefined) throw new RangeError(`no line ${place}`);
    return readRawLine(memory, faces, line, undefined, withCharacters);
  };
}

/** Of a character's flags: it is filled, stroked or clips. */
const seenFlags = 0x700000;

/** Whether no character of a line can be seen. */
function isUnseen({ integers }: MupdfMemory, line: number): boolean {
  let char = integers[(line >> 2) + lineFields.firstChar] ?? 0;
  for (; char !== 0; char = integers[(char >> 2) + charFields.next] ?? 0)
    if (((integers[(char >> 2) + charFields.flags] ?? 0) & seenFlags) !== 0) return false;
  return true;
}

/** Places of the lines that cannot be seen, where they are less than those that can: else they may be the text of a scan. */
export function unseenLines(memory: MupdfMemory, lines: readonly number[]): ReadonlySet<number> {
  const unseen = new Set<number>();
  lines.forEach((line, place) => {
    if (isUnseen(memory, line)) unseen.add(place);
  });
  return unseen.size * 2 < lines.length ? unseen : new Set();
}

/** `unseenLines` of a page without images. */
export function unseenTextLines(text: StructuredText): ReadonlySet<number> {
  const memory = inMupdf(mupdfMemory);
  return unseenLines(memory, textLines(memory, text));
}
