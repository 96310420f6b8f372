/** Writes a smaller copy that looks the same. */
import * as v from "valibot";
import type { InputFile, NewFile } from "../../core/document-io.ts";
import {
  count,
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  text,
  warningsField,
} from "../../core/fields.ts";
import { imageDpi } from "../../core/limits.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { withdrawAllClaims } from "../../document/conformance/withdraw.ts";
import { editDocument } from "../../document/edit.ts";
import { documentName } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { kinds } from "../../optimize/largest.ts";
import { type Optimized, optimizeDocument } from "../../optimize/optimize.ts";
import { measureNames, nothingSaved } from "../../optimize/parts.ts";
import { imageSizes } from "../../reading/image-sizes.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { type Damage, withRepair } from "../../recovery/with-repair.ts";
import { countProgress } from "../shared/progress.ts";

const bytesField = count("Bytes.");

const imagesField = v.pipe(
  v.strictObject({
    max_dpi: v.optional(v.pipe(v.number(), v.minValue(imageDpi.min), v.maxValue(imageDpi.max))),
    quality: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
  }),
  v.check(
    ({ max_dpi, quality }) => max_dpi !== undefined || quality !== undefined,
    "must have max_dpi, quality or both",
  ),
  v.description(
    "Lossy: fewer samples where images have more than max_dpi (36 to 1200), JPEG of this quality (1 to 100).",
  ),
  v.examples([{ max_dpi: 150, quality: 80 }]),
);

const largestField = list(
  v.strictObject({
    what: v.picklist(kinds),
    pages: v.optional(text("Selector of the pages that use it.")),
    bytes: bytesField,
  }),
  "The largest parts of the input, largest first.",
);

const resultSchema = v.strictObject({
  ...newFileEntries,
  before: count("Size of the input in bytes."),
  saved: v.pipe(
    v.strictObject(v.entriesFromList(measureNames, bytesField)),
    v.description("Bytes saved, by measure."),
  ),
  largest: largestField,
  warnings: warningsField,
});

export const pdfOptimize = defineTool({
  name: "pdf_optimize",
  title: "Make smaller",
  description:
    "Writes a smaller copy that looks exactly the same: merges equal objects, drops unused ones and compresses everything as far as possible. Text, tags, forms and links stay.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    images: v.optional(imagesField),
    linearize: v.optional(v.pipe(v.boolean(), v.description("For fast web view; may be larger.")), false),
    password: passwordField,
  }),
  output: resultSchema,
  annotations: writes,
  reportsProgress: true,
  async run({ input, output, images, linearize, password }, context) {
    using source = context.files.openInput(input, "input");
    return await withRepair(documentName(source), (damage) =>
      optimizeFile(source, output, context, { images, linearize, password, damage }),
    );
  },
});

interface Attempt {
  readonly linearize: boolean;
  readonly images: v.InferOutput<typeof imagesField> | undefined;
  readonly password: string;
  readonly damage: Damage | undefined;
}

interface Written extends Optimized {
  readonly pages: number;
  /** Reported only if the file is rewritten: a copy keeps the things that these call lost. */
  readonly warnings: readonly Parameters<ToolContext["warn"]>[0][];
  /** Whether the document was recovered: it may be damaged. */
  readonly recovered: boolean;
  /** Whether its page counts are wrong, so that other readers see different pages in the unmodified file. */
  readonly miscounted: boolean;
}

/** A smaller gain doesn't count: escaping in identifiers alone makes files differ by a few bytes. */
const leastGain = 16;
const copyPiece = 1024 * 1024;

/** Writes and verifies the smaller file, or a copy if it isn't smaller. Returns the reported figures. */
async function optimizeFile(
  source: InputFile,
  output: string,
  context: ToolContext,
  attempt: Attempt,
): Promise<v.InferOutput<typeof resultSchema>> {
  const before = source.size;
  using target = context.files.newFile(output, "output");
  const { pages, saved, largest, linearized, warnings, recovered, miscounted } = await writeSmaller(
    source,
    target,
    context,
    attempt,
  );
  if (attempt.linearize && !linearized)
    context.warn(
      "The document could not be linearized: it is encrypted, or one of its pages is not a separate object.",
    );

  if (linearized || miscounted || target.position + leastGain <= before) {
    verifyWritten(rereadWhole(target), pages, attempt.password);
    for (const warning of warnings) context.warn(warning);
    await context.pause();
    const { path, bytes } = target.publish();
    return { output: path, pages, bytes, before, saved, largest: [...largest] };
  }

  target[Symbol.dispose]();
  using copy = context.files.newFile(output, "output");
  for (let at = 0; at < before; at += copyPiece) copy.write(source.read(at, copyPiece));
  const copied = rereadWhole(copy);
  if (!recovered) verifyWritten(copied, pages, attempt.password);
  context.warn("Nothing could be saved; the result is a copy of the input.");
  await context.pause();
  const { path, bytes } = copy.publish();

  return { output: path, pages, bytes, before, saved: nothingSaved(), largest: [...largest] };
}

async function writeSmaller(
  source: InputFile,
  target: NewFile,
  context: ToolContext,
  { images, linearize, password, damage }: Attempt,
): Promise<Written> {
  const document = await openDocument(source, context, { password, damage });
  const warnings: Written["warnings"][number][] = [];
  const { readers, work } = context;
  const session = editDocument(document, { readers, work, warn: (message) => warnings.push(message) });
  if (document.isIncomplete) withdrawAllClaims(session, document.isIncomplete);
  session.completeTree();
  const pages = session.pageCount;
  const optimized = await optimizeDocument(session, target, {
    images,
    linearize,
    drawnSizes: imageSizes,
    onPage: countProgress(context, pages, "pages"),
  });
  const miscounted = document.pages.wrongCounts.size > 0;

  return { ...optimized, pages, warnings, recovered: document.recovered, miscounted };
}
