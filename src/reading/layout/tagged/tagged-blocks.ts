/** Blocks of a tagged page (ISO 32000-2, 14.8): the author's own structure, if it can be trusted. */

import { boxAround } from "../../../core/geometry.ts";
import { artifactType, type Box, type Tag } from "../../../core/page-layout.ts";
import type { TaggedCell } from "../../../document/tags/tagged-tables.ts";
import { joinPieces } from "../columns/join-pieces.ts";
import { stretches } from "../columns/stretches.ts";
import { headingRule } from "../headings/heading-rules.ts";
import { headingLevel } from "../headings/headings.ts";
import { type Block, type Cell, type Line, lettersOf, type Table } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { PageFlow } from "../model/page-flow.ts";
import { linkNotes } from "../notes/notes.ts";
import { joinRows } from "../tables/cells.ts";
import { byGaps } from "../tables/find-tables.ts";
import * as t from "../tolerances/tolerances.ts";
import { headsAgain, looseBlocks } from "./loose-lines.ts";
import { withMissingCells } from "./missing-cells.ts";
import { type Chain, chainOf, linesBy, texts } from "./tag-chain.ts";
import { listBlocks } from "./tagged-lists.ts";

export type TableSource = (key: string) => readonly (readonly TaggedCell[])[] | undefined;

const headings = /^(?:H[1-6]?|Title)$/;
const isArtifact = ({ tag }: Line) => tag?.type === artifactType;

/** A page's lines whose content is marked as an artifact. */
function artifactsOf({ raw }: PageFlow): ReadonlySet<Line> {
  const artifacts = raw.filter(isArtifact);
  const tagged = raw.filter((line) => line.tag && !isArtifact(line));
  return lettersOf(artifacts) > Math.max(t.artifactText, lettersOf(tagged)) ? none : new Set(artifacts);
}

const none: ReadonlySet<Line> = new Set();

/** Lines of tables with drawn lines. */
const drawnTables = ({ items }: PageFlow): ReadonlySet<Line> =>
  new Set(
    items.flatMap((item) => (item.kind === "table" && item.found.rule !== byGaps ? item.found.lines : [])),
  );

const hasTaggedTables = ({ raw }: PageFlow) =>
  raw.some(({ tag }) => tag !== undefined && chainOf(tag).table !== undefined);

/**
 * Whether a document's tags are meaningful: nearly all of it is tagged, most of it as more than a division, and drawn tables
 * not all as something else.
 */
export function tagsAreSound(flows: readonly PageFlow[]): boolean {
  let [all, tagged, meant] = [0, 0, 0];
  const knowsTables = flows.some(hasTaggedTables);

  for (const flow of flows) {
    const artifacts = artifactsOf(flow);
    const cells = knowsTables ? none : drawnTables(flow);
    for (const line of flow.raw) {
      if (artifacts.has(line)) continue;
      const { text, tag } = line;
      all += text.length;
      if (!tag || isArtifact(line)) continue;
      tagged += text.length;
      if (cells.has(line)) continue;
      for (let at: Tag | undefined = tag; at; at = at.parent) {
        if (!texts.test(at.type)) continue;
        meant += text.length;
        break;
      }
    }
  }

  return all > 0 && tagged >= t.taggedText * all && meant >= t.meantText * tagged;
}

/** Whether the tags on these pages identify any heading: otherwise headings are found by their type. */
export function hasTaggedHeadings(flows: readonly PageFlow[]): boolean {
  return flows.some(({ raw }) => raw.some(({ tag }) => tag && headings.test(chainOf(tag).block.type)));
}

interface Group {
  readonly key: string;
  readonly chain: Chain;
  readonly lines: Line[];
}

function groupKey(chain: Chain): string {
  return (chain.table ?? chain.list ?? chain.block).key;
}

function tableBlock(group: Group, source: TableSource): Table | undefined {
  const byCell = linesBy(group.lines, ({ cell }) => cell?.key);
  const rows = source(group.key);
  if (!rows || byCell.size === 0) return undefined;
  const filled = rows.map((row) => row.some(({ key }) => byCell.has(key)));
  const own = rows.slice(filled.indexOf(true), filled.lastIndexOf(true) + 1);
  if (own.length === 0 || !own.some((row) => row.length > 1)) return undefined;

  const box = boxAround(group.lines.map((line) => line.box));
  const built = own.map((row, at) =>
    row.map((cell): Cell => {
      const lines = byCell.get(cell.key) ?? [];
      const around = lines.length > 0 ? boxAround(lines.map((line) => line.box)) : box;
      return {
        lines: joinRows(lines),
        box: around,
        rowSpan: Math.min(cell.rowSpan, own.length - at),
        colSpan: cell.colSpan,
        header: cell.header,
        tagKey: cell.key,
      };
    }),
  );

  return withMissingCells({
    rows: built,
    columns: Math.max(...own.map((row) => row.reduce((sum, { colSpan }) => sum + colSpan, 0))),
  });
}

