/**
 * Draws over or under pages: existing content is unchanged, and the stamp is in the page's initial coordinate system. Shared
 * objects aren't changed: contents are wrapped, resources copied.
 */
import { popGraphicsState, pushGraphicsState } from "pdf-lib";
import { getOrInsert } from "../../core/collections/maps.ts";
import {
  type CosArray,
  type CosRef,
  type CosStream,
  type CosValue,
  fromLatin1,
  isArray,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../edit.ts";
import { memo } from "../typed-get.ts";
import { contentState } from "./content-state.ts";
import { contentOf } from "./operators.ts";
import { clean, closingOf, contentStreams, isBroken, joinedContent, repaired } from "./page-content.ts";
import { type Need, stampResources } from "./resources.ts";

export type { Need } from "./resources.ts";

/**
 * Draws over a page, or `under` its content. `draw` gets the names of `needs`, without slashes, and returns content in Latin-1
 * that restores the graphics state.
 */
type Stamp = (
  page: number,
  needs: readonly Need[],
  draw: (names: readonly string[]) => string,
  under?: boolean,
) => void;

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
    const bytes = joinedContent(session.cos, contents);
    const state = bytes ? contentState(bytes) : clean;
    const middle = bytes && isBroken(state) ? [session.add(repaired(bytes, state))] : contents;
    return { middle, closing: `${closingOf(state)}${restore}`, certain: bytes !== undefined };
  };

  /** The old content, closed, followed by the new. */
  const drawnOver = (before: CosValue | undefined, content: string): CosValue => {
    let contents: CosArray;

    if (isArray(before) && closed.has(before)) contents = [...before, stream(content)];
    else {
      const old = contentStreams(session.cos, before);
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

  /** The new content, followed by the old. */
  const drawnUnder = (before: CosValue | undefined, content: string): CosValue => {
    const isClosed = isArray(before) && closed.has(before);
    const contents = [stream(content), ...(isClosed ? before : contentStreams(session.cos, before))];
    if (isClosed) closed.add(contents);
    return contents;
  };

  return (page, needs, draw, under = false) => {
    const dict = session.changePage(page);
    const { resources, names } = resourcesFor(page, dict, needs);
    const drawn = under ? drawnUnder : drawnOver;
    dict.set("Contents", drawn(dict.get("Contents"), draw(names)));
    dict.set("Resources", resources);
  };
}

const save = contentOf([pushGraphicsState()]);
const restore = contentOf([popGraphicsState()]);
function contentStream(content: string): CosStream {
  return newStream(new Map(), fromLatin1(content), { deflate: content.length > 1000 });
}
