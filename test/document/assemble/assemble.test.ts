import { describe, expect, it } from "vitest";
import { type CosValue, ref } from "../../../src/cos/syntax/value.ts";
import { Rewriter } from "../../../src/cos/write/rewrite.ts";
import { createAssembly } from "../../../src/document/assemble/assemble.ts";
import { createPageTreeWriter } from "../../../src/document/assemble/page-tree-writer.ts";
import { memorySink } from "../../cos/sink.ts";
import { allText } from "../../support/all-text.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { assemble, at, read } from "../../support/read-again.ts";

describe("an assembled document", () => {
  const file = pagesPdf(["/Contents 5 0 R", "/Rotate 0/B[6 0 R]/DPart 6 0 R"], {
    tree: "/Rotate 90/Resources<</Font<<>>>>",
    trailer: "/Info 7 0 R/ID[<0123><0123>]",
    more: { 5: { dict: "", data: "% page 1" }, 6: "<</P 3 0 R>>", 7: "<</Title(title)>>" },
  });

  it("has the pages in the order listed, with inherited attributes, and nothing from other pages", () => {
    const { document, bytes } = assemble([file, [2, 1, 1]], pagesPdf(["/Rotate 180"]));
    expect([1, 2, 3, 4].map((page) => at(document, page, "Rotate"))).toEqual([0, 90, 90, 180]);
    expect(at(document, 1)).toMatchObject({ MediaBox: [0, 0, 612, 792], Resources: { Font: {} } });
    expect(document.pages.hasRepeats).toBe(false);
    expect(allText(bytes)).toContain("% page 1");
    expect(allText(assemble([file, [2]]).bytes)).not.toContain("% page 1");
    expect(allText(assemble([file, [2]]).bytes)).not.toContain("DPart");
  });

  it("keeps the first file's information dictionary and ID, unless keepInfo is off", () => {
    const title = (keepInfo: boolean) => {
      const sink = memorySink();
      const assembly = createAssembly(new Rewriter(sink), { warn: () => {}, keepInfo });
      assembly.add(read(file), [1]);
      expect(assembly.pages).toBe(1);
      assembly.finish();
      return Buffer.from(sink.bytes()).toString("latin1");
    };
    expect(title(true)).toMatch(/\(title\)[\s\S]*<0123>/);
    expect(title(false)).not.toMatch(/\(title\)|<0123>/);
  });

  it("writes separate dictionaries for pages changed by an edit", () => {
    const sink = memorySink();
    const assembly = createAssembly(new Rewriter(sink), { warn: () => {} });
    assembly.add(read(file), [1, 2], { own: new Map([[1, new Map<string, CosValue>([["Rotate", 270]])]]) });
    assembly.finish();
    const document = read(sink.bytes());
    expect([1, 2].map((page) => at(document, page, "Rotate"))).toEqual([90, 270]);
  });

  it("gives the same warning about several files only once", () => {
    const threads = [pagesPdf(["", ""], { root: "/Threads[]" }), [1]] as const;
    expect(assemble(threads, threads).warnings.split("\n")).toHaveLength(1);
  });
});

describe("a new page tree", () => {
  it.each([
    [1, 1],
    [50, 1],
    [51, 2],
    [2501, 3],
  ])("with %d pages has a depth of %d and correct counts", (count, depth) => {
    const sink = memorySink();
    const rewriter = new Rewriter(sink);
    const tree = createPageTreeWriter(rewriter);
    for (let k = 0; k < count; k++) {
      const num = rewriter.reserve();
      rewriter.set(num, new Map([["Parent", ref(tree.add(num))]]));
    }
    rewriter.finish({ root: rewriter.add(new Map([["Pages", ref(tree.finish())]])) });
    const { pages } = read(sink.bytes());
    expect(pages.count).toBe(count);
    expect([pages.wrongCounts.size, pages.inconsistencies]).toEqual([0, []]);
    const depthOf = (num: number): number => {
      const parent = Object(read(sink.bytes()).cos.object(num)).get("Parent");
      return parent ? 1 + depthOf(parent.num) : 0;
    };
    expect(depthOf(pages.number(count))).toBe(depth);
  });
});
