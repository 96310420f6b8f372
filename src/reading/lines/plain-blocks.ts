/** Text as engines print it, taken apart again. */
import type { TextBlock } from "../../core/text-lines.ts";

/** Blocks of plain text: a line feed stands behind each line, and one more behind each block. */
export function plainBlocks(text: string): TextBlock[] {
  return text.split("\n\n").map((block) => ({ lines: block.split("\n").map((line) => ({ text: line })) }));
}
