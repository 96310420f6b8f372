/** The text and layout of pages whose picture was read. */
import { describe, expect, it } from "vitest";
import type { Box, PageLayout } from "../../src/core/page-layout.ts";
import type { RecognizedLine } from "../../src/core/page-reading.ts";
import { asItIs, tilted } from "../../src/core/projection.ts";
import {
  onPictures,
  picturesToRead,
  recognizedLayout,
  recognizedParagraphs,
  recognizedText,
  type SizedPage,
  stampsOn,
  withoutWordsAt,
} from "../../src/reading/recognized.ts";
import { layout, piece } from "./layout/support.ts";

/** A line in 10 points; `gaps` precede its words, which have letters half as wide. */
function line(
  x: number,
  baseline: number,
  text: string,
  more: Partial<RecognizedLine> & { gaps?: number[] } = {},
): RecognizedLine {
  const { gaps = [], ...own } = more;
  let at = x;
  const words = text.split(" ").map((word, k) => {
    const x0 = at + (gaps[k] ?? 0);
    at = x0 + 5 * word.length + 5;
    return {
      text: word,
      box: { x0, y0: baseline - 8, x1: at - 5, y1: baseline + 2 },
      confidence: 0.9,
      spaced: k > 0,
    };
  });
  return { words, baseline, size: 10, bold: false, first: true, ...own };
}
const page = (lines: readonly RecognizedLine[], more: Partial<SizedPage> = {}): SizedPage => ({
  ...{ turn: 0, projection: asItIs, lines, rules: [], width: 600, height: 800 },
  ...more,
});
const rounded = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1].map((value) => Math.round(value) + 0).join(" ");

describe("the text of a recognized page", () => {
  it.each<[string, SizedPage, string]>([
    [
      "has its paragraphs",
      page([line(50, 100, "One two"), line(50, 112, "three.", { first: false }), line(50, 140, "Four.")]),
      "One two\nthree.\n\nFour.",
    ],
    ["has no marks of directions", page([line(50, 100, "\u200eOne\u202a two\u2069")]), "One two"],
    [
      "ends with the text beside it",
      page([line(50, 100, "One")], { beside: page([line(10, 20, "Margin")], { turn: 90 }) }),
      "One\n\nMargin",
    ],
    ["is empty", page([]), ""],
  ])("%s", (_, own, expected) => {
    expect(recognizedText(own)).toBe(expected);
  });
});

describe("a recognized word", () => {
  const wordsOf = (own: SizedPage) =>
    recognizedParagraphs(own).flatMap(({ lines }) =>
      lines.flatMap(({ sources = [] }) => sources.flatMap(({ words }) => words)),
    );

  // The word is 20 points wide; its page of 600 by 800 points is shown as the picture was read.
  it.each<[string, Partial<SizedPage>, string]>([
    ["level", {}, "50 92 70 102"],
    ["upside down", { turn: 180 }, "530 698 550 708"],
    ["read downward", { turn: 270 }, "498 50 508 70"],
    ["read upward", { turn: 90 }, "92 730 102 750"],
    ["on a tilted picture", { projection: tilted(0.1) }, "81 69 102 81"],
    ["on a tilted picture, read upward", { projection: tilted(0.1), turn: 90 }, "58 708 70 729"],
  ])("is where it was seen: %s", (_, more, expected) => {
    expect(wordsOf(page([line(50, 100, "abcd")], more)).map(({ box }) => rounded(box))).toEqual([expected]);
  });

  it.each([
    ["abcd", "abcd", "50 55 60 65"],
    ["אבגד", "אבגד", "65 60 55 50"],
  ])("has letters of one width: %s", (text, expected, places) => {
    const [word] = wordsOf(page([line(50, 100, text)], { projection: tilted(1e-9) }));
    const letters = word?.letters?.() ?? [];
    expect(letters.map((letter) => letter.text).join("")).toBe(expected);
    expect(letters.map(({ box }) => Math.round(box.x0)).join(" ")).toBe(places);
    expect(letters.map(({ x, y, box }) => [x - box.x0, y - box.y1, Math.round(box.x1 - box.x0)])).toEqual(
      letters.map(() => [0, 0, 5]),
    );
  });
});

