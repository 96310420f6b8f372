/** pdf_search: hits in a file and a folder, their places, and continuing a search. */
import { describe, expect, it } from "vitest";
import { maxQueryLength } from "../../src/core/limits.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

const readers = createReaders();
const font = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>";

/** Pages of lines in 10-point Courier (each letter is 6 points wide), starting at (50, 700). */
function pages(texts: readonly string[], { root = "", more = {} } = {}): Uint8Array {
  const contents = texts.map((text) => ({
    dict: "",
    data: `BT /F 10 Tf 12 TL 50 700 Td ${text
      .split("\n")
      .map((line) => `(${line}) Tj T*`)
      .join(" ")} ET`,
  }));
  const own = texts.map(
    (_, at) => `/MediaBox[0 0 600 800]/Contents ${20 + at} 0 R/Resources<</Font<</F 10 0 R>>>>`,
  );
  const streams = Object.fromEntries(contents.map((content, at) => [20 + at, content]));
  return pagesPdf(own, { root, more: { 10: font, ...streams, ...more } });
}

const search = async (input: object, files: Readonly<Record<string, Uint8Array>>) =>
  (await runTool("pdf_search", input, files, readers)).result;

const refused = async (input: object, files: Readonly<Record<string, Uint8Array>>) =>
  (await callOrError("pdf_search", input, files)).error;

const report = pages(["Revenue rose. The net\nincome fell in May.", "No figures here.", "Net income again"]);

