/** pdfd search: any number of files and folders, one line per hit, and exit codes like grep's. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { executable } from "../contract/target.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { run } from "./run.ts";

const cwd = mkdtempSync(join(tmpdir(), "pdfd-search-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const font = "<</Type/Font/Subtype/Type1/BaseFont/Courier>>";
const page = (text: string) =>
  pagesPdf(["/Contents 20 0 R/Resources<</Font<</F 10 0 R>>>>"], {
    more: { 10: font, 20: { dict: "", data: `BT /F 10 Tf 50 700 Td (${text}) Tj ET` } },
  });

mkdirSync(join(cwd, "in", "deep"), { recursive: true });
writeFileSync(join(cwd, "a.pdf"), page("all cats and more"));
writeFileSync(join(cwd, "in", "b.pdf"), page("cats \x1b"));
writeFileSync(join(cwd, "in", "deep", "c.pdf"), page("a cat"));
writeFileSync(join(cwd, "in", "broken.pdf"), "no PDF");

const search = (...args: string[]) => run(executable, ["search", ...args], { cwd });

it("prints a line for each hit, by file and page", async () => {
  expect(await search("CATS", "a.pdf", "in", "--context", "5")).toMatchObject({
    code: 0,
    out: `a.pdf:1: all cats and…\n` + "in/b.pdf:1: cats \ufffd\n",
    err: expect.stringContaining("in/broken.pdf: is damaged"),
  });
});

it("searches the current folder by default, and subfolders on request", async () => {
  expect(await search("cat")).toMatchObject({ code: 0, out: "a.pdf:1: all cats and more\n" });
  const below = await search("cat", "--recursive", "--json");
  expect(JSON.parse(below.out)).toMatchObject({
    hits: ["a.pdf", "in/b.pdf", "in/deep/c.pdf"].map((name) => ({
      input: expect.stringMatching(new RegExp(`/${name}$`)),
    })),
    ...{ truncated: false, next: null },
  });
});

it("exits with 1 if nothing is found, or with the code of a file that can't be searched", async () => {
  expect(await search("dogs", "a.pdf")).toMatchObject({ code: 1, out: "", err: "" });
  const missing = await search("cats", "none.pdf", "a.pdf");
  expect(missing).toMatchObject({ out: "a.pdf:1: all cats and more\n" });
  expect(missing.code).toBe(2);
  expect(missing.err).toContain("none.pdf");
  expect((await search()).code).toBe(2);
});

it("explains that the text comes first if a file does", async () => {
  const swapped = await run(executable, ["search", "a.pdf", "cats"], { cwd });
  expect(swapped).toMatchObject({ code: 2, out: "" });
  expect(swapped.err).toContain(
    '"cats" is not a file or folder; the text to find comes first: pdfd search "cats" a.pdf',
  );
});
