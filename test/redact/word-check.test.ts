/** Which strings say a word that must be gone, in each encoding. */
import { expect, it } from "vitest";
import { WordCheck } from "../../src/redact/words/word-check.ts";

/** A word of removed text: found as a whole word. */
const words = new WordCheck([], ["halt"]);
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();
const encodings = {
  "Latin-1": (text: string) => Buffer.from(text, "latin1"),
  "UTF-8": (text: string) => Buffer.from(`\ufeff${text}`),
  "UTF-16": (text: string) => bigEndian(`\ufeff${text}`),
  "UTF-16 without a mark": bigEndian,
  "UTF-16, low bytes first": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
};

it.each(Object.entries(encodings))(
  "a word of removed text is found in %s, but not within others",
  (_, encoded) => {
    expect(words.isInBytes(encoded("Wir machen Halt in Bonn"))).toBe(true);
    expect(words.isInBytes(encoded("muss am Leben gehalten werden"))).toBe(false);
    expect(words.isInBytes(encoded("gehaltvoll für Ämter"))).toBe(false);
  },
);

it("a word is found beside and around NULs", () => {
  for (const text of ["halt\0more", "\0\0halt", "h\0a\0l\0t", "ha\0lt"])
    expect([text, words.isInBytes(Buffer.from(text, "latin1"))]).toEqual([text, true]);
});
