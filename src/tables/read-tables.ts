/** The tables of a document's pages as texts of cells, joined over page breaks, and how certain they are. */

import type { Box, LayoutReader } from "../core/page-layout.ts";
import { ProblemError } from "../core/problem.ts";
import type { ReadPage } from "../reading/formats/writers.ts";
import { pageFlow } from "../reading/layout/flow.ts";
import { createSequence, partsOf } from "../reading/layout/join-pages.ts";
import type { Block, Table } from "../reading/layout/model/blocks.ts";
import { pieceLines } from "../reading/layout/model/line.ts";
import { flowHasText } from "../reading/layout/model/page-flow.ts";
import type { Rules } from "../reading/layout/model/rules.ts";
import { joinedText } from "../reading/layout/paragraphs/paragraph-text.ts";
import { tableInBox } from "../reading/layout/tables/table-in-box.ts";
import { type Vocabulary, vocabularyOf } from "../reading/lines/words/vocabulary.ts";
import { type BlockOptions, openBlocks } from "../reading/read-blocks.ts";
import { type KindOfEvidence, mayBreakWords, type Support, supportOf } from "./evidence.ts";
import { headRowsOf } from "./head-rows.ts";
import { partOfPage } from "./part-of-page.ts";
import type { ReadTable } from "./table.ts";
import { typedCells } from "./typed-cells.ts";

export interface TableOptions extends BlockOptions {
  /** Pages to read, ascending. */
  readonly pages: readonly number[];
  /** The part of a page that is a table. */
  readonly partOf?: ((page: number) => Box) | undefined;
  readonly joinPages: boolean;
  /** Called after each page. */
  progress?(pages: number): void;
}

export interface FoundTables {
  readonly tables: readonly ReadTable[];
  /** The number of pages read, and the pages with text. */
  readonly pages: number;
  readonly withText: readonly number[];
  /** Why text that looked like a table isn't one: names of the layout's vetoes. */
  readonly vetoed: ReadonlySet<string>;
}

/** What the evidence for a table's parts is judged by. */
interface PageFacts {
  readonly rules: Rules;
  readonly recognized: boolean;
}

/** Pages as blocks, and the words that tell whether a line's end divides one. */
interface Source {
  page(page: number): Promise<ReadPage | ProblemError>;
  vocabulary(): Vocabulary;
}

export async function readTables(reader: LayoutReader, options: TableOptions): Promise<FoundTables> {
  const { pages, partOf, joinPages, progress } = options;
  const source = partOf ? openParts(reader, partOf) : await openPages(reader, options);
  const facts = new WeakMap<Block, PageFacts>();
  const tables: ReadTable[] = [];
  const withText: number[] = [];
  const vetoed = new Set<string>();
  const collector = createCollector(
    tables,
    (block) => tableOf(block, facts, source.vocabulary()),
    ({ lines }) => joinedText(lines, source.vocabulary()),
  );
  const sequence = createSequence();
  let [done, failure]: [number, ProblemError | undefined] = [0, undefined];

  for (const page of pages) {
    const read = await source.page(page);
    if (read instanceof ProblemError) {
      failure ??= read;
      continue;
    }
    const { flow, blocks } = read;
    if (flowHasText(flow)) withText.push(page);
    for (const rule of flow.vetoed) vetoed.add(rule);
    for (const block of blocks)
      if (block.table) facts.set(block, { rules: flow.rules, recognized: flow.recognized });
    if (joinPages) sequence.add(blocks);
    for (const block of joinPages ? sequence.take(sequence.settled) : blocks) collector.add(block);
    done += 1;
    progress?.(done);
  }

  if (failure && done === 0) throw failure;
  for (const block of sequence.blocks) collector.add(block);
  return { tables, pages: done, withText, vetoed };
}

async function openPages(reader: LayoutReader, options: TableOptions): Promise<Source> {
  const { page, style } = await openBlocks(reader, options);
  return { page, vocabulary: () => style.vocabulary };
}

/** Everything in a part of each page as one table. */
function openParts(reader: LayoutReader, partOf: (page: number) => Box): Source {
  let vocabulary = vocabularyOf([]);
  return {
    async page(page) {
      const layout = await reader.page(page);
      vocabulary = vocabularyOf([{ lines: pieceLines(layout.pieces) }]);
      const flow = pageFlow(partOfPage(layout, partOf(page)));
      const found = tableInBox(
        flow.rules,
        flow.raw.filter(({ horizontal }) => horizontal),
      );
      return { flow, blocks: found ? [{ type: "table", page, ...found }] : [] };
    },
    vocabulary: () => vocabulary,
  };
}

const figure = /^(?:fig|abb|ill|ris|рис|εικ|图|圖|図|그림)/iu;

interface Collector {
  add(block: Block): void;
}

