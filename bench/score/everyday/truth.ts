/** What an everyday page says: its source is its truth. */

/** A cell's text and the rows and columns it covers. */
export interface Cell {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface Table {
  readonly kind: "table";
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly Cell[];
}

export interface Flow {
  readonly kind: "heading" | "text" | "item";
  /** The nesting of an item, 0 for the top level. */
  readonly depth: number;
  readonly text: string;
  /** The source sets parts of the text apart, as lines or at both margins: they may also count as paragraphs. */
  readonly lines?: true;
}

export type Block = Flow | Table;

/** Text in the form in which both sides are compared: what looks the same is the same. */
export function plain(text: string): string {
  const said = text
    .replaceAll("\u00AD", "")
    .normalize("NFKC")
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/\s+/g, " ")
    .trim();
  return said.replaceAll(/(?<=[\u3000-\u9FFF\uFF00-\uFFEF]) | (?=[\u3000-\u9FFF\uFF00-\uFFEF])/g, "");
}

/** Places each cell of a table's rows in the first columns that cells above leave free. */
export function tableOf(rows: readonly (readonly Pick<Cell, "text" | "rowSpan" | "columnSpan">[])[]): Table {
  const taken = new Set<string>();
  const cells: Cell[] = [];
  rows.forEach((row, at) => {
    let column = 0;
    for (const { text, rowSpan, columnSpan } of row) {
      while (taken.has(`${at} ${column}`)) column += 1;
      for (let r = 0; r < rowSpan; r++)
        for (let c = 0; c < columnSpan; c++) taken.add(`${at + r} ${column + c}`);
      cells.push({ text: plain(text), row: at, column, rowSpan, columnSpan });
      column += columnSpan;
    }
  });
  const columns = Math.max(0, ...cells.map((cell) => cell.column + cell.columnSpan));
  return { kind: "table", rows: rows.length, columns, cells };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", nbsp: " " };

interface Open {
  readonly tag: string;
  text: string;
}

/** The blocks of a page's source: HTML whose tags are closed, except the body's. */
export function truthOf(html: string): readonly Block[] {
  const blocks: Block[] = [];
  let rows: Pick<Cell, "text" | "rowSpan" | "columnSpan">[][] = [];
  let open: Open | undefined;
  let depth = -1;

  const close = () => {
    const text = plain(open?.text ?? "");
    const lines = open?.text.includes("\n\n") ? { lines: true as const } : {};
    if (open && text !== "") {
      const kind = /^h\d$/.test(open.tag) ? "heading" : "text";
      if (open.tag === "li") blocks.push({ kind: "item", depth, text });
      else blocks.push({ kind, depth: 0, text, ...lines });
    }
    open = undefined;
  };
  const number = (attributes: string, name: string) =>
    Number(new RegExp(`${name}=(\\d+)`).exec(attributes)?.[1] ?? 1);

  const parts = html.matchAll(/<(?<end>\/?)(?<tag>[a-z]+\d?)(?<attributes>[^>]*)>|(?<text>[^<]+)/g);
  let cell: { text: string; rowSpan: number; columnSpan: number } | undefined;
  for (const { groups = {} } of parts) {
    const { end, tag = "", attributes = "", text } = groups;
    if (text !== undefined) {
      const said = text
        .replaceAll(/\s+/g, " ")
        .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
      if (cell) cell.text += said;
      else if (open) open.text += said;
      continue;
    }
    if (tag === "br" && open) open.text += "\n\n";
    if (["b", "i", "br", "thead", "tbody", "body"].includes(tag)) continue;
    if (tag === "span" && open) {
      open.text += end ? " " : "\n\n";
      continue;
    }
    if (tag === "td" || tag === "th") {
      cell = undefined;
      if (end) continue;
      cell = { text: "", rowSpan: number(attributes, "rowspan"), columnSpan: number(attributes, "colspan") };
      rows.at(-1)?.push(cell);
      continue;
    }
    if (tag === "tr") {
      if (!end) rows.push([]);
      cell = undefined;
      continue;
    }
    close();
    if (tag === "table") {
      cell = undefined;
      if (end) blocks.push(tableOf(rows));
      rows = [];
    } else if (tag === "ul" || tag === "ol") depth += end ? -1 : 1;
    else if (!end && tag !== "div") open = { tag, text: "" };
  }
  close();
  return blocks;
}