describe("the layout of a recognized page", () => {
  const pieces = (own: SizedPage, on: PageLayout = layout(1, [])) =>
    recognizedLayout(on, own).pieces.map(({ words }) => words.map(({ text }) => text).join(" "));

  it.each<[string, RecognizedLine, string[]]>([
    ["narrow gaps", line(50, 100, "one two", { gaps: [0, 9.9] }), ["one two"]],
    ["a wide gap", line(50, 100, "one two", { gaps: [0, 10.1] }), ["one", "two"]],
    ["only marks of directions", line(50, 100, "one \u200e two"), ["one two"]],
  ])("has lines with %s", (_, own, expected) => {
    expect(pieces(page([own]))).toEqual(expected);
  });

  it("has the properties of its lines", () => {
    const own = page([line(50, 100, "one", { bold: true }), line(50, 112, "אב", { mono: true })]);
    const [one, two] = recognizedLayout(layout(1, []), own).pieces;
    expect(one).toMatchObject({ baseline: 100, size: 10, horizontal: true, rightToLeft: false });
    expect(one?.words[0]).toMatchObject({
      ...{ text: "one", baseline: 100, size: 10, confidence: 0.9, spaced: false },
      face: { name: "", bold: true, italic: false, mono: false },
    });
    expect([two?.rightToLeft, two?.words[0]?.face.mono]).toEqual([true, true]);
  });

  it.each<[SizedPage["turn"], number | undefined, number, string]>([
    [0, undefined, 100, "50 92 70 102"],
    [90, 270, 100, "92 730 102 750"],
    [180, 180, -700, "530 698 550 708"],
    [270, 90, -500, "498 50 508 70"],
  ])("turned by %i degrees has its text at its place", (turn, own, baseline, place) => {
    const { pieces: found, drawings } = recognizedLayout(
      layout(1, []),
      page([line(50, 100, "abcd")], { turn, rules: [{ x0: 50, y0: 92, x1: 70, y1: 102 }] }),
    );
    expect(found.map((one) => [one.turn, one.horizontal, one.baseline, rounded(one.box)])).toEqual([
      [own, turn === 0, baseline, place],
    ]);
    expect(found[0]?.words.map((word) => [word.baseline, rounded(word.box)])).toEqual([[baseline, place]]);
    expect(drawings.map(({ box, stroked }) => [rounded(box), stroked])).toEqual([[place, true]]);
  });

  it("includes text beside the rest", () => {
    expect(pieces(page([line(50, 100, "one")], { beside: page([line(10, 20, "two")]) }))).toEqual([
      "one",
      "two",
    ]);
  });

  const images = [{ x0: 0, y0: 0, x1: 600, y1: 800 }];
  const rule = { box: { x0: 0, y0: 0, x1: 9, y1: 0 }, stroked: true };

  it("replaces the picture of a page without text", () => {
    const stamp = piece(10, 10, "stamp");
    const annotation = { ...stamp, words: stamp.words.map((word) => ({ ...word, annotation: true })) };
    const found = recognizedLayout(
      { ...layout(1, [annotation], [rule]), images },
      page([line(50, 100, "one")]),
    );
    expect([found.images, found.drawings, found.recognized, found.pieces.length]).toEqual([[], [], true, 2]);
  });

  it("is added to a page's own text", () => {
    const found = recognizedLayout(
      { ...layout(1, [piece(10, 10, "own")], [rule]), images },
      page([line(50, 100, "one")]),
    );
    expect([found.images, found.drawings, found.recognized, found.pieces.length]).toEqual([
      images,
      [rule],
      false,
      2,
    ]);
  });
});

describe("pictures", () => {
  const inch = { x0: 100, y0: 100, x1: 172, y1: 172 };

  it.each<[string, PageLayout, readonly Box[]]>([
    ["that are large enough", { ...layout(1, []), images: [inch] }, [inch]],
    [
      "that are too small",
      {
        ...layout(1, []),
        images: [
          { ...inch, x1: 171 },
          { ...inch, y1: 171 },
        ],
      },
      [],
    ],
    ["under text", { ...layout(1, [piece(120, 130, "text")]), images: [inch] }, []],
    ["beside text", { ...layout(1, [piece(172, 130, "text")]), images: [inch] }, [inch]],
  ])("%s may be read", (_, own, expected) => {
    expect(picturesToRead(own)).toEqual(expected);
  });

  it("under annotations may be read", () => {
    const stamp = piece(120, 130, "stamp");
    const annotation = { ...stamp, words: stamp.words.map((word) => ({ ...word, annotation: true })) };
    expect(picturesToRead({ ...layout(1, [annotation]), images: [inch] })).toEqual([inch]);
  });

  it("have the lines within them", () => {
    const own = page([line(110, 130, "in"), line(200, 130, "out")], { beside: page([]) });
    const texts = (read: SizedPage) => read.lines.flatMap(({ words }) => words.map(({ text }) => text));
    expect(texts(onPictures([inch], own))).toEqual(["in"]);
    expect(texts(onPictures([], own))).toEqual([]);
    expect(texts(onPictures([inch], { ...own, turn: 90 }))).toEqual([]);
    expect(onPictures([inch], own).beside).toBeUndefined();
  });
});

describe("stamps on a scan", () => {
  const whole = (own: PageLayout) => ({ ...own, images: [{ x0: 0, y0: 0, x1: own.width, y1: own.height }] });
  const boxOf = (own: PageLayout) => own.pieces.flatMap(({ words }) => words.map(({ box }) => box));

  it("are the few words of a page that pictures cover", () => {
    const own = whole(layout(1, [piece(120, 130, "ACME-000123")]));
    expect(stampsOn(own)).toEqual(boxOf(own));
    expect(stampsOn({ ...own, images: [] })).toBeUndefined();
    const full = Array.from({ length: 100 }, (_, k) =>
      piece(50 + (k % 5) * 80, 30 + k * 5, "a line of text"),
    );
    expect(stampsOn(whole(layout(1, full)))).toBeUndefined();
  });

  it("are left out of the recognized text, also if the page is turned", () => {
    const known = { x0: 100, y0: 120, x1: 140, y1: 131 };
    const texts = (read: SizedPage) => read.lines.flatMap(({ words }) => words.map(({ text }) => text));
    const read = page([line(100, 130, "stamp"), line(300, 130, "other")]);
    expect(texts(withoutWordsAt(read, [known]))).toEqual(["other"]);
    expect(texts(withoutWordsAt(read, []))).toEqual(["stamp", "other"]);
    expect(texts(withoutWordsAt({ ...read, turn: 180 }, [known]))).toEqual(["stamp", "other"]);
  });
});
