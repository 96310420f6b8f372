/** A watermark on pages: one form for each size of page, shared by the pages that have it. */
import { drawObject, setGraphicsState } from "pdf-lib";
import { type CosRef, type CosValue, dictOf, fromLatin1, name } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { createFontSet } from "../../typeset/font-set.ts";
import type { Line } from "../../typeset/typeset.ts";
import { claimOf } from "../conformance/claim.ts";
import { allowTransparency, stampColour, stampLanguage } from "../conformance/stamping.ts";
import type { EditSession } from "../edit.ts";
import { type DisplaySpace, displaySpace } from "../pages/display-space.ts";
import { identity } from "../pages/matrix.ts";
import { artifact, beginLine, textObject } from "./content-text.ts";
import { addFont } from "./fonts.ts";
import { contentOf, precise, transform } from "./operators.ts";
import { watermarkPlace } from "./place.ts";
import { createStamper } from "./stamp.ts";

export interface WatermarkLook {
  /** Red, green, blue from 0 to 1. */
  readonly color: readonly [number, number, number];
  /** 0 to 1. */
  readonly opacity: number;
  /** Points at most; undefined: by the page's size. */
  readonly size: number | undefined;
}

/** Around the ink, in ems: rasterisers round outwards. */
const room = 0.1;

/** A form XObject; as a `group`, its parts hide one another before they are seen through: letters that join overlap. */
function form(
  session: EditSession,
  box: readonly number[],
  resources: CosValue,
  content: string,
  group = false,
): CosRef {
  const entries = dictOf({
    Type: name("XObject"),
    Subtype: name("Form"),
    BBox: [...box],
    Resources: resources,
  });
  if (group) entries.set("Group", dictOf({ Type: name("Group"), S: name("Transparency") }));
  return session.add(newStream(entries, fromLatin1(content)));
}

/** Draws the line over the pages (counted from 1). */
export function drawWatermark(
  session: EditSession,
  pages: Iterable<number>,
  line: Line,
  { color, opacity, size }: WatermarkLook,
): void {
  if (!line.ink) {
    session.context.warn("watermark: the text is blank, so nothing is to be seen of it");
    return;
  }
  const fonts = createFontSet();
  const runs = fonts.encode(line);
  const facts = fonts.facts();
  const names = facts.map((_, k) => `F${k}`);
  const seeThrough = opacity < 1;
  const claim = claimOf(session.cos);
  const prepare = seeThrough ? allowTransparency(session, claim) : undefined;
  const ink = stampColour(session, claim, color);
  const language = stampLanguage(session, claim);
  const { x0, y0, x1, y1 } = line.ink;
  const text = form(
    session,
    [x0 - room, y0 - room, x1 + room, y1 + room],
    dictOf({
      Font: new Map(facts.map((font, k) => [`F${k}`, addFont(session, font, claim)])),
      ...(ink.space && { ColorSpace: dictOf({ Ink: ink.space }) }),
    }),
    contentOf(ink.fill("Ink")) + textObject(runs, names, beginLine(identity), { slanting: true, language }),
    seeThrough,
  );
  const resources = dictOf({ XObject: dictOf({ Text: text }) });
  if (seeThrough) {
    const state = dictOf({ Type: name("ExtGState"), ca: opacity, CA: opacity });
    resources.set("ExtGState", dictOf({ Seen: session.add(state) }));
  }
  const shared = session.add(resources);
  const forms = new Map<string, CosRef>();

  const formFor = (space: DisplaySpace): CosRef | undefined => {
    const { width, height } = space;
    const key = `${precise(width)} ${precise(height)}`;
    const known = forms.get(key);
    if (known) return known;
    const place = watermarkPlace(space, line, size);
    if (!place) return undefined;
    const content = [transform(place), drawObject("Text")];
    if (seeThrough) content.unshift(setGraphicsState("Seen"));
    const made = form(session, [0, 0, width, height], shared, contentOf(content));
    forms.set(key, made);
    return made;
  };

  const stamper = createStamper(session);
  const marked = artifact("Watermark", language);
  for (const page of pages) {
    const space = displaySpace(session.boxes(page));
    const form = formFor(space);
    if (!form) continue;
    const place = transform(space.toUser);
    const draw = (names: readonly string[]) => marked(contentOf([place, ...names.map(drawObject)]));
    stamper.stamp(page, [{ category: "XObject", value: form }], draw);
    prepare?.(session.changePage(page));
  }
}
