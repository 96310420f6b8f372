/** Matches on a page and their positions: text across line ends and in other forms, regular expressions, kinds of data. */
import { describe, expect, it } from "vitest";
import type { Letter, Paragraph, Word } from "../../src/core/page-layout.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { pageParagraphs } from "../../src/reading/formats/text.ts";
import { type Kind, kindMatcher } from "../../src/search/kinds.ts";
import { type MatchOptions, patternMatcher, textMatcher } from "../../src/search/matcher.ts";
import { SearchPage } from "../../src/search/search-page.ts";
import { problemOf } from "../support/problem-of.ts";

const face = { name: "", bold: false, italic: false, mono: false };
const usual: MatchOptions = { matchCase: false, wholeWords: false, matchAccents: false };

/** A line of letters 10 points wide and 10 high, at the left of row `row`; `fromRight`: the first letter is on the right. */
function line(text: string, row: number, fromRight = false) {
  const box = { x0: 0, x1: 10 * text.length, y0: 20 * row, y1: 20 * row + 10 };
  const letters = [...text].flatMap((own, at): Letter[] => {
    const x0 = 10 * (fromRight ? text.length - 1 - at : at);
    return own === " " ? [] : [{ text: own, box: { ...box, x0, x1: x0 + 10 }, x: x0, y: box.y1 }];
  });
  const word: Word = { text, box, baseline: box.y1, size: 10, face, spaced: false, letters: () => letters };
  return { text, place: { box, size: 10 }, sources: [{ words: [word] }] };
}

const paragraphs = (...blocks: readonly (readonly string[])[]): Paragraph[] => {
  let row = 0;
  return pageParagraphs(blocks.map((lines) => ({ lines: lines.map((text) => line(text, row++)) })));
};

const page = (...lines: string[]) => new SearchPage(paragraphs(lines));

/** The matches: texts and boxes, each as x0, row, x1. */
function found(on: SearchPage, text: string, options: Partial<MatchOptions> = {}) {
  return textMatcher(text, { ...usual, ...options })(on).map((range) => {
    const occurrence = on.occurrence(range);
    return [occurrence.text, ...occurrence.boxes.map(({ x0, y0, x1 }) => [x0, y0 / 20, x1].join(" "))];
  });
}

