/** List items with their depth, without their markers. `list-rules.ts` decides where they begin and continue. */

import type { Line, ListItem } from "../model/blocks.ts";
import type { Marker, OpenItem } from "../model/group.ts";
import * as t from "../tolerances/tolerances.ts";

/** A line's start, increasing inward. */
const markerEdge = ({ rightToLeft, box }: Line) => (rightToLeft ? -box.x1 : box.x0);

/** Depths of consecutive items by marker position: a marker further in than the previous one is a level deeper. */
export function createDepths(): (at: number, size: number) => number {
  const stack: number[] = [];
  return (at, size) => {
    const slack = t.sameEdge * size;
    while (stack.length > 0 && (stack.at(-1) ?? 0) > at + slack) stack.pop();
    if (stack.length === 0 || at > (stack.at(-1) ?? 0) + slack) stack.push(at);
    return stack.length - 1;
  };
}

export function nestItems(items: readonly OpenItem[]): ListItem[] {
  const depthAt = createDepths();
  return items.map(({ marker: { text, ordered }, lines, rule }): ListItem => {
    const [first] = lines;
    const depth = depthAt(first ? markerEdge(first) : 0, first?.size ?? 10);
    return { marker: text, ordered, depth, lines: withoutMarker(lines, { text }), rule };
  });
}

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
