import { describe, expect, it } from "vitest";
import { compactContent } from "../../src/optimize/measures/content.ts";

const compact = (text: string) => {
  const made = compactContent(Buffer.from(text, "latin1"));
  return made && Buffer.from(made).toString("latin1");
};

describe("compactContent", () => {
  it.each([
    ["1.500 0.0 -0.250 +3 007 m", "1.5 0 -.25 3 7 m"],
    ["-0 -0.0 0. .50 100 10.0 cm", "0 0 0 .5 100 10 cm"],
    ["[ (a) -20  (b) ] TJ", "[(a)-20(b)]TJ"],
    ["/F1   12  Tf\r\n%comment\n( a  b ) Tj", "/F1 12 Tf( a  b )Tj"],
    ["/P << /MCID  0 >> BDC", "/P<</MCID 0>>BDC"],
    ["<48 65 6C> Tj", "(Hel)Tj"],
    ["<28 0D 5C> Tj", "(\\(\\r\\\\)Tj"],
    ["/a /b gs", "/a/b gs"],
    ["q BI /W 1 ID  1.0  EI  Q", "q BI /W 1 ID  1.0  EI  Q"],
    ["1e5 --3 4-5 m", "1e5 --3 4-5 m"],
  ])("compacts %j", (content, made) => {
    expect(compact(content)).toBe(made);
  });

  it.each(["(open", "<4", "<4x> Tj"])("leaves %j alone", (content) => {
    expect(compact(content)).toBeUndefined();
  });
});
