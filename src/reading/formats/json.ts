/** Blocks as JSON: every line with its position and font, running headers and footers with their type. */

import { type Box, type HiddenReason, hiddenReasons } from "../../core/page-layout.ts";
import type { Block, Line } from "../layout/model/blocks.ts";
import { flowHasText, type PageFlow } from "../layout/model/page-flow.ts";
import { scriptOf } from "../layout/notes/note-marks.ts";
import { joinedText, spansOf } from "../layout/paragraphs/paragraph-text.ts";
import { wordsText } from "../lines/raw-line.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { escapeHtml, inElement } from "./html-text.ts";

export type JsonBox = readonly [number, number, number, number];

export interface JsonBlock {
  readonly id: string;
  readonly type: Block["type"];
  readonly bbox: JsonBox;
  readonly section?: string;
  readonly level?: number;
  readonly text: string;
  readonly lines: readonly object[];
  readonly items?: readonly object[];
  readonly rows?: readonly (readonly object[])[];
}

export interface JsonPage {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly has_text: boolean;
  readonly kind: "text" | "scanned" | "mixed" | "empty";
  readonly blocks: readonly JsonBlock[];
}

export const round = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : 0);
export const boxOf = ({ x0, y0, x1, y1 }: Box): JsonBox => [round(x0), round(y0), round(x1), round(y1)];

/** The recognizer's confidence in a line, weighted by characters; undefined if it didn't read all of it. */
function confidenceOf({ words }: Line): number | undefined {
  let [sum, letters] = [0, 0];
  for (const { text, confidence } of words) {
    if (confidence === undefined) return undefined;
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? undefined : round(sum / letters);
}

/** The text with its raised and lowered parts marked, as HTML; nothing if it has none. */
function markedJson(lines: readonly Line[], vocabulary: Vocabulary): { marked?: string } {
  const isMarked = lines.some((line) =>
    line.words.some((word) => word.note !== undefined || scriptOf(word, line) !== undefined),
  );
  if (!isMarked) return {};
  const spans = spansOf(lines, vocabulary).map(({ text, note, script }) => {
    const html = escapeHtml(text);
    const element = note ? "sup" : script;
    return element ? inElement(html, element) : html;
  });
  return { marked: spans.join("") };
}

function lineJson(line: Line, vocabulary: Vocabulary) {
  const { text, box, words, size, bold, italic } = line;
  const confidence = confidenceOf(line);
  return {
    text,
    bbox: boxOf(box),
    font: words[0]?.face.name ?? "",
    size: round(size),
    bold,
    italic,
    ...(confidence !== undefined && { confidence }),
    ...markedJson([line], vocabulary),
    ...hiddenJson([line]),
  };
}

/** Why words in some lines are invisible: the most frequent reason; and which words these are, if others are visible. */
function hiddenJson(lines: readonly Line[]): { hidden?: HiddenReason; hidden_text?: string } {
  const words = lines.flatMap((line) => line.words);
  const unseen = words.filter(({ hidden }) => hidden !== undefined);
  if (unseen.length === 0) return {};
  const lengthOf = (reason: HiddenReason) =>
    unseen.reduce((sum, { hidden, text }) => sum + (hidden === reason ? text.length : 0), 0);
  const hidden = hiddenReasons.reduce((most, one) => (lengthOf(one) > lengthOf(most) ? one : most));
  return { hidden, ...(unseen.length < words.length && { hidden_text: wordsText(unseen) }) };
}

function blockText(
  block: Block,
  cells: readonly (readonly { readonly text: string }[])[] | undefined,
  vocabulary: Vocabulary,
): string {
  if (cells) return cells.map((row) => row.map(({ text }) => text).join("\t")).join("\n");
  if (block.type === "code") return block.lines.map((line) => line.text).join("\n");
  return joinedText(block.lines, vocabulary);
}

/** One block; `id` is its position in the document. */
export function jsonBlock(
  block: Block,
  id: string,
  section: string | undefined,
  vocabulary: Vocabulary,
): JsonBlock {
  const lines = block.table ? [] : block.lines.map((line) => lineJson(line, vocabulary));
  const cells = block.table?.rows.map((row) =>
    row.map((cell) => ({
      text: joinedText(cell.lines, vocabulary),
      row_span: cell.rowSpan,
      col_span: cell.colSpan,
      header: cell.header,
      bbox: boxOf(cell.box),
      ...markedJson(cell.lines, vocabulary),
      ...hiddenJson(cell.lines),
    })),
  );
  const items = block.items?.map(({ marker, depth, lines: own, parts = [] }) => ({
    marker,
    depth,
    text: [joinedText(own, vocabulary), ...parts.map((part) => blockText(part, undefined, vocabulary))].join(
      "\n",
    ),
    ...(parts.length === 0 && markedJson(own, vocabulary)),
  }));
  const text = blockText(block, cells, vocabulary);
  return {
    id,
    type: block.type,
    bbox: boxOf(block.box),
    ...(section !== undefined && { section }),
    ...(block.type === "heading" && { level: block.level ?? 1 }),
    text,
    lines,
    ...(items && { items }),
    ...(cells && { rows: cells }),
  };
}

/** A page's content: text, a picture of text, both, or nothing. */
export function pageKind(flow: PageFlow): JsonPage["kind"] {
  if (flow.recognized) return "scanned";
  const { images, width, height } = flow;
  const covered = images.reduce((most, { x0, y0, x1, y1 }) => Math.max(most, (x1 - x0) * (y1 - y0)), 0);
  const large = covered > 0.5 * width * height;
  if (!flowHasText(flow)) return images.length > 0 && covered > 0.1 * width * height ? "scanned" : "empty";
  return large ? "mixed" : "text";
}

export const jsonPage = (flow: PageFlow, rotation: number, blocks: readonly JsonBlock[]): JsonPage => ({
  page: flow.page,
  width: round(flow.width),
  height: round(flow.height),
  rotation,
  has_text: flowHasText(flow) && !flow.recognized,
  kind: pageKind(flow),
  blocks,
});
