/** Removes text, areas and kinds of data from a document, and proves that they are gone before publishing the file. */

import * as v from "valibot";
import { getOrInsert } from "../../core/collections/maps.ts";
import { memorySink, type NewFile, sourceOf } from "../../core/document-io.ts";
import {
  bboxField,
  count,
  help,
  inputField,
  list,
  newFileEntries,
  optionalPagesField,
  outputField,
  pageNumber,
  passwordField,
  warningsField,
  wellFormed,
} from "../../core/fields.ts";
import { maxRedactAreas, maxRedactLabel, maxRedactQueries, maxRedactText } from "../../core/limits.ts";
import { recognizerName } from "../../core/page-reading.ts";
import { inPages, pageRanges, pageSet } from "../../core/page-selector.ts";
import { failed, invalid } from "../../core/problem.ts";
import type { PageRenderer } from "../../core/readers.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { editDocument } from "../../document/edit.ts";
import type { PdfDocument } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { findInAnnotations } from "../../redact/annotations.ts";
import { findOnPage } from "../../redact/find-targets.ts";
import { prove } from "../../redact/prove.ts";
import { rebuildDocument } from "../../redact/rebuild/document.ts";
import { redactDocument } from "../../redact/redact.ts";
import { PageTarget } from "../../redact/target.ts";
import { checkEverything } from "../../redact/words/said.ts";
import { type Wanted, WordCheck, wantedText } from "../../redact/words/word-check.ts";
import { kindMatcher, kinds } from "../../search/kinds.ts";
import { patternMatcher } from "../../search/matcher.ts";
import { languageField } from "../shared/models/reading-fields.ts";
import { openDrawing, refuseCostly } from "../shared/pictures/open-drawing.ts";
import { bboxOf, boxOnPage } from "../shared/pictures/page-picture.ts";
import { countProgress } from "../shared/progress.ts";
import { openReader } from "../shared/search-document.ts";

const query = v.pipe(v.string(), wellFormed, v.minLength(1), v.maxLength(maxRedactText));
const queries = (text: string) =>
  v.optional(v.pipe(v.array(query), v.maxLength(maxRedactQueries), help(text)), []);
const yesOrNo = (text: string) => v.optional(v.pipe(v.boolean(), help(text)), false);

const entries = {
  input: inputField,
  areas: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          page: v.pipe(v.number(), v.integer(), v.minValue(1)),
          bbox: bboxField("Box"),
        }),
      ),
      v.maxLength(maxRedactAreas),
      v.examples([[{ page: 1, bbox: [72, 72, 300, 90] }]]),
      help('Boxes in points from the top left corner: [{"page": 1, "bbox": [72, 72, 300, 90]}]'),
    ),
    [],
  ),
  text: queries("Text to remove."),
  patterns: queries("Regular expression (RE2) of text to remove."),
  kinds: v.optional(v.pipe(v.array(v.picklist(kinds)), help("Kind of data to remove.")), []),
  match_case: yesOrNo("Match case"),
  whole_words: yesOrNo("Match whole words only"),
  pages: optionalPagesField,
  high_accuracy: yesOrNo("Also reads page images, to find text in them"),
  model: v.optional(v.pipe(v.literal(recognizerName), help("What reads the page images")), recognizerName),
  language: languageField,
  fill: v.optional(v.pipe(v.picklist(["black", "white"]), help("Color of the boxes")), "black"),
  label: v.optional(
    v.pipe(v.string(), wellFormed, v.minLength(1), v.maxLength(maxRedactLabel), help("Words on the boxes")),
  ),
  attachments: v.optional(
    v.pipe(v.picklist(["remove", "keep"]), help("What to do with attached files")),
    "remove",
  ),
  dry_run: yesOrNo("Only tells what would be removed: writes nothing, and needs no output"),
  output: v.optional(outputField),
  password: passwordField,
};

const input = v.pipe(
  v.strictObject(entries),
  v.forward(
    v.partialCheck(
      [["output"], ["dry_run"]],
      ({ output, dry_run }) => dry_run || output !== undefined,
      "is required, except in a dry run",
    ),
    ["output"],
  ),
);
type Fields = v.InferOutput<typeof input>;

