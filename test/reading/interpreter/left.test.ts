/** Pages that the interpreter leaves to the fallback: ambiguous content, and endless content. */
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../src/core/problem.ts";
import { CosError } from "../../../src/cos/syntax/error.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { openContentLayout, openContentText } from "../../../src/reading/open.ts";
import { memorySource, noEngines } from "../../support/memory-files.ts";
import { processorTime } from "../../support/processor-time.ts";
import { contentPdf, type PageParts } from "./pages.ts";

/** A page that isn't read at all, because it needs more resources than its file's size allows. */
const refused = "refused";

/** Why the text reader and the layout reader leave the page to the fallback; undefined if they read it. */
async function reasons(bytes: Uint8Array): Promise<readonly [string | undefined, string | undefined]> {
  const document = openStrictly(memorySource(bytes));
  const found: [string | undefined, string | undefined] = [undefined, undefined];
  const openMupdfText = async () => ({
    pageCount: 1,
    page: async () => ({ width: 0, height: 0, blocks: [], images: [] }),
    [Symbol.dispose]() {},
  });
  const engines = { ...noEngines, openMupdfText };
  using texts = openContentText(document, {
    engines,
    left(_, reason) {
      found[0] = reason;
    },
  });
  using layouts = openContentLayout(document, {
    engines,
    left(_, reason) {
      found[1] = reason;
    },
  });
  for (const [k, reader] of [texts, layouts].entries()) {
    try {
      await reader.page(1);
    } catch (error) {
      found[k] = error instanceof CosError ? error.reason : refused;
      if (!(error instanceof CosError || error instanceof ProblemError)) throw error;
    }
  }
  return found;
}

const text = "BT /F 12 Tf 50 700 Td (words) Tj ET";
const form = (data: string, resources = "") => ({
  dict: `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${resources}`,
  data,
});
const xobject = (num: number) => `/XObject<</X ${num} 0 R>>`;

const left: readonly (readonly [string, string, PageParts, string])[] = [
  ["an unknown operator", `${text} frob`, {}, "operator"],
  ["an invalid operator", `${text} Xx`, {}, "operator"],
  ["an ambiguous number", "BT /F 12 Tf 5-3 700 Td (a) Tj ET", {}, "damage (syntax)"],
  ["an unterminated string", "BT /F 12 Tf 50 700 Td (a", {}, "damage (syntax)"],
  ["an unterminated array", "BT /F 12 Tf 50 700 Td [(a)", {}, "array"],
  ["too many operands", `${"1 ".repeat(40)}cm ${text}`, {}, "operands"],
  ["too few operands for a matrix", `1 0 0 cm ${text}`, {}, "operands"],
  ["a missing font", "BT /H 12 Tf 50 700 Td (a) Tj ET", {}, "font"],
  [
    "an unknown filter",
    `/X Do ${text}`,
    { resources: xobject(10), more: { 10: form("x", "/Filter/Some") } },
    "damage (filter)",
  ],
  [
    "a pattern with text",
    `/Pattern cs /P scn 0 0 9 9 re f ${text}`,
    {
      resources: "/Pattern<</P 10 0 R>>",
      more: {
        10: {
          dict: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Font<</F 5 0 R>>>>",
          data: text,
        },
      },
    },
    "pattern with text",
  ],
  [
    "a mask with text",
    `/M gs ${text}`,
    {
      resources: "/ExtGState<</M<</SMask<</S/Alpha/G 10 0 R>>>>>>",
      more: { 10: form(text, "/Resources<</Font<</F 5 0 R>>>>") },
    },
    "mask with text",
  ],
  ["an unterminated inline image", "BI /W 1 /H 1 ID abc", {}, "inline image"],
];

describe("a page is left to the fallback", () => {
  it.each(left.map(([name, content, parts, reason]) => ({ name, content, parts, reason })))(
    "with $name",
    async ({ content, parts, reason }) => {
      expect(await reasons(contentPdf(content, parts))).toEqual([reason, reason]);
    },
  );
});

/** Nested forms: each draws the next one `times` times, `levels` deep. */
function nested(levels: number, times: number): Uint8Array {
  const forms = Array.from({ length: levels }, (_, k) => {
    const next = k + 1 < levels ? `/Resources<<${xobject(k + 11)}>>` : "/Resources<<>>";
    return [
      k + 10,
      form(k + 1 < levels ? "/X Do ".repeat(times) : "0 0 m 1 1 l S ".repeat(20), next),
    ] as const;
  });
  return contentPdf("/X Do", { resources: xobject(10), more: Object.fromEntries(forms) });
}

describe("endless content", () => {
  it("is left early: forms that draw forms", async () => {
    const start = processorTime();
    expect(await reasons(nested(100, 1))).toEqual(["forms within forms", "forms within forms"]);
    const [first, second] = await reasons(nested(10, 10));
    expect([refused, "work"]).toContain(first);
    expect([refused, "work"]).toContain(second);
    expect(processorTime() - start).toBeLessThan(30_000);
  });

  it.each([
    ["saved states", "q ".repeat(5000), "saved states"],
    ["marked content", "/A BMC ".repeat(5000), "marked content"],
    ["characters", `BT /F 0.01 Tf ${`1 0 0 1 50 700 Tm (${"xy".repeat(25_000)}) Tj `.repeat(12)}ET`, refused],
    ["arrays within arrays", "[".repeat(100_000), "array"],
    ["dictionaries within dictionaries", `/A ${"<</A".repeat(100_000)} BDC`, refused],
  ])("is left early: %s", async (_, content, reason) => {
    expect(await reasons(contentPdf(content))).toEqual([reason, reason]);
  });
});

describe("a drawing", () => {
  it("of many squares is read although it compresses to less than a ninth", async () => {
    const squares = Array.from({ length: 100_000 }, (_, k) => {
      const [x, y] = [k % 600, Math.floor(k / 600)];
      const shade = Math.sin(x / 50 + y / 60) ** 2;
      return `${shade.toFixed(3)} 0.500 0.250 rg\n${x}.00 ${y}.00 1.00 1.00 re\nf\n`;
    });
    const content = `${text}\n${squares.join("")}`;
    const data = deflateSync(content);
    expect(9 * data.length).toBeLessThan(content.length);
    const bytes = contentPdf("", { more: { 4: { dict: "/Filter/FlateDecode", data } } });
    using reader = openContentText(openStrictly(memorySource(bytes)), { engines: noEngines });
    expect(await reader.page(1)).toBe("words");
  });
});

describe("any content", () => {
  const parts =
    "BT |ET |q |Q |/F 12 Tf |/G 9 Tf |50 700 Td |1 0 0 1 5 5 Tm |1 0 0 1 5 5 cm |(a) Tj |[(a)-300(b)] TJ |(a) ' |<41> Tj |/A BMC |/Span<</ActualText(t)>>BDC |/P<</MCID 0>>BDC |EMC |0 0 9 9 re |W n |f |S |/X Do |BI /W 1/H 1 ID x EI |[|]|<<|>>|(|)|/|%|\n|3 Tr |7 Tr |0 0 0 0 0 0 cm |1e9 |-|0 Tz |/gs gs |sh |BX |EX |d0 ".split(
      "|",
    );

  it("is read or left, and causes no other error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), async (some) => {
        const bytes = contentPdf(some.join(""), { resources: xobject(10), more: { 10: form(text) } });
        for (const reason of await reasons(bytes)) expect(reason ?? "").not.toMatch(/Error/);
      }),
      { numRuns: 300 },
    );
  });
});
