/** One thing that documents have besides their pages, joined into the one that a new document has. */
import type { CosDict } from "../../../cos/syntax/value.ts";
import type { PageObjects, Plan, PlannedSource, SourceDocument } from "./source-document.ts";

export interface Join {
  /** Before the pages of a document are written. */
  plan?(source: SourceDocument): Partial<Plan>;
  /** After they are. Only small facts about the document may be kept: thousands of them may follow. */
  add(source: PlannedSource, found: PageObjects): void;
  /** After the last document. */
  finish(result: NewCatalog): void;
}

/** What the joins write their results into. */
export interface NewCatalog {
  readonly catalog: CosDict;
  /** The catalogue's `Names`: its name trees by kind. */
  readonly names: CosDict;
  /** The first document's information dictionary; undefined: there is none. */
  info: CosDict | undefined;
  warn(message: string): void;
}
