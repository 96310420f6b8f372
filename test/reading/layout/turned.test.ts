/** Rotated text on upright pages, from real content streams to blocks. */
import { describe, expect, it } from "vitest";
import { validate } from "../../../src/core/json/validate.ts";
import type { Turn } from "../../../src/core/page-layout.ts";
import { createReaders } from "../../../src/engines/engines.ts";
import { turnedBlock, uprightLayout } from "../../../src/reading/layout/columns/turned.ts";
import { pdfExtractStructure } from "../../../src/tools/read/pdf-extract-structure.ts";
import { pdfReadText } from "../../../src/tools/read/pdf-read-text.ts";
import { testContext } from "../../support/memory-files.ts";
import { simplePdf } from "../../support/simple-pdf.ts";
import { layout, piece } from "./support.ts";

const matrices = {
  0: "1 0 0 1",
  90: "0 -1 1 0",
  180: "-1 0 0 -1",
  270: "0 1 -1 0",
  37: "0.799 0.602 -0.602 0.799",
} as const;

/** A line at a position on the page (origin bottom left), rotated clockwise (37: counterclockwise). */
const line = (x: number, y: number, words: string, turn: keyof typeof matrices = 0, size = 10) =>
  `BT /F1 ${size} Tf ${matrices[turn]} ${x} ${y} Tm (${words}) Tj ET\n`;

const prose = ["Some upright words that make up the first", "line of a paragraph and the second of them."];
const body = prose.map((words, at) => line(100, 700 - 12 * at, words)).join("");

async function read(contents: readonly string[], format = "markdown") {
  const files = { "a.pdf": simplePdf(contents) };
  const structure: unknown = await pdfExtractStructure.run(
    validate(pdfExtractStructure.input, { input: "a.pdf", format }),
    testContext(files, createReaders()),
  );
  const text: unknown = await pdfReadText.run(
    validate(pdfReadText.input, { input: "a.pdf" }),
    testContext(files, createReaders()),
  );
  return {
    content: String(Reflect.get(Object(structure), "content")),
    pages: Object(text).pages.map((page: { text: string }) => page.text),
  };
}

describe("uprightLayout", () => {
  const box = { x0: 20, y0: 100, x1: 30, y1: 400 };
  const page = layout(1, []);
  const uprightBox = (turn: Turn) => uprightLayout(page, [{ ...piece(0, 0, "a"), box }], turn).pieces[0]?.box;
  it.each<Turn>([90, 180, 270])("rotates by %i and back", (turn) => {
    const upright = uprightBox(turn) ?? box;
    const block = { type: "paragraph", page: 1, box: upright, lines: [] } as const;
    expect(turnedBlock(block, turn, page).box).toEqual(box);
  });
  it("puts a line's start at the left and the previous line above it", () => {
    // Text running up the left edge: lower is earlier in the line, and further left is an earlier line.
    expect(uprightBox(270)).toEqual({ x0: 400, x1: 700, y0: 20, y1: 30 });
    expect(uprightBox(90)).toEqual({ x0: 100, x1: 400, y0: 570, y1: 580 });
  });
});

it("rotates the parts of list items with them", () => {
  const page = { width: 600, height: 800 };
  const box = { x0: 20, y0: 100, x1: 30, y1: 400 };
  const part = { type: "paragraph", page: 1, box, lines: [] } as const;
  const item = { marker: "1.", ordered: true, depth: 0, lines: [], parts: [part] };
  const { items } = turnedBlock({ ...part, type: "list", items: [item] }, 90, page);
  expect(items?.[0]?.parts?.[0]?.box).toEqual({ x0: 200, x1: 500, y0: 20, y1: 30 });
});

