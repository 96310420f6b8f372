/** A document read by our own interpreter and by MuPDF. */
import { openContentLayout, openContentText } from "../../src/content/content-readers.ts";
import type { PageLayout } from "../../src/core/page-layout.ts";
import { openStrictly } from "../../src/pdf/open.ts";
import { createReaders } from "../../src/readers/readers.ts";
import { memorySource } from "../support/memory-files.ts";
import { layoutDifference, textDifference } from "./difference.ts";

export interface Both {
  readonly text: string;
  readonly layout: PageLayout | undefined;
  /** Why each kind of reading was left to MuPDF; nothing when it was not. */
  readonly left: readonly string[];
  /** What is not as MuPDF has it; nothing for what was left to it. */
  readonly differences: readonly string[];
}

const readers = createReaders();

/** One page, 1-based. */
export async function readBoth(bytes: Uint8Array, page = 1): Promise<Both> {
  const document = openStrictly(memorySource(bytes));
  const left: string[] = [];
  const note = (kind: string) => (_: number, reason: string) => void left.push(`${kind}: ${reason}`);
  const { source } = document.cos;
  using texts = openContentText(document, { other: () => readers.openText(source), left: note("text") });
  using layouts = openContentLayout(document, {
    other: () => readers.openLayout(source),
    left: note("layout"),
  });
  using theirTexts = await readers.openText(source);
  using theirLayouts = await readers.openLayout(source);
  const text = await texts.page(page);
  const layout = await layouts.page(page);
  const differences = [
    textDifference(text, await theirTexts.page(page)),
    layoutDifference(layout, await theirLayouts.page(page)),
  ].filter((difference) => difference !== undefined);
  return { text, layout, left, differences };
}
