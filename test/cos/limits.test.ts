/**
 * Tests each limit of the object core separately: a value at the limit is read, one more is refused, and nothing else
 * about the file is unusual. Files that another check would also refuse don't count here (docs/decisions/0026).
 */
import { describe, expect, it } from "vitest";
import { maxPages } from "../../src/core/limits.ts";
import { openCos } from "../../src/cos/document.ts";
import { decodeFilters } from "../../src/cos/filters/filters.ts";
import { type CosDict, type CosValue, isStream, name, ref } from "../../src/cos/syntax/value.ts";
import { listPageTree } from "../../src/document/pages/page-tree.ts";
import { flateBomb } from "../support/bombs.ts";
import { add, draft, finishTable, minimalObjects, reasonOf, sourceOf, tableFile } from "./files.ts";

/** The limits of src/cos/syntax/limits.ts repeated: changing a number there is a new decision. */
const megabyte = 1024 * 1024;
const maxNesting = 500;
const maxFilters = 25;
const maxDecodedBytes = 256 * megabyte;
const maxObjectBytes = 64 * megabyte;
const maxRevisions = 10_000;
const maxHops = 32;
const maxObjectNumber = 8_388_607;
const maxPredictorRow = 16 * megabyte;

const same = (value: CosValue | undefined) => value ?? null;
const dict = (entries: Readonly<Record<string, CosValue>>): CosDict => new Map(Object.entries(entries));

/** Reads object 4 of a file with this body. */
const readObject = (body: string) =>
  openCos(sourceOf(tableFile(new Map([...minimalObjects, [4, body]])))).object(4);

