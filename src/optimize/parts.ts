/** Types for measures and stages: names, roles of objects, open streams. */
import type { CosDict, CosValue } from "../cos/syntax/value.ts";

/** The measures reported in results. */
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

export const nothingSaved = (): Saved => ({
  ...{ equal_objects: 0, unused_objects: 0, object_streams: 0, streams: 0 },
  ...{ fonts: 0, images: 0, content: 0, metadata: 0 },
});

/** An object's purpose, as far as relevant here. */
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

/** An open stream: its dictionary without coding entries, and its data up to the first image filter. */
export interface OpenStream {
  readonly dict: CosDict;
  readonly data: Uint8Array;
  /** The image filter that the data is still coded with, and its parameters. */
  readonly codec?: { readonly filter: CosValue; readonly parameters: CosValue } | undefined;
}

/** A stream's context. */
export interface StreamPlace {
  readonly num: number;
  readonly role: Role;
}

/** A change to open streams; undefined if there is nothing to change. */
export interface Stage {
  readonly name: MeasureName;
  run(stream: OpenStream, place: StreamPlace): OpenStream | undefined;
}
