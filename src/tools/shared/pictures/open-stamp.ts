/** Opens the stamp of pdf_overlay: a PDF, or an image as pdf_from_images takes it. */
import { type InputFile, memorySink, sourceOf } from "../../../core/document-io.ts";
import type { ToolContext } from "../../../core/tool.ts";
import { type EditSession, editDocument } from "../../../document/edit.ts";
import { openStrictly } from "../../../document/open.ts";
import { refuseDynamicXfa } from "../../../document/xfa.ts";
import { startImagePages } from "../../../images/image-pages.ts";
import { openDocument } from "../../../recovery/open-document.ts";
import type { Damage } from "../../../recovery/with-repair.ts";
import { addPicturePages, looksLikePdf } from "./picture-pages.ts";

export interface Stamp {
  readonly session: EditSession;
  readonly isImage: boolean;
}

export async function openStamp(
  file: InputFile,
  context: ToolContext,
  opening: { readonly password: string; readonly damage: Damage | undefined },
): Promise<Stamp> {
  const { readers, work } = context;
  const warn = (message: string) => context.warn(`the stamp: ${message}`);
  const edited = { readers, work, warn };

  if (looksLikePdf(file)) {
    const document = await openDocument(file, context, { ...opening, passwordField: "stamp_password" });
    refuseDynamicXfa(document, file.path);
    // Its signatures are pictures in the result, as its other fields are.
    return { session: editDocument(document, edited, true), isImage: false };
  }

  const sink = memorySink();
  const pages = startImagePages(sink, { paper: "image", margin: 0, enlarges: false });
  await addPicturePages(file, pages, context);
  pages.finish();
  const document = openStrictly(sourceOf(sink.bytes()), "", work);
  return { session: editDocument(document, edited), isImage: true };
}
