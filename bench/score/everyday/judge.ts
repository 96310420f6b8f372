/** Judges the reading of a printed page by its source. */
import type { Block, Cell, Flow, Table } from "./truth.ts";

export type Verdict = "right" | "partly" | "wrong";

/** What a block says, in one line: for judging flows, and for people. */
export function line(block: Block): string {
  if (block.kind !== "table")
    return `${block.kind}${block.depth > 0 ? ` ${block.depth}` : ""}: ${block.text}`;
  const rows = Array.from({ length: block.rows }, (_, row) =>
    Array.from({ length: block.columns }, (_, column) => {
      const cell = block.cells.find((one) => one.row === row && one.column === column);
      if (!cell) return "·";
      const spans = cell.rowSpan * cell.columnSpan > 1 ? ` [${cell.rowSpan}×${cell.columnSpan}]` : "";
      return `${cell.text}${spans}`;
    }).join(" | "),
  );
  return `table ${block.rows}×${block.columns}\n  ${rows.join("\n  ")}`;
}

/** Every text is in a cell that the truth's cell covers, so that the place of a text in a span doesn't count. */
function sameTable(truth: Table, read: Table): boolean {
  if (truth.rows !== read.rows || truth.columns !== read.columns) return false;
  const said = truth.cells.filter(({ text }) => text !== "");
  const seen = read.cells.filter(({ text }) => text !== "");
  const covers = (cell: Cell, { row, column }: Cell) =>
    row >= cell.row &&
    row < cell.row + cell.rowSpan &&
    column >= cell.column &&
    column < cell.column + cell.columnSpan;
  return (
    said.length === seen.length &&
    seen.every((one) => said.some((cell) => cell.text === one.text && covers(cell, one)))
  );
}

/** A box to tick in front of a line makes it an item or not. */
const ticked = /^[☐☒☑] /;

function sameFlow(truth: Flow, read: Flow): boolean {
  if (truth.text !== read.text) return false;
  if (truth.kind === "item") return read.kind === "item" && truth.depth === read.depth;
  return truth.kind === read.kind || (ticked.test(truth.text) && read.kind === "item");
}

/** Whether all blocks are there, in order; lines of one paragraph may be paragraphs, and text over them may be too. */
function allRight(truth: readonly Block[], read: readonly Block[]): boolean {
  let at = 0;
  for (const block of truth) {
    const found = read[at];
    if (!found) return false;
    at += 1;
    if (block.kind === "table" || found.kind === "table") {
      if (block.kind !== "table" || found.kind !== "table" || !sameTable(block, found)) return false;
      continue;
    }
    let { text } = found;
    while (block.lines && text.length < block.text.length) {
      const next = read[at];
      if (!next || next.kind === "table") return false;
      text += ` ${next.text}`;
      at += 1;
    }
    if (!sameFlow(block, { ...found, text, ...(block.lines && { kind: block.kind }) })) return false;
  }
  return at === read.length;
}

/** The length of the longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, k) => {
      next.push(one === other ? (row[k] ?? 0) + 1 : Math.max(row[k + 1] ?? 0, next[k] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

const textsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === "table" ? block.cells.map(({ text }) => text) : [block.text]));
const wordsOf = (blocks: readonly Block[]) =>
  textsOf(blocks)
    .flatMap((text) => text.split(" "))
    .filter(Boolean);
const cellsOf = (blocks: readonly Block[]) =>
  textsOf(blocks.filter(({ kind }) => kind === "table")).filter(Boolean);

/** The shares of words in order, and of cells that are cells, that a page needs to count as partly right. */
const [leastWords, leastCells] = [0.9, 0.6];

/** Right: every block and cell. Partly: most words in order, and most cells. */
export function judge(truth: readonly Block[], read: readonly Block[]): Verdict {
  if (allRight(truth, read)) return "right";
  const [said, seen] = [wordsOf(truth), wordsOf(read)];
  if ((2 * common(said, seen)) / (said.length + seen.length) < leastWords) return "wrong";
  const left = cellsOf(read);
  const cells = cellsOf(truth);
  const found = cells.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  const extra = cells.length === 0 && left.length > 0;
  return !extra && found.length >= leastCells * cells.length ? "partly" : "wrong";
}

/** The lines that only one side has: `-` those of the source, `+` those that were read. */
export function difference(truth: readonly Block[], read: readonly Block[]): string {
  const [said, seen] = [truth, read].map((blocks) => blocks.flatMap((block) => line(block).split("\n")));
  const only = (a: readonly string[], b: readonly string[], mark: string) =>
    a.filter((one) => !b.includes(one)).map((one) => `    ${mark} ${one}`);
  const lines = [...only(said ?? [], seen ?? [], "-"), ...only(seen ?? [], said ?? [], "+")];
  return lines.length > 0 ? lines.join("\n") : "    (the same blocks in another order)";
}