function blockOf(group: Group, page: number, style: DocumentStyle, source: TableSource): Block[] {
  const { chain } = group;
  const tagKey = chain.part?.key ?? group.key;
  const base = { page, box: boxAround(group.lines.map((line) => line.box)), tagKey };

  if (chain.table) {
    const table = tableBlock(group, source);
    if (table) return [{ type: "table", ...base, lines: group.lines, table }];
  }

  const lines = joinPieces(group.lines, t.taggedSpace);
  const [first] = lines;
  if (!first) return [];
  if (chain.list && !chain.table) return listBlocks(group.lines, group.key, page, style);
  const { type } = chain.block;
  const digit = Number(type.charAt(1));
  if (headings.test(type)) {
    const level = type === "Title" ? 1 : digit || headingLevel(lines, page, style);
    return [{ type: "heading", ...base, lines, level, rule: "tag" }];
  }
  if (type === "Caption") return [{ type: "caption", ...base, lines }];
  if (chain.note) return [{ type: "footnote", ...base, lines }];
  if (type === "Formula") return [{ type: "formula", ...base, lines }];
  if (lines.every((line) => line.mono) && !style.bodyMono) return [{ type: "code", ...base, lines }];
  const decision = style.taggedHeadings ? undefined : headingRule(lines, style);
  if (decision?.answer) {
    const level = headingLevel(lines, page, style);
    return [{ type: "heading", ...base, lines, level, rule: decision.rule }];
  }

  return [{ type: "paragraph", ...base, lines }];
}

/** A page's blocks by its tags; untagged lines are running lines or paragraphs. */
export function taggedBlocks(flow: PageFlow, style: DocumentStyle, source: TableSource): Block[] {
  const groups: Group[] = [];
  const known = new Map<string, Group>();
  const loose: Line[] = [];
  const artifacts = artifactsOf(flow);

  for (const line of flow.raw) {
    if (!line.tag || isArtifact(line)) {
      if (!artifacts.has(line)) loose.push(line);
      continue;
    }
    const chain = chainOf(line.tag);
    const key = groupKey(chain);
    let group = known.get(key);
    // Text of a division continues in the same part, without anything between.
    const isApart = group !== groups.at(-1) || group?.chain.part?.key !== chain.part?.key;
    if (chain.part && isApart) group = undefined;
    if (!group) {
      group = { key, chain, lines: [] };
      known.set(key, group);
      groups.push(group);
    }
    group.lines.push(line);
  }
  const blocks = groups.flatMap((group) => blockOf(group, flow.page, style, source));
  const [headers, footers] = [[] as Block[], [] as Block[]];
  const body = boxAround(blocks.map(({ box }) => box));

  for (const line of joinPieces([...artifacts])) {
    const type = line.baseline < flow.height / 2 ? "header" : "footer";
    (type === "header" ? headers : footers).push({ type, page: flow.page, box: line.box, lines: [line] });
  }

  const goingOn = groups.flatMap((group) => (group.chain.table ? laterParts(group, source) : []));
  const again = headsAgain(loose, goingOn);
  const apart = loose.filter((line) => !again.has(line));

  for (const block of looseBlocks(joinPieces(apart), flow, style)) {
    const { box, lines } = block;
    const size = lines[0]?.size ?? 0;
    // Text continued from the previous page may be untagged here: it is directly above the rest, in body size, or there is no rest.
    const gap = Math.max(body.y0 - box.y1, box.y0 - body.y1);
    const asBody = Math.abs(size - style.bodySize) < t.sameSize && Math.abs(box.x0 - body.x0) < size;
    const continues = blocks.length === 0 || (asBody && gap < t.looseGap * size);
    if (block.type === "header" || (!continues && box.y1 <= body.y0 + t.overTable))
      headers.push({ ...block, type: "header" });
    else if (block.type === "footer" || (!continues && box.y0 >= body.y1 - t.overTable))
      footers.push({ ...block, type: "footer" });
    else insert(blocks, block);
  }

  return [...headers, ...linkNotes(blocks, style.notesRestart), ...footers];
}

/** Boxes of a tagged table's parts on a page, except the one with its first row. */
function laterParts(group: Group, source: TableSource): Box[] {
  const cells = linesBy(group.lines, ({ cell }) => cell?.key);
  const continues = (source(group.key)?.findIndex((row) => row.some(({ key }) => cells.has(key))) ?? 0) > 0;
  return stretches(group.lines)
    .slice(continues ? 0 : 1)
    .map((lines) => boxAround(lines.map(({ box }) => box)));
}

/** Inserts a block at its position on the page. */
function insert(blocks: Block[], block: Block): void {
  const at = blocks.findIndex(({ box }) => box.y0 > block.box.y0);
  blocks.splice(at < 0 ? blocks.length : at, 0, block);
}
