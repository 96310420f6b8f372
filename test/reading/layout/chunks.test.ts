/** Chunks: every word of the Markdown once, in parts of limited length that never mix sections. */
import { describe, expect, it } from "vitest";
import { extract } from "./read.ts";
import { layout, piece, prose } from "./support.ts";

interface Chunk {
  readonly id: string;
  readonly text: string;
  readonly headings: readonly string[];
  readonly pages: readonly { readonly page: number; readonly bbox: readonly number[] }[];
  readonly kind: string;
}

const pages = [
  layout(1, [
    piece(50, 60, "The title of it all", { size: 20, bold: true }),
    ...prose(50, 100, 3),
    piece(50, 160, "First part", { size: 14, bold: true }),
    ...prose(50, 180, 12),
  ]),
  layout(2, [piece(50, 60, "Second part", { size: 14, bold: true }), ...prose(50, 80, 3)]),
];

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

async function chunksOf(
  options: { readonly chunkChars?: number; readonly maxChars?: number } = {},
  of = pages,
) {
  const { content, ...rest } = await extract(of, { format: "chunks", ...options });
  const { chunks }: { chunks: Chunk[] } = JSON.parse(content);
  return { ...rest, chunks, length: content.length };
}

describe("chunks", () => {
  it("are sections, each with its heading path and text", async () => {
    const { chunks } = await chunksOf();
    expect(chunks.map(({ headings, kind, text }) => [headings, kind, text.split("\n")[0]])).toEqual([
      [["The title of it all"], "text", "# The title of it all"],
      [["The title of it all", "First part"], "text", "## First part"],
      [["The title of it all", "Second part"], "text", "## Second part"],
    ]);
    expect(chunks.map((chunk) => chunk.pages.map(({ page }) => page))).toEqual([[1], [1], [2]]);
  });

  it.each([200, 500, 2000])(
    "of at most %i characters contain every word of the Markdown once",
    async (chunkChars) => {
      const { content } = await extract(pages);
      const { chunks } = await chunksOf({ chunkChars });
      expect(chunks.flatMap(({ text }) => wordsOf(text))).toEqual(wordsOf(content));
      expect(Math.max(...chunks.map(({ text }) => text.length))).toBeLessThanOrEqual(chunkChars);
    },
  );

  it("have boxes around their own lines", async () => {
    const { chunks } = await chunksOf();
    const [first, second] = chunks.map((chunk) => chunk.pages[0]?.bbox ?? []);
    expect(first?.[3]).toBeLessThan(second?.[1] ?? 0);
  });

  it("have a separate box for part of a line shared with another chunk", async () => {
    const sentence = "Seven wizards watch lazy dogs while the quick brown fox jumps over.";
    const words = Array(6).fill(sentence).join(" ").split(" ");
    const lines = Array.from({ length: 11 }, (_, at) => words.slice(at * 7, at * 7 + 7).join(" "));
    const page = layout(
      1,
      lines.map((line, at) => piece(50, 100 + 12 * at, line)),
    );
    const { chunks } = await chunksOf({ chunkChars: 200 }, [page]);
    expect(chunks.length).toBeGreaterThan(1);

    for (const { text, pages: boxes } of chunks)
      for (const { bbox } of boxes) {
        const [left = 0, top = 0, right = 0, bottom = 0] = bbox;
        const inside = page.pieces
          .flatMap((one) => one.words)
          .filter(({ box }) => {
            const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
            return x > left && x < right && y > top && y < bottom;
          });
        expect(text.replaceAll("\n", " ")).toContain(inside.map((word) => word.text).join(" "));
      }
  });

  it("have ids that stay the same after changes elsewhere", async () => {
    const [title, ...others] = (await chunksOf()).chunks.map(({ id }) => id);
    const changed = [
      layout(1, [
        piece(50, 60, "The title of it all", { size: 20, bold: true }),
        ...prose(50, 100, 2),
        piece(50, 160, "First part", { size: 14, bold: true }),
        ...prose(50, 180, 12),
      ]),
      ...pages.slice(1),
    ];
    const now = (await chunksOf({}, changed)).chunks.map(({ id }) => id);
    expect(now[0]).not.toBe(title);
    expect(now.slice(1)).toEqual(others);
  });

  it("are dropped whole from the end, and `next` is the first dropped chunk's page", async () => {
    const whole = await chunksOf();
    const part = await chunksOf({ maxChars: whole.length - 1 });
    expect(part.chunks).toEqual(whole.chunks.slice(0, -1));
    expect(part).toMatchObject({ truncated: true, next: 2 });
    expect(whole).toMatchObject({ truncated: false, next: null });
  });
});
