/** Splits a document into files that appear together or not at all. */
import * as v from "valibot";
import { settledTogether } from "../../core/document-io.ts";
import {
  choice,
  help,
  inputField,
  list,
  newFileEntries,
  optionalPagesField,
  outputFolderField,
  pageNumber,
  passwordField,
  text,
  warningsField,
  wellFormed,
} from "../../core/fields.ts";
import { bookmarkLevels, maxFileTemplate, maxPages, maxQueryLength } from "../../core/limits.ts";
import type { Names } from "../../core/message.ts";
import { asksForBlank, pageSet, pagesOf, rangesWithin } from "../../core/page-selector.ts";
import { failed, invalid } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { writePages } from "../../document/assemble/selection.ts";
import type { PdfDocument } from "../../document/open.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { refuseDynamicXfa } from "../../document/xfa.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import type { Matcher } from "../../search/matcher.ts";
import { countProgress } from "../shared/progress.ts";
import { isTemplate, namesBy, namesByPages } from "../shared/split/names.ts";
import { type Part, partsAt, partsOfCount } from "../shared/split/part.ts";

const modes = ["ranges", "pages", "every", "size", "bookmarks", "text", "blank", "separator"] as const;
type Mode = (typeof modes)[number];

const input = v.strictObject({
  input: inputField,
  pages: v.pipe(
    optionalPagesField,
    v.description("Mode ranges: one file each, as `1-3, 4-9`. Mode pages: default all, also blank."),
  ),
  mode: v.optional(
    choice(
      modes,
      "separator: sheets with a code. Patch T, a barcode or QR code with little else, or one matching pattern. These and blank pages are dropped.",
      "ranges",
    ),
    "ranges",
  ),
  count: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPages), help("Pages per file.")),
  ),
  max_bytes: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), help("Bytes per file."))),
  level: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(bookmarkLevels),
      help("Level of bookmarks. Default: 1."),
    ),
  ),
  pattern: v.optional(
    v.pipe(
      v.string(),
      wellFormed,
      v.minLength(1),
      v.maxLength(maxQueryLength),
      v.description("RE2. Of text or codes, case-sensitive."),
    ),
  ),
  keep_separators: v.optional(v.pipe(v.boolean(), help("Keeps separator sheets, as first pages."))),
  name: v.optional(
    v.pipe(
      v.string(),
      wellFormed,
      v.minLength(1),
      v.maxLength(maxFileTemplate),
      v.check(isTemplate, "has other words in braces than {name}, {n}, {title} and {pages}"),
      v.description(
        "Template of {name}, {n}, {title}, {pages}. The input's name, the file's number, its title, its pages.",
      ),
    ),
  ),
  output_folder: outputFolderField,
  password: passwordField,
});
type Fields = v.InferOutput<typeof input>;

const output = v.strictObject({
  ...newFileEntries,
  first_page: pageNumber("Its first page in the input, counted from 1."),
  title: v.optional(text("The bookmark, matched text or code that begins it.")),
});

export const pdfSplit = defineTool({
  name: "pdf_split",
  title: "Split a PDF",
  description:
    "Splits one PDF into new files by ranges, pages, count, size, bookmarks, text, blank pages or separator sheets. All files appear together or none: `<name>-pages-<a>-<b>.pdf`, `<name>-page-<n>.pdf`, or by their titles.",
  input,
  output: v.strictObject({
    outputs: list(output, "The new files, in page order."),
    warnings: warningsField,
  }),
  annotations: writes,
  reportsProgress: true,
  async run(fields, context) {
    checkFields(fields);
    const { password, name } = fields;
    const find = await finderOf(fields, context);
    using source = context.files.openInput(fields.input, "input");
    const warnings = new Set<string>();
    let progress: ((done: number) => void) | undefined;
    const counted: Count = (total, what) => {
      progress ??= countProgress(context, total, what);
      return progress;
    };
    const outputs = await withDocument(source, context, password, async (document) => {
      refuseDynamicXfa(document, source.path);
      const parts = await find(document, counted);
      const { budget } = document.cos;
      budget.during("a file for each part", () => budget.spend(stepsPerFile * parts.length));
      const template = name ?? (titled.includes(fields.mode) ? "{title}" : undefined);
      const names =
        template === undefined ? namesByPages(source.stem, parts) : namesBy(template, source.stem, parts);
      using folder = context.files.newFolder(fields.output_folder, "output_folder");
      folder.reserve(names);
      const done = counted(parts.length, "files");
      const written: v.InferOutput<typeof output>[] = [];
      let settling = Promise.resolve();

      for (const [at, { pages, title }] of parts.entries()) {
        const file = folder.create(names[at] ?? "");
        writePages(document, pages, file, { warn: (message) => warnings.add(message) });
        verifyWritten(rereadWhole(file), pages.length, password);
        written.push({
          ...{ output: file.path, pages: pages.length, bytes: file.position, first_page: pages[0] ?? 1 },
          ...(title && { title }),
        });
        done(written.length);
        if (written.length % settledTogether === 0) {
          await settling;
          settling = folder.settle();
          // The error surfaces where the promise is awaited.
          settling.catch(() => {});
        }
      }

      await settling;
      await folder.settle();
      folder.publishAll();

      return written;
    });
    // The same loss in hundreds of files is a single warning.
    for (const message of warnings) context.warn(message);

    return { outputs };
  },
});

