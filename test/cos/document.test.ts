import { describe, expect, it } from "vitest";
import type { ByteSource } from "../../src/core/document-io.ts";
import { openCos } from "../../src/cos/document.ts";
import { type CosValue, isArray, isStream, isString, ref } from "../../src/cos/syntax/value.ts";
import {
  add,
  bytesOf,
  deflated,
  draft,
  finishTable,
  minimalObjects,
  reasonOf,
  sourceOf,
  streamBody,
  tableFile,
} from "./files.ts";

const openWith = (extra: Record<number, string>, options?: { head?: string }) => {
  const objects = new Map(minimalObjects);
  for (const [num, body] of Object.entries(extra)) objects.set(Number(num), body);
  const made = draft(objects, options?.head);
  finishTable(made);
  return openCos(sourceOf(made.text));
};
const loading = (body: string, more: Record<number, string> = {}) =>
  reasonOf(() => openWith({ 4: body, ...more }).object(4));

function dataOf(value: CosValue): string {
  if (!isStream(value)) throw new Error("not a stream");
  return Buffer.from(value.encoded()).toString("latin1");
}

describe("objects", () => {
  it("are read once while they stay in the cache", () => {
    const document = openWith({});
    expect(document.object(3)).toBe(document.object(3));
  });

  it("resolve through references, and refuse circles", () => {
    const document = openWith({ 4: "5 0 R", 5: "(end)", 6: "7 0 R", 7: "6 0 R" });
    expect(document.resolve(ref(4))).toEqual({ kind: "string", bytes: bytesOf("end") });
    expect(document.resolve(ref(99))).toBeNull();
    expect(document.resolve(undefined)).toBeNull();
    expect(document.resolve(5)).toBe(5);
    expect(reasonOf(() => document.resolve(ref(6)))).toBe("syntax");
  });

  it.each([
    ["an empty object", "", null],
    ["a number", "12", 12],
    ["a number before another number's object", "12 % comment", 12],
  ])("read %s", (_, body, value) => {
    expect(openWith({ 4: body }).object(4)).toEqual(value);
  });

  it("read a value without endobj if the next object follows", () => {
    const text = tableFile().replace("612 792]>>\nendobj\n", "612 792]>>       \n");
    expect(openCos(sourceOf(text)).object(3)).toBeInstanceOf(Map);
  });

  it.each([
    ["two values", "1 2"],
    ["garbage after a value", "<<>> garbage"],
    ["an unclosed dictionary", "<</A 1"],
    ["an unclosed array", "[1"],
  ])("refuse %s", (_, body) => {
    expect(loading(body)).toBe("syntax");
  });

  it("refuse another object at the offset", () => {
    const made = draft(minimalObjects);
    add(made, 14, "(fourteen)");
    made.offsets.set(4, (made.offsets.get(14) ?? 0) + 1); // the 4 of "14 0 obj"
    add(made, 5, "(five)");
    made.offsets.set(6, made.offsets.get(5) ?? 0);
    made.offsets.set(7, 999_999);
    finishTable(made);
    const document = openCos(sourceOf(made.text));
    expect(reasonOf(() => document.object(14))).toBe("none");
    for (const num of [4, 6, 7]) expect(reasonOf(() => document.object(num))).toBe("syntax");
  });

  it("are null if nothing is between obj and endobj", () => {
    expect(openWith({ 4: "" }).object(4)).toBeNull();
  });

  it("return the raw data of streams", () => {
    const stream = openWith({ 4: streamBody("data") }).object(4);
    const data = isStream(stream) ? stream.stored?.() : undefined;
    const pieces = Array.from(data?.pieces() ?? [], (piece) => Buffer.from(piece).toString());
    expect([data?.length, pieces]).toEqual([4, ["data"]]);
  });
});

