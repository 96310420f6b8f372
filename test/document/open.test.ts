import { describe, expect, it } from "vitest";
import { CosError } from "../../src/cos/syntax/error.ts";
import { documentName, openStrictly } from "../../src/document/open.ts";
import { memoryFiles, memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

describe("a document that is opened strictly", () => {
  it("has its catalogue and its pages, and no change", () => {
    const document = openStrictly(memorySource(pagesPdf(["", ""])));
    expect(document.pages.count).toBe(2);
    expect(document.catalog.has("Pages")).toBe(true);
    expect([document.recovered, document.changed(3)]).toEqual([false, false]);
  });

  it("is none where its page tree cannot be read, which the error tells", () => {
    const text = Buffer.from(pagesPdf([""]))
      .toString("latin1")
      .replace("/Kids[3 0 R]", "/Kids{3 0 R]");
    const open = () => openStrictly(memorySource(Buffer.from(text, "latin1")));
    expect(open).toThrow(CosError);
    expect(open).toThrow(expect.objectContaining({ code: "page_tree" }));
  });

  it("is called by its path, where it has one", async () => {
    const file = memoryFiles({ "a.pdf": pagesPdf([""]) }).openInput("a.pdf", "input");
    expect(documentName(await file)).toMatch(/a\.pdf$/);
    expect(documentName(memorySource(pagesPdf([""])))).toBe("the document");
  });
});
