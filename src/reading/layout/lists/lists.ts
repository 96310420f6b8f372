/** Items of lists with their depth, and without their markers. Where they begin and go on: `list-rules.ts`. */
import type { Line, ListItem } from "../model/blocks.ts";
import type { OpenItem } from "./list-rules.ts";
import type { Marker } from "./marker-rules.ts";

/** Where a line begins, growing inwards. */
const markerEdge = ({ rightToLeft, box }: Line) => (rightToLeft ? -box.x1 : box.x0);

/** Items with depths from where their markers stand; items further right than the one above are below it. */
export function nestItems(items: readonly OpenItem[]): ListItem[] {
  const stack: number[] = [];
  return items.map(({ marker, lines, rule }): ListItem => {
    const [first] = lines;
    const at = first ? markerEdge(first) : 0;
    const slack = 0.6 * (first?.size ?? 10);
    while (stack.length > 0 && (stack.at(-1) ?? 0) > at + slack) stack.pop();
    const top = stack.at(-1);
    if (top === undefined || at > top + slack) stack.push(at);
    return {
      marker: marker.text,
      ordered: marker.ordered,
      depth: stack.length - 1,
      lines: withoutMarker(lines, marker),
      rule,
    };
  });
}

/** An item's lines without its marker. */
export function withoutMarker(lines: readonly Line[], { text }: Pick<Marker, "text">): Line[] {
  const [first, ...rest] = lines;
  if (!first) return [];
  let words = first.words;
  let length = text.length;
  for (let word = words[0]; word && length >= word.text.length; word = words[0]) {
    words = words.slice(1);
    length -= word.text.length;
    if (words[0]?.spaced) break;
  }
  const [word, ...others] = words;
  const left =
    word && length > 0 ? [{ ...word, text: word.text.slice(length).trimStart() }, ...others] : words;
  return [{ ...first, words: left, text: first.text.slice(text.length).trimStart() }, ...rest];
}
