/** Extracts a document's tables as data. */
import * as v from "valibot";
import {
  bboxField,
  choice,
  count,
  flag,
  help,
  inputField,
  list,
  optionalPagesField,
  pageNumber,
  passwordField,
  text,
  warningsField,
  wellFormed,
} from "../../core/fields.ts";
import { tableChars } from "../../core/limits.ts";
import { didYouMean } from "../../core/nearest.ts";
import { modelNames, recognizerName } from "../../core/page-reading.ts";
import { inPages, pageRanges } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { csvOf } from "../../tables/csv.ts";
import { type IdentifiedTable, identified } from "../../tables/identified.ts";
import type { FoundTables } from "../../tables/read-tables.ts";
import { mostCellText } from "../../tables/workbook/sheet.ts";
import { cutTexts, workbookOf } from "../../tables/workbook/workbook.ts";
import { findTables } from "../shared/find-tables.ts";
import { maxCharsField, readsByModel } from "../shared/models/reading-fields.ts";
import { bboxOf } from "../shared/pictures/page-picture.ts";

const formats = ["csv", "xlsx", "json"] as const;
type Format = (typeof formats)[number];

const entries = {
  input: inputField,
  pages: optionalPagesField,
  bbox: v.optional(bboxField("Only this part, as one table, [x0, y0, x1, y1]")),
  format: v.optional(v.pipe(v.picklist(formats), help("By default, the ending of output, or csv."))),
  output: v.optional(
    v.pipe(
      v.string(),
      wellFormed,
      help("New file: .xlsx, .json, or .csv for one table. Must not exist yet."),
    ),
  ),
  output_folder: v.optional(
    v.pipe(v.string(), wellFormed, help("Folder for a CSV file per table. Created if missing.")),
  ),
  tables: v.optional(
    v.pipe(v.array(v.string()), v.minLength(1), v.description("Ids from an earlier answer.")),
  ),
  join_pages: v.optional(
    v.pipe(
      v.boolean(),
      v.metadata({
        help: "Whether a table that continues after a page break is one.",
        negated: "Don't join tables over page breaks.",
      }),
    ),
    true,
  ),
  max_chars: maxCharsField(tableChars, "Maximum characters of cells in the answer."),
  high_accuracy: v.optional(flag("Reads page images. As in pdf_read_text."), false),
  model: v.optional(choice([...modelNames, recognizerName], "As in pdf_read_text."), "0.8b"),
  password: passwordField,
};

const cell = v.strictObject({
  text: text("As pdf_read_text reads it."),
  row_span: v.optional(pageNumber("Rows that it spans, if more than one.")),
  col_span: v.optional(pageNumber("Columns that it spans, if more than one.")),
});

const rowSchema = v.array(cell);

const tableSchema = v.strictObject({
  id: text("A hash of its cells."),
  parts: list(
    v.strictObject({ page: pageNumber(), bbox: bboxField("Around its text,") }),
    "Where it is: a part per page and column.",
  ),
  rows: count("Rows, including header rows."),
  columns: count("Columns."),
  head_rows: count("Header rows; 0 if nothing shows any."),
  caption: v.optional(text("The caption directly above or below it.")),
  certain: flag("Whether two independent kinds of evidence show each row and column."),
  doubts: list(v.string(), "What isn't certain."),
  cells: v.optional(
    list(rowSchema, "Rows of cells, when nothing is written. A position covered by a span has no cell."),
  ),
});
type TableAnswer = v.InferOutput<typeof tableSchema>;

const outputSchema = v.strictObject({ output: text("Absolute path."), bytes: count("Size in bytes.") });

export const pdfExtractTables = defineTool({
  name: "pdf_extract_tables",
  title: "Extract tables",
  description:
    "Extracts a PDF's tables as cells; or writes them to output (.xlsx, .json, .csv), or as CSV files to output_folder (`<name>-table-<n>.csv`). Each says whether it is certain.",
  input: v.strictObject(entries),
  output: v.strictObject({
    tables: list(tableSchema, "The tables, in reading order."),
    outputs: list(outputSchema, "The files written."),
    truncated: flag("Whether rows were omitted because of max_chars."),
    warnings: warningsField,
  }),
  annotations: writes,
  commandTakes: "files",
  reportsProgress: true,
  readsByModel,
  async run(fields, context) {
    const { input, password, tables: ids, max_chars } = fields;
    const format = formatOf(fields);
    using source = context.files.openInput(input, "input");

    return await withDocument(source, context, password, async (document) => {
      // A name that is taken is known before pages are read.
      using file = fields.output === undefined ? undefined : context.files.newFile(fields.output, "output");
      const found = await findTables(document, fields, context);
      const all = identified(found.tables);
      const tables = ids ? chosen(all, ids) : all;
      if (all.length === 0) context.warn(whyNone(found));
      const written = { tables: tables.map(described), truncated: false };

      if (tables.length > 0 && file) {
        file.write(await bytesOf(tables, format));
        const cut = format === "xlsx" ? cutTexts(tables) : 0;
        if (cut > 0)
          context.warn(
            `${cut === 1 ? "the text of 1 cell was" : `the texts of ${cut} cells were`} cut, since spreadsheets hold ${mostCellText} characters in a cell: CSV and JSON have it all`,
          );
        const { path: output, bytes } = file.publish();
        return { ...written, outputs: [{ output, bytes }] };
      }
      if (tables.length > 0 && fields.output_folder !== undefined) {
        using folder = context.files.newFolder(fields.output_folder, "output_folder");
        const nameOf = ({ number }: IdentifiedTable) => `${source.stem}-table-${number}.csv`;
        folder.reserve(tables.map(nameOf));
        const outputs: v.InferOutput<typeof outputSchema>[] = [];
        for (const table of tables) {
          const created = folder.create(nameOf(table));
          const bytes = encoder.encode(csvOf(table));
          created.write(bytes);
          outputs.push({ output: created.path, bytes: bytes.length });
          await folder.settle();
        }
        folder.publishAll();
        return { ...written, outputs };
      }
      const isWritten = file !== undefined || fields.output_folder !== undefined;
      return isWritten ? { ...written, outputs: [] } : { ...withCells(tables, max_chars), outputs: [] };
    });
  },
});

