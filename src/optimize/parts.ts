/** Types for measures and stages. */
import type { OpenStream, Role } from "../document/object-draft.ts";

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
