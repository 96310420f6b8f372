/** Labels and watermarks, and the promise about stamped text: any script, upright and in its place on any page. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allText } from "../support/all-text.ts";
import { embeddingFont, liberation } from "../support/fonts.ts";
import { pageTexts } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { seenTexts } from "../support/seen-text.ts";
import { expectNothingWritten, expectOk, expectProblem, sharedService } from "./expect.ts";
import { writingRules } from "./rules.ts";
import { launch, type Target } from "./target.ts";
import { badSelectors } from "./tools-read.ts";

const labels = "pdf_add_page_labels";
const watermark = "pdf_add_watermark";

/** A page of every kind that stamps go wrong on; each shows a little text of its own. */
const oddPages = [
  "",
  "/Rotate 90",
  "/Rotate 180",
  "/Rotate 270",
  "/MediaBox[1000 -2000 1400 -1300]",
  "/CropBox[200 300 500 700]/Rotate 90",
  "/UserUnit 2.5/MediaBox[10 10 210 310]/Rotate 270",
  "/Contents 20 0 R",
  "/MediaBox[0 0 90 60]",
];
const odd = pagesPdf(oddPages, {
  root: "/MarkInfo<</Marked true>>/Lang(en)",
  more: { 20: { dict: "", data: "q 3 0 0 3 100 100 cm 0 1 -1 0 0 0 cm 0 0 10 10 re W n" } },
});

/** One of each script that the program has fonts for; what runs from right to left stands alone. */
const scripts = ["Übergröße Ελληνικά Вода Tiếng Việt", "保密信息 機密 기밀 ภาษาไทย गोपनीय", "سري", "סודי"];

export function stampingTools(target: Target): void {
  describe("tools that stamp", () => {
    const service = sharedService(target);
    const { allowed, freshName, call, expectNewFile, pageTextsOf, sharedRules, singleInputRules } =
      writingRules(service);
    beforeAll(() => writeFileSync(allowed("odd.pdf"), odd));
    const seen = (name: string) => seenTexts(readFileSync(allowed(name)));

    describe.each([
      [labels, {}],
      [watermark, { text: "DRAFT" }],
    ])("%s", (tool, least) => {
      const run = (change: object) =>
        call(tool, { input: "ok.pdf", output: freshName(), ...least, ...change });
      sharedRules(tool, { input: "ok.pdf", ...least });
      singleInputRules(tool, least);

      it.each(badSelectors)("refuses pages %j", async (pages) => {
        expectProblem(await run({ pages }), 422, "validation", "pages");
      });

      it("stamps every page by default, else those of the selector, and keeps what they show", async () => {
        const text = "stamp";
        const all = freshName();
        expectNewFile(await run({ text, output: all }), all, 3);
        const some = freshName();
        expectNewFile(await run({ text, pages: "3, 1, 1-1", output: some }), some, 3);
        const stamped = (texts: string[]) => texts.map((one) => one.includes(text));
        expect(stamped(await pageTextsOf(all))).toEqual([true, true, true]);
        expect(stamped(await pageTextsOf(some))).toEqual([true, false, true]);
        (await pageTextsOf(all)).forEach((shown, k) => {
          expect(shown).toContain(pageTexts("ok", 3)[k]);
        });
      });

      it.each(["", " \n", "a\tb", "a\u0000b", "a\u2028b", 5, null, ["x"]])(
        "refuses the text %j",
        async (text) => {
          expectProblem(await run({ text }), 422, "validation", "text");
        },
      );

      it("counts characters of the text, not bytes: its most, and one more", async () => {
        const most = tool === labels ? 120 : 60;
        expectOk(await run({ text: "ж".repeat(most) }));
        expectProblem(await run({ text: "ж".repeat(most + 1) }), 422, "validation", "text");
      });

      it("refuses characters that no font has, naming them", async () => {
        const answer = await expectNothingWritten(service(), () => run({ text: "ok \u{10FFFD} \u0378 ok" }));
        const detail = expectProblem(answer, 422, "validation", "text");
        expect(detail).toContain("U+10FFFD");
        expect(detail).toContain("U+0378");
      });

      it("is in its place on turned, moved, cropped, scaled and disordered pages, and again on top", async () => {
        const [once, twice] = [freshName(), freshName()];
        expectNewFile(await run({ input: "odd.pdf", text: "first", output: once }), once, oddPages.length);
        const again = await run({ input: once, text: "again", output: twice });
        expectNewFile(again, twice, oddPages.length);
        for (const [k, pieces] of (await seen(twice)).entries()) {
          const where = `page ${k + 1}: ${oddPages[k]}`;
          expect(
            pieces.map(({ text }) => text),
            where,
          ).toEqual(["first", "again"]);
          for (const { x, y, angle, inside } of pieces) {
            expect(inside, where).toBe(true);
            if (tool === labels) {
              expect(Math.abs(angle), where).toBeLessThan(0.1);
              expect(Math.abs(x - 0.5), where).toBeLessThan(0.01);
              expect(y, where).toBeGreaterThan(0.7);
            } else {
              expect(angle, where).toBeGreaterThan(10);
              expect(angle, where).toBeLessThan(80);
              // The baseline is below the middle of the letters.
              expect(Math.hypot(x - 0.5, y - 0.5), where).toBeLessThan(0.15);
            }
          }
        }
        expect(allText(readFileSync(allowed(twice)))).toMatch(/\/Artifact\s*<</);
      });
    });

    it("labels count by default, each page with its number in the document", async () => {
      const [whole, some] = [freshName(), freshName()];
      expectOk(await call(labels, { input: "ok.pdf", output: whole }));
      expect((await pageTextsOf(whole)).map((text) => /\d \/ \d$/.exec(text)?.[0])).toEqual([
        "1 / 3",
        "2 / 3",
        "3 / 3",
      ]);
      expectOk(
        await call(labels, {
          input: "ok.pdf",
          pages: "3",
          text: "{page}{page} of {total} {x}",
          output: some,
        }),
      );
      expect((await pageTextsOf(some))[2]).toContain("33 of 3 {x}");
    });

    it("a watermark needs its text", async () => {
      const answer = await call(watermark, { input: "ok.pdf", output: freshName() });
      expectProblem(answer, 422, "validation", "text");
    });

    it.each([
      [labels, { position: "bottom" }, "position"],
      [labels, { start: -1 }, "start"],
      [labels, { size: 0 }, "size"],
      [labels, { margin: -1 }, "margin"],
      [watermark, { text: "x", opacity: 0 }, "opacity"],
      [watermark, { text: "x", color: "red" }, "color"],
      [watermark, { text: "x", size: 0 }, "size"],
      [watermark, { text: "x", position: "top" }, "position"],
    ])("%s refuses %j", async (tool, change, field) => {
      const answer = await call(tool, { input: "ok.pdf", output: freshName(), ...change });
      expectProblem(answer, 422, "validation", field);
    });
  });
}

