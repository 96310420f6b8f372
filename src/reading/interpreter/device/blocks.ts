/** A page's content in painting order; content of a tag is kept together, in tag order. */
import type { Box, Drawing, Tag } from "../../../core/page-layout.ts";
import type { Style } from "../state/style.ts";

/** Some of a line's characters, by their indexes in the device. */
export interface Stretch {
  first: number;
  end: number;
}

/**
 * A line: its characters from `first` to `end`. While they arrive, `more` holds further stretches for a line continued later;
 * `putInReadingOrder` joins them.
 */
export interface Line extends Stretch {
  readonly style: Style;
  more: Stretch[] | undefined;
  /** Whether characters of right-to-left scripts are in visual order. */
  visual: boolean;
}

export interface TextBlock {
  readonly kind: "text";
  readonly lines: Line[];
}

interface ImageBlock {
  readonly kind: "image";
  readonly box: Box;
}

export interface DrawingBlock extends Drawing {
  readonly kind: "drawing";
}

/** Everything that belongs to one structure element. */
export interface TaggedBlock extends Group {
  readonly kind: "tagged";
}

export interface Group {
  readonly tag: Tag | undefined;
  readonly parent: Group | undefined;
  readonly children: Block[];
  /** Whether it isn't part of the page's own content and has no place in its order. */
  readonly apart?: boolean;
}

export type PaintedBlock = ImageBlock | DrawingBlock;
export type Block = TextBlock | PaintedBlock | TaggedBlock;

/** An element's group within its parent's: continued, or inserted among its siblings by index. */
export function groupWithin(parent: Group, tag: Tag): Group {
  const { children } = parent;
  let before: number | undefined;

  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at];
    if (child?.kind !== "tagged" || child.tag === undefined) continue;
    if (child.tag.index === tag.index) return child;
    if (child.tag.index < tag.index) break;
    before = at;
  }

  const made: TaggedBlock = { kind: "tagged", tag, parent, children: [] };
  if (before === undefined) children.push(made);
  else children.splice(before, 0, made);

  return made;
}

interface FlatBlock {
  readonly block: Exclude<Block, TaggedBlock>;
  readonly tag: Tag | undefined;
  readonly apart: Group | undefined;
}

/** Blocks in order with their tag, without the groups themselves. */
export function flatBlocks(group: Group): FlatBlock[] {
  const found: FlatBlock[] = [];
  const stack: { readonly group: Group; at: number }[] = [{ group, at: 0 }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const block = top.group.children[top.at++];
    if (block === undefined) stack.pop();
    else if (block.kind === "tagged") stack.push({ group: block, at: 0 });
    else found.push({ block, tag: top.group.tag, apart: top.group.apart ? top.group : undefined });
  }
  return found;
}
