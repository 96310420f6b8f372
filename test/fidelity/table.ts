/**
 * The promise: how every tool and step that writes treats each feature of a document. The README shows the table, and
 * `fidelity.test.ts` tests each cell. No cell is "lost silently".
 */

/** Tools, and the steps that aren't tools. */
export const columns = [
  "pdf_merge",
  "pdf_extract_pages",
  "pdf_remove_pages",
  "pdf_split",
  "pdf_rotate_pages",
  "pdf_add_page_labels",
  "pdf_add_watermark",
  "pdf_remove_metadata",
  "pdf_repair",
  "pdf_protect",
  "pdf_unlock",
  "pdf_fill_form",
  "pdf_add_text_layer",
  "pdf_optimize",
  "pdf_redact",
  "pdf_attach",
  "pdf_set_document",
  "pdf_make_pdfa",
  "pdf_arrange_pages",
  "pdf_overlay",
  "crop",
  "scale",
  "flatten",
  "pdf_run_pipeline",
  "pdf_run_batch",
] as const;
export type Column = (typeof columns)[number];

export type Cell =
  | { readonly kind: "kept" }
  /** Changed, but nothing of value is lost. `how` describes the change. */
  | { readonly kind: "adapted"; readonly how: string }
  /** The result has a warning, or the call is refused. `said` matches the wording. */
  | { readonly kind: "reported"; readonly how: string; readonly said: RegExp };

export const kept: Cell = { kind: "kept" };
const adapted = (how: string): Cell => ({ kind: "adapted", how });
const reported = (how: string, said: RegExp): Cell => ({ kind: "reported", how, said });

type Cells = Partial<Readonly<Record<Column, Cell>>>;

/** Cells of the tools and pipelines that select pages. */
const choosing = (cell: Cell): Cells => ({
  pdf_extract_pages: cell,
  pdf_remove_pages: cell,
  pdf_split: cell,
  pdf_run_pipeline: cell,
});
const everywhere = (cell: Cell): Cells => Object.fromEntries(columns.map((column) => [column, cell]));
const first = adapted("the first file's");
const gone = adapted("removed, as requested");

/** Cells other than `kept`. The tests' pipeline: labels, extract, scale, rotate; their batch: crop, metadata-clear, rotate. */
const exceptions = {
  outline: {
    pdf_merge: adapted("merged in order; entries lead to their own file's pages"),
    ...choosing(adapted("pruned to entries for the remaining pages")),
    pdf_arrange_pages: adapted("leads to its page's place on a sheet"),
    scale: adapted("leads to the scaled position"),
  },
  "named destinations": {
    pdf_merge: adapted("merged; a duplicate name gets `-2`, and links to it are updated"),
    ...choosing(adapted("those on the remaining pages")),
    pdf_arrange_pages: adapted("lead to their page's place on a sheet"),
    scale: adapted("lead to the scaled position"),
  },
  "internal links": {
    pdf_merge: adapted("each leads to its own file's page"),
    ...choosing(adapted("links to missing pages are removed")),
    pdf_arrange_pages: adapted("moved with the page"),
    scale: adapted("moved with the page"),
  },
  "external links": {
    pdf_merge: adapted("merged"),
    ...choosing(adapted("those on the remaining pages")),
    pdf_arrange_pages: adapted("moved with the page"),
    scale: adapted("moved with the page"),
  },
  annotations: {
    pdf_merge: adapted("merged"),
    ...choosing(adapted("those on the remaining pages")),
    pdf_arrange_pages: adapted("moved with the page"),
    scale: adapted("moved with the page"),
    flatten: reported("drawn into the page; attached files and media stay, with a warning", /stays? as/),
    pdf_make_pdfa: adapted("kept; missing appearances are drawn"),
  },
  "form fields and values": {
    pdf_merge: reported(
      "merged; fields with duplicate names are renamed, with a warning",
      /form fields .* renamed/,
    ),
    ...choosing(adapted("those on the remaining pages")),
    pdf_arrange_pages: adapted("moved with the page"),
    scale: adapted("moved with the page"),
    pdf_fill_form: adapted("filled in; the others are unchanged"),
    flatten: adapted("drawn into the page as they look"),
  },
  "page labels": {
    pdf_merge: adapted("each page keeps its label"),
    ...choosing(adapted("each page keeps its label")),
    pdf_arrange_pages: adapted("each sheet has the label of its first page"),
  },
  attachments: {
    pdf_merge: adapted("merged; duplicate names stay separate"),
    pdf_attach: adapted("added to, or removed, as requested"),
  },
  layers: { pdf_merge: adapted("side by side, each shown or hidden as before") },
  tags: {
    pdf_merge: adapted("merged; tags of a file in another language specify it"),
    ...choosing(adapted("pruned to the remaining pages")),
    flatten: adapted("kept, except for flattened annotations"),
    pdf_set_document: adapted("kept; the language is the given one"),
    pdf_arrange_pages: adapted("kept, for the page's place on a sheet"),
  },
  "viewer preferences": {
    pdf_merge: first,
    ...choosing(adapted("kept; the opening view only if its page remains")),
    scale: adapted("kept; the opening view is scaled"),
    pdf_arrange_pages: adapted("kept; the opening view is moved with its page"),
  },
  XMP: {
    pdf_merge: first,
    pdf_remove_metadata: gone,
    pdf_run_batch: gone,
    pdf_redact: adapted("written again from Info and the claims"),
    pdf_make_pdfa: adapted(
      "kept in the form of PDF/A, with Info's values; what it can't describe is removed, with a warning",
    ),
  },
  "claims of PDF/A and PDF/UA": {
    pdf_merge: reported(
      "kept if all files claim it; otherwise removed, with a warning",
      /no longer claims|claims .*, not/,
    ),
    pdf_add_watermark: reported("kept; PDF/A-1 is removed, with a warning", /forbids the watermark/),
    pdf_overlay: reported(
      "kept if the result conforms; otherwise removed, with a warning",
      /no longer claims/,
    ),
    pdf_attach: reported(
      "PDF/A-3 and 4f are kept; PDF/A that forbids the file is removed, with a warning",
      /forbids attached files|allows only attached files/,
    ),
    pdf_protect: reported("PDF/UA is kept; PDF/A is removed, with a warning", /forbids encryption/),
    pdf_make_pdfa: adapted("PDF/UA is kept; PDF/A of the given level"),
  },
  Info: { pdf_merge: first, pdf_remove_metadata: gone, pdf_run_batch: gone },
  signatures: {
    ...everywhere(reported("become plain graphics, with a warning", /digitally signed/)),
    pdf_fill_form: kept,
  },
  "encryption and permissions": {
    pdf_merge: reported("refused; use pdf_unlock first", /pdf_unlock/),
    pdf_protect: adapted("AES-256 with the new password; permissions are kept"),
    pdf_unlock: gone,
    pdf_make_pdfa: reported("removed, with a warning: PDF/A forbids it", /forbids encryption/),
  },
  "page boxes": {
    pdf_merge: adapted("each page's own"),
    ...choosing(adapted("each page's own")),
    crop: adapted("the CropBox shrinks; the others are kept"),
    pdf_run_batch: adapted("same as crop"),
    scale: adapted("all scaled together"),
    pdf_arrange_pages: adapted("of the sheet; pages show what their CropBox showed"),
  },
  rotation: {
    pdf_merge: adapted("each page's own"),
    ...choosing(adapted("each page's own")),
    pdf_rotate_pages: adapted("rotated, as requested"),
    pdf_run_batch: adapted("rotated, as requested"),
    pdf_arrange_pages: adapted("none; pages are placed as displayed"),
  },
  "inherited resources": {},
} as const satisfies Readonly<Record<string, Cells>>;