const encoder = new TextEncoder();

/** The format of the files, from the fields that say it. */
function formatOf({ format, output, output_folder }: Outputs): Format {
  if (output !== undefined && output_folder !== undefined)
    throw invalid("output_folder", (names) => `cannot be given together with ${names.field("output")}`);
  if (output_folder !== undefined && format !== undefined && format !== "csv")
    throw invalid(
      "output_folder",
      (names) => `only takes ${names.field("format")} csv; output takes one file of any format`,
    );
  if (output === undefined) return format ?? "csv";
  const ending = formats.find((one) => output.toLowerCase().endsWith(`.${one}`));
  if (!ending) throw invalid("output", "must end in .csv, .xlsx or .json");
  if (format !== undefined && format !== ending)
    throw invalid("output", (names) => `ends in .${ending}, but ${names.field("format")} is ${format}`);
  return ending;
}

interface Outputs {
  readonly format?: Format | undefined;
  readonly output?: string | undefined;
  readonly output_folder?: string | undefined;
}

/** The tables with these ids, in the document's order. */
function chosen(all: readonly IdentifiedTable[], ids: readonly string[]): IdentifiedTable[] {
  const known = all.map(({ id }) => id);
  for (const [at, id] of ids.entries())
    if (!known.includes(id))
      throw invalid(
        `tables[${at}]`,
        `no table has the id ${JSON.stringify(id)}${didYouMean(id, known, known.length === 0 ? "; there is no table" : `; there are ${known.join(", ")}`)}`,
      );
  return all.filter(({ id }) => ids.includes(id));
}

async function bytesOf(tables: readonly IdentifiedTable[], format: Format): Promise<Uint8Array> {
  if (format === "xlsx") return await workbookOf(tables);
  if (format === "json")
    return encoder.encode(
      JSON.stringify({
        version: 1,
        tables: tables.map((own) => ({ ...described(own), cells: cellsOf(own) })),
      }),
    );
  const [table, ...others] = tables;
  if (!table || others.length > 0)
    throw invalid(
      "output",
      ({ field }) =>
        `a CSV file holds one table, and there are ${tables.length}: ${tables.map(({ id }) => id).join(", ")}; choose one with ${field("tables")}, or give ${field("output_folder")}`,
    );
  return encoder.encode(csvOf(table));
}

function described({
  id,
  parts,
  rows,
  columns,
  headRows,
  caption,
  certain,
  doubts,
}: IdentifiedTable): TableAnswer {
  return {
    id,
    parts: parts.map(({ page, box }) => ({ page, bbox: bboxOf(box) })),
    rows: rows.length,
    columns,
    head_rows: headRows,
    ...(caption !== undefined && { caption }),
    certain,
    doubts: [...doubts],
  };
}

const cellsOf = ({ rows }: IdentifiedTable): v.InferOutput<typeof rowSchema>[] =>
  rows.map((row) =>
    row.map(({ text, rowSpan, colSpan }) => ({
      text,
      ...(rowSpan > 1 && { row_span: rowSpan }),
      ...(colSpan > 1 && { col_span: colSpan }),
    })),
  );

/** The tables with as many rows as fit. */
function withCells(
  tables: readonly IdentifiedTable[],
  most: number,
): { tables: TableAnswer[]; truncated: boolean } {
  let [left, truncated] = [most, false];
  const answers = tables.map((table) => {
    const cells = cellsOf(table);
    const kept = cells.findIndex((row) => {
      left -= row.reduce((sum, { text: own }) => sum + own.length, 0);
      return left < 0;
    });
    truncated ||= kept >= 0;
    return { ...described(table), cells: kept < 0 ? cells : cells.slice(0, kept) };
  });
  return { tables: answers, truncated };
}

/** The pages examined, and why they have no table. */
function whyNone({ pages, withText, vetoed }: FoundTables): string {
  if (withText.length === 0) return `no table was found: none of the ${pages} pages read has text`;
  const looked = `text, drawn lines and tags of ${inPages(pageRanges(withText))}`;
  const why =
    vetoed.size === 0
      ? "nothing is aligned in several columns and rows"
      : `what looks like a table is something else (${[...vetoed].join(", ")})`;
  return `no table was found in the ${looked}: ${why}`;
}
