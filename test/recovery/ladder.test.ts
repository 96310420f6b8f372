/** Each strategy is needed: without it, some files are recovered less well. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recover, type Strategy, strategies } from "../../src/recovery/open-document.ts";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { corpusPath } from "../support/corpus.ts";
import { memorySource } from "../support/memory-files.ts";

const fixture = (name: string) => readFileSync(corpusPath(`${name}.pdf`));
const changed = (bytes: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll(from, to), "latin1");

/** A file of the larger corpus, which may be missing here: no other reader gets past its encryption dictionary. */
const sealed = corpusPath("d-damaged/d-real-PDFBOX-4352-0-ede7.pdf");

/** The strategy that recovers a file, and the result: pages, objects, and trailer entries. */
async function outcome(bytes: Uint8Array, ladder: readonly Strategy[]) {
  try {
    const { by, document } = await recover(openAttempt(memorySource(bytes)), "a.pdf", ladder);
    const { cos, pages, recovered } = document;
    return { by, recovered, pages: pages.count, objects: cos.objectCount, trailer: cos.trailer.size };
  } catch {
    return { by: "nobody", pages: 0 };
  }
}

describe("without the strategy", () => {
  it.each<[string, string, Uint8Array, object, object]>([
    [
      "strict",
      "a sound file is taken for a damaged one",
      fixture("d-damaged/d-real-bad12-dc07"),
      { pages: 1, recovered: false },
      { pages: 1, recovered: true },
    ],
    [
      "salvage",
      "the page tree is another",
      fixture("d-damaged/d-real-obj0-9408"),
      { pages: 1, objects: 7 },
      { pages: 1, objects: 9 },
    ],
    [
      "rebuild-page-tree",
      "no page is found where none leads to them",
      fixture("d-damaged/d-real-issue-99b-1447"),
      { pages: 1 },
      { by: "nobody" },
    ],
    [
      "mupdf-save",
      "encrypted objects in streams are not found",
      changed(fixture("c-encrypted/c-enc-XI-R6-V5-O=master"), "startxref", "#########"),
      { pages: 30 },
      { by: "nobody" },
    ],
  ])("%s %s", async (name, _, bytes, withIt, without) => {
    expect(await outcome(bytes, strategies)).toMatchObject({ by: name, ...withIt });
    const ladder = strategies.filter((strategy) => strategy.name !== name);
    expect(await outcome(bytes, ladder)).toMatchObject(without);
  });

  it.skipIf(!existsSync(sealed))(
    "pdfjs-rewrite the pages of a file with broken encryption are lost",
    async () => {
      const bytes = readFileSync(sealed);
      expect(await outcome(bytes, strategies)).toMatchObject({ by: "pdfjs-rewrite", pages: 1 });
      expect(await outcome(bytes, strategies.slice(0, -1))).toEqual({ by: "nobody", pages: 0 });
    },
  );

  it("checks every strategy in the list", () => {
    expect(strategies.map(({ name }) => name)).toEqual([
      "strict",
      "salvage",
      "rebuild-page-tree",
      "mupdf-save",
      "pdfjs-rewrite",
    ]);
  });
});
