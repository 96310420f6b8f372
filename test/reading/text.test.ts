/** The steps from an engine's lines to the text of a page. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageText } from "../../src/reading/formats/text.ts";
import { isGapInWord, maySpaceFollow } from "../../src/reading/interpreter/state/unicode.ts";
import type { RawLine } from "../../src/reading/lines/raw-line.ts";
import { withActualText } from "../../src/reading/lines/right-to-left/actual-text-lines.ts";
import { readItems, readsRightToLeft } from "../../src/reading/lines/right-to-left/bidi.ts";
import { bracketReader, bracketsTurned, unmirrored } from "../../src/reading/lines/right-to-left/brackets.ts";
import { partedLine } from "../../src/reading/lines/right-to-left/cut-lines.ts";
import {
  mayLeadFromRight,
  readRightToLeft,
  readsByGlyphs,
} from "../../src/reading/lines/right-to-left/right-to-left.ts";
import { plainCharacters } from "../../src/reading/lines/words/characters.ts";
import { joinBrokenWords } from "../../src/reading/lines/words/hyphens.ts";
import { processorTime } from "../support/processor-time.ts";

describe("a gap", () => {
  it("behind the Thai or Lao vowel AM parts no words of its script", () => {
    expect(isGapInWord(0x0e33, 0x0e2b)).toBe(true);
    expect(isGapInWord(0x0eb3, 0x0e99)).toBe(true);
    expect(isGapInWord(0x0e33, 0x63)).toBe(false);
    expect(isGapInWord(0x0e32, 0x0e2b)).toBe(false);
  });
});

describe("a space that nobody wrote", () => {
  it.each([
    ["Latin", "S\u1ed5"],
    ["Greek", "\u1f00"],
    ["Hangul", "\uc2a4"],
    ["Devanagari", "\u0915\u093f"],
    ["mathematics", "\u2227\u27e9"],
  ])("may follow a character of %s", (_, text) => {
    for (const character of text) expect(maySpaceFollow(character.codePointAt(0) ?? 0)).toBe(true);
  });

  it.each([
    ["Thai", "\u0e01"],
    ["Khmer", "\u1780"],
    ["Myanmar", "\u1000"],
    ["Chinese", "\u4e2d"],
    ["Japanese", "\u306e"],
  ])("follows none of %s, which writes no spaces", (_, text) => {
    expect(maySpaceFollow(text.codePointAt(0) ?? 0)).toBe(false);
  });
});

describe("plainCharacters", () => {
  it.each([
    ["eﬃcient oﬀer ﬂag", "efficient offer flag"],
    ["\ufef3\ufe8e", "\u064a\u0627"],
    ["\ufefb", "\u0644\u0627"],
    ["\ufb2a", "\u05e9\u05c1"],
    ["co\u00adopera\u00adtion", "cooperation"],
    ["end\u00ad", "end\u00ad"],
    ["x² ½ Å ｆ", "x² ½ Å ｆ"],
    ["क्योंं \ufffdि", "क्यों ि"],
    ["\u2f08\u3005を\u2f00つ", "\u4eba\u3005を\u4e00つ"],
    ["ال\u0640كود هـ الـ DOM", "الكود هـ الـ DOM"],
    ["a\0b\ud800c", "ab\ufffdc"],
    ["\u{1f600}", "\u{1f600}"],
  ])("%j becomes %j", (text, plain) => {
    expect(plainCharacters(text)).toBe(plain);
  });
});

const blocks = (...texts: string[][]) => texts.map((lines) => ({ lines: lines.map((text) => ({ text })) }));
const joined = (...texts: string[][]) =>
  joinBrokenWords(blocks(...texts)).map(({ lines }) => lines.map(({ text }) => text));

describe("broken words", () => {
  it.each([
    ["a typesetter's hyphen goes", ["an exam-", "ple of it"], ["an example", "of it"]],
    ["a soft one always", ["soft\u00ad", "Hyphen, and"], ["softHyphen,", "and"]],
    ["punctuation moves along", ["(an exam-", "ple), then"], ["(an example),", "then"]],
    [
      "compounds with another hyphen keep theirs",
      ["state-of-the-", "art work"],
      ["state-of-the-art", "work"],
    ],
    [
      "capitals and digits belong",
      ["Anglo-", "American and COVID-", "19"],
      ["Anglo-American", "and COVID-19"],
    ],
    ["lines in capitals are as others", ["WITHOUT EX-", "PRESS WARRANTY"], ["WITHOUT EXPRESS", "WARRANTY"]],
    ["but no acronym", ["the GNU-", "LINUX system"], ["the GNU-LINUX", "system"]],
    ["a dash is none", ["a list -", "of words"], ["a list -", "of words"]],
    ["three lines of one word", ["Donau-", "dampf-", "schiff"], ["Donaudampfschiff"]],
    ["other scripts", ["при-", "мер тут"], ["пример", "тут"]],
    ["numbers stay ranges", ["pages 3-", "5 or 7\u2013", "9"], ["pages 3-5", "or 7\u20139"]],
  ])("%s", (_, lines, whole) => {
    expect(joined(lines)).toEqual([whole]);
  });

  it("keep the hyphen of a compound that stands unbroken on the page", () => {
    expect(joined(["the well-", "known man"], ["Well-known facts"])).toEqual([
      ["the well-known", "man"],
      ["Well-known facts"],
    ]);
    expect(joined(["the well-", "known man"])).toEqual([["the wellknown", "man"]]);
  });

  it("are joined from block to block only where a small letter goes on", () => {
    expect(joined(["exam-"], ["ple here"])).toEqual([["example"], ["here"]]);
    expect(joined(["N-"], ["Total"])).toEqual([["N-"], ["Total"]]);
    expect(joined(["exam-"], ["ple"])).toEqual([["example"]]);
  });

  it("lose no letter, whatever the lines", () => {
    const line = fc.stringMatching(/^[a-cA-C1 .\u00ad-]{0,12}$/);
    fc.assert(
      fc.property(fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (texts) => {
        const letters = (all: readonly (readonly string[])[]) =>
          all
            .flat()
            .join("")
            .replace(/[^a-zA-Z0-9.]/g, "");
        expect(letters(joined(...texts))).toBe(letters(texts));
      }),
    );
  });
});

/** Reading order of a string as it is seen; Hebrew as capitals would be: א is the first letter that is read. */
const read = (seen: string, rightToLeft: boolean) =>
  readItems([...seen], rightToLeft)
    .order.map((at) => [...seen][at])
    .join("");

