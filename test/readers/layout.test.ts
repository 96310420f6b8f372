import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openMupdf } from "../../src/readers/mupdf-document.ts";
import { openLayout } from "../../src/readers/open-layout.ts";
import { corpusPath } from "../support/corpus.ts";
import { memorySource } from "../support/memory-files.ts";

interface Printed {
  readonly type: string;
  readonly std?: string;
  readonly contents?: readonly Printed[];
  readonly lines?: readonly { readonly text: string; readonly font: { readonly weight: string } }[];
}

const letters = (text: string) => text.replaceAll(/\s/g, "");

describe("what is read from MuPDF's memory", () => {
  it.each(["b-tags-pdf_structure", "b-rt-gpu.chromium-plain", "b-rt-eip3675.libreoffice-tagged"])(
    "is what MuPDF prints: %s",
    async (id) => {
      const source = memorySource(readFileSync(corpusPath(`b-structure/${id}.pdf`)));
      using document = await openMupdf(source);
      const page = document.document.loadPage(0);
      const text = page.toStructuredText("structured,vectors,preserve-images");
      const printed: { blocks: Printed[] } = JSON.parse(text.asJSON(1));
      text.destroy();
      page.destroy();
      const lines: { text: string; tags: string }[] = [];
      const visit = (blocks: readonly Printed[], tags: string) => {
        for (const block of blocks) {
          if (block.type === "structure") visit(block.contents ?? [], `${tags}/${block.std}`);
          for (const line of block.lines ?? []) lines.push({ text: letters(line.text), tags });
        }
      };
      visit(printed.blocks, "");
      using reader = await openLayout(source);
      const { pieces } = await reader.page(1);
      const read = pieces.map((piece) => {
        let tags = "";
        for (let at = piece.tag; at; at = at.parent) tags = `/${at.type}${tags}`;
        return { text: letters(piece.words.map((word) => word.text).join("")), tags };
      });
      // MuPDF spells this one name wrong.
      const named = lines
        .filter((line) => line.text !== "")
        .map(({ text: own, tags }) => ({ text: own, tags: tags.replaceAll("NonDtruct", "NonStruct") }));
      expect(read).toEqual(named);
    },
  );
});
