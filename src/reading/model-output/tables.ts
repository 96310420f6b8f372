/** Tables as models write them, HTML or pipes, as rows of cells. Whatever the markup lacks, no text is lost. */
import type { ModelCell } from "./model.ts";

export interface ModelTable {
  readonly rows: readonly (readonly ModelCell[])[];
  /** Text in the table but outside cells: its caption. */
  readonly caption: string;
}

/** A larger span is a mistake. */
const maxSpan = 100;

const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,14})\b([^<>]{0,1000})>/g;
/** Tags that stay in a cell's text; `inline.ts` parses them. */
const inlineTags = /^(br|sup|sub|b|i|u|strong|em)$/i;
/** Tags that separate words. */
const blockTags = /^(p|div|li|ul|ol|h[1-6])$/i;

interface OpenCell {
  text: string;
  readonly header: boolean;
  readonly rowSpan: number;
  readonly colSpan: number;
}

/** The inside of a `<table>`, without its own two tags; an unclosed element ends where the next begins. */
export function htmlTableRows(inside: string): ModelTable {
  const rows: OpenCell[][] = [];
  let cell: OpenCell | undefined;
  let caption = "";

  const write = (text: string) => {
    if (cell) cell.text += text;
    else caption += text;
  };

  let at = 0;
  for (const match of inside.matchAll(tag)) {
    const [whole, slash, name = "", attributes = ""] = match;
    write(inside.slice(at, match.index));
    at = match.index + whole.length;
    switch (name.toLowerCase()) {
      case "tr":
        cell = undefined;
        if (slash === "") rows.push([]);
        break;
      case "td":
      case "th":
        cell = undefined;
        if (slash === "") {
          if (rows.length === 0) rows.push([]);
          const spans = { rowSpan: span(rowSpan, attributes), colSpan: span(colSpan, attributes) };
          cell = { text: "", header: name.toLowerCase() === "th", ...spans };
          rows.at(-1)?.push(cell);
        }
        break;
      case "caption":
        cell = undefined;
        break;
      default:
        if (inlineTags.test(name)) write(whole.replace(attributes, ""));
        else if (blockTags.test(name)) write(" ");
    }
  }

  write(inside.slice(at));
  return {
    rows: rows
      .filter((row) => row.length > 0)
      .map((row) => row.map((one) => ({ ...one, text: oneLine(one.text) }))),
    caption: oneLine(caption),
  };
}

const rowSpan = /\browspan\s*=\s*["']?(\d{1,4})/i;
const colSpan = /\bcolspan\s*=\s*["']?(\d{1,4})/i;

function span(name: RegExp, attributes: string): number {
  const value = name.exec(attributes)?.[1];
  return Math.min(Math.max(Number(value ?? 1), 1), maxSpan);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Whether this is the second line of a pipe table: `| --- | :-: |`. */
export function isDelimiterRow(line: string): boolean {
  if (!line.includes("-") || !line.includes("|")) return false;
  const cells = line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|");
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

/** Lines of a pipe table, including its delimiter row. */
export function pipeTableRows(lines: readonly string[]): ModelTable {
  const rows = lines
    .filter((_, at) => at !== 1)
    .map((line, at) =>
      pipeCells(line).map((text): ModelCell => ({ text, header: at === 0, rowSpan: 1, colSpan: 1 })),
    );
  return { rows, caption: "" };
}

/** Pipes separate cells, unless escaped. */
function pipeCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((text) => text.replaceAll("\\|", "|").trim());
}