describe("finds text", () => {
  it("with a box tight around its letters", () => {
    expect(found(page("the net income of"), "net income")).toEqual([["net income", "40 0 140"]]);
  });

  it("across a line end, with a box for each line", () => {
    expect(found(page("all net", "income is"), "net income")).toEqual([["net\nincome", "40 0 70", "0 1 60"]]);
  });

  it("across a hyphen at a line end, which is part of the box", () => {
    expect(found(page("a mem-", "ber takes"), "member")).toEqual([["member", "20 0 60", "0 1 30"]]);
  });

  it("after any number of hyphenated lines, each sharing a word with the next", () => {
    const lines = [...Array<string>(20_000).fill("ber mem-"), "ber end"];
    expect(found(page(...lines), "end")).toEqual([["end", "40 20000 70"]]);
  });

  it("whether or not the hyphen at a line end belongs to the word", () => {
    const own = page("a well-", "known name");
    expect(found(own, "well-known")).toHaveLength(1);
    expect(found(own, "wellknown")).toHaveLength(1);
    expect(found(page("a wellknown name"), "well-known")).toEqual([]);
    expect(found(page("an e-mail"), "email")).toEqual([]);
  });

  it("across a column end if the sentence continues, but not at the end of a sentence", () => {
    const [column, other] = [["we report net"], ["income of ten"]];
    expect(found(new SearchPage(paragraphs(column, other)), "net income")).toHaveLength(1);
    expect(found(new SearchPage(paragraphs(["Profit is net."], other)), "net income")).toEqual([]);
  });

  it("only if its words are separated as in the query", () => {
    expect(found(page("a therapist"), "the rapist")).toEqual([]);
    expect(found(page("the rapist"), "therapist")).toEqual([]);
    expect(found(page("see", "saw"), "seesaw")).toEqual([]);
  });

  it("in ligatures, with a share of the glyph for each letter", () => {
    const own = line("office", 0);
    const half = (x0: number) => ({ x0, x1: x0 + 5, y0: 0, y1: 10 });
    const letters = [..."office"].map((text, at) => ({
      ...{ text, x: 10 * at, y: 10 },
      box: text === "f" ? half(10 + (at === 1 ? 0 : 5)) : { x0: 10 * at, x1: 10 * at + 10, y0: 0, y1: 10 },
    }));
    const words = own.sources[0]?.words.map((word) => ({ ...word, letters: () => letters })) ?? [];
    const on = new SearchPage(pageParagraphs([{ lines: [{ ...own, sources: [{ words }] }] }]));
    expect(found(on, "of")).toEqual([["of", "0 0 15"]]);
  });

  it("in any case, including full forms and ß", () => {
    expect(found(page("Die STRASSE"), "straße")).toHaveLength(1);
    expect(found(page("ΟΔΟΣ"), "οδός")).toHaveLength(1);
    expect(found(page("Net"), "net", { matchCase: true })).toEqual([]);
  });

  it("with or without accents", () => {
    expect(found(page("un café"), "cafe")).toEqual([["café", "30 0 70"]]);
    expect(found(page("un cafe"), "café")).toHaveLength(1);
    expect(found(page("un cafe"), "café", { matchAccents: true })).toEqual([]);
    expect(found(page("un cafe\u0301 noir"), "café", { matchAccents: true })).toEqual([["café", "30 0 80"]]);
  });

  it("whose accents matter, however they are written", () => {
    expect(found(page("un cafe\u0301"), "cafe", { matchAccents: true })).toEqual([]);
    expect(found(page("un café"), "cafe", { matchAccents: true })).toEqual([]);
    expect(found(page("une cafetière"), "cafe", { matchAccents: true })).toHaveLength(1);
  });

  it.each([
    ["GROẞE", "große"],
    ["GROẞE", "GROSSE"],
    ["1½ cups", "1 1/2"],
    ["from ½ to", "1/2"],
    ["רמב״ם", 'רמב"ם'],
    ["a⁄b", "a/b"],
  ])("in plain forms of its characters: %s for %s", (text, query) => {
    expect(found(page(text), query)).toHaveLength(1);
    expect(found(page("1½ cups"), "11/2")).toEqual([]);
  });

  it("in addresses and words with a slash that continue in the next line", () => {
    const address = "https://example.org/a/regulations-2024/b.pdf";
    expect(found(page("see https://example.org/a/regu", "lations-2024/", "b.pdf now"), address)).toHaveLength(
      1,
    );
    expect(found(page("to ann@harb", "or.example"), "ann@harbor.example")).toHaveLength(1);
    expect(found(page("this and/", "or that"), "and/or")).toHaveLength(1);
    expect(found(page("my_", "file"), "my_file")).toHaveLength(1);
  });

  it("in Korean words that continue in the next line, not over a space", () => {
    expect(found(page("대한민국의수도서울", "에는"), "수도서울에는")).toHaveLength(1);
    expect(found(page("서울 에는"), "서울에는")).toEqual([]);
  });

  it("across marks of citations, and marks of notes that are raised", () => {
    const own = line("net1 income", 0);
    const words = own.sources[0]?.words.map((word) => ({
      ...word,
      letters: () =>
        (word.letters?.() ?? []).map((letter, at) => (at === 3 ? { ...letter, y: letter.y - 4 } : letter)),
    }));
    const noted = new SearchPage(
      pageParagraphs([{ lines: [{ ...own, sources: [{ words: words ?? [] }] }] }]),
    );
    expect(found(noted, "net income").map(([text]) => text)).toEqual(["net1 income"]);
    expect(found(noted, "net1 income")).toHaveLength(1);
    expect(found(page("net1 income"), "net income")).toEqual([]);
    expect(found(page("net [3] income[4, 5] of"), "net income of")).toHaveLength(1);
  });

  it("in full-width and half-width forms", () => {
    expect(found(page("ＡＢＣ１２３"), "abc123")).toHaveLength(1);
    expect(found(page("ﾃﾞｰﾀ"), "データ")).toHaveLength(1);
  });

  it("without spaces in scripts that don't write any, even across lines", () => {
    expect(found(page("本文書の", "目的を示す"), "文書の目的")).toEqual([
      ["文書の目的", "10 0 40", "0 1 20"],
    ]);
    expect(found(page("東 京"), "東京")).toHaveLength(1);
    expect(found(page("東京"), "東 京")).toHaveLength(1);
  });

  it("in Arabic with vowel marks, elongations and presentation forms", () => {
    expect(found(page("كَتَبَ"), "كتب")).toHaveLength(1);
    expect(found(page("كـــتب"), "كتب")).toHaveLength(1);
    expect(found(page("ﻛﺘﺐ"), "كتب")).toHaveLength(1);
    expect(found(page("أحمد"), "احمد")).toHaveLength(1);
  });

  it("at its position in right-to-left lines", () => {
    const own = [{ lines: [line("שלום עולם", 0, true)] }];
    expect(found(new SearchPage(pageParagraphs(own)), "שלום")).toEqual([["שלום", "50 0 90"]]);
  });

  it("in two boxes if other letters appear in between", () => {
    const own = line("abcd", 0);
    const letters = [..."abcd"].map((text, at) => {
      const x0 = [0, 20, 10, 30][at] ?? 0;
      return { text, box: { x0, x1: x0 + 10, y0: 0, y1: 10 }, x: x0, y: 10 };
    });
    const words = own.sources[0]?.words.map((word) => ({ ...word, letters: () => letters })) ?? [];
    const on = new SearchPage(pageParagraphs([{ lines: [{ ...own, sources: [{ words }] }] }]));
    expect(found(on, "ab")).toEqual([["ab", "0 0 10", "20 0 30"]]);
  });

  it("only as whole words if requested", () => {
    expect(found(page("art artist party"), "art", { wholeWords: true })).toEqual([["art", "0 0 30"]]);
    expect(found(page("東京都"), "東京", { wholeWords: true })).toHaveLength(1);
  });

  it("with the dashes and quotation marks found on keyboards", () => {
    expect(found(page("in 2019–2020"), "2019-2020")).toHaveLength(1);
    expect(found(page("it’s “so”"), `it's "so"`)).toHaveLength(1);
    expect(found(page("a — b"), "—")).toEqual([["—", "20 0 30"]]);
    expect(found(page("-5 and 5"), "-5")).toEqual([["-5", "0 0 20"]]);
  });

  it("again right after a match, but never overlapping", () => {
    expect(found(page("aaaa"), "aa").map(([text]) => text)).toEqual(["aa", "aa"]);
  });

  it("twice on identical lines, each at its own position", () => {
    expect(found(page("Total", "Total"), "total")).toEqual([
      ["Total", "0 0 50"],
      ["Total", "0 1 50"],
    ]);
  });
});

