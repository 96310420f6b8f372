/** Each row of the column rules: pieces of a line, page cuts, and the order of lines. */

import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import {
  cutRules,
  isLost,
  orderLines,
  orderRules,
  pieceRules,
} from "../../../src/reading/layout/columns/column-rules.ts";
import { joinPieces } from "../../../src/reading/layout/columns/join-pieces.ts";
import { unwoven } from "../../../src/reading/layout/columns/woven.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { decide } from "../../../src/reading/layout/model/rule.ts";
import { expectExamples, piece, prose } from "./support.ts";

describe("rules about pieces of a line", () => {
  const first = piece(50, 60, "one");
  const examples: Readonly<Record<string, readonly [Piece, joined: boolean]>> = {
    "turned or from the right": [{ ...piece(70, 60, "two"), horizontal: false }, false],
    "another baseline": [piece(70, 66, "two"), false],
    "beside it": [piece(70, 61, "two"), true],
  };

  it("have a reason and an example each", () => expectExamples(pieceRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (rule, [next, answer]) => {
    const [end, other] = pieceLines([first, next]);
    if (!end || !other) throw new Error("no lines");
    expect(decide(pieceRules, { end: { ...end, right: end.box.x1 }, next: other, allowed: 2.2 })).toEqual({
      rule,
      answer,
    });
    expect(joinPieces([end, other])).toHaveLength(answer ? 1 : 2);
  });

  it("join small raised type, but not pieces far away or further left", () => {
    const count = (...more: Piece[]) => joinPieces(pieceLines([first, ...more])).length;
    expect(count(piece(66, 56, "2", { size: 6 }))).toBe(1);
    expect(count(piece(90, 60, "two"))).toBe(2);
    expect(count(piece(55, 60, "two"))).toBe(2);
  });
});

const column = (x: number, count = 12, y = 100) =>
  Array.from({ length: count }, (_, at) => piece(x, y + 12 * at, `word ${at} of a column`));
/** Two columns, each painted from bottom to top. */
const fromEnd = [...column(50).reverse(), ...column(320).reverse()];

describe("rules about where to cut", () => {
  const examples = {
    "between columns": [...column(50, 3), ...column(320, 3)],
    "between bands": [piece(50, 60, "above"), piece(50, 90, "below"), piece(62, 90, "it")],
    "line by line": [piece(50, 71, "below"), piece(50, 60, "above")],
  };

  it("have a reason and an example each", () => expectExamples(cutRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (rule, pieces) => {
    const lines = pieceLines(pieces);
    const decision = decide(cutRules, { lines, size: 10 });
    expect(decision?.rule).toBe(rule);
    expect(decision?.answer.flat()).toHaveLength(lines.length);
  });
});

describe("rules about order", () => {
  const letters = "abdefghijklmnopqrc";
  const line = (text: string) =>
    piece(50, 100 + 20 * (text.charCodeAt(0) - 97), `${text} ${text.repeat(30)}`);
  const examples: Readonly<Record<string, readonly Piece[]>> = {
    "as painted": [...column(50), ...column(320)],
    "few lines moved up": [...letters].map(line),
    "turned or from the right": [...[..."adcbe"].map(line), { ...line("f"), rightToLeft: true }],
    "cut into columns": fromEnd,
  };

  it("have a reason and an example each", () => expectExamples(orderRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (rule, pieces) => {
    expect(orderLines(pieceLines(pieces)).rule).toBe(rule);
  });

  it("agree with isLost in any order", () => {
    const pieces = [...column(50), ...column(320)];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const decided = Array.from({ length: 200 }, (_, turn) => {
      const [from, to] = [random(pieces.length), random(pieces.length)];
      pieces.splice(to, 0, ...pieces.splice(from, 1));
      const lines = pieceLines(pieces.map((one, at) => ({ ...one, rightToLeft: turn % 40 === at })));
      expect(isLost(lines)).toBe(orderLines(lines).rule === "cut into columns");
      return isLost(lines);
    });
    expect(new Set(decided).size).toBe(2);
  });

  it("keep the painting order of two columns", () => {
    const lines = pieceLines(examples["as painted"] ?? []);
    expect(orderLines(lines).answer).toEqual(lines);
  });

  it("move lines painted after the lines below them to their visible places", () => {
    const { answer } = orderLines(pieceLines([...letters].map(line)));
    expect(answer.map(({ text }) => text.charAt(0))).toEqual([...letters].sort());
  });

  it("sort rows and short texts painted from the end of the page", () => {
    const rows = column(50).flatMap((one, at) => [one, column(320)[at] ?? one]);
    const { answer } = orderLines(pieceLines(rows.toReversed()));
    expect(answer.map(({ box }) => box.x0)).toEqual([...Array(12).fill(50), ...Array(12).fill(320)]);
    const few = orderLines(pieceLines(column(50, 3).toReversed())).answer;
    expect(few.map(({ text }) => text.charAt(5))).toEqual(["0", "1", "2"]);
  });

  it("read columns painted from the end one after another", () => {
    const { answer } = orderLines(pieceLines(fromEnd));
    expect(answer.map(({ box }) => box.x0)).toEqual([...Array(12).fill(50), ...Array(12).fill(320)]);
  });
});

describe("columns painted row by row", () => {
  const [left, right] = [prose(50, 100, 12, {}, 48), prose(320, 100, 9, {}, 40)];
  const rows = left.flatMap((line, at) => [line, ...right.slice(at, at + 1)]);
  const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

  it("are put together, also if one is longer", () => {
    const title = piece(50, 60, "A title across");
    expect(texts(unwoven(pieceLines([title, ...rows])))).toEqual(
      texts(pieceLines([title, ...left, ...right])),
    );
  });

  it("are looked for beside large and small type", () => {
    const lines = pieceLines([piece(50, 100, "A", { size: 40 }), piece(76, 100, "of", { size: 4 })]);
    expect(unwoven(lines)).toBe(lines);
  });

  it("stay rows if their texts are short", () => {
    const cells = Array.from({ length: 12 }, (_, at) => [
      piece(50, 100 + 12 * at, `Row ${at} of it`),
      piece(320, 100 + 12 * at, at % 2 ? "has a text" : "has a longer text than others"),
    ]).flat();
    const lines = pieceLines(cells);
    expect(unwoven(lines)).toBe(lines);
  });
});
