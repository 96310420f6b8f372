/** Stamps on unusual pages, as rendered: upright, centered and inside the displayed page. */
import { describe, expect, it } from "vitest";
import { inkOf, render } from "../../support/ink.ts";
import { oddPages } from "../../support/odd-pages.ts";
import { checked, runTool } from "../../support/run-tool.ts";
import { requireTool } from "../../support/tools.ts";

async function stamped(tool: string, bytes: Uint8Array, options: object): Promise<Uint8Array> {
  const run = await runTool(tool, { input: "a.pdf", output: "b.pdf", ...options }, { "a.pdf": bytes });
  return run.file("b.pdf");
}

/** Dark at the start and light at the end, to reveal its direction. */
const text = "HHHHHHHH--------";
const pages = Object.entries(oddPages);
/** Small pages need more pixels for the same precision. */
const resolution = (bytes: Uint8Array) => (bytes === oddPages["a tiny page"] ? 1000 : 144);

describe.skipIf(requireTool("pdftoppm"))("a watermark on a page with", () => {
  it.each(pages)("%s", async (_, bytes) => {
    const written = await stamped("pdf_add_watermark", bytes, { text: `${text}H`, opacity: 1 });
    expect(checked(written)).toMatchObject({ exit: 0 });
    const picture = render(written, 1, resolution(bytes));
    const ink = inkOf(picture);
    expect(Math.abs(ink.centre[0] - 0.5)).toBeLessThan(0.01);
    expect(Math.abs(ink.centre[1] - 0.5)).toBeLessThan(0.01);
    const diagonal = (Math.atan2(picture.height, picture.width) * 180) / Math.PI;
    expect(Math.abs(ink.angle - diagonal)).toBeLessThan(1.5);
    // The text starts at the lower left.
    expect(ink.weight[0]).toBeLessThan(0.47);
    expect(ink.weight[1]).toBeGreaterThan(0.53);
    expect(ink.size[0]).toBeLessThan(0.96);
    expect(ink.size[1]).toBeLessThan(0.96);
    expect(Math.max(...ink.size)).toBeGreaterThan(0.5);
  });
});

describe.skipIf(requireTool("pdftoppm"))("a label on a page with", () => {
  it.each(pages)("%s", async (_, bytes) => {
    const written = await stamped("pdf_add_page_labels", bytes, { text });
    expect(checked(written)).toMatchObject({ exit: 0 });
    const ink = inkOf(render(written, 1, resolution(bytes)));
    expect(Math.abs(ink.centre[0] - 0.5)).toBeLessThan(0.01);
    expect(ink.centre[1]).toBeGreaterThan(0.7);
    expect(ink.centre[1]).toBeLessThan(0.99);
    expect(Math.abs(ink.angle)).toBeLessThan(5);
    // The text starts on the left.
    expect((ink.centre[0] - ink.weight[0]) / ink.size[0]).toBeGreaterThan(0.05);
  });

  it.each([
    ["top-left", 0, 0],
    ["top-center", 0.5, 0],
    ["top-right", 1, 0],
    ["middle-left", 0, 0.5],
    ["middle-center", 0.5, 0.5],
    ["middle-right", 1, 0.5],
    ["bottom-left", 0, 1],
    ["bottom-right", 1, 1],
  ])("position %s, on a page rotated by 90 degrees", async (position, x, y) => {
    const options = { text: "H", position, margin: 36, size: 20 };
    const written = await stamped(
      "pdf_add_page_labels",
      oddPages["turned by 90"] ?? new Uint8Array(),
      options,
    );
    const picture = render(written);
    const { centre, size } = inkOf(picture);
    const along = (part: number, extent: number, points: number) => {
      const room = 36 / points + extent / 2;
      return room + part * (1 - 2 * room);
    };
    expect(Math.abs(centre[0] - along(x, size[0], picture.width))).toBeLessThan(0.01);
    expect(Math.abs(centre[1] - along(y, size[1], picture.height))).toBeLessThan(0.02);
  });
});

describe.skipIf(requireTool("pdftoppm"))("long text", () => {
  it.each(["W".repeat(60), "諸".repeat(60), "|".repeat(60)])("stays inside the page: %s", async (long) => {
    const { lazyReaders } = await import("../../../src/run/lazy-readers.ts");
    const bytes = oddPages["a smaller CropBox, turned by 90"] ?? new Uint8Array();
    const fields = { input: "a.pdf", output: "b.pdf", text: long };
    const mark = await runTool(
      "pdf_add_watermark",
      { ...fields, size: 500 },
      { "a.pdf": bytes },
      lazyReaders(),
    );
    const label = await runTool(
      "pdf_add_page_labels",
      { ...fields, size: 30 },
      { "a.pdf": bytes },
      lazyReaders(),
    );
    for (const run of [mark, label]) {
      const { size } = inkOf(render(run.file("b.pdf"), 1, 144));
      expect(Math.max(...size)).toBeLessThan(0.98);
      expect(Math.max(...size)).toBeGreaterThan(0.35);
    }
  });
});