describe("an expression", () => {
  const texts = (on: SearchPage, pattern: string, options: Partial<MatchOptions> = {}) =>
    patternMatcher(
      pattern,
      { ...usual, ...options },
      "query",
    )(on).map(({ start, end }) => on.text.slice(start, end));

  it("runs over a paragraph's text, where its spaces match line ends", () => {
    const on = page("net income", "of 1,200 EUR");
    expect(texts(on, "income of")).toEqual(["income\nof"]);
    expect(texts(on, String.raw`\d[\d,]* EUR`)).toEqual(["1,200 EUR"]);
    expect(texts(on, "INCOME", { matchCase: true })).toEqual([]);
    expect(texts(on, "x*")).toEqual([]);
  });

  it("that is invalid or nonlinear is refused with its position", () => {
    const refusal = (pattern: string) => {
      try {
        patternMatcher(pattern, usual, "query");
      } catch (error) {
        if (error instanceof ProblemError) return error.faults?.[0];
      }
      return undefined;
    };
    expect(refusal("abc(?=d)")).toEqual({
      field: "query",
      message: expect.stringContaining("at character 4: (?="),
    });
    expect(refusal(String.raw`(a)\1`)?.message).toContain(String.raw`at character 4: \1`);
    expect(refusal("a{1001}")?.message).toContain("invalid repeat count");
  });

  it.each([
    ["alternatives", Array.from({ length: 110 }, (_, at) => `a${at}b+`).join("|"), 453],
    ["nested repetitions", "((a{1,10} ?){1,10}){1,9}", 2_179],
    ["large classes", String.raw`[\p{L}\p{N}_.-]{1,500}@`, 1_002],
  ])("pays for each of its states at each character: %s", async (_, pattern, states) => {
    const on = page("!".repeat(1_600));
    const work = { left: 150 * states };
    const find = patternMatcher(pattern, { ...usual, matchCase: true }, "query", work);
    find(on);
    expect(work.left).toBe(50 * states);
    const problem = await problemOf(Promise.resolve().then(() => find(on)));
    expect(problem.faults?.[0]).toEqual({
      field: "query",
      message: expect.stringContaining(`more work than a call may cost: the expression has ${states} states`),
    });
  });

  it("that takes forever in other engines takes time linear in the text", () => {
    const on = new SearchPage(paragraphs(Array.from({ length: 400 }, () => "a".repeat(100))));
    expect(texts(on, "(a+)+$x")).toEqual([]);
    expect(texts(on, String.raw`(a|aa)+\z`).length).toBeGreaterThan(0);
  });
});

