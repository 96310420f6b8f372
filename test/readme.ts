/** Tables in the documents, generated from the registry and the tests' promises. `bun test/readme.ts` writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { tools } from "../src/tools/index.ts";
import { limitsTable } from "./docs/limits.ts";
import { ordersTable, roomsTable } from "./docs/rooms-tables.ts";
import { stepSections, structureSections } from "./docs/schema-tables.ts";
import { callTable, serveTable } from "./docs/settings-tables.ts";
import { fidelityTable } from "./fidelity/table.ts";

const checkout = resolve(import.meta.dirname, "..");

/** A document with a generated table. */
export interface MadeTable {
  /** Its path in the checkout. */
  readonly document: string;
  /** The comments around the table. */
  readonly between: readonly [string, string];
  readonly text: string;
}

/** The first sentence; `pdfd tools <name>` and the OpenAPI description have the rest. */
const toolRows = tools.map(({ name, description }) => {
  const [first = ""] = description.split(/(?<=\.) (?=[A-Z{`])/);
  return `| \`${name}\` | ${first.replaceAll("|", "\\|")} |\n`;
});

export const madeTables: readonly MadeTable[] = [
  {
    document: "README.md",
    between: ["<!-- The table comes from the registry", "<!-- end of the table -->"],
    text: `| Tool | What it does |\n|---|---|\n${toolRows.join("")}`,
  },
  {
    document: "docs/fidelity.md",
    between: ["<!-- What becomes of a document", "<!-- end of what becomes of it -->"],
    text: fidelityTable(),
  },
  {
    document: "docs/limits.md",
    between: ["<!-- Written by `bun test/readme.ts`", "<!-- end of the limits -->"],
    text: limitsTable,
  },
  {
    document: "docs/options.md",
    between: ["<!-- Settings of calls", "<!-- end of the settings of calls -->"],
    text: callTable,
  },
  {
    document: "docs/options.md",
    between: ["<!-- Settings of the service", "<!-- end of the settings of the service -->"],
    text: serveTable,
  },
  {
    document: "docs/architecture.md",
    between: ["<!-- What each folder may import", "<!-- end of the rooms -->"],
    text: roomsTable,
  },
  {
    document: "docs/architecture.md",
    between: ["<!-- The order inside rooms", "<!-- end of the order -->"],
    text: ordersTable,
  },
  {
    document: "docs/steps.md",
    between: ["<!-- Options of steps", "<!-- end of the steps -->"],
    text: stepSections,
  },
  {
    document: "docs/structure-json.md",
    between: ["<!-- Fields of the structure", "<!-- end of the structure -->"],
    text: structureSections,
  },
];

/** The document with its table regenerated. */
export function withTable({ document, between: [start, end], text }: MadeTable): string {
  const before = readDocument(document);
  const from = before.indexOf("\n", before.indexOf(start)) + 1;
  const to = before.indexOf(end);
  if (!before.includes(start) || to < from) throw new Error(`${document} has no place for its table`);
  return before.slice(0, from) + text + before.slice(to);
}

export function readDocument(name: string): string {
  return readFileSync(resolve(checkout, name), "utf8");
}

if (import.meta.main)
  for (const table of madeTables) writeFileSync(resolve(checkout, table.document), withTable(table));
