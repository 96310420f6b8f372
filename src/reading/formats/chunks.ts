/** Chunks for retrieval: a document's Markdown in parts of a certain length that don't mix sections or kinds of text. */

import { createHash } from "node:crypto";
import { groupWhile } from "../../core/collections/group-while.ts";
import { partitionPoint } from "../../core/collections/partition-point.ts";
import { boxAround, hasCenter } from "../../core/geometry.ts";
import type { Message } from "../../core/message.ts";
import type { Box } from "../../core/page-layout.ts";
import type { Block, Cell, Line, ListItem, Table, TextWord } from "../layout/model/blocks.ts";
import { joinedText, lineJoint } from "../layout/paragraphs/paragraph-text.ts";
import { wordsText } from "../lines/raw-line.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { boxOf, type JsonBox } from "./json.ts";
import { markdownBlock } from "./markdown.ts";
import type { Content } from "./writers.ts";

type Kind = "text" | (typeof kinds)[number];

export interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly headings: readonly string[];
  readonly pages: readonly { readonly page: number; readonly bbox: JsonBox }[];
  readonly kind: Kind;
  readonly repeated_head?: true;
}

/** A part of a block that fits into a chunk. */
interface Piece {
  readonly text: string;
  readonly lines: readonly Line[];
  /** Whether its table's header is repeated; false: it is text of a single cell. */
  readonly repeatsHead?: boolean;
}

interface Draft {
  readonly headings: readonly string[];
  kind: Kind | undefined;
  readonly texts: string[];
  length: number;
  readonly lines: Line[];
  repeatsHead: boolean;
}

/** The known properties of a block written by a model. */
export interface ModelPart {
  readonly type: string;
  readonly level?: number;
  readonly title?: string;
  readonly page: number;
  readonly box: Box;
}

interface PageLines {
  readonly page: number;
  readonly lines: Set<Line>;
}

