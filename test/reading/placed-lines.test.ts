/** Lines that belong elsewhere: values of forms, list markers, drop caps, and text painted twice. */
import { describe, expect, it } from "vitest";
import { withAnnotations } from "../../src/reading/lines/annotations.ts";
import { withDropCaps } from "../../src/reading/lines/drop-caps.ts";
import { joinMarkers } from "../../src/reading/lines/markers.ts";
import { isPaintedTwice, looksDoubled } from "../../src/reading/lines/painted-twice.ts";
import type { RawBlock, RawLine } from "../../src/reading/lines/raw-line.ts";
import { piece, type Style } from "./layout/support.ts";

/** A line with letters half as wide as their size. */
const raw = (x: number, y: number, text: string, type: Style = {}): RawLine => ({
  ...piece(x, y, text, type),
  ...{ text, begin: x, characters: [] },
});
const textsOf = (blocks: readonly { readonly lines: readonly { readonly text: string }[] }[]) =>
  blocks.map(({ lines }) => lines.map(({ text }) => text).join("/")).join("|");

describe("values of a form", () => {
  const labels = [raw(50, 100, "Name"), raw(300, 100, "Place"), raw(50, 130, "Remarks")];
  const placed = (...values: readonly RawLine[]) => textsOf(withAnnotations([{ lines: labels }], values));

  it.each<[string, readonly RawLine[], string]>([
    ["none", [], "Name/Place/Remarks"],
    ["at the right of a label", [raw(80, 100, "Anna")], "Name/Anna/Place/Remarks"],
    ["between two labels", [raw(250, 102, "Anna")], "Name/Anna/Place/Remarks"],
    ["at the right of the last label", [raw(340, 100, "Rome")], "Name/Place/Rome/Remarks"],
    ["touching its label", [raw(65, 100, "Anna")], "Name/Anna/Place/Remarks"],
    ["below a label", [raw(50, 145, "none")], "Name/Place/Remarks/none"],
    ["far below a label in its column", [raw(305, 300, "Rome")], "Name/Place/Rome/Remarks"],
    ["above a label", [raw(50, 80, "Form")], "Form/Name/Place/Remarks"],
    ["away from all labels", [raw(500, 80, "Page 1")], "Name/Place/Remarks|Page 1"],
    ["of two labels", [raw(340, 100, "Rome"), raw(80, 100, "Anna")], "Name/Anna/Place/Rome/Remarks"],
    ["of one label", [raw(120, 100, "Smith"), raw(80, 100, "Anna")], "Name/Anna/Smith/Place/Remarks"],
    ["below one another", [raw(50, 157, "two"), raw(50, 145, "one")], "Name/Place/Remarks/one/two"],
  ])("%s", (_, values, expected) => {
    expect(placed(...values)).toBe(expected);
  });
});

describe("list markers painted apart", () => {
  const line = (x: number, y: number, text: string) => {
    const { box, size } = raw(x, y, text);
    return { text, place: { box, size } };
  };
  const item = line(70, 100, "some words");

  it.each<[string, ReturnType<typeof line>[], string]>([
    ["are joined with their line", [item, line(50, 100, "•")], "• some words"],
    ["are joined if they are numbers", [line(50, 100, "12."), item], "12. some words"],
    ["are joined if they are in brackets", [line(50, 100, "(3)"), item], "(3) some words"],
    ["are joined a little lower", [item, line(50, 103, "•")], "• some words"],
    ["stay apart on another line", [item, line(50, 112, "•")], "some words/•"],
    ["stay apart far from a line", [item, line(32, 100, "•")], "some words/•"],
    ["stay apart at the right of a line", [item, line(125, 100, "•")], "some words/•"],
    ["stay apart beside a number", [line(70, 100, "12"), line(50, 100, "•")], "12/•"],
    ["stay apart if they are words", [item, line(50, 100, "a")], "some words/a"],
    [
      "are joined with the nearest line",
      [line(78, 100, "other words"), item, line(50, 100, "•")],
      "other words/• some words",
    ],
    [
      "count on below each other",
      [item, line(50, 100, "1."), line(70, 112, "more words"), line(50, 112, "2.")],
      "1. some words/2. more words",
    ],
    [
      "stay apart if a narrow cell has broken them",
      [item, line(50, 100, "19."), line(70, 112, "more words"), line(50, 112, "84.")],
      "some words/19./more words/84.",
    ],
  ])("%s", (_, lines, expected) => {
    expect(textsOf(joinMarkers([{ lines }]))).toBe(expected);
  });

  it("leave no empty block", () => {
    expect(textsOf(joinMarkers([{ lines: [line(50, 100, "•")] }, { lines: [item] }]))).toBe("• some words");
  });
});

