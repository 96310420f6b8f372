/** Files of single pages that are excerpts of their document: the same as assembled ones, and only where they can be. */
import { describe, expect, it } from "vitest";
import type { CosDocument } from "../../src/cos/document.ts";
import { type CosValue, isArray, isDict, isRef, isStream } from "../../src/cos/value.ts";
import { openStrictly } from "../../src/pdf/open.ts";
import { writePageFile } from "../../src/pdf/page-files.ts";
import { writePages } from "../../src/pdf/selection.ts";
import { verifyWritten } from "../../src/pdf/verify.ts";
import { memorySink } from "../cos/sink.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { checked } from "../support/run-tool.ts";

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (at: number, length: number) => bytes.subarray(at, at + length),
});

/** A value with all that it refers to, whatever the numbers: the n-th object met is `#n`. */
function shape(cos: CosDocument, root: CosValue): unknown {
  const met = new Map<number, number>();
  const of = (value: CosValue): unknown => {
    if (isRef(value)) {
      const known = met.get(value.num);
      if (known !== undefined) return `#${known}`;
      met.set(value.num, met.size);
      return [`#${met.size - 1}`, of(cos.object(value.num))];
    }
    if (isStream(value)) return { dict: of(value.dict), data: Buffer.from(value.encoded()).toString("hex") };
    if (isArray(value)) return value.map(of);
    if (!isDict(value)) return value;
    return Object.fromEntries(
      [...value.keys()].toSorted().map((key): [string, unknown] => [key, of(value.get(key) ?? null)]),
    );
  };
  return of(root);
}

function inUse(cos: CosDocument): number {
  return Array.from({ length: cos.objectCount }, (_, num) => num).filter((num) => cos.inUse(num)).length;
}

/** Writes pages one after another in both ways: which of them were excerpts, and each excerpt's bytes. */
function both(file: Uint8Array, pages: readonly number[]): Uint8Array[] {
  const document = openStrictly(sourceOf(file));
  return pages.flatMap((page) => {
    const [own, assembled] = [memorySink(), memorySink()];
    if (!writePageFile(document, page, own)) {
      expect(own.position).toBe(0);
      return [];
    }
    writePages(document, [page], assembled, { warn: (message) => expect.unreachable(message) });
    const [a, b] = [own, assembled].map((sink) => verifyWritten(sourceOf(sink.bytes()), 1).cos);
    if (!a || !b) return [];
    expect(a.version).toBe(b.version);
    for (const key of ["Root", "Info"])
      expect(shape(a, a.trailer.get(key) ?? null)).toEqual(shape(b, b.trailer.get(key) ?? null));
    expect(inUse(a)).toBe(inUse(b));
    return [own.bytes()];
  });
}

const content = (text: string) => ({ dict: "", data: `BT /F 9 Tf (${text}) Tj ET` });
const size = "/MediaBox[0 0 300 400]/Resources<</Font<</F 20 0 R>>>>";

/** Three pages with one font, whose program they share. */
function threePages(extra: Parameters<typeof pagesPdf>[1] = {}, own = size): Uint8Array {
  return pagesPdf(
    [10, 11, 12].map((num) => `${own}/Contents ${num} 0 R`),
    {
      ...extra,
      more: {
        10: content("one"),
        11: content("two"),
        12: content("three"),
        20: "<</Type/Font/Subtype/TrueType/BaseFont/F/FontDescriptor 21 0 R>>",
        21: "<</Type/FontDescriptor/FontFile2 22 0 R/Flags 32>>",
        22: { dict: "/Length1 2000", data: new Uint8Array(2000).fill(7) },
        ...extra.more,
      },
    },
  );
}

