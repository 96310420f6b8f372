/** Interprets the elements around a piece of text (ISO 32000-2, 14.8.4). */
import { pushTo } from "../../../core/collections/maps.ts";
import type { Tag } from "../../../core/page-layout.ts";
import type { Line } from "../model/blocks.ts";

/** Elements within a line. */
const inlines = new Set(
  "Span Quote Reference BibEntry Link Annot Em Strong Ruby RB RT RP Warichu WT WP Form Sub Lbl LBody Code NonStruct Private".split(
    " ",
  ),
);
export const texts =
  /^(?:P|H[1-6]?|Title|LI|LBody|Lbl|T[DH]|Caption|Code|TOCI|Note|FENote|BlockQuote|Formula|Quote)$/;

export interface Chain {
  readonly table: Tag | undefined;
  readonly cell: Tag | undefined;
  readonly list: Tag | undefined;
  readonly item: Tag | undefined;
  readonly depth: number;
  readonly label: boolean;
  readonly note: boolean;
  /** The element that is the block. */
  readonly block: Tag;
  /** If the block is a division with text but no paragraph: the part that contains the text. */
  readonly part: Tag | undefined;
}

export function chainOf(tag: Tag): Chain {
  let [table, cell, list, item, block, part]: (Tag | undefined)[] = [];
  let depth = 0;
  let note = false;

  for (let at: Tag | undefined = tag; at; at = at.parent) {
    if (at.type === "Note" || at.type === "FENote") note = true;
    if (at.type === "Table") table = at;
    else if (at.type === "TD" || at.type === "TH") cell = at;
    else if (at.type === "L") {
      list = at;
      depth += 1;
    } else if (at.type === "LI") item ??= at;
    if (block === undefined) {
      if (inlines.has(at.type)) part = at;
      else block = at;
    }
  }

  const division = block !== undefined && !texts.test(block.type);
  return {
    table,
    cell,
    list,
    item,
    depth,
    note,
    label: tag.type === "Lbl" || tag.parent?.type === "Lbl",
    block: block ?? tag,
    part: division && !table && !list ? part : undefined,
  };
}

export function linesBy(
  lines: readonly Line[],
  keyOf: (chain: Chain) => string | undefined,
): Map<string, Line[]> {
  const byKey = new Map<string, Line[]>();
  for (const line of lines) {
    const key = line.tag && keyOf(chainOf(line.tag));
    if (key !== undefined) pushTo(byKey, key, line);
  }
  return byKey;
}