describe("drop caps", () => {
  const read = (...lines: readonly RawLine[]) => textsOf(withDropCaps([{ lines }]));
  const cap = (text = "T", size = 30) => raw(50, 112, text, { size });
  const beside = [raw(66, 100, "he fox jumps"), raw(66, 112, "over the dog")];

  it.each<[string, readonly RawLine[], string]>([
    ["begin the first line", [cap(), ...beside], "The fox jumps/over the dog"],
    [
      "begin the first line after a quotation mark",
      [cap("“T"), raw(81, 100, "he fox jumps"), raw(81, 112, "over the dog")],
      "“The fox jumps/over the dog",
    ],
    [
      "are words of their own",
      [cap("A"), raw(66, 100, "fox jumps"), raw(66, 112, "over a fox")],
      "A fox jumps/over a fox",
    ],
    ["aren't lowercase", [cap("t"), ...beside], "t/he fox jumps/over the dog"],
    ["aren't small", [cap("T", 17), ...beside], "T/he fox jumps/over the dog"],
    ["aren't beside a single line", [cap(), raw(66, 100, "he fox jumps")], "T/he fox jumps"],
    [
      "aren't far from their lines",
      [cap(), raw(73, 100, "he fox jumps"), raw(73, 112, "over the dog")],
      "T/he fox jumps/over the dog",
    ],
    [
      "aren't beside lines with different starts",
      [cap(), raw(66, 100, "he fox jumps"), raw(70, 112, "over the dog")],
      "T/he fox jumps/over the dog",
    ],
    [
      "don't begin a number",
      [cap(), raw(66, 100, "12 foxes"), raw(66, 112, "over the dog")],
      "T/12 foxes/over the dog",
    ],
    [
      "aren't above their lines",
      [cap(), raw(66, 126, "he fox jumps"), raw(66, 138, "over the dog")],
      "T/he fox jumps/over the dog",
    ],
  ])("%s", (_, lines, expected) => {
    expect(read(...lines)).toBe(expected);
  });
});

describe("text painted twice", () => {
  it.each<[string, readonly string[], boolean]>([
    ["a line right after itself", ["one", "two", "two"], true],
    ["one letter right after itself", ["a", "a"], false],
    ["a number right after itself", ["12", "12"], false],
    ["three lines later", ["first", "second", "third", "first", "second", "third"], true],
    ["two lines later", ["first", "second", "third", "first", "second"], false],
    ["three short lines later", ["one", "two", "six", "one", "two", "six"], false],
    ["three numbers later", ["1001", "1002", "1003", "1001", "1002", "1003"], false],
    ["no lines", [], false],
  ])("may be %s", (_, lines, expected) => {
    expect(looksDoubled(lines)).toBe(expected);
  });

  const twice = (x: number, y: number, text = "Heading"): RawBlock[] => [
    {
      lines: [raw(50, 100, "Heading"), raw(50, 100, "Heading"), raw(x, y, text)].filter((_, at) => at !== 1),
    },
    { lines: [raw(300, 500, "Heading"), raw(300, 600, "Heading")] },
  ];

  it.each<[string, RawBlock[], boolean]>([
    ["begins at the same place", twice(50, 100), true],
    ["begins nearly at the same place", twice(50.9, 100.9), true],
    ["begins beside it", twice(51.2, 100), false],
    ["begins below it", twice(50, 101.2), false],
    ["begins with another character", twice(50, 100, "Title"), false],
  ])("%s", (_, blocks, expected) => {
    expect(isPaintedTwice(blocks)).toBe(expected);
  });
});
