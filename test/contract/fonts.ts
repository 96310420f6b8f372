/** Stamped text in every script: each form packages the fonts differently, and its engines also read fonts from folders. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { allText } from "../support/all-text.ts";
import { embeddingFont, liberation } from "../support/fonts.ts";
import { seenTexts } from "../support/seen-text.ts";
import { sharedService } from "./expect.ts";
import { writingRules } from "./rules.ts";
import { launch, type Target } from "./target.ts";

const labels = "pdf_add_page_labels";
const watermark = "pdf_add_watermark";

/** One sample of each script that the program has fonts for; right-to-left scripts are separate. */
const scripts = ["Übergröße Ελληνικά Вода Tiếng Việt", "保密信息 機密 기밀 ภาษาไทย गोपनीय", "سري", "סודי"];

export function stampingFonts(target: Target): void {
  describe("the program's fonts", () => {
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(sharedService(target));

    describe.each([labels, watermark])("%s", (tool) => {
      const run = (change: object) => call(tool, { input: "ok.pdf", ...change });
      const seen = (name: string) => seenTexts(readFileSync(allowed(name)));

      it.each(scripts)("write %s so that it reads back", async (text) => {
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

  describe("a font folder", () => {
    const fonts = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-fonts-")));
    writeFileSync(join(fonts, "a-damaged.ttf"), liberation().subarray(0, 40_000));
    writeFileSync(join(fonts, "b-forbidden.ttf"), embeddingFont(0x0002));
    writeFileSync(join(fonts, "c-sound.ttf"), liberation());
    const service = sharedService(target, { flags: ["--font-dir", fonts] });
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(service);
    afterAll(() => rmSync(fonts, { recursive: true, force: true }));

    it.each([labels, watermark])("lets %s write characters that no built-in font has", async (tool) => {
      const output = freshName();
      const text = "☺ ♫ sound";
      expectNewFile(await call(tool, { input: "ok.pdf", pages: "1", text, output }), output, 3);
      expect((await pageTextsOf(output))[0]).toContain(text);
      const pieces = (await seenTexts(readFileSync(allowed(output))))[0]?.map((piece) => piece.text).join("");
      for (const word of text.split(" ")) expect(pieces).toContain(word);
      expect(allText(readFileSync(allowed(output)))).toMatch(/\+LiberationSans\b/);
    });

    it("must exist when the service starts", async () => {
      const { command = [] } = target;
      const flags = ["serve", "--allow-dir", fonts, "--font-dir", join(fonts, "none"), "--port", "0"];
      const running = launch([...command, ...flags], { cwd: fonts });
      expect(await running.exited).toMatchObject({ code: 2 });
      expect(running.log()).toMatch(/--font-dir .*none" is not a folder/);
    });
  });
}
