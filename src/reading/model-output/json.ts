/** Blocks of a model's page as JSON, in the same shape as analyzed pages. */
import type { JsonBlock, JsonBox } from "../formats/json.ts";
import { harmlessLatex, imageText, inlinePlain } from "./inline-text.ts";
import type { ModelBlock } from "./model.ts";

/** A model reports a page's content but not positions: every box is the whole page, and there are no lines. */
export function modelJson(
  block: ModelBlock,
  id: string,
  section: string | undefined,
  bbox: JsonBox,
): JsonBlock {
  const { type } = block;
  return {
    id,
    type,
    bbox,
    ...(section !== undefined && { section }),
    ...(type === "heading" && { level: block.level }),
    text: modelText(block),
    lines: [],
    ...(type === "list" && {
      items: block.items.map(({ marker, depth, text }) => ({ marker, depth, text: inlinePlain(text) })),
    }),
    ...(type === "table" && {
      rows: block.rows.map((row) =>
        row.map(({ text, header, rowSpan, colSpan }) => ({
          ...{ text: inlinePlain(text), row_span: rowSpan, col_span: colSpan },
          ...{ header, bbox },
        })),
      ),
    }),
  };
}

export function modelText(block: ModelBlock): string {
  switch (block.type) {
    case "heading":
    case "paragraph":
      return inlinePlain(block.text);
    case "list":
      return block.items.map(({ marker, text }) => `${marker} ${inlinePlain(text)}`).join("\n");
    case "table":
      return block.rows.map((row) => row.map(({ text }) => inlinePlain(text)).join("\t")).join("\n");
    case "formula":
      return harmlessLatex(block.latex);
    case "code":
      return block.text;
    case "image":
      return imageText(block.text);
  }
}