describe("rotated text", () => {
  it("in the margin is one line after the text", async () => {
    const stamp = line(30, 250, "arXiv:2601.01234v2 [cs.CL] 7 Jan 2026", 270, 20);
    const { content, pages } = await read([stamp + body]);
    expect(content).toBe(`${prose.join(" ")}\n\narXiv:2601.01234v2 [cs.CL] 7 Jan 2026`);
    expect(pages[0]).toContain("arXiv:2601.01234v2 [cs.CL] 7 Jan 2026");
  });

  it.each([90, 180, 270] as const)(
    "by %i degrees is read in lines and paragraphs, in its own order",
    async (turn) => {
      const starts = { 90: [400, 500, -12, 0], 180: [500, 300, 0, 12], 270: [200, 200, 12, 0] } as const;
      const [x, y, dx, dy] = starts[turn];
      const lines = [
        "Turned words of a paragraph that goes on in",
        "a second line below it, and then it is done",
        "with a last one.",
      ];
      const turned = lines.map((words, at) => line(x + at * dx, y + at * dy, words, turn)).join("");
      const { content, pages } = await read([body + turned]);
      expect(content).toBe(`${prose.join(" ")}\n\n${lines.join(" ")}`);
      const places = lines.map((words) => pages[0].indexOf(words));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
    },
  );

  it("at an angle is one line", async () => {
    const { content, pages } = await read([body + line(200, 300, "Not for distribution to anybody", 37, 30)]);
    expect(content).toContain("Not for distribution to anybody");
    expect(pages[0]).toContain("Not for distribution to anybody");
  });

  it("that fills an upright page has headings and tables, with boxes in page coordinates", async () => {
    const rows = [
      ["Year", "Sum", "Share"],
      ["2001", "12", "40"],
      ["2002", "15", "60"],
      ["2003", "90", "20"],
    ];
    const table = rows
      .flatMap((row, r) => row.map((words, c) => line(300 + r * 14, 100 + c * 120, words, 270)))
      .join("");
    const heading =
      line(200, 100, "Results of the years", 270, 18) +
      prose.map((words, at) => line(220 + 12 * at, 100, words, 270)).join("");
    const { content } = await read([heading + table]);
    expect(content).toContain("# Results of the years");
    expect(content).toContain("| Year | Sum | Share |\n| --- | --- | --- |\n| 2001 | 12 | 40 |");
    const json = JSON.parse((await read([heading + table], "json")).content);
    const [block] = json.pages[0].blocks;
    // The heading runs up from the lower left, so its box is narrow and tall.
    const [x0, y0, x1, y1] = block.bbox;
    expect(block.text).toBe("Results of the years");
    expect(y1 - y0).toBeGreaterThan(3 * (x1 - x0));
    expect([x0 > 170, x1 < 220, y1 < 702, y0 > 500]).toEqual([true, true, true, true]);
  });

  it("can head the columns of a ruled table", async () => {
    const xs = [100, 200, 240, 280];
    const ys = [500, 420, 400, 380];
    const rules = [
      ...ys.map((y) => `100 ${y} m 280 ${y} l S`),
      ...xs.map((x) => `${x} 380 m ${x} 500 l S`),
    ].join("\n");
    const cells = [
      ["alpha", 105, 406],
      ["1", 215, 406],
      ["2", 255, 406],
      ["beta", 105, 386],
      ["3", 215, 386],
      ["4", 255, 386],
    ] as const;
    const texts = cells.map(([words, x, y]) => line(x, y, words)).join("");
    const heads = line(105, 480, "name") + line(224, 425, "first one", 270) + line(264, 425, "second", 270);
    const { content } = await read([`${body + heads + texts}\n${rules}\n`]);
    expect(content).toContain(
      "| name | first one | second |\n| --- | --- | --- |\n| alpha | 1 | 2 |\n| beta | 3 | 4 |",
    );
  });

  it("repeated on every page is a running line", async () => {
    const stamp = line(30, 250, "Downloaded from a library", 270, 8);
    const { content } = await read(
      [1, 2, 3].map((n) => stamp + body + line(100, 600, `Page of many words number ${n}.`)),
    );
    expect(content).not.toContain("Downloaded");
  });
});
