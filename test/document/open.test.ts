import { describe, expect, it } from "vitest";
import { CosError } from "../../src/cos/syntax/error.ts";
import { documentName, openStrictly } from "../../src/document/open.ts";
import { memoryFiles, memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

describe("a strictly opened document", () => {
  it("has its catalog and pages, unchanged", () => {
    const document = openStrictly(memorySource(pagesPdf(["", ""])));
    expect(document.pages.count).toBe(2);
    expect(document.catalog.has("Pages")).toBe(true);
    expect([document.recovered, document.changed(3)]).toEqual([false, false]);
  });

  it("fails with the reason if its page tree can't be read", () => {
    const text = Buffer.from(pagesPdf([""]))
      .toString("latin1")
      .replace("/Kids[3 0 R]", "/Kids{3 0 R]");
    const open = () => openStrictly(memorySource(Buffer.from(text, "latin1")));
    expect(open).toThrow(CosError);
    expect(open).toThrow(expect.objectContaining({ code: "page_tree" }));
  });

  it("is called by its path, if it has one", async () => {
    const file = memoryFiles({ "a.pdf": pagesPdf([""]) }).openInput("a.pdf", "input");
    expect(documentName(await file)).toMatch(/a\.pdf$/);
    expect(documentName(memorySource(pagesPdf([""])))).toBe("the document");
  });
});
