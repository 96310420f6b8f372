/** The steps from an engine's lines to a page's text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageText } from "../../src/reading/formats/text.ts";
import { isGapInWord, maySpaceFollow } from "../../src/reading/interpreter/state/unicode.ts";
import type { RawLine } from "../../src/reading/lines/raw-line.ts";
import { actualTextReader } from "../../src/reading/lines/right-to-left/actual-text-lines.ts";
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
  it("after the Thai or Lao vowel AM doesn't separate words of that script", () => {
    expect(isGapInWord(0x0e33, 0x0e2b)).toBe(true);
    expect(isGapInWord(0x0eb3, 0x0e99)).toBe(true);
    expect(isGapInWord(0x0e33, 0x63)).toBe(false);
    expect(isGapInWord(0x0e32, 0x0e2b)).toBe(false);
  });
});

describe("an implied space", () => {
  it.each([
    ["Latin", "S\u1ed5"],
    ["Greek", "\u1f00"],
    ["Hangul", "\uc2a4"],
    ["Devanagari", "\u0915\u093f"],
    ["mathematics", "\u2227\u27e9"],
  ])("may follow a character in %s", (_, text) => {
    for (const character of text) expect(maySpaceFollow(character.codePointAt(0) ?? 0)).toBe(true);
  });

  it.each([
    ["Thai", "\u0e01"],
    ["Khmer", "\u1780"],
    ["Myanmar", "\u1000"],
    ["Chinese", "\u4e2d"],
    ["Japanese", "\u306e"],
  ])("never follows a character in %s, which is written without spaces", (_, text) => {
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
    ["人\u2ea0\u2ed1\u2ed8\u2eca", "人民長青\u{27fb7}"],
    ["=\u0338", "≠"],
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
    ["a typesetter's hyphen is removed", ["an exam-", "ple of it"], ["an example", "of it"]],
    ["a soft hyphen is always removed", ["soft\u00ad", "Hyphen, and"], ["softHyphen,", "and"]],
    ["punctuation moves with its word", ["(an exam-", "ple), then"], ["(an example),", "then"]],
    [
      "compounds with another hyphen keep theirs",
      ["state-of-the-", "art work"],
      ["state-of-the-art", "work"],
    ],
    [
      "a hyphen before capitals and digits stays",
      ["Anglo-", "American and COVID-", "19"],
      ["Anglo-American", "and COVID-19"],
    ],
    [
      "lines in capitals are treated the same",
      ["WITHOUT EX-", "PRESS WARRANTY"],
      ["WITHOUT EXPRESS", "WARRANTY"],
    ],
    ["an acronym keeps its hyphen", ["the GNU-", "LINUX system"], ["the GNU-LINUX", "system"]],
    ["a dash isn't a hyphen", ["a list -", "of words"], ["a list -", "of words"]],
    ["a word may span three lines", ["Donau-", "dampf-", "schiff"], ["Donaudampfschiff"]],
    ["other scripts work the same", ["при-", "мер тут"], ["пример", "тут"]],
    ["ranges of numbers keep their dash", ["pages 3-", "5 or 7\u2013", "9"], ["pages 3-5", "or 7\u20139"]],
  ])("%s", (_, lines, whole) => {
    expect(joined(lines)).toEqual([whole]);
  });

  it("keep the hyphen of a compound that is unbroken elsewhere on the page", () => {
    expect(joined(["the well-", "known man"], ["Well-known facts"])).toEqual([
      ["the well-known", "man"],
      ["Well-known facts"],
    ]);
    expect(joined(["the well-", "known man"])).toEqual([["the wellknown", "man"]]);
  });

  it("are joined across blocks only if the rest starts with a lowercase letter", () => {
    expect(joined(["exam-"], ["ple here"])).toEqual([["example"], ["here"]]);
    expect(joined(["N-"], ["Total"])).toEqual([["N-"], ["Total"]]);
    expect(joined(["exam-"], ["ple"])).toEqual([["example"]]);
  });

  it("never lose a letter", () => {
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

/** The text in reading order, from a string in visual order: in Hebrew, the rightmost letter is read first. */
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
    ["a number that belongs to the preceding name", "א Top 10 ב", true, "ב Top 10 א"],
    ["a bracket that belongs to the Latin run", "א Site (XSS) ב", true, "ב Site (XSS) א"],
    ["a quoted one", "א A (B 'C') ב", true, "ב A (B 'C') א"],
    ["one after signs", "א ;render(<Image />) ב", true, "ב render(<Image />); א"],
    ["a number in brackets, separate from the name", ".PDF (24) ב", true, "ב )24( PDF."],
    ["one around a number", "א ;--SLEEP(10) ב", true, "ב SLEEP(10)--; א"],
    ["brackets stored in reading order", "Control )a.org(]CWE-9[ -", true, "- [CWE-9](a.org) Control"],
    ["Arabic: a sign after its number", "٪۱۰۰ ب", true, "ب ۱۰۰٪"],
    ["Arabic: a number sign", "ب 3# ا", true, "ا #3 ب"],
    ["Arabic digits separate from a name", "ا CWE ۳۷ ب", true, "ب ۳۷ CWE ا"],
    ["Arabic digits in a name", "ا ۳۰k CVE ب", true, "ب ۳۰k CVE ا"],
    ["a Hebrew word in an English line", "he said םולש today", false, "he said שלום today"],
    ["two Hebrew words", "said בוט םולש today", false, "said שלום טוב today"],
    ["only English", "Top 10 (of 5)", false, "Top 10 (of 5)"],
  ])("%s", (_, seen, rightToLeft, expected) => {
    expect(read(seen, rightToLeft)).toBe(expected);
  });

  it("returns a permutation of any items in linear time", () => {
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

  it("determines a text's direction by its letters", () => {
    expect(readsRightToLeft(["שלום React"])).toBe(true);
    expect(readsRightToLeft(["the word שלום means peace, and more"])).toBe(false);
    expect(readsRightToLeft(["123 ..."])).toBe(false);
  });

  it("mirrors brackets only if that balances them", () => {
    const one = (text: string, turned: string) => bracketReader([{ text, turned }])({ text, turned });
    expect(one("א )ב( ג", "א (ב) ג")).toBe("א (ב) ג");
    expect(one("א (ב) ג", "א )ב( ג")).toBe("א (ב) ג");
    expect(one("1) א", "1( א")).toBe("1) א");
  });

  it("treats an unpaired bracket like the other brackets on the page", () => {
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
  ])("mirrors the brackets of %j to %j if they then match", (text, turned) => {
    expect(unmirrored(text)).toBe(turned);
  });

  it("detects a page whose brackets are mostly reversed", () => {
    expect(bracketsTurned(["f)x( = 1", "see )here(", "שלום (טוב)"])).toBe(true);
    expect(bracketsTurned(["} else {", "call(it);", "} else {", "call(on);"])).toBe(false);
  });
});

