/** What measures and their stages see of a document: names, roles of objects, open streams. */
import type { CosDict, CosValue } from "../cos/syntax/value.ts";

/** The measures that a result reports. */
export const measureNames = [
  "equal_objects",
  "unused_objects",
  "object_streams",
  "streams",
  "fonts",
  "images",
  "content",
  "metadata",
] as const;
export type MeasureName = (typeof measureNames)[number];
export type Saved = Record<MeasureName, number>;

export function nothingSaved(): Saved {
  return {
    equal_objects: 0,
    unused_objects: 0,
    object_streams: 0,
    streams: 0,
    fonts: 0,
    images: 0,
    content: 0,
    metadata: 0,
  };
}

/** What an object is for, as far as that matters here. */
export type Role =
  | "content"
  | "contents"
  | "procedures"
  | "image"
  | "font"
  | "metadata"
  | "attachment"
  | "file"
  | "other";

/** A stream that is open: its dictionary without coding, and its data up to the first filter of images. */
export interface OpenStream {
  readonly dict: CosDict;
  readonly data: Uint8Array;
  /** The filter of images that the data is still coded with, and its parameters. */
  readonly codec?: { readonly filter: CosValue; readonly parameters: CosValue } | undefined;
}

/** What is known of a stream besides itself. */
export interface StreamPlace {
  readonly num: number;
  readonly role: Role;
}

/** A change to open streams; undefined where it has none to make. */
export interface Stage {
  readonly name: MeasureName;
  run(stream: OpenStream, place: StreamPlace): OpenStream | undefined;
}
