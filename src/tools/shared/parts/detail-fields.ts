/** Schemas of what a document says about itself: `document` of pdf_info, and the fields of pdf_set_document. */
import * as v from "valibot";
import { help, pageNumber, text, wellFormed } from "../../../core/fields.ts";
import { maxSelectorLength } from "../../../core/limits.ts";
import type { Bookmark } from "../../../document/details/bookmarks.ts";
import { isLanguageTag } from "../../../document/details/details.ts";
import { labelStyles } from "../../../document/details/page-labels.ts";
import { fits } from "../../../document/details/place.ts";
import {
  directions,
  duplexes,
  layouts,
  maxCopies,
  modes,
  scalings,
} from "../../../document/details/viewer.ts";
import { isMoment } from "../../../document/metadata/dates.ts";

const words = <Word extends string>(table: Readonly<Record<Word, string>>) =>
  // Object.keys returns the keys of the table, but its type doesn't say so.
  v.picklist(Object.keys(table) as Word[]);

const plainText = v.pipe(v.string(), wellFormed);

const moment = v.pipe(
  v.string(),
  v.check(
    (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value) && isMoment(value),
    "must be a date and time with an offset (ISO 8601), such as 2026-01-31T10:20:30+01:00",
  ),
);

const zoom = v.union(
  [v.pipe(v.number(), v.gtValue(0)), v.picklist(fits)],
  "must be a number (1 is 100 %), fit, fit_width or fit_height",
);

const color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-fA-F]{6}$/, "must be a color such as #1a2b3c"),
  v.examples(["#1a2b3c"]),
);

/** A bookmark. Agents and types aren't shown that its children are of the same kind. */
const bookmarkItem = v.strictObject({
  title: plainText,
  page: v.optional(pageNumber()),
  y: v.optional(v.number()),
  zoom: v.optional(zoom),
  open: v.optional(v.boolean()),
  bold: v.optional(v.boolean()),
  italic: v.optional(v.boolean()),
  color: v.optional(color),
  url: v.optional(v.pipe(plainText, v.minLength(1))),
  other: v.optional(v.boolean()),
  id: v.optional(v.string()),
  children: v.optional(v.pipe(v.array(v.record(v.string(), v.unknown())), v.readonly())),
});

const bookmarkTree: v.GenericSchema<unknown, Bookmark> = v.strictObject({
  ...bookmarkItem.entries,
  children: v.optional(v.array(v.lazy(() => bookmarkTree))),
});

/** Bookmarks with their children. */
export const bookmarkTrees = v.strictObject({ bookmarks: v.array(bookmarkTree) });

const label = v.strictObject({
  from: pageNumber(),
  style: v.picklist(labelStyles),
  prefix: v.optional(plainText),
  start: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const place = v.strictObject({ page: pageNumber(), y: v.optional(v.number()), zoom: v.optional(zoom) });

const copies = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxCopies));

const viewerEntries = {
  layout: v.optional(words(layouts)),
  mode: v.optional(words(modes)),
  direction: v.optional(words(directions)),
  hide_toolbar: v.optional(v.boolean()),
  hide_menubar: v.optional(v.boolean()),
  fit_window: v.optional(v.boolean()),
  center_window: v.optional(v.boolean()),
  display_title: v.optional(v.boolean()),
  duplex: v.optional(words(duplexes)),
  print_scaling: v.optional(words(scalings)),
  copies: v.optional(copies),
};

/** The same, where null removes an entry. */
const viewerChanges = {
  layout: v.nullish(words(layouts)),
  mode: v.nullish(words(modes)),
  direction: v.nullish(words(directions)),
  hide_toolbar: v.nullish(v.boolean()),
  hide_menubar: v.nullish(v.boolean()),
  fit_window: v.nullish(v.boolean()),
  center_window: v.nullish(v.boolean()),
  display_title: v.nullish(v.boolean()),
  duplex: v.nullish(words(duplexes)),
  print_scaling: v.nullish(words(scalings)),
  copies: v.nullish(copies),
};

const corners = v.strictTuple(
  [v.number(), v.number(), v.number(), v.number()],
  "must be four numbers, [x0, y0, x1, y1]",
);
const selector = v.pipe(v.string(), wellFormed, v.minLength(1), v.maxLength(maxSelectorLength));