const kinds = ["table", "list", "code", "caption", "footnote"] as const;
const kindOf = (type: string): Kind => kinds.find((kind) => kind === type) ?? "text";
/** Kinds that interrupt body text. */
const aside: ReadonlySet<Kind | undefined> = new Set<Kind>(["caption", "footnote"]);
const between = "\n\n";
/** Maximum lines of a page to compare for boxes; with more, each line gets its own box. */
const mostCompared = 2000;
const sentenceEnd = /[.!?。！？…]["'”’»)\]]*$/u;

/** Receives a document's blocks in order, and returns its chunks. */
export class Chunker {
  readonly #most: number;
  readonly #vocabulary: Vocabulary;
  readonly #pageOf = new WeakMap<Line, PageLines>();
  /** The line that a part belongs to. */
  readonly #origin = new WeakMap<Line, Line>();
  readonly #ids = new Map<string, number>();
  #headings: { readonly title: string; readonly level: number }[] = [];
  /** The chunk to which this section's body text is added. */
  #main: Draft | undefined;
  readonly #drafts: Draft[] = [];

  constructor(most: number, vocabulary: Vocabulary) {
    this.#most = most;
    this.#vocabulary = vocabulary;
  }

  /** Records the page of each block's lines, before blocks of several pages are joined. */
  recordLines(page: number, blocks: readonly Block[]): void {
    const own: PageLines = { page, lines: new Set(blocks.flatMap(linesOf)) };
    for (const line of own.lines) this.#pageOf.set(line, own);
  }

  add(block: Block): void {
    if (this.#markdown(block) === "") return;
    if (block.type === "heading")
      this.#startSection(joinedText(block.lines, this.#vocabulary), block.level ?? 1);
    const kind = block.type === "heading" ? undefined : kindOf(block.type);
    for (const piece of this.#pieces(block)) this.#put(piece, kind);
  }

  /** The same for a block written by a model, whose position on the page is unknown. */
  addWritten(text: string, { type, level = 1, title = "", page, box }: ModelPart): void {
    if (text === "") return;
    if (type === "heading") this.#startSection(title, level);
    const kind = type === "heading" ? undefined : kindOf(type);
    const place = this.#wholePage(page, box);
    for (const part of cutText(text, this.#most)) this.#put({ text: part, lines: [place] }, kind);
  }

  /** Total length of all chunks' texts so far. */
  get length(): number {
    return this.#drafts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The chunks so far. Nothing is added to them later. */
  take(): Chunk[] {
    this.#main = undefined;
    return this.#drafts.splice(0).map((draft) => this.#chunk(draft));
  }

  #startSection(title: string, level: number): void {
    this.#headings = [...this.#headings.filter((one) => one.level < level), { title, level }];
    this.#main = undefined;
  }

  #put(piece: Piece, kind: Kind | undefined): void {
    const last = aside.has(kind) ? this.#drafts.at(-1) : this.#main;
    const fits =
      last !== undefined &&
      (last.kind === kind || last.kind === undefined) &&
      (kind !== "table" || last.kind === undefined) &&
      last.length + between.length + piece.text.length <= this.#most;
    const draft = fits ? last : this.#newDraft();
    draft.kind = kind;
    draft.length += (draft.texts.length > 0 ? between.length : 0) + piece.text.length;
    draft.texts.push(piece.text);
    draft.lines.push(...piece.lines);
    draft.repeatsHead ||= piece.repeatsHead === true;
    // The text around notes and captions stays together.
    if (!aside.has(kind)) this.#main = draft;
  }

  #newDraft(): Draft {
    const headings = this.#headings.map(({ title }) => title);
    const draft: Draft = { headings, kind: undefined, texts: [], length: 0, lines: [], repeatsHead: false };
    this.#drafts.push(draft);
    return draft;
  }

  #chunk({ headings, kind = "text", texts, lines, repeatsHead }: Draft): Chunk {
    const text = texts.join(between);
    const hash = createHash("sha256")
      .update(JSON.stringify([headings, text]))
      .digest("hex")
      .slice(0, 16);
    const count = (this.#ids.get(hash) ?? 0) + 1;
    this.#ids.set(hash, count);

    return {
      id: count === 1 ? hash : `${hash}-${count}`,
      ...{ text, headings, pages: this.#boxes(lines), kind },
      ...(repeatsHead && { repeated_head: true }),
    };
  }

  /** A line that represents the whole page. */
  #wholePage(page: number, box: Box): Line {
    const line: Line = {
      ...{ words: [], text: "", box, baseline: box.y1, size: 0, order: 0, tag: undefined },
      ...{ bold: false, italic: false, mono: false, horizontal: true, rightToLeft: false },
    };
    this.#pageOf.set(line, { page, lines: new Set([line]) });
    return line;
  }

  /** Boxes around consecutive lines that contain no other line. */
  #boxes(lines: readonly Line[]): Chunk["pages"] {
    const own = new Set(lines.map((line) => this.#originOf(line)));
    const boxes: { readonly page: number; readonly isPart: boolean; box: Box }[] = [];
    for (const line of lines) {
      const known = this.#pageOf.get(this.#originOf(line));
      if (!known) continue;
      const last = boxes.at(-1);
      const both = last && boxAround([last.box, line.box]);
      // The rest of a line may be another chunk's.
      const isPart = this.#origin.has(line);
      if (last?.page === known.page && both && !isPart && !last.isPart && isFree(both, known, own))
        last.box = both;
      else boxes.push({ page: known.page, box: line.box, isPart });
    }
    return boxes.map(({ page, box }) => ({ page, bbox: boxOf(box) }));
  }

  #markdown = (block: Block) => markdownBlock(block, this.#vocabulary);

  /** The parts of a block, none longer than a chunk. */
  #pieces(block: Block): Piece[] {
    const text = this.#markdown(block);
    if (text === "") return [];
    if (text.length <= this.#most) return [{ text, lines: linesOf(block) }];
    if (block.table) return this.#rows(block, block.table);

    if (block.items)
      return this.#parts(
        block.items,
        (items) => ({ ...block, items, lines: [] }),
        (item) => this.#item(block, item),
      );

    if (block.type === "code")
      return this.#parts(
        block.lines,
        (lines) => ({ ...block, lines }),
        (line) => this.#sentences({ ...block, lines: [line] }),
      );

    return this.#sentences(block);
  }

  /** Combines as many parts as fit; `smaller` splits one that doesn't. */
  #parts<Part>(
    parts: readonly Part[],
    blockOf: (parts: Part[]) => Block,
    smaller: (part: Part) => Piece[],
  ): Piece[] {
    const pieces: Piece[] = [];
    let [open, text]: [Part[], string] = [[], ""];

    const close = () => {
      if (open.length > 0 && text !== "") pieces.push({ text, lines: linesOf(blockOf(open)) });
      [open, text] = [[], ""];
    };

    for (const part of parts) {
      const longer = this.#markdown(blockOf([...open, part]));
      if (longer.length <= this.#most) {
        open.push(part);
        text = longer;
        continue;
      }
      close();
      text = this.#markdown(blockOf([part]));
      if (text.length <= this.#most) open.push(part);
      else pieces.push(...smaller(part));
    }

    close();
    return pieces;
  }

  /** A table's rows under its header, which every later part repeats. Rows joined by a spanning cell aren't split. */
  #rows(block: Block, { rows, columns }: Table): Piece[] {
    const blockOf = (own: readonly (readonly Cell[])[]): Block => ({
      ...block,
      lines: [],
      table: { rows: own, columns },
    });
    const groups = spannedGroups(rows);
    const isHead = (group: Table["rows"]) => group.every((row) => row.every(({ header }) => header));
    const heads = Math.max(
      1,
      groups.findIndex((group) => !isHead(group)),
    );
    const head = groups.slice(0, heads).flat();
    const headBlock = blockOf(head);
    const repeats = groups.length > heads && this.#markdown(headBlock).length <= this.#most / 2;

    const cells = (group: Table["rows"]) =>
      group
        .flat()
        .flatMap(({ lines }) => this.#pieces({ type: "paragraph", page: block.page, box: block.box, lines }));

    if (!repeats) return this.#parts(groups, (own) => blockOf(own.flat()), cells);

    const headLines = new Set(linesOf(headBlock));
    const pieces = this.#parts(
      groups.slice(heads),
      (own) => blockOf([...head, ...own.flat()]),
      (group) => cells(group).map((piece) => ({ ...piece, repeatsHead: false })),
    );
    const first = pieces[0]?.repeatsHead === false ? this.#whole(headBlock) : [];
    const later = pieces.map((piece, at) => {
      if (at === 0 || piece.repeatsHead === false) return piece;
      return { ...piece, lines: piece.lines.filter((line) => !headLines.has(line)), repeatsHead: true };
    });
    return [...first, ...later];
  }

  /** An item with as much text as fits; the rest of its text and its parts become separate blocks. */
  #item(list: Block, { parts = [], ...item }: ListItem): Piece[] {
    const asItem = (lines: readonly Line[]): Block => ({ ...list, items: [{ ...item, lines }], lines: [] });
    const [first = [], ...others] = this.#groups(item.lines, asItem);
    const rest = others.map((lines): Block => ({ type: "paragraph", page: list.page, box: list.box, lines }));
    const text = [asItem(first), ...rest].flatMap((one) => this.#whole(one));
    return [...text, ...parts.flatMap((part) => this.#pieces(part))];
  }

  #sentences(block: Block): Piece[] {
    const { page, box, type } = block;
    const blockOf = (lines: readonly Line[]): Block => ({ ...block, lines });
    // A note's mark precedes only its first words.
    const rest = (lines: readonly Line[]): Block =>
      type === "footnote" ? { type: "paragraph", page, box, lines } : blockOf(lines);
    const [first = [], ...others] = this.#groups(block.lines, blockOf);
    return [blockOf(first), ...others.map(rest)].flatMap((one) => this.#whole(one));
  }

  /** Groups of lines that fit, split after sentences, or else between words. */
  #groups(lines: readonly Line[], blockOf: (lines: readonly Line[]) => Block): Line[][] {
    const words = lines.flatMap((line) => line.words.map((word) => ({ line, word })));

    const canPart = (at: number): boolean => {
      const [own, next] = [words[at], words[at + 1]];
      if (!own || !next) return true;
      if (own.line === next.line) return next.word.spaced;
      return lineJoint(own.line.text, next.line.text, this.#vocabulary).space;
    };

    const groups: Line[][] = [];
    for (let from = 0; from < words.length; ) {
      // Every word has at least one character.
      const window = Math.min(words.length - from, this.#most);
      const fitting = partitionPoint(
        window,
        (at) =>
          this.#markdown(blockOf(this.#linesOfWords(words.slice(from, from + at + 1)))).length <= this.#most,
      );
      let end = from + Math.max(1, fitting);
      if (end < words.length) {
        const ends = Array.from({ length: end - from }, (_, at) => from + at).filter(canPart);
        const sentence = ends.findLast((at) => sentenceEnd.test(words[at]?.word.text ?? ""));
        end = (sentence ?? ends.at(-1) ?? end - 1) + 1;
      }
      groups.push(this.#linesOfWords(words.slice(from, end)));
      from = end;
    }

    return groups;
  }

  /** Words as lines: complete lines unchanged, others as parts. */
  #linesOfWords(words: readonly { readonly line: Line; readonly word: TextWord }[]): Line[] {
    return groupWhile(words, (last, next) => last.line === next.line).map((group) => {
      const { line } = group[0];
      const own = group.map(({ word }) => word);
      if (own.length === line.words.length) return line;
      const part = { ...line, words: own, text: wordsText(own), box: boxAround(own.map(({ box }) => box)) };
      this.#origin.set(part, this.#originOf(line));
      return part;
    });
  }

  #originOf(line: Line): Line {
    return this.#origin.get(line) ?? line;
  }

  #whole(block: Block): Piece[] {
    return cutText(this.#markdown(block), this.#most).map((text) => ({ text, lines: linesOf(block) }));
  }
}

/** Every line of a block, once. */
function linesOf({ table, items, lines }: Block): Line[] {
  if (table) return table.rows.flatMap((row) => row.flatMap((cell) => cell.lines));
  if (items) return items.flatMap((item) => [...item.lines, ...(item.parts ?? []).flatMap(linesOf)]);
  return [...lines];
}

/** Groups of rows joined by spanning cells. */
function spannedGroups(rows: Table["rows"]): (readonly Cell[])[][] {
  const groups: (readonly Cell[])[][] = [];
  let through = -1;
  rows.forEach((row, at) => {
    if (at > through) groups.push([]);
    groups.at(-1)?.push(row);
    for (const { rowSpan } of row) through = Math.max(through, at + rowSpan - 1);
  });
  return groups;
}

/** A text in parts of limited length: split at white space, or else between any two characters. */
export function cutText(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const space = Math.max(rest.lastIndexOf("\n", most), rest.lastIndexOf(" ", most));
    const isLow = /[\udc00-\udfff]/.test(rest.charAt(most));
    const end = space > 0 ? space : most - (isLow ? 1 : 0);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest].filter((part) => part !== "");
}

function isFree(box: Box, { lines }: PageLines, own: ReadonlySet<Line>): boolean {
  if (lines.size > mostCompared) return false;
  for (const line of lines) if (!own.has(line) && hasCenter(box, line.box)) return false;
  return true;
}

export interface ChunkLimits {
  readonly maxChars: number;
  /** The requested pages, ascending. */
  readonly pages: readonly number[];
  warn(message: Message): void;
}

/** Writes as many chunks as fit. `next`: the page of the first one that doesn't, where the text continues. */
export function putChunks(
  chunks: readonly Chunk[],
  content: Content,
  { maxChars, pages, warn }: ChunkLimits,
): { readonly truncated: boolean; readonly next: number | null } {
  for (const chunk of chunks) {
    const json = JSON.stringify(chunk);
    if (content.lengthWith(json) <= maxChars) {
      content.add(json, pages.at(-1) ?? 0);
      continue;
    }
    const page = chunk.pages[0]?.page ?? 1;
    if (page > (pages[0] ?? 1)) return { truncated: true, next: page };
    warn(
      ({ field }) =>
        `the chunks of page ${page} are longer than ${field("max_chars")}: the last ones are omitted`,
    );
    return { truncated: true, next: pages.find((later) => later > page) ?? null };
  }
  return { truncated: false, next: null };
}