describe("readItems", () => {
  it.each([
    ["plain words", "םולש", true, "שלום"],
    ["a Latin name inside", "אוה PDF הז", true, "זה PDF הוא"],
    ["two Latin words", "אוה PDF Core הז", true, "זה PDF Core הוא"],
    ["a number", "א 123 ב", true, "ב 123 א"],
    ["a decimal and a time", "א 12:30 1.5 ב", true, "ב 1.5 12:30 א"],
    ["a price among Hebrew letters", "א $5 ב", true, "ב $5 א"],
    ["a number that belongs to the name before it", "א Top 10 ב", true, "ב Top 10 א"],
    ["a bracket that belongs to the Latin run", "א Site (XSS) ב", true, "ב Site (XSS) א"],
    ["a quoted one", "א A (B 'C') ב", true, "ב A (B 'C') א"],
    ["one behind signs", "א ;render(<Image />) ב", true, "ב render(<Image />); א"],
    ["a number in brackets, apart from the name", ".PDF (24) ב", true, "ב )24( PDF."],
    ["one around a number", "א ;--SLEEP(10) ב", true, "ב SLEEP(10)--; א"],
    [
      "brackets of the line that are named as they are read",
      "Control )a.org(]CWE-9[ -",
      true,
      "- [CWE-9](a.org) Control",
    ],
    ["Arabic: a sign after its number", "٪۱۰۰ ب", true, "ب ۱۰۰٪"],
    ["Arabic: a number sign", "ب 3# ا", true, "ا #3 ب"],
    ["Arabic digits apart from a name", "ا CWE ۳۷ ب", true, "ب ۳۷ CWE ا"],
    ["Arabic digits in a name", "ا ۳۰k CVE ب", true, "ب ۳۰k CVE ا"],
    ["a Hebrew word in an English line", "he said םולש today", false, "he said שלום today"],
    ["two of them", "said בוט םולש today", false, "said שלום טוב today"],
    ["only English", "Top 10 (of 5)", false, "Top 10 (of 5)"],
  ])("%s", (_, seen, rightToLeft, expected) => {
    expect(read(seen, rightToLeft)).toBe(expected);
  });

  it("is a permutation of any items, in linear time", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(..."אبa1٣.,#() '\u00e9")), fc.boolean(), (items, rightToLeft) => {
        const { order } = readItems(items, rightToLeft);
        expect([...order].sort((a, b) => a - b)).toEqual(items.map((_, i) => i));
      }),
    );
    const long = Array.from({ length: 200_000 }, (_, i) => "אa1( )ب٣"[i % 8] ?? "");
    const started = processorTime();
    expect(readItems(long, true).order).toHaveLength(long.length);
    expect(processorTime() - started).toBeLessThan(5000);
  });

  it("tells the direction of a text by its letters", () => {
    expect(readsRightToLeft(["שלום React"])).toBe(true);
    expect(readsRightToLeft(["the word שלום means peace, and more"])).toBe(false);
    expect(readsRightToLeft(["123 ..."])).toBe(false);
  });

  it("mirrors brackets only when that balances them", () => {
    const one = (text: string, turned: string) => bracketReader([{ text, turned }])({ text, turned });
    expect(one("א )ב( ג", "א (ב) ג")).toBe("א (ב) ג");
    expect(one("א (ב) ג", "א )ב( ג")).toBe("א (ב) ג");
    expect(one("1) א", "1( א")).toBe("1) א");
  });

  it("mirrors a bracket without another as the brackets of its page are", () => {
    const pair = { text: "א )ב(", turned: "א (ב)" };
    const alone = { text: "(1 א", turned: ")1 א" };
    expect(bracketReader([pair, alone])(alone)).toBe(")1 א");
    expect(bracketReader([{ text: pair.turned, turned: pair.text }, alone])(alone)).toBe("(1 א");
  });

  it.each([
    ["f)x( = ]a, b[", "f(x) = [a, b]"],
    ["A line )with brackets(.", "A line (with brackets)."],
    ["a) first b) second", "a) first b) second"],
    ["Prevention](https://example.org/a", "Prevention](https://example.org/a"],
    ["x > y ] (", "x > y ] ("],
  ])("of %j to %j, where they then close each other", (text, turned) => {
    expect(unmirrored(text)).toBe(turned);
  });

  it("are the wrong way round on a page where most lines have them so", () => {
    expect(bracketsTurned(["f)x( = 1", "see )here(", "שלום (טוב)"])).toBe(true);
    expect(bracketsTurned(["} else {", "call(it);", "} else {", "call(on);"])).toBe(false);
  });
});

