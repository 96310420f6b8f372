/** How a viewer shows a document (ISO 32000-2, 7.7.2 and 12.2): one table for reading and writing. */
import { type CosDict, type CosValue, isName, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, refNumber } from "../typed-get.ts";

export const layouts = {
  single_page: "SinglePage",
  one_column: "OneColumn",
  two_column_left: "TwoColumnLeft",
  two_column_right: "TwoColumnRight",
  two_page_left: "TwoPageLeft",
  two_page_right: "TwoPageRight",
} as const;
export const modes = {
  use_none: "UseNone",
  use_outlines: "UseOutlines",
  use_thumbs: "UseThumbs",
  full_screen: "FullScreen",
  use_oc: "UseOC",
  use_attachments: "UseAttachments",
} as const;
export const directions = { l2r: "L2R", r2l: "R2L" } as const;
export const duplexes = {
  simplex: "Simplex",
  duplex_flip_short_edge: "DuplexFlipShortEdge",
  duplex_flip_long_edge: "DuplexFlipLongEdge",
} as const;
export const scalings = { none: "None", app_default: "AppDefault" } as const;

interface Preference {
  readonly key: string;
  /** In the catalog itself instead of its viewer preferences. */
  readonly isOwn?: boolean;
  /** Words for its names; absent: a boolean, or the number of copies. */
  readonly words?: Readonly<Record<string, string>>;
}

const preferences = {
  layout: { key: "PageLayout", isOwn: true, words: layouts },
  mode: { key: "PageMode", isOwn: true, words: modes },
  direction: { key: "Direction", words: directions },
  hide_toolbar: { key: "HideToolbar" },
  hide_menubar: { key: "HideMenubar" },
  fit_window: { key: "FitWindow" },
  center_window: { key: "CenterWindow" },
  display_title: { key: "DisplayDocTitle" },
  duplex: { key: "Duplex", words: duplexes },
  print_scaling: { key: "PrintScaling", words: scalings },
  copies: { key: "NumCopies" },
} as const satisfies Readonly<Record<string, Preference>>;

const entries: readonly (readonly [string, Preference])[] = Object.entries(preferences);

export const maxCopies = 999;

/** Values by name, as a caller gives them; null removes one. */
export type Viewer = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What the document says; entries with other values are left out. */
export function readViewer({ cos, catalog }: PdfDocument): Record<string, string | number | boolean> {
  const viewer = dictAt(cos, catalog.get("ViewerPreferences"));
  const found: Record<string, string | number | boolean> = {};
  for (const [field, { key, isOwn, words }] of entries) {
    const value = cos.resolve((isOwn ? catalog : viewer)?.get(key));
    const word =
      isName(value) && words ? Object.keys(words).find((one) => words[one] === value.name) : undefined;
    if (word !== undefined) found[field] = word;
    else if (!words && field !== "copies" && typeof value === "boolean") found[field] = value;
    else if (
      field === "copies" &&
      typeof value === "number" &&
      Number.isInteger(value) &&
      value >= 1 &&
      value <= maxCopies
    )
      found[field] = value;
  }
  return found;
}

/** Whether a given value differs from the document's. `null` differs from whatever the document has. */
export function viewerDiffers(document: PdfDocument, given: Viewer | null): boolean {
  const { cos, catalog } = document;
  const known = readViewer(document);
  const viewer = dictAt(cos, catalog.get("ViewerPreferences"));
  return entries.some(([field, { key, isOwn }]) => {
    const value = given === null ? null : given[field];
    if (value === undefined) return false;
    return value === null ? ((isOwn ? catalog : viewer)?.has(key) ?? false) : known[field] !== value;
  });
}

/** Sets the given entries; null removes one, or all of them. */
export function writeViewer(session: EditSession, given: Viewer | null): void {
  const { cos } = session;
  const place = cos.catalog.get("ViewerPreferences");
  const viewer: CosDict = new Map(dictAt(cos, place));
  const catalog: Record<string, CosValue | undefined> = {};

  for (const [field, { key, isOwn, words }] of entries) {
    const value = given === null ? null : given[field];
    if (value === undefined) continue;
    if (value === null) session.requireRewrite();
    const written = (typeof value === "string" ? name(words?.[value] ?? value) : value) ?? undefined;
    if (isOwn) catalog[key] = written;
    else if (written === undefined) viewer.delete(key);
    else viewer.set(key, written);
  }

  const num = refNumber(place);
  if (num !== undefined && viewer.size > 0) session.set(num, viewer);
  else catalog.ViewerPreferences = viewer.size > 0 ? viewer : undefined;
  session.setCatalog(catalog);
}
