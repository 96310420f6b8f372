/**
 * What reading of other people's files was lost by, cause by cause: documents that show it, and what they say. Text is read of
 * whole documents, structure of pages of words.
 */
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../src/document/open.ts";
import { openContentText } from "../../src/reading/open.ts";
import { memorySource, noEngines } from "../support/memory-files.ts";
import { contentPdf } from "./interpreter/pages.ts";

/** The cause, the content of a page, its text. */
const texts: readonly (readonly [string, string, string])[] = [
  [
    "a space that stands on the letter before it parts no word",
    "BT /F 12 Tf 50 700 Td [(be o)300( )(ne of )-20(many)] TJ ET",
    "be one of many",
  ],
  [
    "a space that is kerned back, and stands on no letter, parts words",
    "BT /F 12 Tf 50 700 Td [(be A)100( )60(V)] TJ ET",
    "be A V",
  ],
  [
    "lines that are set tight have narrow spaces, which nobody wrote",
    "BT /F 12 Tf 50 700 Td [(Because Samuel)-121(Cleveland has)-110(passed)] TJ ET",
    "Because Samuel Cleveland has passed",
  ],
  ["letters that all stand apart are one word", "BT /F 12 Tf 1.4 Tc 50 700 Td (LETTERS) Tj ET", "LETTERS"],
  [
    "an accent and the letter below it are one character",
    "BT /F 12 Tf 50 700 Td [(Niels M)-111(\\250)444(undler)] TJ ET",
    "Niels Mündler",
  ],
  [
    "a letter and the accent below it are one character",
    "BT /F 12 Tf 50 700 Td [(fac)417(\\270)-84(ade)] TJ ET",
    "façade",
  ],
  ["an accent beside a letter stays", "BT /F 12 Tf 50 700 Td (5\\264 or `a) Tj ET", "5´ or `a"],
];

describe("text", () => {
  it.each(texts)("%s", async (_, content, text) => {
    const document = openStrictly(memorySource(contentPdf(content)));
    using reader = openContentText(document, { engines: noEngines });
    expect(await reader.page(1)).toBe(text);
  });
});
