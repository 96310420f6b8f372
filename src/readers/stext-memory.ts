/**
 * Structured text straight from MuPDF's memory: a call from WASM for each character would take most of the time. The layout
 * of the structs is that of the pinned version (mupdf-wasm-patch.ts checks the binary); test/readers/layout.test.ts compares
 * what is read here with what MuPDF prints.
 */
import type { StructuredText } from "mupdf";
import type { Tag } from "../core/page-layout.ts";
import type { MupdfMemory } from "./mupdf.ts";
import { type Standing, standsTwice } from "./text/doubled.ts";

/** The standard types of structure elements, as `fz_structure` of MuPDF 1.28 numbers them. */
export const structureNames: readonly string[] =
  "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private DocumentFragment Aside Title FENote Sub P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact".split(
    " ",
  );

/** Where a page's struct is: the types of mupdf do not show the pointer. */
export const addressOf = (text: StructuredText) => Number(Reflect.get(text, "pointer"));

/** Levels of structure blocks that are followed; deeper ones count as their parent's. */
const maxDepth = 200;
/** Blocks of one page: beyond this the page is an attack on memory. */
const maxBlocks = 200_000;

/** A text line's address, or an image's or drawing's place, with its tag. */
export interface RawBlock {
  readonly kind: "text" | "image" | "drawing";
  /** Address of the block. */
  readonly at: number;
  readonly tag: Tag | undefined;
}

/** Every block of a page in the engine's order, structure resolved to tags. */
export function rawBlocks(memory: MupdfMemory, page: number): RawBlock[] {
  const { integers } = memory;
  const found: RawBlock[] = [];
  const stack: { at: number; readonly tag: Tag | undefined; readonly depth: number }[] = [
    { at: memory.firstBlock(page), tag: undefined, depth: 0 },
  ];
  for (let top = stack.at(-1); top && found.length < maxBlocks; top = stack.at(-1)) {
    const { at, tag, depth } = top;
    if (at === 0) {
      stack.pop();
      continue;
    }
    const word = at >> 2;
    top.at = integers[word + 14] ?? 0;
    const kind = integers[word];
    if (kind === 0) found.push({ kind: "text", at, tag });
    else if (kind === 1) found.push({ kind: "image", at, tag });
    else if (kind === 3) found.push({ kind: "drawing", at, tag });
    else if (kind === 2) {
      const down = integers[word + 6] ?? 0;
      if (down === 0 || depth > maxDepth) continue;
      const index = integers[word + 7] ?? 0;
      const type = structureNames[integers[(down >> 2) + 4] ?? -1] ?? "NonStruct";
      const own: Tag = { type, parent: tag, index, key: tag ? `${tag.key}.${index}` : `${index}` };
      stack.push({ at: integers[(down >> 2) + 2] ?? 0, tag: own, depth: depth + 1 });
    }
  }
  return found;
}

/** Offsets in words of 4 bytes inside the structs of a block, a line and a character. */
export const blockFields = { box: 2, firstLine: 6, flags: 6, color: 7 } as const;
export const lineFields = { writing: 0, direction: 1, box: 3, firstChar: 7, next: 10 } as const;
export const charFields = { code: 0, flags: 1, origin: 3, quad: 5, size: 13, font: 14, next: 15 } as const;

/** Whether two lines begin with the same character in the same place: without that no line is painted twice. */
export function startsTwice(memory: MupdfMemory, page: number): boolean {
  const { integers, floats } = memory;
  const starts: Standing[] = [];
  for (const { kind, at } of rawBlocks(memory, page)) {
    let line = kind === "text" ? (integers[(at >> 2) + blockFields.firstLine] ?? 0) : 0;
    for (; line !== 0; line = integers[(line >> 2) + lineFields.next] ?? 0) {
      const char = (integers[(line >> 2) + lineFields.firstChar] ?? 0) >> 2;
      if (char === 0) continue;
      const origin = char + charFields.origin;
      const [code, size] = [integers[char + charFields.code] ?? 0, floats[char + charFields.size] ?? 0];
      starts.push({ code, size, x: floats[origin] ?? 0, y: floats[origin + 1] ?? 0 });
    }
  }
  return standsTwice(starts);
}