/** A line as an engine puts it: each piece of text starts at its x, characters 10 wide; `_` has no width. */
function placed(y: number, ...pieces: [x: number, text: string][]): RawLine {
  const characters = pieces.flatMap(([x, text]) =>
    [...text].map((character, i) => ({ text: character, x0: x + 10 * i, x1: x + 10 * i + 10 })),
  );
  const text = pieces.map(([, text]) => text).join("");
  const box = {
    x0: characters.reduce((least, { x0 }) => Math.min(least, x0), 1e9),
    y0: y,
    x1: characters.reduce((most, { x1 }) => Math.max(most, x1), 0),
    y1: y + 12,
  };
  const face = { name: "F", bold: false, italic: false, mono: false };
  const word = { text, box, baseline: y + 10, size: 12, face, spaced: false };
  const plain = { baseline: y + 10, size: 12, horizontal: true, rightToLeft: false, tag: undefined };
  return { ...plain, text, characters, box, begin: box.x0, firstWidth: 5, words: [word] };
}

const readText = (lines: RawLine[], told?: RawLine[]) =>
  readRightToLeft([{ lines }], told && [{ lines: told }])[0]?.lines.map(({ text }) => text);

describe("lines with right-to-left text", () => {
  it("are read by where they are seen, whatever order they were painted in", () => {
    const whole = placed(0, [0, "בוט"], [30, " "], [40, "םולש"]);
    expect(readText([whole])).toEqual(["שלום טוב"]);
    expect(readText([placed(0, [40, "םולש"], [30, " "], [0, "בוט"])])).toEqual(["שלום טוב"]);
  });

  it("get the spaces that are seen and lose those that are not", () => {
    expect(readText([placed(0, [0, "בוט"], [36, "םולש"])])).toEqual(["שלום טוב"]);
    const touching = placed(0, [0, "ב"], [10, "וט"]);
    const space = { text: " ", x0: 10, x1: 10 };
    expect(readText([{ ...touching, characters: [...touching.characters, space] }])).toEqual(["טוב"]);
  });

  it("have code beside them, laid out from the right, whose commands keep the sign that they begin with", () => {
    const lines = [placed(0, [140, "\\begin"]), placed(20, [150, ".name"]), placed(40, [170, "end"])];
    expect(readText(lines)).toEqual(["\\begin", "name.", "end"]);
  });

  it("put marks on their letters and the rest of a ligature behind its first", () => {
    const line = placed(0, [0, "م"], [10, "ل"], [20, "س"]);
    const characters = [
      ...line.characters,
      { text: "\u0627", x0: 20, x1: 20 },
      { text: "\u064e", x0: 24, x1: 26 },
    ];
    expect(readText([{ ...line, characters }])).toEqual(["س\u064eلام"]);
  });

  it("are one line where the end of a sentence was painted before its letters", () => {
    const parts = [placed(0, [90, "ב"], [100, "א"]), placed(0, [50, "."]), placed(0, [60, "דג"])];
    expect(readText(parts)).toEqual(["אב גד."]);
  });

  it("are one line where the engine cut it in two", () => {
    const lines = [placed(0, [45, "םולש"]), placed(1, [0, "בוט"], [30, " "]), placed(20, [0, "ףוס"])];
    expect(readText(lines)).toEqual(["שלום טוב", "סוף"]);
  });

  it("are one line where the engine cut it in more, and the letters come last", () => {
    expect(readText([placed(0, [30, "2"]), placed(0, [20, "."]), placed(0, [0, "ףא"])])).toEqual(["2.אף"]);
  });

  it("come in parts where cells of a table are in one, a list's marker with its item", () => {
    const parts = partedLine(placed(0, [0, "הנד"], [100, "31"], [300, "הפיח"], [400, "•"]));
    expect(parts.map(({ text, box }) => [text, box.x0, box.x1])).toEqual([
      ["הנד", 0, 30],
      ["31", 100, 120],
      ["הפיח•", 300, 410],
    ]);
    const whole = placed(0, [0, "בוט"], [40, "םולש"]);
    expect(partedLine(whole)).toEqual([whole]);
  });

  it("give marks to the letter they were painted with, wherever fonts put them", () => {
    // Painted as it is seen, from left to right: each mark before its letter, the second one over the letter before.
    const seen = placed(0, [0, "ם"], [5, "\u05b8"], [10, "ל"], [19, "\u05b9"], [20, "ש"]);
    const asSeen = { ...seen, characters: seen.characters.map((one) => ({ ...one })) };
    expect(readText([asSeen])).toEqual(["שֹלָם"]);
    // Painted as it is read: each mark after its letter.
    expect(readText([placed(0, [20, "ש"], [19, "\u05b9"], [10, "ל"], [9, "\u05b8"], [0, "ם"])])).toEqual([
      "שֹלָם",
    ]);
  });

  it("give a mark to the letter before it where the space behind its word was painted between them", () => {
    const line = placed(0, [60, "ק"], [50, "ב"], [40, "ל"], [35, " "], [35, "\u05b0"], [25, "ה"], [15, "ר"]);
    const characters = line.characters.map((one) => (one.text === "\u05b0" ? { ...one, x1: one.x0 } : one));
    expect(readText([{ ...line, characters }])).toEqual(["קבלְ הר"]);
  });

  it("come with code that is laid out from the right as they are, told by where its lines end", () => {
    const code = (y: number, right: number, text: string) => placed(y, [right - 10 * text.length, text]);
    const hebrew = placed(0, [200, "םולש"]);
    const lines = [
      hebrew,
      code(20, 240, "} ()function f"),
      code(40, 240, ";return f(<A />)"),
      code(60, 240, "{"),
    ];
    expect(readText(lines)).toEqual(["שלום", "function f() {", "return f(<A />);", "}"]);
    const fromLeft = [hebrew, placed(20, [0, "} else {"]), placed(40, [0, ".x(1)"])];
    expect(readText(fromLeft)).toEqual(["שלום", "} else {", ".x(1)"]);
  });

  it("are code that goes on over a page without such letters", () => {
    const code = (y: number, text: string) => placed(y, [400 - 10 * text.length, text]);
    const lines = [code(0, ";b)c( +"), code(20, "plain words here"), code(40, "of )d( -")];
    expect(mayLeadFromRight(lines.map(({ text }) => text))).toBe(true);
    expect(readText(lines)).toEqual(["+ (c)b;", "plain words here", "- (d) of"]);
    expect(mayLeadFromRight(["a) one (first)", "b) two (second)", "see (there)", "and (here)"])).toBe(false);
  });

  it("have the letters that the document names and the font does not, and left-to-right lines as it has them", () => {
    const right = (y: number, text: string) => placed(y, [400 - 10 * text.length, text]);
    const glyphs = [right(0, "א\ufffdב"), right(20, ";f\ufffd"), right(40, "plain words")];
    const told = [right(0, "גאב"), right(20, ";fi")];
    expect(readText(glyphs, told)).toEqual(["בגא", "fi;", "plain words"]);
  });

  it("are not of a paragraph that leads from left to right, nor do other scripts' marks decide of them", () => {
    const english = placed(0, [0, "Inline םולש םולש, םולש."]);
    const latin = placed(0, [0, "Inline םולש םולש םולש and."]);
    expect(readText([latin])).toEqual(["Inline שלום שלום שלום and."]);
    expect(readText([english])).toEqual([".שלום ,שלום שלום Inline"]);
    expect(readsByGlyphs("क ש\u05c1", "कि ש\u05c1")).toBe(true);
    expect(readsByGlyphs("ש".repeat(9), "ש\u05c1".repeat(9))).toBe(false);
  });

  it("show what the document says only where it says one thing", () => {
    const line = placed(0, [0, "א\ufffdב"]);
    const [shown] = withActualText([line], [placed(0, [0, "א\ufffdב"])], false);
    expect(shown?.text).toBe(line.text);
    expect(withActualText([line], [placed(90, [0, "אגב"])], false)[0]?.text).toBe(line.text);
    expect(withActualText([line], [placed(0, [0, "אב"])], false)[0]?.text).toBe("אב");
  });

  it("keep a number before the Latin word that was painted after it", () => {
    const seen: [number, string][] = [
      [110, "ירס"],
      [60, "2026"],
      [0, "draft"],
    ];
    expect(readText([placed(0, ...seen)])).toEqual(["סרי 2026 draft"]);
    expect(readText([placed(0, ...seen.toReversed())])).toEqual(["סרי draft 2026"]);
  });

  it("keep brackets that a number stands before together, and signs of money at their numbers", () => {
    expect(
      readItems([..."(beta) 2024 תנש"], true)
        .order.map((at) => "(beta) 2024 תנש"[at])
        .join(""),
    ).toBe("שנת 2024 )beta(");
    expect(
      readItems([..."100₪ ריחמ"], true)
        .order.map((at) => "100₪ ריחמ"[at])
        .join(""),
    ).toBe("מחיר 100₪");
  });

  it("of a hostile page take no more than their length", () => {
    const many = Array.from({ length: 60_000 }, (_, i) => i);
    const line = placed(0, [0, "ש"]);
    const started = processorTime();
    const marks = many.map((i) => ({ text: "\u05b0", x0: i % 7, x1: (i % 7) + 1 }));
    const text = readText([{ ...line, characters: [...line.characters, ...marks] }])?.[0] ?? "";
    // A mark stands once on its letter, however often it was painted.
    expect(text).toBe("ש\u05b0");
    readText([placed(0, ...many.map((i): [number, string] => [i * 11, " ש()"]))]);
    readText(many.slice(0, 20_000).map((i) => placed(0, [i * 11, "ש"])));
    expect(processorTime() - started).toBeLessThan(10_000);
  });

  it("stay as they are when they hold no such letter, and are read along their way when they slant", () => {
    expect(readText([{ ...placed(0, [0, "םולש"]), horizontal: false }])).toEqual(["שלום"]);
    expect(readText([placed(0, [0, "abc"])])).toEqual(["abc"]);
  });
});

