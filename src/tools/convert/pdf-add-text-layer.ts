/** Makes scans searchable: recognized text becomes an invisible layer. */
import * as v from "valibot";
import {
  choice,
  count,
  flag,
  inputField,
  list,
  newFileEntries,
  optionalPagesField,
  outputField,
  pageNumber,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import type { RecognizedPage } from "../../core/page-reading.ts";
import { inPages, pageRanges, pageSet } from "../../core/page-selector.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import type { EditSession } from "../../document/edit.ts";
import { removeInvisibleText } from "../../document/stamp/invisible-text.ts";
import { addTextLayer, type RecognizedPages } from "../../document/stamp/text-layer.ts";
import { openContentLayout } from "../../reading/open.ts";
import { isPicture, stampsOn, withoutWordsAt } from "../../reading/recognized.ts";
import { editFile } from "../shared/edit-tool.ts";
import { languageField } from "../shared/models/reading-fields.ts";
import { openPagesAhead } from "../shared/models/recognized-pages.ts";
import { countProgress } from "../shared/progress.ts";
import { pdfaField } from "../shared/publish-as.ts";

/** Minimum mean confidence for turning a page, and minimum number of words as evidence. */
const [sureOfTurn, wordsToTurn] = [0.75, 5];

const readPageSchema = v.strictObject({
  page: pageNumber(),
  words: count("Recognized words."),
  confidence: v.pipe(v.number(), v.description("Their mean confidence, 0 to 1.")),
});

type ReadPage = v.InferOutput<typeof readPageSchema>;

export const pdfAddTextLayer = defineTool({
  name: "pdf_add_text_layer",
  title: "Make scans searchable",
  description:
    "Recognizes text on pages that are images and adds it as an invisible layer, so that the new PDF can be searched and copied from. Images are unchanged. Pages without readable text are listed in the warnings.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    pages: optionalPagesField,
    existing_text: v.optional(
      choice(
        ["keep", "replace"],
        "keep: pages with text are left unchanged. replace: an earlier invisible layer is removed first.",
      ),
      "keep",
    ),
    turn_upright: v.optional(
      flag(
        "Turns sideways or upside-down pages if the orientation is certain.",
        "Don't turn sideways or upside-down pages.",
      ),
      true,
    ),
    language: languageField,
    pdfa: pdfaField,
    password: passwordField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    read: list(readPageSchema, "The pages that were read."),
    warnings: warningsField,
  }),
  annotations: writes,
  reportsProgress: true,
  async run({ input, output, password, pdfa, ...options }, context) {
    let read: ReadPage[] = [];
    const written = await editFile(input, output, context, {
      ...{ password, pdfa },
      edit: async (session) => {
        read = await readPages(session, context, options);
      },
    });
    return { ...written, read };
  },
});

interface Options {
  readonly pages?: string | undefined;
  readonly existing_text: "keep" | "replace";
  readonly turn_upright: boolean;
  readonly language?: string | undefined;
}

/** Reads the pages without text, and adds the recognized text. */
async function readPages(
  session: EditSession,
  context: ToolContext,
  { pages, existing_text, turn_upright, language }: Options,
): Promise<ReadPage[]> {
  const wanted = [...pageSet(pages, session.pageCount)].sort((a, b) => a - b);
  const progress = countProgress(context, wanted.length, "pages");
  using layouts = openContentLayout(session.document, { engines: context.readers });
  using ahead = await openPagesAhead(
    { document: session.document, wanted, context, language },
    async (page, recognize) => {
      const putBack = existing_text === "replace" ? removeInvisibleText(session, page) : undefined;
      const layout = await layouts.page(page);
      const stamps = isPicture(layout) ? [] : stampsOn(layout);
      const isScan = stamps !== undefined && (stamps.length === 0 || existing_text === "replace");
      if (!isScan) putBack?.();
      const found = isScan ? await recognize(page) : undefined;
      return {
        isScan,
        isStamped: !isScan && stamps !== undefined,
        recognized: found && withoutWordsAt(found, stamps ?? []),
      };
    },
  );
  const read: ReadPage[] = [];
  const layers: RecognizedPages[] = [];
  const [withText, stamped, empty]: [number[], number[], number[]] = [[], [], []];

  for (const [done, page] of wanted.entries()) {
    const { isScan, isStamped, recognized } = await ahead.page(page);
    const found = summary(page, recognized);
    if (isStamped) stamped.push(page);
    if (!isScan) withText.push(page);
    else if (!recognized || found.words === 0) empty.push(page);
    else {
      layers.push({ page, recognized });
      read.push(found);
    }
    progress(done + 1);
  }

  await addTextLayer(session, layers);
  if (turn_upright)
    for (const [k, { page, recognized }] of layers.entries())
      if (isSure(read[k]) && recognized.turn !== 0) turn(session, page, recognized.turn);
  if (empty.length > 0) context.warn(`nothing could be read on ${inPages(pageRanges(empty))}`);
  const were = withText.length === 1 ? "was" : "were";
  if (withText.length > 0)
    context.warn(`${inPages(pageRanges(withText))} had text and ${were} left unchanged`);
  if (stamped.length > 0)
    context.warn(
      ({ field }) =>
        `${field("existing_text")} "replace" also reads ${inPages(pageRanges(stamped))}, where the only text may be a stamp or a page number on a scan`,
    );

  return read;
}

function summary(page: number, recognized: RecognizedPage | undefined): ReadPage {
  const lines = [...(recognized?.lines ?? []), ...(recognized?.beside?.lines ?? [])];
  const words = lines.flatMap((line) => line.words);
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  return { page, words: words.length, confidence: Math.round((sum / Math.max(words.length, 1)) * 100) / 100 };
}

const isSure = (read: ReadPage | undefined): boolean =>
  read !== undefined && read.words >= wordsToTurn && read.confidence >= sureOfTurn;

/** Turns the page clockwise, relative to how it is shown. */
function turn(session: EditSession, page: number, angle: number): void {
  const { rotation } = session.boxes(page);
  session.changePage(page).set("Rotate", (rotation + angle) % 360);
}
