import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isComplete } from "../../src/recovery/completeness.ts";
import type { Fault } from "../../src/recovery/faults.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read } from "../support/read-again.ts";

const content = { dict: "", data: "0 0 9 9 re f" };

function complete(found: readonly Fault[], more: Parameters<typeof pagesPdf>[1] = { more: { 4: content } }) {
  return isComplete(read(pagesPdf(["/Contents 4 0 R"], more)), new Set(found));
}

describe("a recovered document", () => {
  it("is complete if only the path to its objects was damaged", () => {
    expect(complete([])).toBe(true);
    expect(complete(["header", "startxref", "xref"])).toBe(true);
    expect(complete(["end_of_file"])).toBe(true);
  });

  it("is incomplete if objects or their data were damaged", () => {
    for (const fault of ["trailer", "stream_length", "stream_data", "object", "page_tree"] as const)
      expect(complete(["xref", fault])).toBe(false);
  });

  it("is incomplete if the file ends before its cross-reference, because an object may be cut too", () => {
    expect(complete(["end_of_file", "xref"])).toBe(false);
  });

  it("is incomplete if it refers to a missing object", () => {
    expect(complete(["xref"], { more: {} })).toBe(false);
    expect(complete(["xref"], { more: { 4: content }, root: "/Names<</Dests 9 0 R>>" })).toBe(false);
  });

  it("is incomplete if a stream's data is damaged", () => {
    const data = Buffer.from(deflateSync("0 0 9 9 re f")).fill(0xff, 6, 9);
    expect(complete(["xref"], { more: { 4: { dict: "/Filter/FlateDecode", data } } })).toBe(false);
  });
});