/** Turns a sequence of blocks into tables, each with the caption directly above or below it. */
function createCollector(
  tables: ReadTable[],
  read: (block: Block) => ReadTable,
  textOf: (block: Block) => string,
): Collector {
  /** The caption above the next block. */
  let caption: string | undefined;
  /** The block directly above the next. */
  let above: Block | undefined;
  const change = (changes: Partial<ReadTable>) => {
    const last = tables.pop();
    if (last) tables.push({ ...last, ...changes });
  };

  return {
    add(block) {
      if (outside.has(block.type)) return;
      if (block.table) {
        const table = read(block);
        const continues = above !== undefined && mayContinue(above, block);
        if (continues && above?.table) change(doubted(tables.at(-1), "may continue on the next page"));
        tables.push({
          ...table,
          ...(caption !== undefined && { caption }),
          ...(continues && doubted(table, "may continue the page before it")),
        });
        [above, caption] = [block, undefined];
        return;
      }
      const own =
        block.type === "caption" && !figure.test(block.lines[0]?.text ?? "") ? textOf(block) : undefined;
      const isBelow = own !== undefined && above?.table !== undefined && tables.at(-1)?.caption === undefined;
      if (isBelow) change({ caption: own });
      [above, caption] = [block, isBelow ? undefined : own];
    },
  };
}

/** Blocks that part no others. */
const outside: ReadonlySet<Block["type"]> = new Set(["header", "footer", "footnote"]);

/** Whether a table may belong to what the previous page ends with: a table of as many columns, or a single line. */
function mayContinue(before: Block, { page, table }: Block): boolean {
  if (page !== (partsOf(before).at(-1)?.page ?? 0) + 1) return false;
  if (before.table) return before.table.columns === table?.columns;
  return before.lines.length === 1 && !/[.!?:]$/.test(before.lines[0]?.text ?? "");
}

const doubted = (table: ReadTable | undefined, doubt: string): Partial<ReadTable> => ({
  certain: false,
  doubts: [...(table?.doubts ?? []), doubt],
});

const names: Readonly<Record<KindOfEvidence, string>> = {
  lines: "drawn lines or fills show",
  alignment: "aligned text shows",
  tags: "tags show",
};

/** The kinds of evidence that all parts have. */
const ofAll = (parts: readonly Support[], side: "rows" | "columns"): KindOfEvidence[] =>
  [...(parts[0]?.[side] ?? [])].filter((kind) => parts.every((part) => part[side].has(kind)));

/** What else isn't certain about a table and its parts. */
const otherDoubts: readonly {
  readonly doubt: string;
  readonly applies: (table: Table, parts: readonly Block[]) => boolean;
}[] = [
  { doubt: "a narrow column may have broken a word", applies: mayBreakWords },
  {
    doubt: "a page break may have parted a row",
    applies: (_, parts) =>
      parts.slice(1).some(({ table }) => table?.rows[0]?.some(({ lines }) => lines.length === 0) ?? false),
  },
];

function doubtsOf(parts: readonly Support[], recognized: boolean): string[] {
  const sides = (["rows", "columns"] as const).flatMap((side) => {
    const [kind, second] = ofAll(parts, side);
    if (second !== undefined) return [];
    return kind === undefined ? [`nothing shows all ${side} clearly`] : [`only ${names[kind]} the ${side}`];
  });
  return [
    ...sides,
    ...(parts.some(({ contradicted }) => contradicted) ? ["a drawn line parts a row or column"] : []),
    ...(recognized ? ["recognized on a picture"] : []),
  ];
}

function tableOf(block: Block, facts: WeakMap<Block, PageFacts>, vocabulary: Vocabulary): ReadTable {
  const parts = partsOf(block);
  const [first = block] = parts;
  const known = parts.map((part) => facts.get(part));
  const supports = parts.map((part, at) => supportOf(part, known[at]?.rules ?? noRules));
  const recognized = known.some((own) => own?.recognized ?? true);
  const { table } = block;
  const others = otherDoubts.filter(({ applies }) => table !== undefined && applies(table, parts));
  const doubts = [...doubtsOf(supports, recognized), ...others.map(({ doubt }) => doubt)];
  const columns = table?.columns ?? 0;
  const headRows = headRowsOf(first, known[0]?.rules ?? noRules);
  const rows = (table?.rows ?? []).map((row) =>
    row.map(({ lines, rowSpan, colSpan }) => ({ text: joinedText(lines, vocabulary), rowSpan, colSpan })),
  );
  return {
    parts: parts.map(({ page, box }) => ({ page, box })),
    rows,
    columns,
    headRows,
    certain: doubts.length === 0,
    doubts: [
      ...doubts,
      ...(headRows > 0 ? [] : ["no row is certain to be a header"]),
      ...typedCells({ rows, columns, headRows }).doubts,
    ],
  };
}

const noRules: Rules = { horizontal: [], vertical: [], fills: [] };
