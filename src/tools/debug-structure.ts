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
import { inUnits } from "../core/projection.ts";
import type { MarkedBox } from "../core/readers.ts";
import { defineTool, writes } from "../core/tool.ts";
import { taggedTables } from "../document/tags/tagged-tables.ts";
import { scanPassNames } from "../ocr/passes.ts";
import { extractStructure } from "../reading/extract.ts";
import type { ReadPage } from "../reading/formats/writers.ts";
import { stretches } from "../reading/layout/columns/stretches.ts";
import type { Block, FoundTable, Line, Table } from "../reading/layout/model/blocks.ts";
import { analysed, type PageModel, type PassName, passNames } from "../reading/layout/passes.ts";
import { openContentLayout } from "../reading/open.ts";
import { placesOn } from "../reading/recognized.ts";
import { openDocument } from "../recovery/open-document.ts";
import { readUntil } from "./shared/models/recognized-pages.ts";
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
  readonly lines: readonly Pick<Line, "text">[];
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

/** Boxes of a page's picture, in pixels, as a pass of the recognition left it. */
function ofScan(page: Awaited<ReturnType<typeof readUntil>>): Found[] {
  const { attempt, dpi, unread, text, isPhoto } = page;
  const { turn, projection, models, rules, tables } = attempt;
  const points = 72 / dpi;
  const places = placesOn({ ...page, turn, projection: inUnits(projection, points) });
  const placed = ({ x0, y0, x1, y1 }: Box): Box => {
    const box = { x0: x0 * points, y0: y0 * points, x1: x1 * points, y1: y1 * points };
    return places?.(box) ?? box;
  };
  const found = (box: Box, what: string, color: Color, text = ""): Found => ({
    ...{ box: placed(box), what, color },
    lines: [{ text }],
  });
  const lines = text.length > 0 ? text : attempt.lines;
  const { width, height } = attempt.image;
  const how = `${isPhoto ? "photograph" : "scan"}, turned by ${turn}, ${models}`;

  return [
    found({ x0: 0, y0: 0, x1: width, y1: height }, how, colors.image),
    ...rules.map((box) => found(box, "rule", colors.image)),
    ...tables.map(({ box, cells }) => ({
      ...found(box, "drawn table", colors.table),
      inside: cells.map((cell) => ({ box: placed(cell) })),
    })),
    ...lines.map(({ words, vertical }) => ({
      ...found(boxAround(words), vertical ? "vertical line" : "line", colors.paragraph),
      lines: [{ text: words.map((word) => word.text).join(" ") }],
      inside: words.map((word) => ({ box: placed(word) })),
    })),
    ...unread.map((box) => found(box, "unread", colors.heading)),
  ];
}

type BlockStage = keyof typeof ofBlocks;
const blockStages: readonly BlockStage[] = ["headers-footers", "lists", "blocks"];
const scanStages = scanPassNames.map((name) => `scan-${name}` as const);
const stages = [...passNames, ...blockStages, ...scanStages];
const isPass = (stage: string): stage is PassName => passNames.some((name) => name === stage);
const isOfBlocks = (stage: string): stage is BlockStage => blockStages.some((name) => name === stage);

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
    const scanPass = scanPassNames.find((name) => stage === `scan-${name}`);

    const read = async (): Promise<Found[]> => {
      const pages: ReadPage[] = [];
      if (scanPass) return ofScan(await readUntil(document, page, scanPass, context));
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

      return isOfBlocks(stage) ? pages.flatMap(ofBlocks[stage]) : [];
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
