/**
 * Drawing over pages: what a page shows stays as it is, the stamp comes after it, in the page's initial coordinate system.
 * Nothing that pages share is changed: contents are wrapped, resources copied.
 */
import { endMarkedContent, endText, popGraphicsState, pushGraphicsState } from "pdf-lib";
import { getOrInsert } from "../../core/maps.ts";
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
 * Draws over a page. `draw` gets the names of `needs`, without slashes, and gives content in Latin-1 that leaves the graphics
 * state as it was.
 */
type Stamp = (page: number, needs: readonly Need[], draw: (names: readonly string[]) => string) => void;

interface Wrapped {
  /** The old content between our streams. */
  readonly middle: readonly CosValue[];
  /** Operators that close what the old content leaves open. */
  readonly closing: string;
  /** What the old content leaves open was seen, and is not only assumed. */
  readonly certain: boolean;
}

/** /Contents that stampers made in a session and that leave nothing open: the next stamp of a pipeline need not look again. */
const closedContents = memo((_: EditSession) => new Set<CosValue>());

const clean: ContentState = { saved: 0, surplus: [], inText: false, marked: 0, cut: undefined };

/** Stamps pages of one session. Streams and resources that would be the same are written once. */
export function createStamper(session: EditSession): Stamp {
  const closed = closedContents(session);
  const resourcesFor = stampResources(session);
  /** By their content. */
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

  /** The old content, closed, and the new behind it. */
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

/** What closes content, on a line of its own. */
function closingOf({ saved, inText, marked }: ContentState): string {
  return `\n${inText ? endOfText : ""}${endOfMarked.repeat(marked)}${restore.repeat(saved + 1)}`;
}

function contentStream(content: string): CosStream {
  return newStream(new Map(), fromLatin1(content), { deflate: content.length > 1000 });
}

/** The streams of a page's /Contents, in order; what is no stream shows nothing and is left out. */
function streamsOf({ cos }: EditSession, contents: CosValue | undefined): CosRef[] {
  const found = cos.resolve(contents);
  if (isStream(found) && isRef(contents)) return [contents];
  const items = isArray(found) ? found : [];
  return items.filter((item): item is CosRef => isRef(item) && isStream(cos.resolve(item)));
}

/** Content that may stand between `q` and `Q`: without restores that had nothing to restore, and cut where it never ended. */
function repaired(bytes: Uint8Array, { surplus, cut }: ContentState): CosStream {
  const copy = bytes.slice(0, cut);
  for (const at of surplus) copy[at] = 0x20;
  return newStream(new Map(), copy, { deflate: true });
}

/** Streams end tokens (ISO 32000-2, 7.8.2). */
const between = Uint8Array.of(10);

/** Decoded contents, one behind the other; undefined where one cannot be decoded: what readers make of that nobody knows. */
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
