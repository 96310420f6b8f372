/** Full-width brackets and punctuation, which the Chinese and Japanese models don't know. */
import { describe, expect, it } from "vitest";
import { withFullWidth, withWideBoxes } from "../../../src/ocr/type/full-width.ts";

/** The corrected line, whose words are its characters, except Latin ones. */
function shown(text: string): string {
  const words = (text.match(/[\w.'-]+|\S/gu) ?? []).map((word) => ({
    text: word,
    confidence: 90,
    ...{ x0: 0, y0: 0, x1: 0, y1: 0 },
  }));
  const more = { height: 20, baseline: 20, vertical: false, first: false };
  const line = withFullWidth({ words, text, ...more });
  expect(line.words.map((word) => word.text).join("")).toBe(line.text.replaceAll(/\s/g, ""));
  return line.text;
}

describe("punctuation next to ideographs or kana", () => {
  it("becomes full-width, including its space", () => {
    expect(shown("保护(参见第3.4 节) 或")).toBe("保护（参见第3.4 节）或");
    expect(shown("準備はできましたか? はい!")).toBe("準備はできましたか？はい！");
    expect(shown("包括: 認證, 授權; 等。")).toBe("包括：認證，授權；等。");
  });

  it("becomes full-width at both ends of a pair, even if one is in the previous or next line", () => {
    expect(shown("依赖方(RP)或(可能的)Web")).toBe("依赖方（RP）或（可能的）Web");
    expect(shown("(RP) 用户")).toBe("(RP) 用户");
    expect(shown("用户名)的(C6 部分")).toBe("用户名）的（C6 部分");
  });

  it("stays narrow next to other letters, and in Korean", () => {
    expect(shown("令牌。 (C6)")).toBe("令牌。 (C6)");
    expect(shown("时间 12:30, 见 a.b")).toBe("时间 12:30, 见 a.b");
    expect(shown("시(市) 의")).toBe("시(市) 의");
    expect(shown("What (is) this?")).toBe("What (is) this?");
  });
});

it("wide characters without a space between them meet; others keep their boxes", () => {
  const word = (text: string, x0: number, x1: number, spaced = false) => ({
    ...{ text, spaced, confidence: 0.9 },
    box: { x0, x1, y0: 0, y1: 10 },
  });
  const words = [word("控", 0, 6), word("制", 10, 16), word("。", 20, 24), word("目", 30, 36, true)];
  const latin = [word("is", 40, 46), word("n't", 48, 56)];
  const edges = withWideBoxes([...words, ...latin], 10).map(({ box }) => [box.x0, box.x1]);
  expect(edges).toEqual([
    [0, 8],
    [8, 18],
    [18, 24],
    [30, 36],
    [40, 46],
    [48, 56],
  ]);
});