/** Each form of the program has its own fonts with it in another way, and its engines read those of folders. */
export function stampingFonts(target: Target): void {
  describe("fonts of the program", () => {
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(sharedService(target));

    describe.each([labels, watermark])("%s", (tool) => {
      const run = (change: object) => call(tool, { input: "ok.pdf", ...change });
      const seen = (name: string) => seenTexts(readFileSync(allowed(name)));

      it.each(scripts)("writes %s so that it reads back", async (text) => {
        const output = freshName();
        expectNewFile(await run({ text, pages: "2", output }), output, 3);
        const ours = (await pageTextsOf(output))[1];
        const theirs = (await seen(output))[1]?.map((piece) => piece.text).join("");
        for (const word of text.split(" ")) {
          expect(ours).toContain(word);
          expect(theirs).toContain(word);
        }
      });
    });
  });

  describe("fonts of a folder", () => {
    const fonts = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-fonts-")));
    writeFileSync(join(fonts, "a-damaged.ttf"), liberation().subarray(0, 40_000));
    writeFileSync(join(fonts, "b-forbidden.ttf"), embeddingFont(0x0002));
    writeFileSync(join(fonts, "c-sound.ttf"), liberation());
    const service = sharedService(target, { flags: ["--font-dir", fonts] });
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(service);
    afterAll(() => rmSync(fonts, { recursive: true, force: true }));

    it.each([labels, watermark])("%s writes with them what no other font has", async (tool) => {
      const output = freshName();
      const text = "☺ ♫ sound";
      expectNewFile(await call(tool, { input: "ok.pdf", pages: "1", text, output }), output, 3);
      expect((await pageTextsOf(output))[0]).toContain(text);
      const pieces = (await seenTexts(readFileSync(allowed(output))))[0]?.map((piece) => piece.text).join("");
      for (const word of text.split(" ")) expect(pieces).toContain(word);
      expect(allText(readFileSync(allowed(output)))).toMatch(/\+LiberationSans\b/);
    });

    if (target.command === undefined) return;

    it("must be there when the service starts", async () => {
      const { command = [] } = target;
      const flags = ["serve", "--allow-dir", fonts, "--font-dir", join(fonts, "none"), "--port", "0"];
      const running = launch([...command, ...flags], { cwd: fonts });
      expect(await running.exited).toMatchObject({ code: 2 });
      expect(running.log()).toMatch(/--font-dir .*none" is not a folder/);
    });
  });
}