/** A line from an engine: each piece of text starts at its x, with characters 10 points wide. */
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
  return { ...plain, text, characters, box, begin: box.x0, words: [word] };
}

const readText = (lines: RawLine[], told?: RawLine[]) =>
  readRightToLeft([{ lines }], told && [{ lines: told }])[0]?.lines.map(({ text }) => text);

describe("lines with right-to-left text", () => {
  it("are read by position, whatever their painting order", () => {
    const whole = placed(0, [0, "בוט"], [30, " "], [40, "םולש"]);
    expect(readText([whole])).toEqual(["שלום טוב"]);
    expect(readText([placed(0, [40, "םולש"], [30, " "], [0, "בוט"])])).toEqual(["שלום טוב"]);
  });

  it("gain visible spaces and lose invisible ones", () => {
    expect(readText([placed(0, [0, "בוט"], [36, "םולש"])])).toEqual(["שלום טוב"]);
    const touching = placed(0, [0, "ב"], [10, "וט"]);
    const space = { text: " ", x0: 10, x1: 10 };
    expect(readText([{ ...touching, characters: [...touching.characters, space] }])).toEqual(["טוב"]);
  });

  it("keep the backslash at the start of commands in right-aligned code", () => {
    const lines = [placed(0, [140, "\\begin"]), placed(20, [150, ".name"]), placed(40, [170, "end"])];
    expect(readText(lines)).toEqual(["\\begin", "name.", "end"]);
  });

  it("put marks on their letters and the rest of a ligature after its first letter", () => {
    const line = placed(0, [0, "م"], [10, "ل"], [20, "س"]);
    const characters = [
      ...line.characters,
      { text: "\u0627", x0: 20, x1: 20 },
      { text: "\u064e", x0: 24, x1: 26 },
    ];
    expect(readText([{ ...line, characters }])).toEqual(["س\u064eلام"]);
  });

  it("are joined if a sentence's period was painted before its last letters", () => {
    const parts = [placed(0, [90, "ב"], [100, "א"]), placed(0, [50, "."]), placed(0, [60, "דג"])];
    expect(readText(parts)).toEqual(["אב גד."]);
  });

  it("are joined if the engine split them", () => {
    const lines = [placed(0, [45, "םולש"]), placed(1, [0, "בוט"], [30, " "]), placed(20, [0, "ףוס"])];
    expect(readText(lines)).toEqual(["שלום טוב", "סוף"]);
  });

  it("are joined if the engine split them into more parts, with the letters last", () => {
    expect(readText([placed(0, [30, "2"]), placed(0, [20, "."]), placed(0, [0, "ףא"])])).toEqual(["2.אף"]);
  });

  it("are split into a table's cells, but keep a list marker with its item", () => {
    const parts = partedLine(placed(0, [0, "הנד"], [100, "31"], [300, "הפיח"], [400, "•"]));
    expect(parts.map(({ text, box }) => [text, box.x0, box.x1])).toEqual([
      ["הנד", 0, 30],
      ["31", 100, 120],
      ["הפיח•", 300, 410],
    ]);
    const whole = placed(0, [0, "בוט"], [40, "םולש"]);
    expect(partedLine(whole)).toEqual([whole]);
  });

  it("have a word for each cell of a row that was painted as one line", () => {
    const [line] =
      readRightToLeft([{ lines: [placed(0, [0, "20"], [40, "הנד"])] }], undefined)[0]?.lines ?? [];
    expect(line?.words.map(({ text, box }) => [text, box.x0, box.x1])).toEqual([
      [[..."הנד"].toReversed().join(""), 40, 70],
      ["20", 0, 20],
    ]);
  });

  it("put marks on the letter they were painted with, wherever the font places them", () => {
    // Painted from left to right, in visual order: each mark precedes its letter, and the second is over the letter before.
    const seen = placed(0, [0, "ם"], [5, "\u05b8"], [10, "ל"], [19, "\u05b9"], [20, "ש"]);
    const asSeen = { ...seen, characters: seen.characters.map((one) => ({ ...one })) };
    expect(readText([asSeen])).toEqual(["שֹלָם"]);
    // Painted in reading order: each mark follows its letter.
    expect(readText([placed(0, [20, "ש"], [19, "\u05b9"], [10, "ל"], [9, "\u05b8"], [0, "ם"])])).toEqual([
      "שֹלָם",
    ]);
  });

  it("put a mark on the letter before it even if the space after the word was painted between them", () => {
    const line = placed(0, [60, "ק"], [50, "ב"], [40, "ל"], [35, " "], [35, "\u05b0"], [25, "ה"], [15, "ר"]);
    const characters = line.characters.map((one) => (one.text === "\u05b0" ? { ...one, x1: one.x0 } : one));
    expect(readText([{ ...line, characters }])).toEqual(["קבלְ הר"]);
  });

  it("recognize code as right-aligned by the ends of its lines", () => {
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

  it("recognize right-aligned code that continues on a page without right-to-left letters", () => {
    const code = (y: number, text: string) => placed(y, [400 - 10 * text.length, text]);
    const lines = [code(0, ";b)c( +"), code(20, "plain words here"), code(40, "of )d( -")];
    expect(mayLeadFromRight(lines.map(({ text }) => text))).toBe(true);
    expect(readText(lines)).toEqual(["+ (c)b;", "plain words here", "- (d) of"]);
    expect(mayLeadFromRight(["a) one (first)", "b) two (second)", "see (there)", "and (here)"])).toBe(false);
  });

  it("take letters the font doesn't name from the document's actual text", () => {
    const right = (y: number, text: string) => placed(y, [400 - 10 * text.length, text]);
    const glyphs = [right(0, "א\ufffdב"), right(20, ";f\ufffd"), right(40, "plain words")];
    const told = [right(0, "גאב"), right(20, ";fi")];
    expect(readText(glyphs, told)).toEqual(["בגא", "fi;", "plain words"]);
  });

  it("can be part of a left-to-right paragraph, and ignore other scripts' marks", () => {
    const english = placed(0, [0, "Inline םולש םולש, םולש."]);
    const latin = placed(0, [0, "Inline םולש םולש םולש and."]);
    expect(readText([latin])).toEqual(["Inline שלום שלום שלום and."]);
    expect(readText([english])).toEqual([".שלום ,שלום שלום Inline"]);
    expect(readsByGlyphs("क ש\u05c1", "कि ש\u05c1")).toBe(true);
    expect(readsByGlyphs("ש".repeat(9), "ש\u05c1".repeat(9))).toBe(false);
  });

  it("use the actual text only if it is unambiguous", () => {
    const line = placed(0, [0, "א\ufffdב"]);
    expect(actualTextReader([line], [placed(0, [0, "א\ufffdב"])], false)(line).text).toBe(line.text);
    expect(actualTextReader([line], [placed(90, [0, "אגב"])], false)(line).text).toBe(line.text);
    expect(actualTextReader([line], [placed(0, [0, "אב"])], false)(line).text).toBe("אב");
  });

  it("keep a number before a Latin word that was painted after it", () => {
    const seen: [number, string][] = [
      [110, "ירס"],
      [60, "2026"],
      [0, "draft"],
    ];
    expect(readText([placed(0, ...seen)])).toEqual(["סרי 2026 draft"]);
    expect(readText([placed(0, ...seen.toReversed())])).toEqual(["סרי draft 2026"]);
  });

  it("keep brackets after a number together, and currency signs with their numbers", () => {
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

  it("on a hostile page take linear time", () => {
    const many = Array.from({ length: 60_000 }, (_, i) => i);
    const line = placed(0, [0, "ש"]);
    const started = processorTime();
    const marks = many.map((i) => ({ text: "\u05b0", x0: i % 7, x1: (i % 7) + 1 }));
    const text = readText([{ ...line, characters: [...line.characters, ...marks] }])?.[0] ?? "";
    // A letter gets each mark once, however often it was painted.
    expect(text).toBe("ש\u05b0");
    readText([placed(0, ...many.map((i): [number, string] => [i * 11, " ש()"]))]);
    readText(many.slice(0, 20_000).map((i) => placed(0, [i * 11, "ש"])));
    expect(processorTime() - started).toBeLessThan(10_000);
  });

  it("stay unchanged without such letters, and are read along their baseline if slanted", () => {
    expect(readText([{ ...placed(0, [0, "םולש"]), horizontal: false }])).toEqual(["שלום"]);
    expect(readText([placed(0, [0, "abc"])])).toEqual(["abc"]);
  });
});

describe("pageText", () => {
  it("separates blocks by an empty line and drops other empty lines", () => {
    expect(pageText(blocks(["one", "  two "], ["", " "], ["three"]))).toBe("one\ntwo\n\nthree");
    expect(pageText([])).toBe("");
  });

  it("joins full lines of Chinese without a break, and no others", () => {
    const line = (text: string, x1: number) => ({
      text,
      place: { box: { x0: 0, y0: 0, x1, y1: 12 }, size: 12 },
    });
    expect(pageText([{ lines: [line("标题", 40), line("中文文本", 200), line("继续。", 60)] }])).toBe(
      "标题\n中文文本继续。",
    );
    // List items whose bullets are drawings.
    expect(pageText([{ lines: [line("第一项。", 200), line("第二项。", 198)] }])).toBe("第一项。\n第二项。");
  });

  it("joins a Korean word split at the end of a full line if it appears whole elsewhere", () => {
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

  it("reads vertical writing by column, and joins full columns", () => {
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

  it("puts separately painted markers before their lines", () => {
    const line = (x: number, y: number, text: string) => ({
      text,
      place: { box: { x0: x, y0: y, x1: x + 6 * text.length, y1: y + 12 }, size: 12 },
    });
    const first = { lines: [line(30, 0, "one"), line(30, 20, "two"), line(30, 40, "beside nothing near")] };
    const second = { lines: [line(18, 0, "•"), line(16, 20, "2."), line(300, 40, "•")] };
    expect(pageText([first, second])).toBe("• one\n2. two\nbeside nothing near\n\n•");
  });
});
