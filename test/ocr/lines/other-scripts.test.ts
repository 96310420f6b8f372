/** Lines of Cyrillic or Greek among Latin ones. */
import { expect, it } from "vitest";
import { strangeLines, withOtherScripts } from "../../../src/ocr/lines/other-scripts.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

const lineOf = (text: string, confidence: number, y0 = 0): FoundLine => ({
  words: text
    .split(" ")
    .map((word, at) => ({ text: word, confidence, x0: 50 * at, x1: 50 * at + 40, y0, y1: y0 + 20 })),
  text,
  ...{ height: 20, baseline: y0 + 20, vertical: false, first: false },
});
const textsOf = (lines: readonly FoundLine[]) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(" "));

const made = [
  lineOf("Größe der Straße", 90),
  lineOf("Maak cTOnT Ha 6epery", 72, 40),
  lineOf("QAKTÁ OTNV", 62, 80),
  lineOf("12 700", 50, 120),
  lineOf("Cãche-Contról", 60, 160),
  lineOf("sign_in_count: 1,", 77, 200),
  lineOf("“prompt”: Convert this", 70, 240),
];

it("doubtful lines with letters may be", () => {
  expect(textsOf(strangeLines(made))).toEqual([
    "Cãche-Contról",
    "QAKTÁ OTNV",
    "“prompt”: Convert this",
    "Maak cTOnT Ha 6epery",
    "sign_in_count: 1,",
  ]);
});

it("lines are replaced by a surer reading with letters that Latin lacks", () => {
  const readings = [
    lineOf("Маяк стоит Ha берегу", 92, 41),
    lineOf("АН ТТ", 80, 80),
    lineOf("ακτή στην", 91, 80),
    lineOf("Саche-Соntrol", 90, 160),
    lineOf("ѕідп іп сошпї: 1,", 93, 200),
    lineOf("“рготрі”: Convert this", 93, 240),
  ];
  expect(textsOf(withOtherScripts(made, strangeLines(made), readings))).toEqual([
    "Größe der Straße",
    "Маяк стоит На берегу",
    "ακτή στην",
    "12 700",
    "Cãche-Contról",
    "sign_in_count: 1,",
    "“prompt”: Convert this",
  ]);
});
