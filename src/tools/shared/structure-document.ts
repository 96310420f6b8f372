/**
 * What `content` holds when the format is json (docs/structure-json.md). src/tools/structure-v1.schema.json is made from this:
 * `bun test/structure-schema.ts` writes it.
 */
import * as v from "valibot";
import { flag, list, text } from "../../core/fields.ts";

const box = v.pipe(
  v.tuple([v.number(), v.number(), v.number(), v.number()]),
  v.description(
    "x0, y0, x1, y1 in points, origin top left, as the page is shown; the whole page where a model read it.",
  ),
);
const page = v.pipe(v.number(), v.integer(), v.minValue(1));
const span = v.pipe(v.number(), v.integer(), v.minValue(1));

const hidden = {
  hidden: v.optional(
    v.pipe(
      v.picklist(["color", "size", "covered", "invisible"]),
      v.description(
        "Why people can't see it: in the color behind it, smaller than 1 point, painted over, or invisible (mode 3 without an image, or transparent).",
      ),
    ),
  ),
  hidden_text: v.optional(text("What of it can't be seen; absent where that is all of it.")),
};

const line = v.strictObject({
  text: text("As printed; a word that is broken at its end is not joined here."),
  bbox: box,
  font: text("As the document calls it; empty when unknown."),
  size: v.pipe(v.number(), v.description("Font size in points.")),
  bold: v.boolean(),
  italic: v.boolean(),
  confidence: v.optional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description("How sure the text recognition is; absent where the text is the document's own."),
    ),
  ),
  ...hidden,
});

const cell = v.strictObject({
  text: v.string(),
  row_span: v.pipe(span, v.description("Rows that it takes, 1 where it spans none.")),
  col_span: v.pipe(span, v.description("Columns that it takes, 1 where it spans none.")),
  header: flag("Whether it heads a row or a column."),
  bbox: box,
  ...hidden,
});

const item = v.strictObject({
  marker: text("As printed."),
  depth: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("0 at the top.")),
  text: v.string(),
});

const block = v.strictObject({
  id: text("Its own within the document."),
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
  section: v.optional(text("The id of the section it stands in.")),
  level: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6), v.description("Of a heading.")),
  ),
  text: text(
    "Of the whole block, broken words joined; of a table its cells with tabs between them, a line for each row.",
  ),
  lines: list(line, "Empty for tables and images, and where a model read the page."),
  items: v.optional(list(item, "Of a list.")),
  rows: v.optional(list(v.array(cell), "Of a table: a place that a span covers has no cell of its own.")),
});

export const structureDocument = v.pipe(
  v.strictObject({
    version: v.literal(1),
    unit: v.literal("pt"),
    origin: v.literal("top-left"),
    pages: v.array(
      v.strictObject({
        page: v.pipe(page, v.description("Counted from 1.")),
        width: v.pipe(v.number(), v.description("In points, as the page is shown.")),
        height: v.pipe(v.number(), v.description("In points, as the page is shown.")),
        rotation: v.pipe(
          v.picklist([0, 90, 180, 270]),
          v.description(
            "Degrees clockwise by which the page is turned when it is shown; boxes follow it already.",
          ),
        ),
        has_text: flag("Whether the page has text of its own."),
        kind: v.pipe(
          v.picklist(["text", "scanned", "mixed", "empty"]),
          v.description("mixed: text, and an image that covers most of the page."),
        ),
        blocks: list(block, "In reading order."),
      }),
    ),
  }),
  v.title("Structure of a document, as pdf_extract_structure gives it in the format json"),
);

export type StructureDocument = v.InferOutput<typeof structureDocument>;
