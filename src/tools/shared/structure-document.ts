/**
 * The JSON format of `content` (docs/structure-json.md). src/tools/structure-v1.schema.json is generated from this by `bun
 * test/structure-schema.ts`.
 */
import * as v from "valibot";
import { choice, flag, integerIn, list, numberIn, text } from "../../core/fields.ts";

const box = v.pipe(
  v.tuple([v.number(), v.number(), v.number(), v.number()]),
  v.description(
    "x0, y0, x1, y1 in points from the top left of the displayed page; the whole page if a model read it.",
  ),
);
const page = v.pipe(v.number(), v.integer(), v.minValue(1));
const span = v.pipe(v.number(), v.integer(), v.minValue(1));

const hidden = {
  hidden: v.optional(
    choice(
      ["color", "size", "covered", "invisible"],
      "Why it is invisible: in the color behind it, smaller than 1 point, painted over, or invisible (mode 3 without an image, or transparent).",
    ),
  ),
  hidden_text: v.optional(text("The invisible part; absent if all of it is.")),
};

const marked = v.optional(
  text("The text as HTML with sup and sub elements; absent if none of it is raised or lowered."),
);

const line = v.strictObject({
  text: text("As printed; a word broken at the line's end is not joined."),
  bbox: box,
  font: text("Name in the document; empty if unknown."),
  size: v.pipe(v.number(), v.description("Font size in points.")),
  bold: v.boolean(),
  italic: v.boolean(),
  confidence: v.optional(
    numberIn(0, 1, "Confidence of the text recognition; absent for the document's own text."),
  ),
  marked,
  ...hidden,
});

const cell = v.strictObject({
  text: v.string(),
  row_span: v.pipe(span, v.description("Number of rows it covers.")),
  col_span: v.pipe(span, v.description("Number of columns it covers.")),
  header: flag("Whether it heads a row or a column."),
  bbox: box,
  marked,
  ...hidden,
});

const item = v.strictObject({
  marker: text("As printed."),
  depth: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("0 for the top level.")),
  text: v.string(),
  marked,
});

const block = v.strictObject({
  id: text("Unique within the document."),
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
  section: v.optional(text("The id of its section.")),
  level: v.optional(integerIn(1, 6, "For a heading.")),
  text: text(
    "The whole block's text, with broken words joined; for a table, its cells separated by tabs, one line per row.",
  ),
  lines: list(line, "Empty for tables and images, and if a model read the page."),
  items: v.optional(list(item, "For a list.")),
  rows: v.optional(list(v.array(cell), "For a table: positions covered by a span have no cell.")),
});

export const structureDocument = v.pipe(
  v.strictObject({
    version: v.literal(1),
    unit: v.literal("pt"),
    origin: v.literal("top-left"),
    pages: v.array(
      v.strictObject({
        page: v.pipe(page, v.description("Counted from 1.")),
        width: v.pipe(v.number(), v.description("In points, as displayed.")),
        height: v.pipe(v.number(), v.description("In points, as displayed.")),
        rotation: choice(
          [0, 90, 180, 270],
          "Clockwise rotation of the displayed page in degrees; boxes already take it into account.",
        ),
        has_text: flag("Whether the page has embedded text."),
        kind: choice(
          ["text", "scanned", "mixed", "empty"],
          "mixed: text, and an image that covers most of the page.",
        ),
        blocks: list(block, "In reading order."),
      }),
    ),
  }),
  v.title("Structure of a document, as returned by pdf_extract_structure in the format json"),
);

export type StructureDocument = v.InferOutput<typeof structureDocument>;
