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
import { failed } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { withdrawAllClaims } from "../../document/conformance/withdraw.ts";
import { type EditSession, editDocument } from "../../document/edit.ts";
import { documentName, type PdfDocument } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { createFitter, type ImagePlan } from "../../optimize/fit.ts";
import { kinds } from "../../optimize/largest.ts";
import type { ImageSizes } from "../../optimize/measures/images.ts";
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
  reduced: v.optional(
    list(
      v.strictObject({
        pages: v.optional(text("Selector of the pages that use them.")),
        images: count("How many images."),
        dpi: v.optional(count("The finest resolution among them, as shown.")),
        quality: v.optional(count("Of JPEG, 1 to 100. Absent if they were only given fewer samples.")),
      }),
      "With max_bytes: what images have now. Absent if none was reduced.",
    ),
  ),
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
    max_bytes: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.description("Reduces images as little as needed, at least to `images`."),
      ),
    ),
    linearize: v.optional(v.pipe(v.boolean(), v.description("For fast web view; may be larger.")), false),
    password: passwordField,
  }),
  output: resultSchema,
  annotations: writes,
  commandTakes: "files",
  reportsProgress: true,
  async run({ input, output, ...options }, context) {
    using source = context.files.openInput(input, "input");
    return await withRepair(documentName(source), (damage) =>
      optimizeFile(source, output, context, { ...options, damage }),
    );
  },
});

interface Attempt {
  readonly linearize: boolean;
  readonly images?: v.InferOutput<typeof imagesField> | undefined;
  readonly max_bytes?: number | undefined;
  readonly password: string;
  readonly damage: Damage | undefined;
}

/** A document that is written smaller, several times if need be. */
interface Editing {
  readonly document: PdfDocument;
  readonly session: EditSession;
  /** Reported only if the file is rewritten: a copy keeps the things that these call lost. */
  readonly warnings: readonly Parameters<ToolContext["warn"]>[0][];
  /** The largest size at which the document draws each image, found once. */
  drawnSizes(): ImageSizes;
  /** `plan`: images to reduce. */
  write(target: NewFile, plan?: ImagePlan): Promise<Optimized>;
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
  const { max_bytes: most = Number.POSITIVE_INFINITY } = attempt;
  const editing = await openEditing(source, context, attempt);
  const { document, session, warnings } = editing;
  const pages = session.pageCount;
  const newFile = () => context.files.newFile(output, "output");
  using lossless = newFile();
  const optimized = await editing.write(lossless);
  if (attempt.linearize && !optimized.linearized)
    context.warn(
      "The document could not be linearized: it is encrypted, or one of its pages is not a separate object.",
    );

  const mustDiffer = optimized.linearized || document.pages.wrongCounts.size > 0;
  const isCopied = !mustDiffer && before <= Math.min(most, lossless.position + leastGain - 1);
  const size = lossless.position;
  const isLarge = !isCopied && size > most;
  if (isLarge || isCopied) lossless[Symbol.dispose]();

  if (!isCopied) {
    const fitted = isLarge
      ? await writeToFit(editing, newFile, optimized, { size, most, attempt, context })
      : undefined;
    using target = fitted?.target ?? lossless;
    verifyWritten(rereadWhole(target), pages, attempt.password);
    for (const warning of warnings) context.warn(warning);
    await context.pause();
    const { path, bytes } = target.publish();
    const { saved, largest, reduced } = fitted?.optimized ?? optimized;
    return {
      ...{ output: path, pages, bytes, before, saved, largest: [...largest] },
      ...(reduced.length > 0 && { reduced: [...reduced] }),
    };
  }

  using copy = newFile();
  for (let at = 0; at < before; at += copyPiece) copy.write(source.read(at, copyPiece));
  const copied = rereadWhole(copy);
  if (!document.recovered) verifyWritten(copied, pages, attempt.password);
  context.warn("Nothing could be saved; the result is a copy of the input.");
  await context.pause();
  const { path, bytes } = copy.publish();

  return {
    ...{ output: path, pages, bytes, before, saved: nothingSaved() },
    largest: [...optimized.largest],
  };
}

async function openEditing(
  source: InputFile,
  context: ToolContext,
  { images, max_bytes, linearize, password, damage }: Attempt,
): Promise<Editing> {
  const document = await openDocument(source, context, { password, damage });
  const warnings: Editing["warnings"][number][] = [];
  const { readers, work } = context;
  const session = editDocument(document, { readers, work, warn: (message) => warnings.push(message) });
  if (document.isIncomplete) withdrawAllClaims(session, document.isIncomplete);
  session.completeTree();
  const onPage = countProgress(context, session.pageCount, "pages");
  let known: ImageSizes | undefined;
  const drawnSizes = () => {
    known ??= imageSizes(session.document);
    return known;
  };
  return {
    ...{ document, session, warnings, drawnSizes },
    write: (target, plan) =>
      optimizeDocument(session, target, {
        images: max_bytes === undefined ? images : undefined,
        ...{ plan, linearize, drawnSizes, onPage },
      }),
  };
}

/** Sizes are known before they are written, except for a few bytes. */
const maxTries = 5;

interface Fitting {
  /** Without reducing images, in bytes. */
  readonly size: number;
  readonly most: number;
  readonly attempt: Attempt;
  readonly context: ToolContext;
}

/** Reduces images until the file has at most `most` bytes. Throws 422 with the smallest size reached. */
async function writeToFit(
  editing: Editing,
  newFile: () => NewFile,
  { images }: Optimized,
  { size, most, attempt, context }: Fitting,
): Promise<{ readonly target: NewFile; readonly optimized: Optimized }> {
  const { session } = editing;
  const fitter = createFitter(session, images, {
    floor: attempt.images ?? {},
    readers: context.readers,
    drawn: editing.drawnSizes(),
  });
  let wanted = size - most;

  for (let tries = 1; ; tries++) {
    const plan = tries < maxTries ? await fitter.plan(wanted) : undefined;
    const target = newFile();
    try {
      const optimized = await editing.write(target, plan ?? (await fitter.most()));
      if (target.position <= most) return { target, optimized };
      if (!plan) throw tooLarge(Math.min(size, target.position), most);
      wanted += target.position - most;
    } catch (error) {
      target[Symbol.dispose]();
      throw error;
    }
    target[Symbol.dispose]();
  }
}

function tooLarge(smallest: number, most: number) {
  return failed(
    ({ field }) =>
      `the file can't have at most ${most} bytes (${field("max_bytes")}): the smallest size reached is ${smallest} bytes`,
    { smallest },
  );
}
