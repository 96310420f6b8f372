/** Information in a document that its pages don't show. */
import type { Box, HiddenReason } from "../../core/page-layout.ts";

export const leakKinds = [
  ...["covered_text", "background_text", "tiny_text", "invisible_text", "off_page", "hidden_layer"],
  ...["comment", "hidden_annotation", "hidden_field", "attachment", "revision", "javascript", "local_link"],
  ...["thumbnail", "private_data", "metadata", "pending_redaction", "unshown_content", "alternative_text"],
  ...["text_layer", "producer"],
] as const;
export type LeakKind = (typeof leakKinds)[number];

/** Reported, but no reason to call a document unclean. */
const harmless: ReadonlySet<LeakKind> = new Set(["text_layer", "producer"]);

export interface Leak {
  readonly kind: LeakKind;
  readonly page?: number | undefined;
  readonly box?: Box | undefined;
  readonly text?: string | undefined;
  /** How many of its kind it represents; one by default. */
  readonly count?: number;
}

export const isClean = (leaks: readonly Leak[]) => leaks.every(({ kind }) => harmless.has(kind));

export const kindOfHidden: Readonly<Record<HiddenReason, LeakKind>> = {
  color: "background_text",
  size: "tiny_text",
  covered: "covered_text",
  invisible: "invisible_text",
  off_page: "off_page",
  layer: "hidden_layer",
};

/** Whether a text is meaningful: punctuation and spaces alone aren't. */
export const saysSomething = (text: string) => /[\p{L}\p{N}]/u.test(text);
