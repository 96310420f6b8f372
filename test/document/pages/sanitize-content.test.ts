/** Meaningless parts of damaged content become white space, and everything else stays in place. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeContent } from "../../../src/document/pages/sanitize-content.ts";
import { processorTime } from "../../support/processor-time.ts";

const tidied = (content: string) =>
  Buffer.from(sanitizeContent(Buffer.from(content, "latin1"))).toString("latin1");

describe("sanitizeContent", () => {
  it.each([
    "BT /F1 10 Tf 1 0 0 -1 .5 +7. Tm [(a\\)b)-20<00 4F>] TJ (c(d)e) ' T* ET",
    "/P <</MCID 0/Lang(en)/A[1 2]>> BDC q 0 0 9 9 re W* n Q EMC % (",
    "BI /W 2/H 2/BPC 8/CS/G ID )]>\xff EI Q",
  ])("leaves valid content unchanged: %s", (content) => expect(tidied(content)).toBe(content));

  it.each([
    ["0 0 m zz 9 9 l}S", "0 0 m    9 9 l S"],
    ["(a) Tj ( (b) Tj 1 0 0 rg", "(a) Tj   (b) Tj 1 0 0 rg"],
    ["(a) Tj ) ] >> > (b) Tj", `(a) Tj${" ".repeat(10)}(b) Tj`],
    ["<00zz41> Tj (b) Tj", " 00zz41  Tj (b) Tj".replace("00zz41", "      ")],
    ["[(a) 1 Tj (b) Tj", " (a) 1 Tj (b) Tj"],
    ["/P <</MCID 0 /A>> BDC", "/P   /MCID 0 /A   BDC"],
    ["/P <<0/MCID 0 1>> BDC", "/P   0/MCID 0 1   BDC"],
    ["q /a#1 gs /b#20c gs 9999999999999 w", "q /a_1 gs /b#20c gs               w"],
    ["Q BI /W 1 ID abc", "Q "],
  ])("%s", (content, expected) => expect(tidied(content)).toBe(expected));

  it("has no effect the second time, and never lengthens content", () => {
    const pieces = [
      "(",
      ")",
      "<",
      ">",
      "<<",
      ">>",
      "[",
      "]",
      "/N",
      "#",
      " 1 ",
      "Tj",
      " re ",
      "zz",
      "%",
      "\n",
      "BI ",
      " ID ",
      "EI",
      "\\",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (list) => {
        const once = tidied(list.join(""));
        expect(once.length).toBeLessThanOrEqual(list.join("").length);
        expect(tidied(once).trimEnd()).toBe(once.trimEnd());
      }),
    );
  });

  it("takes linear time for unterminated strings", () => {
    const started = processorTime();
    tidied("(".repeat(600_000));
    tidied("<".repeat(600_000));
    tidied("[".repeat(600_000));
    expect(processorTime() - started).toBeLessThan(20_000);
  });
});
