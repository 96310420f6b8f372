/** Names for a document's tables that depend on their cells alone. */
import { createHash } from "node:crypto";
import type { ReadTable } from "./table.ts";

export interface IdentifiedTable extends ReadTable {
  readonly id: string;
  /** Its number in the document, from 1. */
  readonly number: number;
}

/** A hash of all cells; equal tables get `-2`, `-3`. */
export function identified(tables: readonly ReadTable[]): IdentifiedTable[] {
  const counts = new Map<string, number>();
  return tables.map((table, at) => {
    const hash = createHash("sha256").update(JSON.stringify(table.rows)).digest("hex").slice(0, 12);
    const count = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, count);
    return { ...table, id: count === 1 ? hash : `${hash}-${count}`, number: at + 1 };
  });
}