describe("streams", () => {
  it.each([
    ["LF", "<</Length 3>>stream\nabc\nendstream"],
    ["CRLF", "<</Length 3>>\r\nstream\r\nabc\r\nendstream"],
    ["blanks before the line's end", "<</Length 3>>stream  \nabc\nendstream"],
    ["no line before endstream", "<</Length 3>>stream\nabcendstream"],
    ["a comment before stream", "<</Length 3>>% c\nstream\nabc\nendstream"],
    ["a length elsewhere", "<</Length 5 0 R>>stream\nabc\nendstream"],
    ["a length after two references", "<</Length 6 0 R>>stream\nabc\nendstream"],
  ])("are read with %s", (_, body) => {
    const document = openWith({ 4: body, 5: "3", 6: "5 0 R" });
    expect(dataOf(document.object(4))).toBe("abc");
  });

  it.each([
    ["too short a length", "<</Length 2>>stream\nabc\nendstream"],
    ["too long a length", "<</Length 6>>stream\nabc\nendstream"],
    ["a length beyond the file", "<</Length 100000000000>>stream\nabc\nendstream"],
    ["a negative length", "<</Length -1>>stream\nabc\nendstream"],
    ["a broken length", "<</Length 3.5>>stream\nabc\nendstream"],
    ["no length", "<<>>stream\nabc\nendstream"],
    ["a length that is no number", "<</Length 3 0 R>>stream\nabc\nendstream"],
    ["a length that is missing", "<</Length 99 0 R>>stream\nabc\nendstream"],
    ["its own length", "<</Length 4 0 R>>stream\nabc\nendstream"],
    ["data on the keyword's line", "<</Length 3>>stream abc\nendstream"],
  ])("are refused with %s", (_, body) => {
    expect(loading(body)).toBe("syntax");
  });

  it("are decoded through their filters, even if those are references", () => {
    const hex = Buffer.from(deflated("hello"), "latin1").toString("hex");
    const entries = "/Filter[5 0 R/FlateDecode]/DecodeParms[null 6 0 R]";
    const document = openWith({
      4: streamBody(`${hex}>`, entries),
      5: "/ASCIIHexDecode",
      6: "<</Predictor 1>>",
    });
    const stream = document.object(4);
    if (!isStream(stream)) throw new Error("not a stream");
    expect(Buffer.from(document.decode(stream)).toString()).toBe("hello");
    expect(reasonOf(() => document.decode(stream, 4))).toBe("limit");
  });

  it("name image codecs that aren't decoded", () => {
    const document = openWith({
      4: streamBody("\xff\xd8", "/Filter[/ASCIIHexDecode/DCTDecode]").replace("\xff\xd8", "41"),
    });
    const stream = document.object(4);
    if (!isStream(stream)) throw new Error("not a stream");
    expect(document.decodePartly(stream)).toEqual({ bytes: bytesOf("A"), undecoded: ["DCTDecode"] });
    expect(reasonOf(() => document.decode(stream))).toBe("filter");
  });
});

describe("object streams", () => {
  const within = (body: string, entries: string) => {
    const made = draft(minimalObjects);
    add(made, 4, streamBody(body, entries));
    const at = made.text.length;
    const rows = [
      [0, 0, 0],
      ...[1, 2, 3, 4].map((num) => [1, made.offsets.get(num) ?? 0, 0]),
      [2, 4, 0],
      [2, 4, 9],
      [1, at, 0],
      [2, 5, 0],
      [2, 3, 0],
    ];
    const data = rows.map(([a = 0, b = 0, c = 0]) => String.fromCharCode(a, b >> 8, b & 255, c)).join("");
    made.text += `7 0 obj\n${streamBody(data, "/Type/XRef/Size 10/W[1 2 1]/Root 1 0 R")}\nendobj\nstartxref\n${at}\n%%EOF\n`;
    return openCos(sourceOf(made.text));
  };
  const good = () => within("5 0 6 4 [1] (six)", "/Type/ObjStm/N 2/First 8");

  it("find their objects by number if the index is wrong", () => {
    expect(good().object(5)).toEqual([1]);
    expect(good().object(6)).toEqual({ kind: "string", bytes: bytesOf("six") });
  });

  it("are found neither inside each other nor in objects that aren't streams", () => {
    expect(reasonOf(() => good().object(8))).toBe("syntax");
    expect(reasonOf(() => good().object(9))).toBe("syntax");
  });

  it.each([
    ["no /Type", "5 0 6 4 [1] (six)", "/N 2/First 8"],
    ["a huge /N", "5 0 6 4 [1] (six)", "/Type/ObjStm/N 2147483647/First 8"],
    ["a negative /N", "5 0 6 4 [1] (six)", "/Type/ObjStm/N -1/First 8"],
    ["a fractional /N", "5 0 6 4 [1] (six)", "/Type/ObjStm/N 1.5/First 8"],
    ["a huge /First", "5 0 6 4 [1] (six)", "/Type/ObjStm/N 2/First 80"],
    ["a head that is no head", "(5) 0 6 4 [1]", "/Type/ObjStm/N 2/First 8"],
    ["another object", "7 0 6 4 [1] (six)", "/Type/ObjStm/N 2/First 8"],
    ["the object twice, neither at its index", "6 0 6 4 [1] (six)", "/Type/ObjStm/N 2/First 8"],
    ["an image codec", "5 0 6 4 [1] (six)", "/Type/ObjStm/N 2/First 8/Filter/DCTDecode"],
    ["an offset beyond", "5 0 6 400 [1] (six)", "/Type/ObjStm/N 2/First 10"],
  ])("are refused with %s", (_, body, entries) => {
    const document = within(body, entries);
    const reasons = [5, 6].map((num) => reasonOf(() => document.object(num)));
    expect(reasons).toContain("syntax");
    for (const reason of reasons) expect(["syntax", "none"]).toContain(reason);
  });
});

