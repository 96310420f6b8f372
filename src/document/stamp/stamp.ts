/**
 * Draws over pages: existing content is unchanged, followed by the stamp in the page's initial coordinate system. Shared
 * objects aren't changed: contents are wrapped, resources copied.
 */
import { endMarkedContent, endText, popGraphicsState, pushGraphicsState } from "pdf-lib";
import { getOrInsert } from "../../core/collections/maps.ts";
import {
  type CosArray,
  type CosRef,
  type CosStream,
  type CosValue,
  fromLatin1,
  isArray,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { dataOf, memo, streamAt } from "../typed-get.ts";
import { type ContentState, contentState } from "./content-state.ts";
import { contentOf } from "./operators.ts";
import { type Need, stampResources } from "./resources.ts";

export type { Need } from "./resources.ts";

/**
 * Draws over a page. `draw` gets the names of `needs`, without slashes, and returns content in Latin-1 that restores the
 * graphics state.
 */
type Stamp = (page: number, needs: readonly Need[], draw: (names: readonly string[]) => string) => void;

interface Wrapped {
  /** The old content between our streams. */
  readonly middle: readonly CosValue[];
  /** Operators that close what the old content leaves open. */
  readonly closing: string;
  /** Whether the unclosed state of the old content is known rather than assumed. */
  readonly certain: boolean;
}

/** /Contents created by stampers in a session that leave nothing open: a pipeline's next stamp needn't check again. */
const closedContents = memo((_: EditSession) => new Set<CosValue>());

const clean: ContentState = { saved: 0, surplus: [], inText: false, marked: 0, cut: undefined };

/** Stamps pages of a session. Equal streams and resources are written once. */
export function createStamper(session: EditSession): Stamp {
  const closed = closedContents(session);
  const resourcesFor = stampResources(session);
  /** By content. */
  const streams = new Map<string, CosRef>();
  /** By object numbers. */
  const wrapped = new Map<string, Wrapped>();

  const stream = (content: string): CosRef =>
    getOrInsert(streams, content, () => session.add(contentStream(content)));

  const wrap = (contents: readonly CosRef[]): Wrapped => {
    const bytes = joinedContent(session, contents);
    const state = bytes ? contentState(bytes) : clean;
    const broken = state.cut !== undefined || state.surplus.length > 0;
    const middle = bytes && broken ? [session.add(repaired(bytes, state))] : contents;
    return { middle, closing: closingOf(state), certain: bytes !== undefined };
  };

  /** The old content, closed, followed by the new. */
  const drawnOver = (before: CosValue | undefined, content: string): CosValue => {
    let contents: CosArray;

    if (isArray(before) && closed.has(before)) contents = [...before, stream(content)];
    else {
      const old = streamsOf(session, before);
      if (old.length === 0) return stream(content);
      const { middle, closing, certain } = getOrInsert(wrapped, old.map(({ num }) => num).join(), () =>
        wrap(old),
      );
      contents = [stream(save), ...middle, stream(closing + content)];
      if (!certain) return contents;
    }

    closed.add(contents);
    return contents;
  };

  return (page, needs, draw) => {
    const dict = session.changePage(page);
    const { resources, names } = resourcesFor(page, dict, needs);
    dict.set("Contents", drawnOver(dict.get("Contents"), draw(names)));
    dict.set("Resources", resources);
  };
}

const save = contentOf([pushGraphicsState()]);
const restore = contentOf([popGraphicsState()]);
const endOfText = contentOf([endText()]);
const endOfMarked = contentOf([endMarkedContent()]);

/** The operators that close content, on one line. */
function closingOf({ saved, inText, marked }: ContentState): string {
  return `\n${inText ? endOfText : ""}${endOfMarked.repeat(marked)}${restore.repeat(saved + 1)}`;
}

function contentStream(content: string): CosStream {
  return newStream(new Map(), fromLatin1(content), { deflate: content.length > 1000 });
}

/** The streams of a page's /Contents, in order, without anything else, which shows nothing. */
function streamsOf({ cos }: EditSession, contents: CosValue | undefined): CosRef[] {
  const found = cos.resolve(contents);
  if (isStream(found) && isRef(contents)) return [contents];
  const items = isArray(found) ? found : [];
  return items.filter((item): item is CosRef => isRef(item) && isStream(cos.resolve(item)));
}

/** Content that is safe between `q` and `Q`: without unmatched restores, and cut before an unterminated part. */
function repaired(bytes: Uint8Array, { surplus, cut }: ContentState): CosStream {
  const copy = bytes.slice(0, cut);
  for (const at of surplus) copy[at] = 0x20;
  return newStream(new Map(), copy, { deflate: true });
}

/** Streams end tokens (ISO 32000-2, 7.8.2). */
const between = Uint8Array.of(10);

/** Decoded contents, concatenated; undefined if one can't be decoded, since readers' behavior is unknown then. */
function joinedContent({ cos }: EditSession, contents: readonly CosRef[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  for (const item of contents) {
    const stream = streamAt(cos, item);
    const part = stream && dataOf(cos, stream);
    if (!part) return undefined;
    parts.push(part, between);
  }
  return Buffer.concat(parts);
}