describe("limits", () => {
  it("apply to nesting", () => {
    const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
    expect(reasonOf(() => readObject(nested(maxNesting)))).toBe("none");
    expect(reasonOf(() => readObject(nested(maxNesting + 1)))).toBe("limit");
  });

  it("apply to the number of filters of a stream", () => {
    const hex = (count: number) => {
      const data = dict({ Filter: Array.from({ length: count }, () => name("AHx")) });
      // Each decoding leaves an end marker for the next: `>` alone is empty hexadecimal data.
      return () => decodeFilters(Buffer.from(">"), data, same);
    };
    expect(reasonOf(hex(maxFilters))).toBe("none");
    expect(reasonOf(hex(maxFilters + 1))).toBe("limit");
  });

  it("apply to decoded bytes, and callers can change them", () => {
    const block = Buffer.alloc(1024 * 1024, 0x20);
    const flate = dict({ Filter: name("FlateDecode") });
    const megabytes = maxDecodedBytes / block.length;
    expect(reasonOf(() => decodeFilters(flateBomb(block, megabytes + 1), flate, same))).toBe("limit");
    expect(reasonOf(() => decodeFilters(flateBomb(block, 3), flate, same, 3 * block.length))).toBe("none");
    expect(reasonOf(() => decodeFilters(flateBomb(block, 3), flate, same, 3 * block.length - 1))).toBe(
      "limit",
    );
  });

  it("apply to the output of each filter", () => {
    const inner = flateBomb(Buffer.alloc(100_000, 0x20), 100);
    const outer = flateBomb(inner, 1);
    const twice = dict({ Filter: [name("FlateDecode"), name("FlateDecode")] });
    expect(decodeFilters(outer, twice, same, 10_000_000).bytes).toHaveLength(10_000_000);
    expect(reasonOf(() => decodeFilters(outer, twice, same, 9_999_999))).toBe("limit");
  });

  it("apply to the size of one object", () => {
    // An array of spaces followed by another object, because the end of the file would also end the array.
    const blank = (length: number) => {
      const made = draft(minimalObjects);
      const [head, tail] = ["4 0 obj\n[", "]\nendobj\n5 0 obj\n(next)\nendobj\n"];
      const at = made.text.length;
      const table = at + head.length + length - 2 + tail.length;
      const rows = [...made.offsets.values(), at].map(
        (offset) => `${String(offset).padStart(10, "0")} 00000 n \n`,
      );
      const end = `xref\n0 5\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
      const parts = [made.text + head, Buffer.alloc(length - 2, 0x20), tail + end];
      const bytes = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
      return () => openCos(sourceOf(bytes)).object(4);
    };
    expect(blank(maxObjectBytes / 16)()).toEqual([]);
    expect(reasonOf(blank(maxObjectBytes + 1024))).toBe("limit");
  });

  it("apply to revisions", () => {
    const revised = (count: number) => {
      const made = draft(minimalObjects);
      let last = finishTable(made);
      for (let k = 1; k < count; k++) {
        const at = made.text.length;
        made.text += `xref\n0 0\ntrailer\n<</Size 4/Root 1 0 R/Prev ${last}>>\nstartxref\n${at}\n%%EOF\n`;
        last = at;
      }
      return () => openCos(sourceOf(made.text));
    };
    expect(reasonOf(revised(maxRevisions))).toBe("none");
    expect(reasonOf(revised(maxRevisions + 1))).toBe("limit");
  });

  it("apply to chains of references", () => {
    const chained = (hops: number) => {
      const made = draft(minimalObjects);
      for (let k = 0; k < hops; k++) add(made, 4 + k, k === hops - 1 ? "(end)" : `${5 + k} 0 R`);
      finishTable(made);
      const document = openCos(sourceOf(made.text));
      return () => document.resolve(ref(4));
    };
    expect(reasonOf(chained(maxHops))).toBe("none");
    expect(reasonOf(chained(maxHops + 1))).toBe("syntax");
  });

  it("apply to object numbers", () => {
    const numbered = (num: number) => {
      const made = draft(minimalObjects);
      const at = made.text.length;
      const rows = [...made.offsets.values()].map(
        (offset) => `${String(offset).padStart(10, "0")} 00000 n \n`,
      );
      made.text += `xref\n0 1\n0000000000 65535 f \n1 3\n${rows.join("")}${num} 1\n0000000009 00000 n \n`;
      made.text += `trailer\n<</Size ${num + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
      return () => openCos(sourceOf(made.text));
    };
    // In a small file, a number in the millions is a mistake or an attack; see freeObjectNumbers.
    expect(reasonOf(numbered(1_000_000))).toBe("none");
    expect(reasonOf(numbered(1_000_001))).toBe("syntax");
    expect(reasonOf(numbered(maxObjectNumber + 1))).toBe("syntax");
  });

  it("apply to a predictor's row", () => {
    const predicted = (columns: number) => {
      const parms = dict({ Predictor: 12, Columns: columns, Colors: 1, BitsPerComponent: 8 });
      const data = dict({ Filter: name("FlateDecode"), DecodeParms: parms });
      return () => decodeFilters(flateBomb(Buffer.from("\0"), 1), data, same);
    };
    expect(reasonOf(predicted(maxPredictorRow))).toBe("none");
    expect(reasonOf(predicted(maxPredictorRow + 1))).toBe("limit");
  });

  it("apply to pages", () => {
    const many = (pages: number) => {
      const made = draft(
        new Map([...minimalObjects, [2, `<</Type/Pages/Count ${pages}/Kids[${"3 0 R ".repeat(pages)}]>>`]]),
      );
      finishTable(made);
      const cos = openCos(sourceOf(made.text));
      return () => listPageTree(cos, cos.catalog.get("Pages"));
    };
    expect(many(maxPages)().count).toBe(maxPages);
    expect(many(maxPages + 1)).toThrow(`more than ${maxPages} pages`);
  });

  it("apply to stream lengths given as references", () => {
    const lengths = (count: number) => {
      const made = draft(minimalObjects);
      for (let k = 0; k < count; k++)
        add(made, 4 + k, k === count - 1 ? "5" : `<</Length ${5 + k} 0 R>>\nstream\n12345\nendstream`);
      finishTable(made);
      return openCos(sourceOf(made.text)).object(4);
    };
    expect(isStream(lengths(2))).toBe(true);
    expect(reasonOf(() => lengths(3))).toBe("syntax");
  });
});
