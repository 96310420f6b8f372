/** Writes a copy that conforms to PDF/A. */
import * as v from "valibot";
import { checkDocument } from "../../archive/check.ts";
import { changeKinds } from "../../archive/make/fixing.ts";
import { makePdfA, writePdfA } from "../../archive/make/make.ts";
import { provePdfA } from "../../archive/make/prove.ts";
import { type Level, levels } from "../../archive/profile.ts";
import type { InputFile } from "../../core/document-io.ts";
import {
  count,
  flag,
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  text,
  warningsField,
} from "../../core/fields.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { editDocument } from "../../document/edit.ts";
import { documentName } from "../../document/open.ts";
import { isSigned } from "../../document/signatures.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { type Damage, withRepair } from "../../recovery/with-repair.ts";
import { selectorOf, violationOf } from "../shared/violations.ts";

const resultSchema = v.strictObject({
  ...newFileEntries,
  level: v.picklist(levels),
  changed: list(
    v.strictObject({
      what: v.picklist(changeKinds),
      count: count("How many."),
      pages: v.optional(text("Selector of the pages.")),
    }),
    "The kind of change.",
  ),
  verified: list(v.string(), "The checks that the new file passed."),
  warnings: warningsField,
});

export const pdfMakePdfa = defineTool({
  name: "pdf_make_pdfa",
  title: "Make PDF/A",
  description:
    "Writes a copy for archiving that conforms to PDF/A and keeps text, links, fields, bookmarks, tags and comments. Refuses what it can't convert without loss, and lists why.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    level: v.optional(v.pipe(v.picklist(levels), v.description("3b and 4f may have any attachments.")), "2b"),
    substitute_fonts: v.optional(
      flag(
        "Whether fonts that aren't embedded get equally wide ones.",
        "Don't accept fonts that aren't embedded",
      ),
      true,
    ),
    password: passwordField,
  }),
  output: resultSchema,
  annotations: writes,
  async run({ input, output, level, substitute_fonts, password }, context) {
    using source = context.files.openInput(input, "input");
    return await withRepair(documentName(source), (damage) =>
      convert(source, output, context, { level, substituteFonts: substitute_fonts, password, damage }),
    );
  },
});

interface Wanted {
  readonly level: Level;
  readonly substituteFonts: boolean;
  readonly password: string;
  readonly damage: Damage | undefined;
}

async function convert(
  source: InputFile,
  output: string,
  context: ToolContext,
  { level, substituteFonts, password, damage }: Wanted,
): Promise<v.InferOutput<typeof resultSchema>> {
  const document = await openDocument(source, context, { password, damage });
  const wasSigned = isSigned(document.cos);
  using target = context.files.newFile(output, "output");
  const session = editDocument(document, context);
  const changes = [...(await makePdfA(source, session, { level, substituteFonts }))];
  if (wasSigned) changes.push({ what: "signatures", count: 1, pages: [] });
  writePdfA(session, target, level);
  const written = rereadWhole(target);
  const after = verifyWritten(written, document.pages.count);

  const { violations, notChecked } = checkDocument(written, after, { profile: `pdfa-${level}` });
  if (violations.length > 0 || notChecked.length > 0) throw refusal(level, violations, notChecked);
  const { lost, verified } = await provePdfA({
    before: document,
    source: document.recovered ? document.cos.source : source,
    password,
    after,
    changes,
    readers: context.readers,
  });
  if (lost.length > 0)
    throw failed(
      `the document can't be made PDF/A-${level} without loss, and nothing was written: ${lost.join(", ")} would not be as before`,
      { violations: [] },
    );

  await context.pause();
  const { path, bytes } = target.publish();
  return {
    output: path,
    pages: document.pages.count,
    bytes,
    level,
    changed: changes.map(({ what, count: times, pages }) => ({
      what,
      count: times,
      ...(pages.length > 0 && { pages: selectorOf(pages) }),
    })),
    verified: [`every rule of PDF/A-${level} holds`, ...verified],
  };
}

/** Names the first rules that the result would break. */
function refusal(
  level: Level,
  violations: ReturnType<typeof checkDocument>["violations"],
  notChecked: readonly string[],
) {
  const named = violations.slice(0, 3).map(({ rule, message }) => `${message} (${rule})`);
  const more = violations.length > 3 ? ` and ${violations.length - 3} more` : "";
  const what =
    named.length > 0
      ? `${named.join("; ")}${more}`
      : `rules ${notChecked.slice(0, 5).join(", ")} can't be checked`;
  return failed(`the document can't be made PDF/A-${level}, and nothing was written: ${what}`, {
    violations: violations.map(violationOf),
  });
}