export type RowName = keyof typeof exceptions;
export const rowNames = Object.keys(exceptions) as readonly RowName[];

/** The cell of a row and column. */
export function cell(row: RowName, column: Column): Cell {
  const own: Cells = exceptions[row];
  return own[column] ?? kept;
}

/** Warnings about features not in the table, or not in all files. Each describes the loss. */
export const furtherWarnings: readonly RegExp[] = [
  /was damaged|is damaged|damaged page tree/,
  /XFA form data was dropped/,
  /metadata that PDF\/A can't describe/,
  /article threads/,
  /output intents of a later file/,
  /portfolio view of a later file/,
  /alternate configurations/,
  /DPart/,
  /web capture sets/,
  /PieceInfo/,
  /NeedAppearances/,
  /scripts/,
  /had text and (was|were) left unchanged/,
  /nothing could be read on/,
  /in \w+ script, which/,
];

/** Columns that share a column in the README because all their cells are equal. */
export function groups(): readonly (readonly Column[])[] {
  const made: Column[][] = [];
  const shown = (column: Column) => rowNames.map((row) => cellText(cell(row, column))).join("|");
  for (const column of columns) {
    if (column === "pdf_run_pipeline" || column === "pdf_run_batch") continue;
    const like = made.find(([one]) => one !== undefined && shown(one) === shown(column));
    if (like) like.push(column);
    else made.push([column]);
  }
  return made;
}

function cellText(of: Cell): string {
  if (of.kind === "kept") return "kept";
  return of.kind === "adapted" ? of.how : `*${of.how}*`;
}

/** The table in Markdown, for the README. */
export function fidelityTable(): string {
  const columnsOf = groups();
  const title = (group: readonly Column[]) =>
    group.map((column) => column.replace(/^pdf_/, "").replaceAll("_", " ")).join(", ");
  const head = `| | ${columnsOf.map(title).join(" | ")} |\n|${"---|".repeat(columnsOf.length + 1)}\n`;
  const rows = rowNames.map(
    (row) =>
      `| **${row}** | ${columnsOf.map(([one]) => (one === undefined ? "" : cellText(cell(row, one)))).join(" | ")} |\n`,
  );
  return head + rows.join("");
}