describe("large files", () => {
  /** A file of any size that is zero except for some pieces; counts the bytes read. */
  function sparse(
    size: number,
    pieces: ReadonlyMap<number, Uint8Array>,
  ): ByteSource & { read: ByteSource["read"]; total: number } {
    return {
      size,
      total: 0,
      read(offset, length) {
        const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        this.total += out.length;
        for (const [at, bytes] of pieces) {
          const from = Math.max(at, offset);
          const to = Math.min(at + bytes.length, offset + out.length);
          if (from < to) out.set(bytes.subarray(from - at, to - at), from - offset);
        }
        return out;
      },
    };
  }

  it("of 6 GB are opened and read in windows", () => {
    const far = 5_000_000_000;
    const made = draft(minimalObjects);
    const big = `[${"(x) ".repeat(100_000)}]`;
    const tail: { text: string; offsets: Map<number, number> } = { text: "", offsets: new Map() };
    add(tail, 4, streamBody("far away"));
    add(tail, 5, big);
    for (const [num, offset] of tail.offsets) made.offsets.set(num, far + offset);
    const table = { text: tail.text, offsets: made.offsets };
    const at = finishTable(table);
    const text = table.text.replace(`startxref\n${at}`, `startxref\n${far + at}`);
    const source = sparse(
      far + text.length,
      new Map([
        [0, bytesOf(made.text)],
        [far, bytesOf(text)],
      ]),
    );
    const document = openCos(source);
    expect(dataOf(document.object(4))).toBe("far away");
    const array = document.object(5);
    expect(isArray(array) && array.length).toBe(100_000);
    expect(source.total).toBeLessThan(12_000_000);
  });

  it("return objects that span windows completely, wherever they start", () => {
    const objects = new Map(minimalObjects);
    // 400 objects of 30 to 90 KB: some start near the end of a window, some are larger than the overlap.
    for (let num = 4; num < 404; num++) objects.set(num, `(${String(num).padEnd(30_000 + num * 150, "x")})`);
    const bytes = bytesOf(tableFile(objects));
    expect(bytes.length).toBeGreaterThan(8 * 1024 * 1024);
    const document = openCos(sourceOf(bytes));
    for (let num = 403; num >= 4; num--) {
      const value = document.object(num);
      if (!isString(value)) throw new Error(`object ${num} is no string`);
      expect(value.bytes.length).toBe(30_000 + num * 150);
      expect(Number.parseInt(Buffer.from(value.bytes.subarray(0, 3)).toString(), 10)).toBe(num);
    }
  });

  it("with large tables are read in parts", () => {
    const objects = new Map(minimalObjects);
    for (let num = 4; num < 150_000; num++) objects.set(num, "(an object of some length for the sake of it)");
    const document = openCos(sourceOf(tableFile(objects)));
    expect(document.objectCount).toBe(150_000);
    for (const num of [4, 52_427, 52_428, 52_429, 104_857, 149_999])
      expect(isString(document.object(num))).toBe(true);
  });
});
