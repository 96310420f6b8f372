/** How each engine alone saves damaged documents. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../src/core/document-io.ts";
import { openStrictly } from "../../src/document/open.ts";
import { saveCopy } from "../../src/engines/mupdf/save-copy.ts";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import {
  mupdfSave,
  pdfjsRewrite,
  withoutDamagedPacks,
  withoutXref,
} from "../../src/recovery/strategies/save-by-engines.ts";
import { memorySource } from "../support/memory-files.ts";
import { samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

const sample = samplePdf({ pages: ["one", "two"] });
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const known = (text: string | Uint8Array) =>
  openAttempt(memorySource(typeof text === "string" ? Buffer.from(text, "latin1") : text));

describe("saveCopy", () => {
  it("writes a strictly readable file from one with a wrong table", async () => {
    const broken = Buffer.from(latin1(sample).replace(/startxref\n\d+/, "startxref\n7"), "latin1");
    expect(() => openStrictly(memorySource(broken))).toThrow();
    const copy = await saveCopy(memorySource(broken));
    expect(openStrictly(memorySource(copy ?? Buffer.alloc(0))).pages.count).toBe(2);
  });

  it.each<[string, Uint8Array]>([
    ["a header alone", Buffer.from("%PDF-1.7\n")],
    ["a catalog alone", Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n")],
    ["an empty page tree", pagesPdf([])],
  ])("never writes a document without pages: %s", async (_, bytes) => {
    expect(await saveCopy(memorySource(bytes)).catch(() => undefined)).toBeUndefined();
  });

  it("refuses a document too large for its memory before reading it", async () => {
    const large: ByteSource = {
      size: 500_000_000,
      read: () => {
        throw new Error("read");
      },
    };
    await expect(saveCopy(large)).rejects.toMatchObject({
      message: expect.stringContaining("too large to be repaired"),
    });
  });
});

describe("mupdfSave", () => {
  it("searches for objects if a loop of tables leads to no page", async () => {
    const text = latin1(sample);
    const rows = text.slice(text.indexOf("xref\n0 "), text.indexOf("trailer"));
    // A later table that marks every object as free, and a /Prev that points to itself.
    const start = text.length;
    const free = rows.replace(/\d{10} \d{5} n/g, "0000000000 00001 f");
    const size = /\/Size (\d+)/.exec(text)?.[1];
    const loop = `${text}${free}trailer\n<</Size ${size}/Root 1 0 R/Prev ${start}>>\nstartxref\n${start}\n%%EOF\n`;
    expect((await mupdfSave(known(loop)))?.pages.count).toBe(2);
  });
});

describe("pdfjsRewrite", () => {
  it("writes all pages that pdf.js finds, or nothing if there are none", async () => {
    const document = await pdfjsRewrite(known(sample));
    expect([document?.pages.count, document?.recovered]).toEqual([2, true]);
    expect(await pdfjsRewrite(known("%PDF-1.7 nothing"))).toBeUndefined();
  });
});

describe("damaged object streams", () => {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R>>",
  ];
  const places = objects.map((_, k) => `${k + 1} ${objects.slice(0, k).join(" ").length + Math.min(k, 1)}`);
  const head = `${places.join(" ")} `;
  const pack = deflateSync(Buffer.from(head + objects.join(" "), "latin1"), { level: 0 });
  const file = (data: Buffer) =>
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n4 0 obj\n<</Type/ObjStm/N 3/First ${head.length}/Filter/FlateDecode`),
      Buffer.from(`/Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from("\nendstream\nendobj\n"),
    ]);

  it("are hidden from engines, which continue after the damage", async () => {
    const damaged = Buffer.from(pack);
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
    expect((await mupdfSave(known(file(pack))))?.pages.count).toBe(1);
    expect(await mupdfSave(known(file(damaged)))).toBeUndefined();
    expect(await pdfjsRewrite(known(file(damaged)))).toBeUndefined();
  });

  it("read as blanks, and no read returns more than requested", () => {
    const source = memorySource(Buffer.from("0123456789abcdefghij"));
    const damagedPacks = [
      { offset: 2, length: 3 },
      { offset: 5, length: 1 },
      { offset: 9, length: 4 },
      { offset: 18, length: 2 },
    ];
    const reads: number[] = [];
    const watched: ByteSource = {
      size: source.size,
      read(offset, length) {
        reads.push(length);
        return source.read(offset, length);
      },
    };
    const hidden = withoutDamagedPacks({ source: watched, damagedPacks });
    const whole = "01    678    defgh  ";
    for (let from = 0; from <= whole.length; from += 1)
      for (let length = 0; length < 12; length += 1)
        expect(latin1(hidden.read(from, length))).toBe(whole.slice(from, from + length));
    expect(Math.max(...reads)).toBe(11);
    expect(latin1(source.read(0, 20))).toBe("0123456789abcdefghij");
  });
});

describe("withoutXref", () => {
  it("hides the way to the cross-reference from every read", () => {
    const bytes = Buffer.from("xxstartxrefyystartxref12");
    const hidden = withoutXref(memorySource(bytes));
    const whole = latin1(hidden.read(0, 99));
    expect(whole).toBe("xx         yy         12");
    for (let from = 0; from <= bytes.length; from += 1)
      for (let length = 0; length < 12; length += 1)
        expect(latin1(hidden.read(from, length))).toBe(whole.slice(from, from + length));
    expect(bytes.includes("startxref")).toBe(true);
  });
});