describe("excerpts", () => {
  it("are what assembling makes of the page, also again and in another order", () => {
    const files = both(threePages(), [1, 2, 3, 2, 1]);
    expect(files).toHaveLength(5);
    for (const file of files) expect(checked(file)).toMatchObject({ exit: 0 });
    const texts = files.map((file) => /\((\w+)\) Tj/.exec(Buffer.from(file).toString("latin1"))?.[1]);
    expect(texts).toEqual(["one", "two", "three", "two", "one"]);
  });

  it("take along what the catalogue says and the information", () => {
    const files = both(
      threePages({
        root: "/Lang(en)/ViewerPreferences 30 0 R/Metadata 31 0 R",
        trailer: "/Info 32 0 R/ID[<0123456789abcdef0123456789abcdef><00>]",
        more: {
          30: "<</DisplayDocTitle true>>",
          31: { dict: "/Type/Metadata/Subtype/XML", data: "<x/>" },
          32: "<</Title(A \\(title\\) of 10 0 R)>>",
        },
      }),
      [1, 2, 3],
    );
    expect(files).toHaveLength(3);
    expect(Buffer.from(files[2] ?? []).toString("latin1")).toContain(
      "/ID [<0123456789ABCDEF0123456789ABCDEF>",
    );
  });

  it("refer to no other page, to nothing of another generation and to nothing missing", () => {
    const files = both(
      threePages(
        { more: { 30: "<</Other 4 0 R/Own 3 0 R/Wrong 20 1 R/None 77 0 R/Far 9999999 0 R>>" } },
        `${size}/PieceInfo 30 0 R`,
      ),
      [1, 1],
    );
    const text = Buffer.from(files[1] ?? []).toString("latin1");
    expect(text).toContain("<</Other null/Own 1 0 R/Wrong null/None null/Far null>>");
  });

  it("have one page tree, whatever refers to the old one", () => {
    const document = openStrictly(sourceOf(threePages({}, `${size}/PieceInfo<</Tree 2 0 R>>`)));
    const sink = memorySink();
    expect(writePageFile(document, 2, sink)).toBe(true);
    const { cos, pages } = verifyWritten(sourceOf(sink.bytes()), 1);
    expect(shape(cos, pages.dict(1).get("PieceInfo") ?? null)).toMatchObject({
      Tree: ["#0", { Count: 1, Kids: [["#1", {}]] }],
    });
    expect(
      Buffer.from(sink.bytes())
        .toString("latin1")
        .match(/\/Pages\/Kids/g),
    ).toHaveLength(1);
  });

  it("copy streams with odd names, and none that describes the old file", () => {
    const more = {
      30: { dict: "/A#42 (x)/Own 3 0 R", data: "odd" },
      31: { dict: "/Type/ObjStm/N 0/First 0", data: "old" },
    };
    const files = both(threePages({ more }, `${size}/PieceInfo<</A 30 0 R/B 31 0 R>>`), [1, 2, 1]);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const text = Buffer.from(file).toString("latin1");
      expect(text).toContain("odd\nendstream");
      expect(text).not.toContain("ObjStm");
    }
  });
});

describe("assembled are", () => {
  it.each([
    ["pages with annotations", threePages({}, `${size}/Annots[]`)],
    ["pages with actions", threePages({}, `${size}/AA<<>>`)],
    ["pages on a thread", threePages({}, `${size}/B[]`)],
    ["tagged pages", threePages({}, `${size}/StructParents 0`)],
    ["pages that inherit", threePages({}, "/Resources<<>>")],
    [
      "pages that share resources",
      threePages({ more: { 30: "<</Font<</F 20 0 R/G 20 0 R>>>>" } }, "/MediaBox[0 0 9 9]/Resources 30 0 R"),
    ],
    ["pages of documents with an outline", threePages({ root: "/Outlines<<>>" })],
    ["pages of documents with a form", threePages({ root: "/AcroForm<</Fields[]>>" })],
    ["pages of documents with labels", threePages({ root: "/PageLabels<</Nums[]>>" })],
    ["pages of documents with attachments", threePages({ root: "/Names<<>>" })],
    ["pages of documents with tags", threePages({ root: "/StructTreeRoot<<>>" })],
    ["pages of documents that begin somewhere", threePages({ root: "/OpenAction[3 0 R/Fit]" })],
  ])("%s", (_, file) => {
    expect(both(file, [1, 2])).toEqual([]);
  });

  it("the only page of a document", () => {
    expect(both(pagesPdf([`${size}/Contents 10 0 R`], { more: { 10: content("x") } }), [1])).toEqual([]);
  });
});
