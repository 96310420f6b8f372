/** Writes a smaller file that looks the same: applies the measures in order, then writes the remaining objects. */

import { groupBy } from "../core/collections/maps.ts";
import type { ByteSink } from "../core/document-io.ts";
import { type CosValue, isDict, isRef, isStream } from "../cos/syntax/value.ts";
import { Rewriter } from "../cos/write/rewrite.ts";
import { allowsObjectStreams } from "../document/conformance/claim.ts";
import type { EditSession } from "../document/edit.ts";
import { Draft, dataLength, type Measure } from "./draft.ts";
import type { ImagePlan } from "./fit.ts";
import { type Largest, pagesByKind, Tally } from "./largest.ts";
import { canLinearize, ownAttributes, writeLinearized } from "./linearize.ts";
import { content } from "./measures/content.ts";
import { equalObjects } from "./measures/equal-objects.ts";
import { fonts } from "./measures/fonts.ts";
import { type ImageOptions, type ImageSizes, lossyImages } from "./measures/images.ts";
import { metadata } from "./measures/metadata.ts";
import { unusedObjects } from "./measures/unused-objects.ts";
import type { Saved } from "./parts.ts";
import { type Reduced, reducedImages } from "./reduced.ts";

/**
 * Measures that never change a page's appearance. The order matters: dropped objects need not be compared. Writing does the
 * rest: it compresses small objects together (ISO 32000-2, 7.5.7 and 7.5.8), and recodes streams.
 */
const lossless: readonly Measure[] = [metadata, fonts, content, equalObjects, unusedObjects];

export interface OptimizeOptions {
  /** Lossy changes of all images; undefined for none. */
  readonly images?: ImageOptions | undefined;
  /** Lossy changes of some images. */
  readonly plan?: ImagePlan | undefined;
  /** The largest size at which the document draws each image. */
  drawnSizes(): ImageSizes;
  /** For fast web view, if the document supports it. */
  readonly linearize: boolean;
  /** Called with the number of pages written. */
  onPage(done: number): void;
}

export interface Optimized {
  readonly saved: Saved;
  readonly largest: readonly Largest[];
  /** Whether it is linearized. */
  readonly linearized: boolean;
  /** Bytes of each image, by number. */
  readonly images: ReadonlyMap<number, number>;
  /** What became of the images of a plan. */
  readonly reduced: readonly Reduced[];
}

/** Writes the session's document as small as the measures allow. */
export async function optimizeDocument(
  session: EditSession,
  sink: ByteSink,
  options: OptimizeOptions,
): Promise<Optimized> {
  if (options.linearize) ownAttributes(session);
  const draft = new Draft(session);
  const { images, plan } = options;
  const { readers } = session.context;
  const needsSizes = images?.max_dpi !== undefined || plan !== undefined;
  const drawn: ImageSizes = needsSizes ? options.drawnSizes() : new Map();
  const first = images ? [lossyImages(() => images, readers, drawn)] : [];
  // A plan is for the images that are left when equal ones are merged.
  const last = plan ? [lossyImages((num) => plan.get(num), readers, drawn)] : [];
  for (const measure of [...first, ...lossless, ...last]) await measure.apply(draft);
  const linearized = options.linearize && canLinearize(draft);
  const largest = linearized ? writeForWeb(draft, sink) : write(draft, sink, options);
  const { saved } = draft;
  const known = Object.values(saved).reduce((sum, bytes) => sum + bytes, 0);
  // The remainder is the file's own structure: older revisions, tables, white space.
  saved.object_streams = Math.max(0, session.cos.source.size - sink.position - known);

  const reduced = plan ? reducedImages(draft, plan, drawn) : [];

  return { saved, largest, linearized, images: draft.images, reduced };
}

function write(draft: Draft, sink: ByteSink, { onPage }: OptimizeOptions): Largest[] {
  const { cos } = draft;
  const rewriter = new Rewriter(sink, {
    version: cos.version,
    encrypt: cos.encryption,
    objectStreams: allowsObjectStreams(draft.claim),
    compact: true,
  });
  rewriter.follow(cos);
  const { roles, pages } = draft.reached;
  const numbers = new Map(inWritingOrder(draft).map((num) => [num, rewriter.reserve()]));
  const target = (num: number, gen: number) => numbers.get(draft.target(num, gen)) ?? 0;
  const tally = new Tally(pagesByKind(draft));

  for (const [num, to] of numbers) {
    const value = draft.final(num);
    rewriter.set(to, value, target);
    onPage(pages.get(num) ?? 0);
    if (isStream(value)) tally.add(roles.get(num), dataLength(value));
  }

  const numberOf = (value: CosValue | undefined) => (isRef(value) ? target(value.num, value.gen) : 0);
  rewriter.finish({ root: numberOf(cos.trailer.get("Root")), info: numberOf(cos.trailer.get("Info")) });

  return tally.rows();
}

function writeForWeb(draft: Draft, sink: ByteSink): Largest[] {
  const { roles } = draft.reached;
  const tally = new Tally(pagesByKind(draft));
  for (const [num, bytes] of writeLinearized(draft, sink))
    if (isStream(draft.get(num))) tally.add(roles.get(num), bytes);
  return tally.rows();
}

/** Streams in the order met; then other objects, with similar keys next to each other, because they deflate better. */
function inWritingOrder(draft: Draft): number[] {
  const groups = groupBy(draft.reached.order, (num) => {
    const value = draft.get(num);
    if (isStream(value)) return "stream";
    return isDict(value) ? [...value.keys()].join("/") : typeof value;
  });
  const streams = groups.get("stream") ?? [];
  groups.delete("stream");
  return [...streams, ...[...groups.values()].flat()];
}
