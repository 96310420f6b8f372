/** Determines a document's style from some of its pages, and turns pages into blocks. */

import { pushTo } from "../../core/collections/maps.ts";
import type { LayoutReader, Turn } from "../../core/page-layout.ts";
import { vocabularyOf } from "../lines/words/vocabulary.ts";
import { pageBlocks } from "./blocks/page-blocks.ts";
import { pageFlow } from "./flow.ts";
import { runningPatterns } from "./headers-footers/headers-footers.ts";
import { headingLevel, headingLevels } from "./headings/headings.ts";
import type { Block } from "./model/blocks.ts";
import type { DocumentStyle, RunningPattern } from "./model/document-style.ts";
import type { PageFlow } from "./model/page-flow.ts";
import { notesRestart } from "./notes/notes.ts";
import type { Outline } from "./outline/outline.ts";
import { bodyStyle } from "./paragraphs/body-style.ts";
import { hasTaggedHeadings, type TableSource, taggedBlocks, tagsAreSound } from "./tagged/tagged-blocks.ts";

/** Pages examined before the first is written: enough to recognize headings and repetitions. */
export const samplePages = 40;

/** The pages to examine: all of a short document; for a long one its beginning, and pairs of adjacent pages spread over the rest. */
export function sampleOf(pages: readonly number[]): number[] {
  if (pages.length <= samplePages) return [...pages];
  const start = samplePages / 2;
  const chosen = new Set(pages.slice(0, start));
  const step = (pages.length - start) / (samplePages / 4);
  for (let at = start; chosen.size < samplePages && at < pages.length; at += step)
    for (const page of pages.slice(Math.floor(at), Math.floor(at) + 2)) chosen.add(page);
  return [...chosen].sort((a, b) => a - b);
}

export function blocksOf(flow: PageFlow, style: DocumentStyle, tables: TableSource): Block[] {
  if (style.tagged) return taggedBlocks(flow, style, tables);
  const sampled = style.sampled?.get(flow);
  if (!sampled) return pageBlocks(flow, style);

  // They were divided before the document's heading levels were known.
  return sampled.map((block) =>
    block.level === undefined ? block : { ...block, level: headingLevel(block.lines, block.page, style) },
  );
}

/** Repetitions in rotated text, by its turn. */
function turnedPatterns(flows: readonly PageFlow[], bodySize: number): Map<Turn, readonly RunningPattern[]> {
  const byTurn = new Map<Turn, PageFlow[]>();
  for (const { turn, flow } of flows.flatMap(({ turned }) => turned)) pushTo(byTurn, turn, flow);
  return new Map([...byTurn].map(([turn, own]) => [turn, runningPatterns(own, bodySize)]));
}

export function documentStyle(flows: readonly PageFlow[], outline: Outline): DocumentStyle {
  const all = flows.flatMap((flow) => [flow, ...flow.turned.map((turned) => turned.flow)]);
  const lines = all.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "line" ? [{ text: item.line.text }] : [])),
  );
  const body = bodyStyle(all);
  const plain: DocumentStyle = {
    ...body,
    running: runningPatterns(flows, body.bodySize),
    turnedRunning: turnedPatterns(flows, body.bodySize),
    vocabulary: vocabularyOf([{ lines }]),
    levels: new Map(),
    outline,
    outlineFrom: 1,
    notesRestart: false,
    tagged: tagsAreSound(flows),
    taggedHeadings: hasTaggedHeadings(flows),
  };
  const pages = flows.map((flow) => [flow, blocksOf(flow, plain, () => undefined)] as const);
  const blocks = pages.flatMap(([, own]) => own);
  const headings = blocks.filter(({ type }) => type === "heading");
  const slides = flows.length > 1 && flows.every(({ width, height }) => width > height);
  const restart = notesRestart(blocks);

  return {
    ...plain,
    ...headingLevels(headings, outline, slides),
    notesRestart: restart,
    sampled: restart || plain.tagged ? undefined : new WeakMap(pages),
  };
}

/**
 * The styles of the last documents. A long one is read in parts, one per call: without this, each would examine the same
 * sample of pages again, which costs more than a part of few pages. Oldest first.
 */
const styles = new Map<string, DocumentStyle>();
/** How many to remember: of two documents that are read alternately. */
const mostStyles = 2;

/** The style of the document with this identity: the last one found, or the result of `find`. */
export async function rememberedStyle(
  identity: string | undefined,
  find: () => Promise<DocumentStyle>,
): Promise<DocumentStyle> {
  if (identity === undefined) return await find();
  const style = styles.get(identity) ?? (await find());
  styles.delete(identity);
  styles.set(identity, style);
  const [oldest = identity] = styles.keys();
  if (styles.size > mostStyles) styles.delete(oldest);
  return style;
}

/** The pages' layouts, each read once while they are few. */
export function flowReader(reader: LayoutReader, keep: number): (page: number) => Promise<PageFlow> {
  const known = new Map<number, PageFlow>();
  return async (page) => {
    const before = known.get(page);
    if (before) return before;
    const flow = pageFlow(await reader.page(page));
    if (known.size < keep) known.set(page, flow);
    return flow;
  };
}
