/** What a document tells that its pages don't show. */
import type { Box, HiddenReason } from "../../core/page-layout.ts";

export const leakKinds = [
  ...["covered_text", "background_text", "tiny_text", "invisible_text", "off_page", "hidden_layer"],
  ...["comment", "hidden_annotation", "hidden_field", "attachment", "revision", "javascript", "local_link"],
  ...["thumbnail", "private_data", "metadata", "text_layer", "producer"],
] as const;
export type LeakKind = (typeof leakKinds)[number];

/** Reported, and no reason to call a document unclean. */
const harmless: ReadonlySet<LeakKind> = new Set(["text_layer", "producer"]);

export interface Leak {
  readonly kind: LeakKind;
  readonly page?: number | undefined;
  readonly box?: Box | undefined;
  readonly text?: string | undefined;
  /** How many of the kind it counts for; one where omitted. */
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

/** Whether a text says something: signs and spaces alone do not. */
export const saysSomething = (text: string) => /[\p{L}\p{N}]/u.test(text);