const result = v.strictObject({
  output: v.optional(newFileEntries.output),
  pages: v.optional(newFileEntries.pages),
  bytes: v.optional(newFileEntries.bytes),
  redacted: list(
    v.strictObject({
      page: pageNumber(),
      bbox: v.pipe(v.array(v.number()), v.description("[x0, y0, x1, y1]")),
    }),
    "Where the boxes are.",
  ),
  not_found: list(v.string(), "Texts, patterns and kinds that were not found."),
  removed: v.pipe(v.record(v.string(), count("How many.")), v.description("Removed items by type.")),
  verified: list(v.string(), "The checks made before publishing the file."),
  warnings: warningsField,
});

export const pdfRedact = defineTool({
  name: "pdf_redact",
  title: "Redact",
  description:
    "Permanently removes text, areas or kinds of data. Three readers confirm that they are gone; otherwise, nothing is written.",
  input,
  output: result,
  annotations: writes,
  commandTakes: "files",
  reportsProgress: true,
  async run(fields, context) {
    const wanted = wantedOf(fields, context);
    using source = context.files.openInput(fields.input, "input");
    return await withDocument(
      source,
      context,
      fields.password,
      async (document) => await redactFile(document, fields, wanted, context),
    );
  },
});

/** The search criteria. Throws 422 for an invalid expression, and if there are none. */
function wantedOf(
  { areas, text: texts, patterns, kinds: chosen, pages, ...fields }: Fields,
  { work }: ToolContext,
): Wanted[] {
  if (areas.length + texts.length + patterns.length + chosen.length === 0)
    throw invalid(
      "areas",
      ({ field }) =>
        `is missing: give at least one of ${["areas", "text", "patterns", "kinds"].map(field).join(", ")}`,
    );
  if (pages !== undefined && texts.length + patterns.length + chosen.length === 0)
    throw invalid("pages", "applies to text searches; areas have their own pages");
  const options = { matchCase: fields.match_case, wholeWords: fields.whole_words, matchAccents: false };
  texts.forEach((item, at) => {
    if (item.trim() === "") throw invalid(`text[${at}]`, "must not be only white space");
  });

  return [
    ...texts.map((name) => wantedText(name, options)),
    ...patterns.map((name, at) => ({ name, find: patternMatcher(name, options, `patterns[${at}]`, work) })),
    ...chosen.map((name) => ({ name, find: kindMatcher(name) })),
  ];
}

const readings = 4;

async function redactFile(
  document: PdfDocument,
  fields: Fields,
  wanted: readonly Wanted[],
  context: ToolContext,
): Promise<v.InferOutput<typeof result>> {
  const { password, fill, label, attachments } = fields;
  const { readers, work, warn } = context;
  // Pages are read as text, by their glyphs, as seen, and for writing: other tools read them once.
  work.left *= readings;
  using renderer = await openDrawing(document, readers);
  const targets = new Map<number, PageTarget>();

  const on = (page: number) => getOrInsert(targets, page, () => new PageTarget());

  addAreas(fields, document, renderer, on);
  const pages =
    wanted.length === 0 ? [] : [...pageSet(fields.pages, document.pages.count)].sort((a, b) => a - b);
  const found = await findAll(document, pages, wanted, fields, context, renderer, on);
  const everywhere =
    wanted.length === 0 ? [] : Array.from({ length: document.pages.count }, (_, at) => at + 1);
  const captions = everywhere.flatMap((page) => findInAnnotations(document, page, wanted, on(page)));
  for (const [page, { areas }] of targets) if (areas.length === 0) targets.delete(page);

  for (const page of new Set([...pages, ...targets.keys()])) refuseCostly(document, page);

  const session = editDocument(document, { readers, work, warn: (message) => warn(message) });
  const cover = { fill, label };
  const keepsFiles = attachments === "keep";
  const progress = countProgress(context, Math.max(1, targets.size), "pages");
  const redaction = {
    ...{ targets, wanted, texts: found.texts, keepsFiles, cover, onPage: progress },
    words: new WordCheck(wanted),
    textOf: (page: number) => renderer.text(page),
  };
  const { counts, changed, texts, names } = await redactDocument(session, redaction);
  const check = new WordCheck(wanted, texts);
  const onPages = new Set([...found.names, ...captions, ...names]);
  if (wanted.some(({ name }) => !onPages.has(name))) checkEverything(document.cos, check);
  const missing = wanted.filter(({ name }) => !onPages.has(name) && !check.hits.has(name));
  if (targets.size === 0 && missing.length === wanted.length)
    throw failed("None of the given items is in the document; nothing was written");

  using target = fields.output === undefined ? undefined : context.files.newFile(fields.output, "output");
  const written = target && !fields.dry_run ? target : memorySink();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  rebuildDocument(session, { words: check, keepsFiles, count }, written);
  const file = "publish" in written ? rereadWhole(written) : sourceOf(written.bytes());
  const reopened = verifyWritten(file, document.pages.count, password, work);
  using now = await openDrawing(reopened, readers);
  const verified = await prove({
    ...{ before: renderer, now, original: document, document: reopened, file, targets, pages, wanted, texts },
    ...{ changed, cover, keepsFiles, readers },
  });
  if (missing.length > 0) warn(`not found: ${missing.map(({ name }) => JSON.stringify(name)).join(", ")}`);
  await context.pause();

  return {
    ...("publish" in written && publishedAs(written, document.pages.count)),
    redacted: [...targets].flatMap(([page, { areas }]) =>
      areas.map((area) => ({ page, bbox: bboxOf(area) })),
    ),
    not_found: missing.map(({ name }) => name),
    removed: Object.fromEntries(counts),
    verified,
  };
}