describe("a kind of data", () => {
  const texts = (kind: Kind, text: string) => {
    const on = page(...text.split("\n"));
    return kindMatcher(kind)(on).map(({ start, end }) => on.text.slice(start, end));
  };

  it.each<[Kind, string, string[]]>([
    ["email", "write to jane.doe+x@mail.example.org.", ["jane.doe+x@mail.example.org"]],
    ["email", "a @ b, user@host", []],
    ["email", "ask ann.lee@\nmail.example.org soon", ["ann.lee@\nmail.example.org"]],
    ["email", "ask ann.lee@mail.\nexample.org soon", ["ann.lee@mail.\nexample.org"]],
    ["email", "ask ann.\nlee@mail.example.org soon", ["ann.\nlee@mail.example.org"]],
    ["email", "ask ann.lee@harb\nor-office.example.org", ["ann.lee@harb\nor-office.example.org"]],
    ["email", "to ann@example.org.\nThen more", ["ann@example.org"]],
    ["email", "ann@example.org.\nbob@example.org", ["ann@example.org", "bob@example.org"]],
    ["email", "ann\u00a0@example.org, _ann@[10.0.0.1]", ["ann\u00a0@example.org", "_ann@[10.0.0.1]"]],
    ["phone", "call +49 (0)30 1234567 or (555) 234-5678", ["+49 (0)30 1234567", "(555) 234-5678"]],
    [
      "phone",
      "(555) 123-4567, 555.123.4567 or (555)\u00a0123\u20114567",
      ["(555) 123-4567", "555.123.4567", "(555)\u00a0123\u20114567"],
    ],
    ["phone", "200 100 3000", []],
    ["phone", "030/1234567 in 2024-05-01 at 12.345.678", ["030/1234567"]],
    ["iban", "to DE89 3704 0044 0532 0130 00 AND MORE", ["DE89 3704 0044 0532 0130 00"]],
    ["iban", "to DE89 3704 0044 0532 0130 01", []],
    ["iban", "xde89\u00a03704\u00a00044 0532\n0130 00 2026", ["de89\u00a03704\u00a00044 0532\n0130 00"]],
    [
      "iban",
      "GB82.WEST.1234.5698.7654.32, DE89-3704-0044-0532-0130-00",
      ["GB82.WEST.1234.5698.7654.32", "DE89-3704-0044-0532-0130-00"],
    ],
    ["iban", "AB12 CH93 0076 2011 6238 5295 7", ["CH93 0076 2011 6238 5295 7"]],
    [
      "credit_card",
      "4111.1111.1111.1111 4111/1111/1111/1111",
      ["4111.1111.1111.1111", "4111/1111/1111/1111"],
    ],
    [
      "credit_card",
      "4111  1111  1111  1111, 4111_1111_1111_1111",
      ["4111  1111  1111  1111", "4111_1111_1111_1111"],
    ],
    [
      "credit_card",
      "No3782 822463 10005\nand 12 34 4111 1111 1111 1111",
      ["3782 822463 10005", "4111 1111 1111 1111"],
    ],
    ["credit_card", "2019.12.31 2020.12.31", []],
    ["credit_card", "card 4111 1111 1111 1111, not 4111 1111 1111 1112", ["4111 1111 1111 1111"]],
    ["ssn", "078-05-1120 but not 000-12-3456", ["078-05-1120"]],
    [
      "ssn",
      "219.09.9999, SSN219099999 and 219 \u2013 09 \u2013 9999",
      ["219.09.9999", "219099999", "219 \u2013 09 \u2013 9999"],
    ],
    ["ssn", "1219099999, 219099999.50 and 000099999", []],
    ["ip", "at 192.168.0.1, 999.1.1.1 and 2001:db8::1", ["192.168.0.1", "2001:db8::1"]],
  ])("finds %s in %j", (kind, text, expected) => {
    expect(texts(kind, text)).toEqual(expected);
  });
});