describe("pageText", () => {
  it("puts an empty line between blocks and leaves out empty lines", () => {
    expect(pageText(blocks(["one", "  two "], ["", " "], ["three"]))).toBe("one\ntwo\n\nthree");
    expect(pageText([])).toBe("");
  });

  it("runs full lines of Chinese on without a break, and no others", () => {
    const line = (text: string, x1: number) => ({
      text,
      place: { box: { x0: 0, y0: 0, x1, y1: 12 }, size: 12 },
    });
    expect(pageText([{ lines: [line("标题", 40), line("中文文本", 200), line("继续。", 60)] }])).toBe(
      "标题\n中文文本继续。",
    );
    // Items whose bullets are drawn.
    expect(pageText([{ lines: [line("第一项。", 200), line("第二项。", 198)] }])).toBe("第一项。\n第二项。");
  });

  it("joins Korean words that a full line's end parted, as they stand elsewhere", () => {
    const line = (text: string, x1: number) => ({
      text,
      place: { box: { x0: 0, y0: 0, x1, y1: 12 }, size: 12 },
    });
    const lines = [
      line("인젝션은 여기 사", 200),
      line("이트와 사이트", 200),
      line("다른 인", 90),
      line("젝션", 60),
    ];
    expect(pageText([{ lines }])).toBe("인젝션은 여기 사이트와 사이트\n다른 인\n젝션");
  });

  it("reads vertical writing by its columns, which run on where they are full", () => {
    const at = (x: number, y: number, text: string, height = 10) => ({
      text,
      place: { box: { x0: x, y0: y, x1: x + 10, y1: y + height }, size: 10 },
    });
    const stack = (x: number, y: number, text: string) => [...text].map((one, k) => at(x, y + 10 * k, one));
    const vertical = [
      stack(80, 0, "題名"),
      stack(60, 0, "吾輩は猫で"),
      stack(40, 0, "ある"),
      [at(40, 20, "2026", 20)],
      stack(40, 40, "年"),
      stack(20, 10, "次"),
    ];
    expect(pageText(vertical.map((lines) => ({ lines })))).toBe("題名\n\n吾輩は猫である2026年\n\n次");
    const cells = [at(0, 0, "是"), at(0, 20, "否"), at(0, 40, "是"), at(0, 60, "否"), at(0, 80, "是")];
    expect(pageText(cells.map((line) => ({ lines: [line] })))).toBe("是\n\n否\n\n是\n\n否\n\n是");
  });

  it("puts markers that were painted by themselves before their lines", () => {
    const line = (x: number, y: number, text: string) => ({
      text,
      place: { box: { x0: x, y0: y, x1: x + 6 * text.length, y1: y + 12 }, size: 12 },
    });
    const first = { lines: [line(30, 0, "one"), line(30, 20, "two"), line(30, 40, "beside nothing near")] };
    const second = { lines: [line(18, 0, "•"), line(16, 20, "2."), line(300, 40, "•")] };
    expect(pageText([first, second])).toBe("• one\n2. two\nbeside nothing near\n\n•");
  });
});
