/**
 * What `content` holds when the format is json (docs/structure-json.md). src/tools/structure-v1.schema.json is made from this:
 * `bun test/structure-schema.ts` writes it.
 */
import * as v from "valibot";

const box = v.pipe(
  v.tuple([v.number(), v.number(), v.number(), v.number()]),
  v.description(
    "x0, y0, x1, y1 in points, origin top left, as the page is shown; the whole page where a model read it.",
  ),
);
const page = v.pipe(v.number(), v.integer(), v.minValue(1));
const span = v.pipe(v.number(), v.integer(), v.minValue(1));

const line = v.strictObject({
  text: v.string(),
  bbox: box,
  font: v.pipe(v.string(), v.description("As the document calls it; empty when unknown.")),
  size: v.pipe(v.number(), v.description("Font size in points.")),
  bold: v.boolean(),
  italic: v.boolean(),
});

const cell = v.strictObject({
  text: v.string(),
  row_span: span,
  col_span: span,
  header: v.boolean(),
  bbox: box,
});

const item = v.strictObject({
  marker: v.pipe(v.string(), v.description("As printed.")),
  depth: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("0 at the top.")),
  text: v.string(),
});

const block = v.strictObject({
  id: v.string(),
  type: v.picklist([
    "heading",
    "paragraph",
    "list",
    "table",
    "image",
    "caption",
    "code",
    "formula",
    "footnote",
    "header",
    "footer",
  ]),
  bbox: box,
  section: v.optional(v.pipe(v.string(), v.description("The id of the section it stands in."))),
  level: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6), v.description("Of a heading.")),
  ),
  text: v.string(),
  lines: v.pipe(
    v.array(line),
    v.description("Empty for tables and images, and where a model read the page."),
  ),
  items: v.optional(v.array(item)),
  rows: v.optional(v.array(v.array(cell))),
});

export const structureDocument = v.pipe(
  v.strictObject({
    version: v.literal(1),
    unit: v.literal("pt"),
    origin: v.literal("top-left"),
    pages: v.array(
      v.strictObject({
        page,
        width: v.number(),
        height: v.number(),
        rotation: v.picklist([0, 90, 180, 270]),
        has_text: v.boolean(),
        kind: v.picklist(["text", "scanned", "mixed", "empty"]),
        blocks: v.array(block),
      }),
    ),
  }),
  v.title("Structure of a document, as pdf_extract_structure gives it in the format json"),
);

export type StructureDocument = v.InferOutput<typeof structureDocument>;
