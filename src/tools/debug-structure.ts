/**
 * Draws the structure analysis of a page, stage by stage: each box with its order, its type, and the rule that decided it. Not
 * in the registry: for developers of the analysis (`pdfd debug-structure`).
 */
import * as v from "valibot";
import { inputField, outputField } from "../core/fields.ts";
import { boxAround } from "../core/geometry.ts";
import { structureChars } from "../core/limits.ts";
import type { Box } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { MarkedBox } from "../core/readers.ts";
import { defineTool, writes } from "../core/tool.ts";
import { taggedTables } from "../document/tags/tagged-tables.ts";
import { extractStructure } from "../reading/extract.ts";
import type { ReadPage } from "../reading/formats/writers.ts";
import { stretches } from "../reading/layout/columns/stretches.ts";
import type { Block, FoundTable, Line, Table } from "../reading/layout/model/blocks.ts";
import { analysed, type PageModel, type PassName, passNames } from "../reading/layout/passes.ts";
import { openContentLayout } from "../reading/open.ts";
import { openDocument } from "../recovery/open-document.ts";
import { outlineEntries } from "./shared/parts/outline-entries.ts";

type Color = MarkedBox["color"];

const colors: Readonly<Record<Block["type"], Color>> = {
  heading: [0.85, 0, 0],
  paragraph: [0, 0.35, 0.8],
  list: [0, 0.55, 0.2],
  table: [0.7, 0, 0.7],
  image: [0.5, 0.5, 0.5],
  caption: [0.9, 0.5, 0],
  code: [0.1, 0.6, 0.6],
  formula: [0.5, 0.3, 0],
  footnote: [0.4, 0.4, 0],
  header: [0.6, 0.6, 0.6],
  footer: [0.6, 0.6, 0.6],
};

/** Items to draw: boxes with labels; and without labels, their parts. */
interface Found {
  readonly box: Box;
  readonly what: string;
  readonly lines: readonly Line[];
  readonly color: Color;
  readonly inside?: readonly { readonly box: Box }[];
}

const cells = (table: Table | undefined) => table?.rows.flat() ?? [];

function blockFound({ type, level, rule, box, lines, table }: Block): Found {
  const what = `${type}${level === undefined ? "" : ` ${level}`}${rule === undefined ? "" : `: ${rule}`}`;
  return { box, what, lines, color: colors[type], inside: cells(table) };
}

const tableFound = ({ box, lines, table, rule }: FoundTable): Found => {
  return { box, what: `table: ${rule}`, lines, color: colors.table, inside: cells(table) };
};

function lineFound(line: Line): Found {
  const { box, words, rightToLeft } = line;
  const what = rightToLeft ? "line from the right" : "line";
  return { box, what, lines: [line], color: colors.paragraph, inside: words };
}

/** The items shown after each pass; for other passes, the page's lines. */
const afterPass: Readonly<Partial<Record<PassName, (page: PageModel) => Found[]>>> = {
  tables: ({ tables }) => tables.map(tableFound),
  columns: ({ lines, orderedBy }) =>
    stretches(lines).map((own) => {
      const box = boxAround(own.map((line) => line.box));
      return { box, what: `column: ${orderedBy}`, lines: own, color: colors.paragraph };
    }),
};

/** The items shown for a page's blocks. */
const ofBlocks = {
  "headers-footers": ({ blocks }: ReadPage): Found[] =>
    blocks.filter(({ type }) => type === "header" || type === "footer").map(blockFound),
  lists: ({ blocks }: ReadPage): Found[] =>
    blocks.flatMap(({ items = [] }) =>
      items.map(({ marker, rule = "tag", depth, lines }) => {
        const box = boxAround(lines.map((line) => line.box));
        return { box, what: `${marker} at depth ${depth}: ${rule}`, lines, color: colors.list };
      }),
    ),
  blocks: ({ blocks }: ReadPage): Found[] => blocks.map(blockFound),
};

type BlockStage = keyof typeof ofBlocks;
const blockStages: readonly BlockStage[] = ["headers-footers", "lists", "blocks"];
const stages = [...passNames, ...blockStages];
const isPass = (stage: PassName | BlockStage): stage is PassName => passNames.some((name) => name === stage);

const label = ({ what }: Found, at: number) => `${at + 1} ${what}`;

const marks = (found: Found, at: number): MarkedBox[] => [
  ...(found.inside ?? []).map(({ box }) => ({ box, label: "", color: found.color })),
  { box: found.box, label: label(found, at), color: found.color },
];

/** Characters of a text that suffice to recognize it. */
const shownText = 60;

export const debugStructure = defineTool({
  name: "debug_structure",
  title: "Draw what the structure analysis found",
  description: "Writes a PNG of one page with the findings of a stage of the structure analysis.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    stage: v.optional(v.picklist(stages), "blocks"),
  }),
  output: v.strictObject({ output: v.string(), bytes: v.number(), found: v.array(v.string()) }),
  annotations: writes,
  async run({ input, output, page, stage }, context) {
    using file = context.files.openInput(input, "input");
    const document = await openDocument(file, context);
    using reader = openContentLayout(document, { engines: context.readers });

    const read = async (): Promise<Found[]> => {
      const pages: ReadPage[] = [];
      if (isPass(stage)) {
        const model = analysed(await reader.page(page), stage);
        return afterPass[stage]?.(model) ?? model.lines.map(lineFound);
      }

      await extractStructure(reader, {
        format: "json",
        maxChars: structureChars.max,
        pages: [page],
        bookmarks: outlineEntries(document, context.warn),
        rotation: () => 0,
        taggedTables: taggedTables(document),
        warn: context.warn,
        show: (one) => pages.push(one),
      });
      if (pages.length === 0) throw failed(`Page ${page} cannot be drawn`);

      return pages.flatMap(ofBlocks[stage]);
    };

    const found = await read();
    const png = await context.readers.drawBoxes(document.cos.source, page, found.flatMap(marks));
    using target = context.files.newFile(output, "output");
    target.write(png);
    const texts = found.map((one, at) => {
      const text = one.lines.map((line) => line.text).join(" ");
      return `${label(one, at)} | ${text.slice(0, shownText)}`;
    });

    return { output: target.publish().path, bytes: png.length, found: texts };
  },
});