describe("pdf_search in a file", () => {
  it("returns page, text, context, and a box for each line", async () => {
    expect(await search({ input: "a.pdf", query: "net income", context: 8 }, { "a.pdf": report })).toEqual({
      hits: [
        {
          input: "/files/a.pdf",
          page: 1,
          text: "net\nincome",
          before: "se. The ",
          after: " fell in",
          boxes: [
            [expect.closeTo(158, 0), expect.any(Number), expect.closeTo(176, 0), expect.any(Number)],
            [expect.closeTo(50, 0), expect.any(Number), expect.closeTo(86, 0), expect.any(Number)],
          ],
        },
        expect.objectContaining({ page: 3, text: "Net income", before: "", after: " again" }),
      ],
      total_hits: 2,
      truncated: false,
      next: null,
      searched: { files: 1, pages: 3 },
      unreadable: [],
    });
  });

  it.each([
    [{ match_case: true }, [1]],
    [{ pages: "3" }, [3]],
    [{ query: "net inc" }, [1, 3]],
    [{ query: "net inc", whole_words: true }, []],
    [{ query: "n.t", regex: true }, [1, 3]],
    [{ query: "^income", regex: true }, []],
  ])("with %j finds hits on pages %j", async (change, expected) => {
    const result = await search({ input: "a.pdf", query: "net income", ...change }, { "a.pdf": report });
    expect(result).toMatchObject({
      hits: expected.map((page) => ({ page })),
      total_hits: expected.length,
    });
  });

  it("names the bookmark of a hit, using title positions if a page has several", async () => {
    const root = "/Outlines 50 0 R";
    const item = (title: string, page: number, links: string) =>
      `<</Title(${title})/Parent 50 0 R/Dest[${page} 0 R/Fit]${links}>>`;
    const file = (first: number) =>
      pages(["one\nAlpha\ntwo\nBeta\nthree"], {
        root,
        more: {
          50: "<</Type/Outlines/First 51 0 R/Last 52 0 R/Count 2>>",
          51: item("Alpha", first, "/Next 52 0 R"),
          52: item("Beta", first, "/Prev 51 0 R"),
        },
      });
    for (const [query, section] of [
      ["two", "Alpha"],
      ["three", "Beta"],
    ]) {
      const result = await search({ input: "a.pdf", query }, { "a.pdf": file(3) });
      expect(result).toMatchObject({ hits: [{ text: query, section }] });
    }
    expect(await search({ input: "a.pdf", query: "one" }, { "a.pdf": file(3) })).toMatchObject({
      hits: [expect.not.objectContaining({ section: expect.anything() })],
    });
  });

  it("reports pages without text", async () => {
    const file = pages(["one", "", "", "two"]);
    expect(await search({ input: "a.pdf", query: "two" }, { "a.pdf": file })).toMatchObject({
      hits: [{ page: 4 }],
      unreadable: [{ input: "/files/a.pdf", pages: "2-3", reason: "no_text" }],
    });
  });

  it("continues where the previous answer ended, with the first answer's counts", async () => {
    const file = pages(["cat cat cat", "cat", "cat"]);
    const found: unknown[] = [];
    let after: unknown;
    for (const calls of [1, 2, 3]) {
      const input = { input: "a.pdf", query: "cat", max_hits: 2, ...(calls > 1 && { after }) };
      const result = await search(input, { "a.pdf": file });
      expect(result).toMatchObject({ total_hits: 5, searched: { pages: 3 }, truncated: calls < 3 });
      if (!(result && typeof result === "object" && "hits" in result && "next" in result)) break;
      if (Array.isArray(result.hits))
        found.push(...result.hits.map(({ page, boxes }) => [page, boxes[0][0]]));
      after = result.next;
    }
    expect(found).toEqual(
      [50, 74, 98]
        .map((x) => [1, x])
        .concat([
          [2, 50],
          [3, 50],
        ])
        .map(([page, x]) => [page, expect.closeTo(Number(x), 0)]),
    );
    expect(after).toBeNull();
  });

  it("starts with the first hit if `after` is empty", async () => {
    const files = { "a.pdf": pages(["cat cat"]) };
    const first = await search({ input: "a.pdf", query: "cat", max_hits: 1 }, files);
    expect(await search({ input: "a.pdf", query: "cat", max_hits: 1, after: "" }, files)).toEqual(first);
  });

  it("refuses `after` from another query, and an invalid one", async () => {
    const files = { "a.pdf": pages(["cat cat"]) };
    const first = await search({ input: "a.pdf", query: "cat", max_hits: 1 }, files);
    const after = first && typeof first === "object" && "next" in first ? first.next : undefined;
    for (const change of [{ query: "dog", after }, { whole_words: true, after }, { after: "x" }])
      expect(await refused({ input: "a.pdf", query: "cat", max_hits: 1, ...change }, files)).toMatchObject({
        faults: [{ field: "after" }],
      });
  });

  it.each([
    ["input", { query: "a" }],
    ["input", { input: "a.pdf", folder: ".", query: "a" }],
    ["pages", { folder: ".", query: "a", pages: "1" }],
    ["password", { folder: ".", query: "a", password: "secret" }],
    ["query", { input: "a.pdf", query: "" }],
    ["query", { input: "a.pdf", query: " \n " }],
    ["query", { input: "a.pdf", query: "a".repeat(maxQueryLength + 1) }],
    ["query", { input: "a.pdf", query: "(a", regex: true }],
    ["query", { input: "a.pdf", query: "a(?=b)", regex: true }],
    ["query", { input: "a.pdf", query: "(a)\\1", regex: true }],
    ["context", { input: "a.pdf", query: "a", context: 401 }],
    ["max_hits", { input: "a.pdf", query: "a", max_hits: 0 }],
  ])("refuses %s in %j", async (field, input) => {
    expect(await refused(input, { "a.pdf": report })).toMatchObject({
      code: "validation",
      faults: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });
});

it("names both fields if a call gives neither or both of them", async () => {
  for (const given of [{}, { input: "a.pdf", folder: "." }])
    expect(await refused({ query: "a", ...given }, {})).toMatchObject({
      message: "input: give either input, a file, or folder",
    });
});

describe("pdf_search in a folder", () => {
  it("searches each file and names unreadable ones", async () => {
    const files = {
      "a.pdf": report,
      "b.pdf": Buffer.from("no PDF"),
      "c.pdf": pages(["net income"]),
    };
    const run = await runTool("pdf_search", { folder: "/files", query: "net income" }, files, readers);
    expect(run.result).toMatchObject({
      hits: [
        { input: "/files/a.pdf", page: 1 },
        { input: "/files/a.pdf", page: 3 },
        { input: "/files/c.pdf", page: 1 },
      ],
      searched: { files: 2, pages: 4 },
      unreadable: [{ input: "/files/b.pdf", reason: "damaged" }],
    });
    expect(run.context.files.open.size).toBe(0);
    expect(run.context.states.at(-1)).toMatchObject({ progress: 3, total: 3, message: "3 of 3 files" });
  });

  it("continues in the file where the previous answer ended", async () => {
    const files = { "a.pdf": pages(["cat"]), "b.pdf": pages(["cat", "cat"]), "c.pdf": pages(["cat"]) };
    const ask = (more: object) => search({ folder: "/files", query: "cat", max_hits: 2, ...more }, files);
    const first = await ask({});
    expect(first).toMatchObject({ total_hits: 4, searched: { files: 3, pages: 4 } });
    const after = first && typeof first === "object" && "next" in first ? first.next : undefined;
    expect(await ask({ after })).toMatchObject({
      hits: [
        { input: "/files/b.pdf", page: 2 },
        { input: "/files/c.pdf", page: 1 },
      ],
      ...{ total_hits: 4, next: null, truncated: false },
    });
  });
});
