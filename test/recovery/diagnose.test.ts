/** The faults of a file one by one, and how the answer names them. */
import { describe, expect, it } from "vitest";
import { diagnose } from "../../src/recovery/diagnose.ts";
import { faults, inOrder, warningOf } from "../../src/recovery/faults.ts";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { memorySource } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

const file = pagesPdf(["/Contents 4 0 R"], { more: { 4: { dict: "", data: "0 0 9 9 re f" } } });
const diagnosed = (bytes: Uint8Array) => diagnose(openAttempt(memorySource(bytes)));

/** The faults of the file after replacing the first `from` with `to`. */
function faultsWith(from: string, to: string): string[] {
  const text = Buffer.from(file).toString("latin1");
  expect(text).toContain(from);
  return inOrder(diagnosed(Buffer.from(text.replace(from, to), "latin1")).faults);
}

describe("diagnose", () => {
  it("finds nothing wrong with a sound file, which needn't be opened again", () => {
    const { faults: found, document } = diagnosed(file);
    expect([...found]).toEqual([]);
    expect(document?.pages.count).toBe(1);
  });

  it.each([
    ["header", "%PDF-1.7", "junk\n%PDF-1.7"],
    ["end_of_file", "%%EOF", "%%END"],
    ["startxref", "startxref", "startzref"],
    ["trailer", "/Type/Catalog/Pages 2 0 R", "/Type/Catalog/Pagez 2 0 R"],
    ["stream_length", "/Length 12", "/Length 99"],
    ["object", "<</Type/Page/Parent", "<</Type/Page{Parent"],
    ["page_tree", "/Count 1", "/Count 5"],
  ])("names %s", (fault, from, to) => {
    expect(faultsWith(from, to)).toContain(fault);
  });

  it("considers a cross-reference wrong if its offsets are", () => {
    expect(faultsWith("0000000015 00000 n", "0000000016 00000 n")).toContain("xref");
  });
});

describe("faults", () => {
  it("are listed in a fixed order, however they were found", () => {
    expect(inOrder(new Set(["page_tree", "xref", "header"]))).toEqual(["header", "xref", "page_tree"]);
    expect(inOrder(new Set(Object.keys(faults).toReversed() as (keyof typeof faults)[]))).toEqual(
      Object.keys(faults),
    );
  });

  it("name the file", () => {
    expect(warningOf("recovered", "a.pdf")).toBe("a.pdf is damaged and was repaired before use");
    expect(warningOf("protection_lost", "a.pdf")).toContain("removed its protection");
    expect(warningOf("page_tree_kept", "a.pdf", "a loop")).toBe("a.pdf has a damaged page tree: a loop");
  });
});
