/**
 * What the structure analysis found on a page, as a picture: each block's box with its order, type and level. Not in the
 * registry: for whoever works on the analysis (`pdfd debug-structure`).
 */
import * as v from "valibot";
import { inputField, outputField } from "../core/fields.ts";
import { validate } from "../core/json/validate.ts";
import { structureChars } from "../core/limits.ts";
import { failed } from "../core/problem.ts";
import type { MarkedBox } from "../core/readers.ts";
import { defineTool, writes } from "../core/tool.ts";
import { openDocument } from "../recovery/open-document.ts";
import { pdfExtractStructure } from "./pdf-extract-structure.ts";
import { type StructureDocument, structureDocument } from "./shared/structure-document.ts";

type Block = StructureDocument["pages"][number]["blocks"][number];

const colors: Readonly<Record<Block["type"], MarkedBox["color"]>> = {
  heading: [0.85, 0, 0],
  paragraph: [0, 0.35, 0.8],
  list: [0, 0.55, 0.2],
  table: [0.7, 0, 0.7],
  image: [0.5, 0.5, 0.5],
  caption: [0.9, 0.5, 0],
  code: [0.1, 0.6, 0.6],
  formula: [0.5, 0.3, 0],
  footnote: [0.4, 0.4, 0],
  header: [0.6, 0.6, 0.6],
  footer: [0.6, 0.6, 0.6],
};

function marks(block: Block, at: number): MarkedBox[] {
  const color = colors[block.type];
  const place = ([x0, y0, x1, y1]: Block["bbox"]) => ({ x0, y0, x1, y1 });
  const cells = (block.rows ?? []).flat().map(({ bbox }) => ({ box: place(bbox), label: "", color }));
  const level = block.level === undefined ? "" : ` ${block.level}`;
  return [...cells, { box: place(block.bbox), label: `${at + 1} ${block.type}${level}`, color }];
}

export const debugStructure = defineTool({
  name: "debug_structure",
  title: "Draw what the structure analysis found",
  description: "Writes a PNG of one page with the blocks that the structure analysis found.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  output: v.strictObject({ output: v.string(), bytes: v.number(), blocks: v.number() }),
  annotations: writes,
  reportsProgress: false,
  lane: "document",
  async run({ input, output, page }, context) {
    const { max } = structureChars;
    const call = { input, pages: String(page), format: "json", max_chars: max };
    const answer: unknown = await pdfExtractStructure.run(validate(pdfExtractStructure.input, call), context);
    const { content } = validate(v.object({ content: v.string() }), answer);
    const [found] = validate(structureDocument, JSON.parse(content)).pages;
    if (!found) throw failed(`Page ${page} is too long to be drawn`);
    using file = context.files.openInput(input, "input");
    const document = await openDocument(file, context);
    const png = await context.readers.drawBoxes(document.cos.source, page, found.blocks.flatMap(marks));
    using target = context.files.newFile(output, "output");
    target.write(png);
    return { output: target.publish().path, bytes: png.length, blocks: found.blocks.length };
  },
});
