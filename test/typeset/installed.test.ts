/** Fonts in folders: which are used, which are skipped, and how text set in them turns out. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mayHave, readCoverage } from "../../src/fonts/opentype/coverage.ts";
import { fontFilesIn } from "../../src/host/font-files.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { loadShaper } from "../../src/typeset/harfbuzz.ts";
import { installedFonts } from "../../src/typeset/installed.ts";
import { drawnOutlines } from "../../src/typeset/outlines.ts";
import { allText } from "../support/all-text.ts";
import {
  changedFont,
  cmapOf,
  collection,
  cubicFont,
  embeddingFont,
  liberation,
  tablesOf,
} from "../support/fonts.ts";
import { inkOf, render } from "../support/ink.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs, textOf } from "../support/pdfjs.ts";
import { checked, runTool } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pdfd-fonts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes);

/** The label of a page, set in the fonts of the folder, and the result. */
async function label(text: string, folders = [folder]) {
  const readers = lazyReaders(() => folders);
  const input = { input: "a.pdf", text, size: 40, output: "b.pdf" };
  const run = await runTool("pdf_add_page_labels", input, { "a.pdf": pagesPdf([""]) }, readers);
  const bytes = run.file("b.pdf");
  expect(checked(bytes)).toMatchObject({ exit: 0 });
  const document = await openPdfjs(bytes);
  const read = await textOf(document, 1);
  await document.destroy();
  const fonts = [...allText(bytes).matchAll(/\/FontName\s*\/[A-Z]{6}\+([\w-]+)/g)];
  return { bytes, read, fonts: [...new Set(fonts.map(([, name]) => name))] };
}

const refused = expect.objectContaining({
  code: "validation",
  errors: [expect.objectContaining({ field: "text" })],
});
/** Letters of scripts that no default font here has, mapped to glyphs of Liberation Sans. */
const bengali = { 2453: 36, 2454: 37, 2455: 38 };

describe("fonts of a folder", () => {
  it("set text that the built-in fonts can't, and it reads back unchanged", async () => {
    put("LiberationSans-Regular.ttf", liberation());
    const text = "☺ ♫ mixed ► 12";
    const { bytes, read, fonts } = await label(text);
    expect(read).toBe(text);
    expect(fonts.sort()).toEqual(["LiberationSans", "NotoSans-Latin"]);
    // A subset of the font, not all of its 140 KB.
    expect(bytes.length).toBeLessThan(20_000);
    if (requireTool("pdftoppm") === undefined) expect(inkOf(render(bytes)).count).toBeGreaterThan(300);
  });

  it("are used only if needed: built-in fonts come first", async () => {
    put("a.ttf", changedFont({ cmap: cmapOf({ 97: 36, 98: 37 }) }));
    expect((await label("ab")).fonts).toEqual(["NotoSans-Latin"]);
  });

  it("may be OpenType with cubic outlines", async () => {
    put("cubic.otf", cubicFont({ 2453: 34, 2454: 35 }));
    const { read, bytes } = await label("কখ");
    expect(read).toBe("কখ");
    if (requireTool("pdftoppm") !== undefined) return;
    // The letters A and B of a serif font, at their nominal size.
    const picture = render(bytes, 1, 144);
    const { count, size } = inkOf(picture, 128);
    expect(count).toBeGreaterThan(500);
    expect(size[1] * 792).toBeGreaterThan(24);
    expect(size[1] * 792).toBeLessThan(30);
  });

  it("may be in collections, in subfolders and linked", async () => {
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    const none = changedFont({ cmap: cmapOf({ 65: 36 }) });
    const some = changedFont({ cmap: cmapOf(bengali) });
    put("deep/er/many.ttc", collection([none, some]));
    symlinkSync(folder, join(folder, "deep/round"));
    symlinkSync("er/many.ttc", join(folder, "deep/same.ttc"));
    expect(fontFilesIn(folder)).toHaveLength(1);
    expect(installedFonts([folder], 0x995)).toMatchObject([{ index: 1 }]);
    expect((await label("কখগ")).read).toBe("কখগ");
  });

  it("are taken in the order of the folders, the plainest first within each", async () => {
    const [first, second] = [join(folder, "first"), join(folder, "second")];
    for (const one of [first, second]) mkdirSync(one);
    put("second/regular.ttf", liberation());
    put("second/bold.ttf", liberation("Bold"));
    expect((await label("☺", [second])).fonts).toEqual(["LiberationSans"]);
    put("first/bold.ttf", liberation("Bold"));
    expect((await label("☺", [first, second])).fonts).toEqual(["LiberationSans-Bold"]);
  });

  it.each([
    [0x0000, true],
    [0x0004, true],
    [0x0008, true],
    [0x0002, false],
    [0x0100, false],
    [0x0200, false],
    [0x0104, false],
  ])("are embedded only if their license allows it: fsType %i", async (fsType, allowed) => {
    put("font.ttf", embeddingFont(fsType));
    if (allowed) expect((await label("☺")).read).toBe("☺");
    else await expect(label("☺")).rejects.toEqual(refused);
  });

  const whole = liberation();
  const cut = (tag: string, length: number) =>
    changedFont({ [tag]: tablesOf(whole).get(tag)?.subarray(0, length) });
  it.each<[string, () => Uint8Array | string]>([
    ["nothing", () => ""],
    ["text", () => "no font at all, but long enough to have a head"],
    ["the first half", () => whole.subarray(0, whole.length / 2)],
    ["noise", () => Uint8Array.from(whole, (byte, k) => (k % 97 === 0 ? byte ^ 0x5a : byte))],
    ["a collection of a million", () => Buffer.from("ttcf\0\x01\0\0\0\x0f\xff\xff", "latin1")],
    ["no outlines", () => changedFont({ glyf: undefined })],
    ["no places of outlines", () => cut("loca", 8)],
    ["no widths", () => cut("hmtx", 4)],
    ["half a map", () => cut("cmap", 30)],
    [
      "a map of two billion",
      () => {
        const cmap = cmapOf({ 9786: 36 });
        new DataView(cmap.buffer).setUint32(24, 2_000_000_000);
        return changedFont({ cmap });
      },
    ],
    ["glyphs that do not exist", () => changedFont({ cmap: cmapOf({ 9786: 60_000 }) })],
    ["a glyph that shows nothing", () => changedFont({ cmap: cmapOf({ 9786: 3 }) })],
    ["the glyph of what is missing", () => changedFont({ cmap: cmapOf({ 9786: 0 }) })],
  ])("are skipped if damaged: %s", async (_, make) => {
    put("a-damaged.ttf", make());
    mkdirSync(join(folder, "folder.ttf"));
    await expect(label("☺")).rejects.toEqual(refused);
    const [again, good] = [join(folder, "again"), join(folder, "good")];
    for (const one of [again, good]) mkdirSync(one);
    writeFileSync(join(again, "a-damaged.ttf"), make());
    writeFileSync(join(good, "z-sound.ttf"), liberation());
    expect((await label("☺", [again, good])).read).toBe("☺");
  });

  it("that show a box for every character are skipped", async () => {
    const name = Buffer.from("LastResort", "utf16le").swap16();
    const names = Buffer.alloc(18 + name.length);
    [0, 1, 18, 3, 1, 0x409, 6, name.length, 0].forEach((value, k) => {
      names.writeUInt16BE(value, k * 2);
    });
    name.copy(names, 18);
    put("boxes.ttf", changedFont({ name: new Uint8Array(names) }));
    await expect(label("☺")).rejects.toEqual(refused);
  });

  it("don't help if none has the character, which the answer names", async () => {
    put("LiberationSans-Regular.ttf", liberation());
    await expect(label("☺ \u{10FFFD}")).rejects.toThrow("U+10FFFD");
    await expect(label("☺ \u{10FFFD}")).rejects.not.toThrow("U+263A");
  });
});