function publishedAs(file: NewFile, pages: number) {
  const { path: output, bytes } = file.publish();
  return { output, pages, bytes };
}

function addAreas(
  { areas }: Fields,
  document: PdfDocument,
  renderer: PageRenderer,
  on: (page: number) => PageTarget,
): void {
  areas.forEach(({ page, bbox }, at) => {
    if (page > document.pages.count)
      throw invalid(`areas[${at}].page`, `is beyond the last page, ${document.pages.count}`);
    on(page).add([boxOnPage(renderer.size(page), bbox, page, `areas[${at}].bbox`)], undefined);
  });
}

/** Finds the wanted items on all pages. Throws 422 naming the pages whose text can't be read. */
async function findAll(
  document: PdfDocument,
  pages: readonly number[],
  wanted: readonly Wanted[],
  fields: Fields,
  context: ToolContext,
  renderer: PageRenderer,
  on: (page: number) => PageTarget,
): Promise<{ readonly names: ReadonlySet<string>; readonly texts: readonly string[] }> {
  const names = new Set<string>();
  const texts: string[] = [];
  const without: number[] = [];
  const unnamed: number[] = [];
  if (wanted.length === 0) return { names, texts };

  const model = fields.high_accuracy ? fields.model : undefined;
  // Recognized text is not what the glyphs say.
  const partial = new Set(model === undefined ? [] : pages);
  using reader = await openReader(document, pages, { model, language: fields.language }, context, (page) =>
    partial.add(page),
  );
  const sources = { reader, run: documentRun(document, () => {}), partial };
  const recognized: number[] = [];

  for (const page of pages) {
    const found = await findOnPage(sources, page, wanted, on(page));
    for (const name of found.names) names.add(name);
    texts.push(...found.texts);
    if (found.isEmpty && !isBlank(renderer, page)) without.push(page);
    else if (found.hasUnnamed && model === undefined) unnamed.push(page);
    if (model !== undefined && found.isRecognized && !found.isEmpty) recognized.push(page);
  }

  if (recognized.length > 0)
    context.warn(
      `text recognition read ${inPages(pageRanges(recognized))}, and may have missed words: check them`,
    );

  refuseUnread(without, "no searchable text");
  refuseUnread(unnamed, "letters that no font names");

  return { names, texts };
}

/** Throws 422 if there are pages that can't be searched. */
function refuseUnread(pages: readonly number[], what: string): void {
  const [have, them] = pages.length === 1 ? ["has", "it"] : ["have", "them"];
  if (pages.length > 0)
    throw failed(
      ({ field }) =>
        `${inPages(pageRanges(pages))} ${have} ${what}, so text on ${them} might stay; read ${them} with ${field("high_accuracy")}, or leave ${them} out with ${field("pages")}; nothing was written`,
    );
}

/** Pixels on the longer side of a picture used to see whether a page has any content. */
const glance = 400;

/** Whether a page is blank. */
function isBlank(renderer: PageRenderer, page: number): boolean {
  const { width, height } = renderer.size(page);
  const scale = glance / Math.max(width, height);
  const side = (points: number) => Math.max(1, Math.round(points * scale));
  return renderer.drawGray(page, { width: side(width), height: side(height) }) === undefined;
}
