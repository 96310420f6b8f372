/** A file's faults and their repairs, in words: `fixed` of pdf_repair, and warnings. */
import type { DamageCode } from "../cos/syntax/error.ts";

/** The values of `fixed`, and what each means. They are stable: programs may look for them. */
export const faults = {
  header: "the header was missing or not at the start of the file",
  end_of_file: "the end-of-file marker was missing",
  startxref: "the pointer to the cross-reference was missing or wrong",
  xref: "the cross-reference was missing, unreadable or wrong",
  trailer: "the trailer or the document catalog was missing or unreadable",
  stream_length: "streams had a wrong length or no end",
  stream_data: "stream data was damaged and could only be read in part",
  object: "objects could not be read",
  page_tree: "the page tree was damaged or had a wrong page count",
} as const satisfies Record<DamageCode | "header" | "end_of_file" | "stream_data", string>;

export type Fault = keyof typeof faults;

/** In the order of `faults`. */
export function inOrder(found: ReadonlySet<Fault>): Fault[] {
  return (Object.keys(faults) as Fault[]).filter((fault) => found.has(fault));
}

/** What a caller must know about a recovered document. */
export type Note = "recovered" | "protection_lost" | "page_tree_kept";

export function warningOf(note: Note, name: string, detail = "unreadable"): string {
  switch (note) {
    case "recovered":
      return `${name} is damaged and was repaired before use`;
    case "protection_lost":
      return `${name} is encrypted, and the repair removed its protection`;
    case "page_tree_kept":
      return `${name} has a damaged page tree: ${detail}`;
  }
}
