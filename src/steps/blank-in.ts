/** The selector word `blank`, for steps where content decides. */
import { asksForBlank, type SelectorOptions } from "../core/page-selector.ts";
import type { EditSession } from "../document/edit.ts";

/** Looks for blank pages only if a selector asks for them. */
export const blankIn = async (session: EditSession, pages: string): Promise<SelectorOptions> => ({
  blank: asksForBlank(pages) ? await session.blankPages() : [],
});
