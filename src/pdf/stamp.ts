/**
 * Drawing over pages: what a page shows stays as it is, the stamp comes after it, in the page's initial coordinate system.
 * Nothing that pages share is changed: contents are wrapped, resources copied.
 */
import { newStream } from "../cos/serialize.ts";
import {
  type CosArray,
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  isArray,
  isRef,
  isStream,
} from "../cos/value.ts";
import { type ContentState, contentState } from "./content-state.ts";
import type { EditSession } from "./edit.ts";
import { dictAt } from "./get.ts";
import { contentJoiner } from "./joined-content.ts";
import { sayingOf } from "./saying.ts";

/** A resource that a stamp draws with. */
export interface Need {
  readonly category: "Font" | "XObject";
  readonly value: CosRef;
}

export interface Stamper {
  /**
   * Draws over a page. `draw` gets the names of `needs`, without slashes, and returns content in Latin-1 that leaves the
   * graphics state as it was.
   */
  stamp(page: number, needs: readonly Need[], draw: (names: readonly string[]) => string): void;
}

interface Wrapped {
  /** The old content between our streams. */
  readonly middle: readonly CosValue[];
  /** Operators that close what the old content leaves open. */
  readonly closing: string;
  /** What the old content leaves open was seen, and is not only assumed. */
  readonly certain: boolean;
}

/** /Contents that stampers made and that leave nothing open: the next stamp of a pipeline need not look again. */
const closedContents = new WeakSet<CosValue & object>();

const clean: ContentState = { saved: 0, surplus: [], inText: false, marked: 0, cut: undefined };

/** Stamps pages of one session. Streams and resources that would be the same are written once. */
export function createStamper(session: EditSession): Stamper {
  const { cos } = session;
  const joined = contentJoiner(cos);
  const streams = new Map<string, CosRef>();
  const wrapped = new Map<string, Wrapped>();
  /** By object number or, of direct dictionaries, by what they say or by identity; then by what is needed. */
  const resources = new Map<CosValue | string | undefined, Map<string, NamedResources>>();

  const stream = (content: string): CosRef => {
    const known = streams.get(content);
    if (known) return known;
    const made = session.add(
      newStream(new Map(), Buffer.from(content, "latin1"), { deflate: content.length > 1000 }),
    );
    streams.set(content, made);
    return made;
  };

  const wrap = (contents: readonly CosRef[]): Wrapped => {
    const key = contents.map(({ num }) => num).join();
    const known = wrapped.get(key);
    if (known) return known;
    const bytes = joined(contents);
    const state = bytes ? contentState(bytes) : clean;
    const broken = state.cut !== undefined || state.surplus.length > 0;
    const middle = bytes && broken ? [session.add(mended(bytes, state))] : contents;
    const closing = `${state.inText ? "ET\n" : ""}${"EMC\n".repeat(state.marked)}${"Q\n".repeat(state.saved + 1)}`;
    const made = { middle, closing, certain: bytes !== undefined };
    wrapped.set(key, made);
    return made;
  };

  const withResources = (page: number, needs: readonly Need[]): NamedResources => {
    const old = session.attribute(page, "Resources");
    const key = needs.map(({ category, value }) => `${category} ${value.num}`).join();
    const place = isRef(old) ? old.num : (sayingOf(old) ?? old);
    const same = resources.get(place) ?? new Map<string, NamedResources>();
    resources.set(place, same);
    const made = same.get(key) ?? addResources(session, dictAt(cos, old), needs);
    same.set(key, made);
    return made;
  };

  /** The old content, closed, and the new behind it. */
  const drawnOver = (before: CosValue | undefined, content: string): CosValue => {
    if (isArray(before) && closedContents.has(before)) return closed([...before, stream(content)]);
    const old = streamsOf(session, before);
    if (old.length === 0) return stream(content);
    const { middle, closing, certain } = wrap(old);
    const contents = [stream("q\n"), ...middle, stream(`\n${closing}${content}`)];
    return certain ? closed(contents) : contents;
  };
  const closed = (contents: CosArray): CosArray => {
    closedContents.add(contents);
    return contents;
  };

  return {
    stamp(page, needs, draw) {
      const dict = session.page(page);
      const { resources: own, names } = withResources(page, needs);
      const content = draw(names);
      const contents = drawnOver(dict.get("Contents"), content);
      session.setPage(page, new Map(dict).set("Contents", contents).set("Resources", own));
    },
  };
}

/** A page's resources with those of the stamp, and the names these got. */
interface NamedResources {
  readonly resources: CosRef;
  readonly names: readonly string[];
}

function addResources(
  session: EditSession,
  old: CosDict | undefined,
  needs: readonly Need[],
): NamedResources {
  const all: CosDict = new Map(old);
  const names = needs.map(({ category, value }) => {
    const known = dictAt(session.cos, all.get(category));
    let number = 1;
    while (known?.has(`Stamp${number}`)) number++;
    all.set(category, new Map(known).set(`Stamp${number}`, value));
    return `Stamp${number}`;
  });
  return { resources: session.add(all), names };
}

/** The streams of a page's /Contents, in order; what is no stream shows nothing and is left out. */
function streamsOf({ cos }: EditSession, contents: CosValue | undefined): CosRef[] {
  const found = cos.resolve(contents);
  const items = isArray(found) ? found : [contents];
  return items.filter((item): item is CosRef => isRef(item) && isStream(cos.resolve(item)));
}

/** Content that may stand between `q` and `Q`: without restores that had nothing to restore, and cut where it never ended. */
function mended(bytes: Uint8Array, { surplus, cut }: ContentState): CosStream {
  const copy = bytes.slice(0, cut);
  for (const at of surplus) copy[at] = 0x20;
  return newStream(new Map(), copy, { deflate: true });
}
