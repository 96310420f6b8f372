/** What a document's structure says, in the shape of the truth. */
import { type Block, plain, tableOf } from "./truth.ts";

/** The fields of docs/structure-json.md that are judged. */
interface Read {
  readonly pages: readonly {
    readonly blocks: readonly {
      readonly type: string;
      readonly text: string;
      readonly items?: readonly { readonly marker: string; readonly depth: number; readonly text: string }[];
      readonly rows?: readonly (readonly {
        readonly text: string;
        readonly row_span: number;
        readonly col_span: number;
      }[])[];
    }[];
  }[];
}

const tick = /^[☐☒☑]$/;
/** Page numbers that a producer adds. */
const pageNumber = /^\d+$/;

/** The blocks of Markdown: running headers and footers, and images without text, aren't part of it. */
export function blocksOf({ pages }: Read): readonly Block[] {
  return pages.flatMap(({ blocks }) =>
    blocks.flatMap(({ type, text, items = [], rows }): readonly Block[] => {
      if (type === "header" || type === "footer" || pageNumber.test(text)) return [];
      if (rows)
        return [
          tableOf(
            rows.map((row) =>
              row.map((cell) => ({ text: cell.text, rowSpan: cell.row_span, columnSpan: cell.col_span })),
            ),
          ),
        ];
      if (type === "list")
        return items.map((item) => ({
          kind: "item",
          depth: item.depth,
          text: plain(tick.test(item.marker) ? `${item.marker} ${item.text}` : item.text),
        }));
      const said = plain(text);
      return said === "" ? [] : [{ kind: type === "heading" ? "heading" : "text", depth: 0, text: said }];
    }),
  );
}