/** What a document says, each part absent if it doesn't. */
export const detailsOutput = v.pipe(
  v.strictObject({
    title: v.optional(v.string()),
    author: v.optional(v.string()),
    subject: v.optional(v.string()),
    keywords: v.optional(v.string()),
    creator: v.optional(v.string()),
    producer: v.optional(v.string()),
    created: v.optional(text("ISO 8601 with an offset.")),
    modified: v.optional(v.string()),
    custom: v.optional(
      v.pipe(v.record(v.string(), v.string()), v.description("Other text entries of Info.")),
    ),
    lang: v.optional(text("Language tag (BCP 47).")),
    bookmarks: v.optional(
      v.pipe(
        v.array(bookmarkItem),
        v.readonly(),
        v.description(
          "`other`: a target that only its `id` can say. `y` in points from the top of the displayed page.",
        ),
      ),
    ),
    page_labels: v.optional(v.pipe(v.array(label), v.readonly())),
    viewer: v.optional(v.strictObject(viewerEntries)),
    open: v.optional(v.pipe(place, v.description("What viewers show first."))),
    boxes: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            pages: v.string(),
            media: corners,
            crop: v.optional(corners),
            bleed: v.optional(corners),
            trim: v.optional(corners),
            art: v.optional(corners),
          }),
        ),
        v.readonly(),
        v.description("In points from the top left of the displayed page."),
      ),
    ),
  }),
  v.description(
    "What the document says about itself, in the form that pdf_set_document takes. With details.",
  ),
);

const nullable = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(v.optional(v.nullable(schema)), v.description(description));

/** A field whose name says enough. */
const named = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(v.optional(v.nullable(schema)), help(text));

/** The same as fields to set; null removes. */
export const detailEntries = {
  title: named(plainText, "Title of the document."),
  author: named(plainText, "Its author."),
  subject: named(plainText, "Its subject."),
  keywords: named(plainText, "Its keywords."),
  creator: named(plainText, "The program that made the original."),
  producer: named(plainText, "The program that made the PDF."),
  created: nullable(moment, "ISO 8601."),
  modified: named(moment, "Time of the last change, ISO 8601."),
  custom: nullable(v.record(plainText, v.nullable(plainText)), "Own Info entries."),
  lang: nullable(
    v.pipe(v.string(), v.check(isLanguageTag, "must be a language tag (BCP 47), such as en-US")),
    "BCP 47 tag.",
  ),
  bookmarks: nullable(
    v.array(bookmarkItem),
    "[{title, page, y?, zoom?, open?, bold?, italic?, color?, url?, children?}]. Replaces all. y in points from the top of the displayed page; zoom: 1 is 100 %, or fit, fit_width, fit_height; color as #rrggbb. `{title, id, other: true}` keeps a target that pdf_info lists.",
  ),
  bookmarks_from_headings: v.optional(
    v.pipe(
      v.strictObject({
        max_level: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(6)), 6),
      }),
      help("{max_level?}. Bookmarks from the headings that pdf_extract_structure finds."),
    ),
  ),
  page_labels: nullable(
    v.array(label),
    `[{from, style, prefix?, start?}]. Replaces all. Styles: ${labelStyles.join(", ")}.`,
  ),
  viewer: nullable(
    v.strictObject(viewerChanges),
    "{layout?, mode?, display_title?, ...}. Also direction, hide_toolbar, hide_menubar, fit_window, center_window, duplex, print_scaling, copies. Merged.",
  ),
  open: nullable(place, "{page, y?, zoom?}. What viewers show first."),
  boxes: nullable(
    v.array(
      v.strictObject({
        pages: selector,
        media: v.optional(corners),
        crop: v.optional(v.nullable(corners)),
        bleed: v.optional(v.nullable(corners)),
        trim: v.optional(v.nullable(corners)),
        art: v.optional(v.nullable(corners)),
      }),
    ),
    "[{pages, media?, crop?, bleed?, trim?, art?}], each [x0, y0, x1, y1] from the top left. In points, on the page as displayed before the call: not idempotent.",
  ),
};
