/** A watermark on pages: one form per page size, shared by pages of that size. */
import { drawObject, setGraphicsState } from "pdf-lib";
import { getOrInsert } from "../../core/collections/maps.ts";
import { type CosRef, type CosValue, dictOf, fromLatin1, name } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { createFontSet } from "../../typeset/font-set.ts";
import type { Line } from "../../typeset/typeset.ts";
import { claimOf } from "../conformance/claim.ts";
import { allowTransparency, stampColor, stampLanguage } from "../conformance/stamping.ts";
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
  /** Maximum size in points; undefined: based on the page's size. */
  readonly size: number | undefined;
}

/** Around the ink, in ems: rasterizers round outward. */
const room = 0.1;

/** A form XObject; as a `group`, its parts are composed before transparency applies: joined letters overlap. */
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
  const { ink } = line;
  if (!ink) {
    session.context.warn("watermark: the text is blank, so it is not visible");
    return;
  }

  const fonts = createFontSet();
  const runs = fonts.encode(line);
  const facts = fonts.facts();
  const names = facts.map((_, k) => `F${k}`);
  const seeThrough = opacity < 1;
  const claim = claimOf(session.cos);
  const prepare = seeThrough ? allowTransparency(session, claim) : undefined;
  const shade = stampColor(session, claim, color);
  const language = stampLanguage(session, claim);
  const text = form(
    session,
    [ink.x0 - room, ink.y0 - room, ink.x1 + room, ink.y1 + room],
    dictOf({
      Font: new Map(facts.map((font, k) => [`F${k}`, addFont(session, font, claim)])),
      ColorSpace: shade.space && dictOf({ Ink: shade.space }),
    }),
    contentOf(shade.fill("Ink")) + textObject(runs, names, beginLine(identity), { slanting: true, language }),
    seeThrough,
  );
  const resources = dictOf({ XObject: dictOf({ Text: text }) });

  if (seeThrough) {
    const state = dictOf({ Type: name("ExtGState"), ca: opacity, CA: opacity });
    resources.set("ExtGState", dictOf({ Seen: session.add(state) }));
  }

  const shared = session.add(resources);
  const forms = new Map<string, CosRef>();

  const formFor = (space: DisplaySpace): CosRef => {
    const content = [transform(watermarkPlace(space, ink, size)), drawObject("Text")];
    if (seeThrough) content.unshift(setGraphicsState("Seen"));
    return form(session, [0, 0, space.width, space.height], shared, contentOf(content));
  };

  const stamp = createStamper(session);
  const marked = artifact("Watermark", language);

  for (const page of pages) {
    const space = displaySpace(session.boxes(page));
    const sizeOfPage = `${precise(space.width)} ${precise(space.height)}`;
    const value = getOrInsert(forms, sizeOfPage, () => formFor(space));
    const place = transform(space.toUser);
    const draw = (names: readonly string[]) => marked(contentOf([place, ...names.map(drawObject)]));
    stamp(page, [{ category: "XObject", value }], draw);
    prepare?.(session.changePage(page));
  }
}
