/** What was collected as text: a line feed behind each line, and one more behind each block. */
import { Buffer } from "node:buffer";
import type { PlacedBlock, PlacedCharacter, PlacedLine, TextBlock } from "../../../core/text-lines.ts";
import { flatBlocks, type Line } from "../../interpreter/device/blocks.ts";
import type { Collector } from "../../interpreter/device/text-device.ts";

/** Places of a line's characters in the collector, as they are read. */
export function order(collector: Collector, line: Line): number[] {
  const places: number[] = [];
  for (const { first, end } of [line, ...(line.more ?? [])])
    for (let at = first; at < end; at++) places.push(at);
  if (!line.visual) return places;
  // What is painted as it is seen is read backwards, stretch by stretch.
  for (let from = 0; from < places.length; from++) {
    if ((collector.direction[places[from] ?? 0] ?? 0) === 0) continue;
    let to = from;
    while (to < places.length && (collector.direction[places[to] ?? 0] ?? 0) !== 0) to++;
    places.splice(from, to - from, ...places.slice(from, to).reverse());
    from = to;
  }
  return places;
}

/** Control characters that text does not hold. */
export const shownCode = (code: number) => (code === 0 ? 0xfffd : code);

/** The text of all blocks. */
export function plainText(collector: Collector): string {
  const { codes, page, count } = collector;
  let units = new Uint16Array(count + 2 * page.children.length + 64);
  let length = 0;
  let all = 0;
  const put = (unit: number) => {
    if (length + 2 > units.length) {
      const larger = new Uint16Array(units.length * 2);
      larger.set(units);
      units = larger;
    }
    units[length++] = unit;
    all |= unit;
  };
  const putCode = (code: number) => {
    const shown = shownCode(code);
    if (shown < 0x10000) put(shown);
    else {
      put(0xd800 + ((shown - 0x10000) >> 10));
      put(0xdc00 + ((shown - 0x10000) & 0x3ff));
    }
  };
  for (const { block } of flatBlocks(page)) {
    if (block.kind !== "text") continue;
    for (const line of block.lines) {
      if (line.visual || line.more !== undefined)
        for (const at of order(collector, line)) putCode(codes[at] ?? 0);
      else for (let at = line.first; at < line.end; at++) putCode(codes[at] ?? 0);
      put(0x0a);
    }
    put(0x0a);
  }
  if (all < 0x100) return Buffer.from(units.subarray(0, length)).toString("latin1");
  return Buffer.from(units.buffer, 0, 2 * length).toString("utf16le");
}

/** The blocks with the places of lines and of each character. */
export function placedBlocks(collector: Collector): PlacedBlock[] {
  return [...flatBlocks(collector.page)].flatMap(({ block }) =>
    block.kind === "text" ? [{ lines: block.lines.map((line) => placedLine(collector, line)) }] : [],
  );
}

function placedLine(collector: Collector, line: Line): PlacedLine {
  const characters: PlacedCharacter[] = [];
  let [x0, y0] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [x1, y1] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const { codes, places, style, styles } = collector;
  let text = "";
  let size = 0;
  for (const at of order(collector, line)) {
    const own = styles[style[at] ?? 0] ?? line.style;
    const [beginX = 0, beginY = 0, endX = 0, endY = 0] = places.subarray(4 * at, 4 * at + 4);
    const character = String.fromCodePoint(shownCode(codes[at] ?? 0));
    if (text === "") size = own.size;
    text += character;
    characters.push({
      text: character,
      x0: Math.min(beginX + own.upX, beginX + own.downX),
      x1: Math.max(endX + own.upX, endX + own.downX),
    });
    for (const x of [beginX + own.upX, beginX + own.downX, endX + own.upX, endX + own.downX]) {
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
    }
    for (const y of [beginY + own.upY, beginY + own.downY, endY + own.upY, endY + own.downY]) {
      y0 = Math.min(y0, y);
      y1 = Math.max(y1, y);
    }
  }
  const box = { x0, y0, x1, y1 };
  const horizontal = !line.style.font.vertical && line.style.directionX > 0.99;
  return { text, box, size, characters, horizontal };
}

/** Lines without the places of their characters. */
export function withoutCharacters(blocks: readonly PlacedBlock[]): TextBlock[] {
  return blocks.map(({ lines }) => ({
    lines: lines.map(({ text, box, size }) => ({ text, place: { box, size } })),
  }));
}
