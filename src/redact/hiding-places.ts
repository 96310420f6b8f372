/**
 * Where a file can keep what no page shows, as data for three tools: `pdf_find_leaks` looks there (`leaks/`), `pdf_redact` leaves
 * it out or checks it for words, and `pdf_remove_metadata` removes its share.
 */
import type { LeakKind } from "./leaks/leak.ts";

/** `says`: it says something, and counts against `clean`; `trace`: it is reported; `silent`: nothing is. */
export type Severity = "says" | "trace" | "silent";

export interface HidingPlace {
  readonly kind: LeakKind;
  readonly severity: Severity;
  /** What a redacted document has of it. */
  readonly redact: "out" | "words checked";
  /** What a document without metadata has of it. */
  readonly metadata: "out" | "stays";
}

const place = (
  kind: LeakKind,
  redact: HidingPlace["redact"] = "out",
  metadata: HidingPlace["metadata"] = "stays",
): HidingPlace => ({ kind, severity: "says", redact, metadata });

/** Those in a file's objects. */
export const hidingPlaces = {
  /** A page outside the page tree, such as a template. */
  lost_page: place("unshown_content"),
  /** What an annotation shows when it is pressed, or in another state. */
  other_appearance: place("unshown_content"),
  /** A form, image, pattern or mask among the resources that no content uses. */
  unused_resource: place("unshown_content"),
  /** Content of a known purpose that no page shows: alternates of images, icons, presentations. */
  other_content: place("unshown_content"),
  /** Data and text in objects that nothing refers to. */
  unknown_object: place("unshown_content"),
  /** Texts in entries that nobody knows, or that are none of their values. */
  unknown_entry: place("unshown_content"),
  /** Comments in the file's syntax, and lines that belong to no object. */
  loose_text: place("unshown_content"),
  /** Comments, strings and unknown words in content. */
  content_aside: place("unshown_content"),
  /** Names and remarks in programs and character maps of fonts. */
  font_text: place("unshown_content"),
  /** Texts in color profiles other than those of their makers. */
  profile_text: place("metadata"),
  /** Comments in images, and data before, after and around their samples. */
  image_remark: place("metadata", "out", "out"),
  /** Comments and instructions in XML. */
  object_metadata: place("metadata", "out", "out"),
  /** Form data in XML whose values the pages don't show. */
  xfa: place("unshown_content"),
  /** ActualText, Alt and E with words that the pages don't show. */
  alternative_text: place("alternative_text", "words checked"),
  /** Files outside the list of attachments. */
  embedded_file: place("attachment"),
} as const satisfies Readonly<Record<string, HidingPlace>>;

export type HidingPlaceName = keyof typeof hidingPlaces;