describe("outlines drawn by HarfBuzz", () => {
  it("are the font's own: the same boxes except for control points, and the same widths", async () => {
    const bytes = liberation();
    const font = (await loadShaper()).font(bytes);
    const tables = tablesOf(bytes);
    const table = (tag: string) => new DataView((tables.get(tag) ?? new Uint8Array()).buffer);
    const [glyf, loca, hmtx] = [table("glyf"), table("loca"), table("hmtx")];
    const isLong = table("head").getInt16(50) === 1;
    const place = (gid: number) => (isLong ? loca.getUint32(gid * 4) : loca.getUint16(gid * 2) * 2);
    const outlines = drawnOutlines(font);
    for (let gid = 3; gid < 120; gid++) {
      expect(font.advance(gid)).toBe(hmtx.getUint16(gid * 4));
      const { bounds } = outlines(gid);
      const [at, end] = [place(gid), place(gid + 1)];
      expect(bounds === undefined).toBe(at === end);
      for (const [k, side] of bounds ? (["x0", "y0", "x1", "y1"] as const).entries() : [])
        expect(Math.abs((bounds?.[side] ?? 0) - glyf.getInt16(at + 2 + k * 2))).toBeLessThanOrEqual(40);
    }
  });

  it("of cubic curves follow the curves", async () => {
    // A quarter circle, with every point at the same distance from the center.
    const bend = 0.5522847498 * 1000;
    const outline = drawnOutlines({
      draw(_, pen) {
        pen.moveTo(1000, 0);
        pen.cubicTo(1000, bend, bend, 1000, 0, 1000);
        pen.lineTo(0, 0);
      },
    })(1);
    const data = new DataView(outline.data.buffer);
    const count = data.getUint16(10) + 1;
    let [x, y] = [0, 0];
    for (let k = 0; k < count; k++) {
      x += data.getInt16(14 + count + k * 2);
      y += data.getInt16(14 + count * 3 + k * 2);
      const on = data.getUint8(14 + k) === 1;
      if (on && k < count - 1) expect(Math.abs(Math.hypot(x, y) - 1000)).toBeLessThan(1.5);
    }
    expect(outline).toMatchObject({ points: 10, contours: 1 });
  });
});

describe("coverage", () => {
  it("lists the characters that a font may have", () => {
    const table = cmapOf({ 65: 1, 66: 2, 68: 3, 128512: 4 });
    const coverage = readCoverage(new DataView(table.buffer));
    expect([...coverage]).toEqual([0x41, 0x42, 0x44, 0x44, 0x1f600, 0x1f600]);
    expect([0x40, 0x41, 0x42, 0x43, 0x44, 0x1f600, 0x1f601].map((code) => mayHave(coverage, code))).toEqual([
      ...[false, true, true, false, true, true, false],
    ]);
  });

  it.skipIf(spawnSync("fc-list", ["--version"]).error !== undefined)(
    "coverage is no less than according to fontconfig",
    () => {
      const { stdout } = spawnSync("fc-list", [":charset=263a", "file"], { encoding: "utf8" });
      for (const path of stdout
        .split("\n")
        .flatMap((line) => /^(\/.*\.(?:ttf|otf))/.exec(line)?.[1] ?? [])
        .slice(0, 5)) {
        const folderOf = path.slice(0, path.lastIndexOf("/"));
        expect(installedFonts([folderOf], 0x263a).map((font) => font.path)).toContain(path);
      }
    },
  );
});