/** Fields of some modes, and the mode that requires them. */
const rules = [
  {
    ...{ field: "pages", modes: ["ranges", "pages"], required: "ranges" },
    advice: ({ field }: Names) => `; write ranges like 1-3, 4-9, or use ${field("mode")} pages`,
  },
  { field: "count", modes: ["every"], required: "every" },
  { field: "max_bytes", modes: ["size"], required: "size" },
  { field: "level", modes: ["bookmarks"] },
  { field: "pattern", modes: ["text", "separator"], required: "text" },
  { field: "keep_separators", modes: ["separator"] },
] as const satisfies readonly {
  readonly field: keyof Fields;
  readonly modes: readonly Mode[];
  readonly required?: Mode;
  readonly advice?: (names: Names) => string;
}[];
/** Modes whose parts have titles. */
const titled: readonly Mode[] = ["bookmarks", "text", "separator"];

function checkFields(fields: Fields): void {
  const { mode } = fields;
  for (const rule of rules) {
    const modes: readonly Mode[] = rule.modes;
    const isMissing = fields[rule.field] === undefined;
    if (isMissing && "required" in rule && rule.required === mode)
      throw invalid(
        rule.field,
        (names) => `is required in mode ${mode}${"advice" in rule ? rule.advice(names) : ""}`,
      );
    if (!isMissing && !modes.includes(mode))
      throw invalid(rule.field, ({ field }) => `only works with ${field("mode")} ${modes.join(" or ")}`);
  }
}

/** Work steps per file: creating, rereading and publishing one takes half a millisecond. */
const stepsPerFile = 1500;

/** Begins to report progress, unless that has begun: `total` items that `what` names. */
type Count = (total: number, what: string) => (done: number) => void;

/** A matcher that takes a pattern as written. Throws 422 on `pattern`. */
async function matcherOf(pattern: string, { work }: ToolContext): Promise<Matcher> {
  const { patternMatcher } = await import("../../search/matcher.ts");
  const asWritten = { matchCase: true, matchAccents: true, wholeWords: false };
  return patternMatcher(pattern, asWritten, "pattern", work);
}

/** What finds a document's parts. Throws 422 on `pattern`. */
async function finderOf(
  { mode, pages, count = 1, max_bytes = 1, level = 1, pattern, keep_separators = false }: Fields,
  context: ToolContext,
): Promise<(document: PdfDocument, counted: Count) => readonly Part[] | Promise<readonly Part[]>> {
  const findBlank = async (document: PdfDocument, counted: Count) => {
    const { blankPages } = await import("../shared/pictures/blank-pages.ts");
    return await blankPages(document, context, counted(document.pages.count, "pages"));
  };
  switch (mode) {
    case "ranges":
      return (document) => rangeParts(pages ?? "", document.pages.count);
    case "pages":
      return async (document, counted) => {
        const total = document.pages.count;
        const blank = asksForBlank(pages) ? await findBlank(document, counted) : [];
        return [...pageSet(pages, total, { blank })].map((page) => ({ pages: [page] }));
      };
    case "blank":
      return async (document, counted) => {
        const total = document.pages.count;
        const blank = await findBlank(document, counted);
        if (blank.length === 0) context.warn("no page is blank: the document is not split");
        if (blank.length === total) throw failed("All pages are blank; nothing was written");
        const begins = blank.map((page) => ({ page }));
        return partsAt(begins, total, true);
      };
    case "every":
      return (document) => partsOfCount(count, document.pages.count);
    case "size": {
      const { partsOfSize } = await import("../shared/split/by-size.ts");
      return (document) => partsOfSize(document, max_bytes, stepsPerFile, context);
    }
    case "bookmarks": {
      const { bookmarkBegins } = await import("../shared/split/by-content.ts");
      return (document) => partsAt(bookmarkBegins(document, level, context), document.pages.count);
    }
    case "text": {
      const { textBegins } = await import("../shared/split/by-content.ts");
      const matcher = await matcherOf(pattern ?? "", context);
      return async (document, counted) => {
        const total = document.pages.count;
        return partsAt(await textBegins(document, matcher, context, counted(total, "pages")), total);
      };
    }
    case "separator": {
      const { partsBySheets } = await import("../shared/split/separators.ts");
      const matcher = pattern === undefined ? undefined : await matcherOf(pattern, context);
      return (document, counted) =>
        partsBySheets(
          document,
          { matcher, isKept: keep_separators },
          context,
          counted(document.pages.count, "pages"),
        );
    }
  }
}

function rangeParts(pages: string, total: number): Part[] {
  return rangesWithin(pages, total).map((range) => {
    const everyOther = range.first === 1 ? "odd" : "even";
    return { pages: pagesOf(range), numbers: range.step === 1 ? undefined : everyOther };
  });
}
