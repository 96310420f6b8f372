/** Published attacks on signed documents: each is noticed, and none gives a signature that is intact and covers the file. */
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import {
  checkSignatures,
  contract,
  docMdp,
  filledField,
  nums,
  signedContract,
  signedField,
  signer,
} from "../support/contract.ts";
import { cmsOf, signatureNum, signed, update } from "../support/signing.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytesOf = (latin: string) => Buffer.from(latin, "latin1");
const other = { dict: "", data: "BT /F 24 Tf 72 700 Td (Pay 900 euros to Eve) Tj ET" };

const readers = createReaders();
const judge = async (bytes: Uint8Array, drawing?: typeof readers) => {
  const { signatures, all_intact } = await checkSignatures(bytes, {}, {}, drawing);
  const [first] = signatures;
  return {
    ...{ covers: first?.covers, integrity: first?.integrity, all_intact },
    changes: first?.changes_after.map(({ kind, allowed, page }) => [kind, allowed, page]),
    doubts: first?.doubts ?? [],
  };
};

/** Signs any range: the bytes between `gaps` are covered. */
async function signRange(file: Buffer, ranges: readonly number[], contentsAt: number): Promise<Buffer> {
  const parts = ranges.flatMap((_, k) =>
    k % 2 === 0 ? [file.subarray(ranges[k], (ranges[k] ?? 0) + (ranges[k + 1] ?? 0))] : [],
  );
  const cms = await cmsOf(Buffer.concat(parts), { by: await signer() });
  file.write(Buffer.from(cms).toString("hex"), contentsAt, "latin1");
  return file;
}

const space = 4000;
/** A signed contract whose signature dictionary is written by `dict`, with a range made from the places of `<` and `>`. */
async function custom(
  dict: (range: string, contents: string) => string,
  rangeOf: (start: number, end: number, length: number) => readonly number[],
  contents = `<${"0".repeat(space)}>`,
): Promise<Uint8Array> {
  const blank = `${"[".padEnd(80)}]`;
  const file = Buffer.from(
    update(contract, { [nums.first]: signedField, [signatureNum]: dict(blank, contents) }),
  );
  const start = file.lastIndexOf(contents);
  const range = rangeOf(start, start + contents.length, file.length);
  file.write(`[${range.join(" ")}`.padEnd(80), file.lastIndexOf(blank), "latin1");
  return await signRange(file, range, file.indexOf("0".repeat(100), start));
}
const plain = (range: string, contents: string) =>
  `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange${range}/Contents${contents}>>`;
const whole = (start: number, end: number, length: number) => [0, start, end, length - end];

describe("a range that isn't the whole revision but Contents", () => {
  it("is whole in the control", async () => {
    expect(await judge(await custom(plain, whole))).toMatchObject({
      covers: "file",
      integrity: "intact",
      all_intact: true,
    });
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      "a larger gap",
      () => custom(plain, (s, e, l) => [0, s - 9, e, l - e]),
      "the gap in ByteRange has more than the signature",
    ],
    [
      "a gap with more than digits",
      () => custom(plain, whole, `<${"0".repeat(space)}>/Evil<00>`),
      "the gap in ByteRange has more than the signature",
    ],
    [
      "a start after the header",
      () => custom(plain, (s, e, l) => [9, s - 9, e, l - e]),
      "ByteRange doesn't begin at the start of the file",
    ],
    [
      "three parts",
      () => custom(plain, (s, e, l) => [0, s, e, 5, e + 6, l - e - 6]),
      "ByteRange has more than two parts",
    ],
    ["one part", () => custom(plain, (s) => [0, s]), "ByteRange isn't two pairs of offset and length"],
    [
      "an end before the end of the revision",
      () => custom(plain, (s, e, l) => [0, s, e, l - e - 20]),
      "the signed bytes don't end with a revision",
    ],
    [
      "two entries ByteRange",
      () => custom((r, c) => plain(r, c).replace("/ByteRange[", "/Byte#52ange[0 1 2 3]/ByteRange["), whole),
      "the signature has several entries ByteRange",
    ],
    [
      "a gap around another entry",
      () => custom((r, c) => plain(r, `<3000>/Other${c}`), whole),
      "the gap in ByteRange has another signature than Contents",
    ],
    [
      "a gap around a string in another object, which Contents refers to",
      async () => {
        const gap = `<${"0".repeat(space)}>`;
        const blank = `${"[".padEnd(80)}]`;
        const objects = { [nums.first]: signedField, [signatureNum]: plain(blank, " 51 0 R"), 51: gap };
        const file = Buffer.from(update(contract, objects));
        const start = file.lastIndexOf(gap);
        const range = whole(start, start + gap.length, file.length);
        file.write(`[${range.join(" ")}`.padEnd(80), file.lastIndexOf(blank), "latin1");
        return await signRange(file, range, start + 1);
      },
      "the gap in ByteRange isn't the signature's Contents",
    ],
  ])("has %s", async (_, make, doubt) => {
    const found = await judge(await make());
    expect(found).toMatchObject({ covers: "broken", all_intact: false });
    expect(found.doubts).toContain(doubt);
  });
});

describe("universal signature forgery", () => {
  it.each<[string, RegExp, (all: string) => string]>([
    ["without Contents", /\/Contents</, () => "/Conte_ts<"],
    ["with empty Contents", /\/Contents<[^>]*>/, (all) => "/Contents<>".padEnd(all.length)],
    ["without ByteRange", /\/ByteRange/, () => "/ByteR_nge"],
    ["with a null ByteRange", /\/ByteRange\[[^\]]*\]/, (all) => "/ByteRange null".padEnd(all.length)],
    ["with negative numbers", /\/ByteRange\[0 \d/, (all) => all.replace(/\d$/, "-")],
  ])("%s", async (_, from, to) => {
    expect(await judge(bytesOf(text(await signedContract()).replace(from, to)))).toMatchObject({
      ...{ covers: "broken", integrity: "unreadable", all_intact: false },
    });
  });
});

describe("incremental saving", () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    ["replaces a content stream", async () => update(await signedContract(), { [nums.content]: other })],
    [
      "replaces a font",
      async () => update(await signedContract(), { 11: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>" }),
    ],
    [
      "gives the page other content",
      async () =>
        update(await signedContract(), {
          60: other,
          3: "<</Type/Page/Parent 2 0 R/Contents 60 0 R/Annots[40 0 R 41 0 R 42 0 R]/Resources<</Font<</F 11 0 R>>>>>>",
        }),
    ],
    [
      "puts another page in its place",
      async () =>
        update(await signedContract(), {
          60: other,
          61: "<</Type/Page/Parent 2 0 R/Contents 60 0 R>>",
          2: "<</Type/Pages/Count 1/Kids[61 0 R]/MediaBox[0 0 612 792]>>",
        }),
    ],
  ])("%s", async (_, make) => {
    const found = await judge(await make());
    expect(found).toMatchObject({ covers: "revision", integrity: "intact" });
    expect(found.changes).toContainEqual(["content", false, 1]);
    expect(found.doubts.join()).toMatch(/page 1 was replaced/);
  });

  it("of objects without a cross-reference leaves the signature without coverage", async () => {
    const bytes = bytesOf(`${text(await signedContract())}${nums.content} 0 obj\n<<>>\nendobj\n`);
    expect(await judge(bytes)).toMatchObject({
      covers: "broken",
      doubts: ["bytes that belong to no revision follow the signed ones"],
    });
  });

  it("of a file that doesn't build on the signed one, neither", async () => {
    const bytes = await signedContract();
    const all = {
      1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[41 0 R]>>>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      3: "<</Type/Page/Parent 2 0 R>>",
    };
    const next = text(update(bytes, all)).replace(
      /\/Prev \d+>>\nstartxref\n(\d+)\n%%EOF\n$/,
      ">>\nstartxref\n$1\n%%EOF\n",
    );
    const signature = text(bytes).indexOf(`\n${signatureNum} 0 obj`) + 1;
    const field = text(bytes).lastIndexOf(`\n${nums.first} 0 obj`) + 1;
    const rows = [
      [signatureNum, signature],
      [nums.first, field],
    ].map(([num, at]) => `${num} 1\n${String(at).padStart(10, "0")} 00000 n \n`);
    const bare = next.replace(/xref\n(1 1\n)(?!.*\nxref\n)/s, `xref\n${rows.join("")}$1`);
    expect(await judge(bytesOf(bare))).toMatchObject({
      covers: "broken",
      doubts: ["later revisions don't build on the signed one"],
    });
  });
});

it("signature wrapping: content in the gap, and the signed end of the file after it", async () => {
  const file = text(await signedContract());
  const [gap = ""] = /<0*3[0-9a-f]{1000,}>/.exec(file) ?? [];
  const start = file.indexOf(gap);
  const end = start + gap.length;
  const xref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1]);
  const previous = /.*\/Prev (\d+)/s.exec(file)?.[1];
  const tail = file.slice(end);
  const range = (at: number) => `[0 ${start} ${String(at).padStart(10)} ${tail.length}]`;
  const make = (moved: number) => {
    let evil = file.slice(0, end).padEnd(xref);
    const objects: [number, string][] = [
      [
        signatureNum,
        `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange${range(moved)}/Contents${gap}>>`,
      ],
      [nums.content, `<</Length ${other.data.length}>>\nstream\n${other.data}\nendstream`],
      [nums.first, signedField],
    ];
    const places: [number, number][] = [];
    let body = "";
    const rows = () =>
      places.map(([num, at]) => `${num} 1\n${String(at).padStart(10, "0")} 00000 n \n`).join("");
    const table = () => `xref\n${rows()}trailer\n<</Size 60/Root 1 0 R/Prev ${previous}>>\n`;
    for (const [num] of objects) places.push([num, 0]);
    const base = xref + table().length;
    objects.forEach(([num, object], k) => {
      places[k] = [num, base + body.length];
      body += `${num} 0 obj\n${object}\nendobj\n`;
    });
    evil += table() + body;
    return evil;
  };
  const length = make(0).length;
  const found = await judge(bytesOf(make(length) + tail));
  expect(found).toMatchObject({ covers: "broken", integrity: "intact", all_intact: false });
});

describe("shadow attacks", () => {
  const overlay = "/Type/Annot/Subtype/Stamp/Rect[60 690 500 730]/F 4/P 3 0 R";
  const page = (annotations: string) =>
    `<</Type/Page/Parent 2 0 R/Contents 10 0 R/Annots[${annotations}]/Resources<</Font<</F 11 0 R>>/XObject<</X 60 0 R>>>>>>`;

  it("hide: an image over the content is freed after signing", async () => {
    const objects = {
      [nums.page]: page("40 0 R 41 0 R 42 0 R"),
      60: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 1 1]", data: "" },
    };
    const found = await judge(update(await signedContract({ objects }), { 60: undefined }));
    expect(found.changes).toContainEqual(["content", false, 1]);
  });

  it("hide: an annotation over the content is removed after signing", async () => {
    const objects = { [nums.page]: page("40 0 R 41 0 R 42 0 R 61 0 R"), 60: "<<>>", 61: `<<${overlay}>>` };
    const bytes = await signedContract({ objects, more: docMdp(2) });
    expect(
      (await judge(update(bytes, { [nums.page]: page("40 0 R 41 0 R 42 0 R") }))).changes,
    ).toContainEqual(["annotations", false, 1]);
  });

  it("replace: a field shows something else than its value", async () => {
    const look = (data: string) => ({ dict: "/Type/XObject/Subtype/Form/BBox[0 0 200 20]", data });
    const field = filledField.replace(">>", "/AP<</N 62 0 R>>>>");
    const bytes = await signedContract({ objects: { [nums.text]: field, 62: look("") }, more: docMdp(2) });
    const found = await judge(update(bytes, { 62: look("0 0 9 9 re f") }));
    expect(found.changes).toEqual([["fields", false, 1]]);
    expect(found.doubts).toContain('the look of field "name" was changed, but not its value');
  });

  it("hide and replace: the cross-reference leads to objects that the signed revision hid", async () => {
    const hidden = `${nums.content} 0 obj\n<</Length ${other.data.length}>>\nstream\n${other.data}\nendstream\nendobj\n`;
    const at = contract.length;
    const start = Number(/startxref\n(\d+)/.exec(text(contract))?.[1]);
    const prepared = bytesOf(`${text(contract)}${hidden}startxref\n${start}\n%%EOF\n`);
    const bytes = await signed(prepared, { by: await signer(), objects: { [nums.first]: signedField } });
    const next = text(update(bytes, { [nums.content]: "null" }));
    const entry = next.lastIndexOf(`xref\n${nums.content} 1\n`) + `xref\n${nums.content} 1\n`.length;
    const moved = next.slice(0, entry) + String(at).padStart(10, "0") + next.slice(entry + 10);
    const found = await judge(bytesOf(moved));
    expect(found.changes).toContainEqual(["content", false, 1]);
    expect(found.doubts).toContain("object 10 is now read from bytes that the signed revision hid");
  });
});

describe("allowed kinds of changes that cover the content", () => {
  const look = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 440 40]", data: "1 g 0 0 440 40 re f" };
  const page = (annotations: string) =>
    `<</Type/Page/Parent 2 0 R/Contents 10 0 R/Annots[40 0 R 41 0 R 42 0 R ${annotations}]/Resources<</Font<</F 11 0 R>>>>>>`;

  it("evil annotation: allowed at level 3, and a doubt", async () => {
    const bytes = await signedContract({ more: docMdp(3) });
    const stamp = "<</Type/Annot/Subtype/Stamp/Rect[60 690 500 730]/F 4/AP<</N 63 0 R>>>>";
    const found = await judge(update(bytes, { [nums.page]: page("61 0 R"), 61: stamp, 63: look }), readers);
    expect(found.changes).toEqual([["annotations", true, 1]]);
    expect(found.doubts).toEqual(["an annotation (Stamp) was added, and covers content of page 1"]);
  });

  it("an annotation beside the content is no doubt", async () => {
    const bytes = await signedContract({ more: docMdp(3) });
    const stamp = "<</Type/Annot/Subtype/Stamp/Rect[60 90 500 130]/F 4/AP<</N 63 0 R>>>>";
    expect(
      await judge(update(bytes, { [nums.page]: page("61 0 R"), 61: stamp, 63: look }), readers),
    ).toMatchObject({
      doubts: [],
    });
  });

  it("sneaky signature: allowed at level 2, and a doubt", async () => {
    const bytes = await signedContract({ more: docMdp(2) });
    const field =
      "<</Type/Annot/Subtype/Widget/FT/Sig/T(Sneaky)/Rect[60 690 500 730]/F 4/P 3 0 R/V 64 0 R/AP<</N 63 0 R>>>>";
    const catalog =
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[40 0 R 41 0 R 42 0 R 61 0 R]/DR<</Font<</F 11 0 R>>>>/DA(/F 12 Tf 0 g)>>>>";
    const objects = { 1: catalog, [nums.page]: page("61 0 R"), 61: field, 63: look };
    const found = await judge(await signed(bytes, { by: await signer(), num: 64, objects }), readers);
    expect(found.changes).toEqual([["signatures", true, 1]]);
    expect(found.doubts).toEqual(['a signature was added in field "Sneaky", and covers content of page 1']);
  });

  it("replaced content has a box where the pictures differ", async () => {
    const { signatures } = await checkSignatures(
      update(await signedContract(), { [nums.content]: other }),
      {},
      {},
      readers,
    );
    const [, top = 0, right = 0, bottom = 0] = signatures[0]?.changes_after[0]?.bbox ?? [];
    expect([top > 70, right < 400, bottom < 110]).toEqual([true, true, true]);
  });
});

describe("objects that readers choose differently", () => {
  it("an object in an object stream in place of a signed one", async () => {
    const bytes = await signedContract();
    const packed = "11 0 <</Type/Font/Subtype/Type1/BaseFont/Symbol>>";
    const first = "11 0 ".length;
    const at = bytes.length;
    const stream = `70 0 obj\n<</Type/ObjStm/N 1/First ${first}/Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\n`;
    const entry = (kind: number, place: number, extra: number) =>
      String.fromCharCode(kind, place >> 24, (place >> 16) & 255, (place >> 8) & 255, place & 255, 0, extra);
    const start = at + stream.length;
    const data = entry(2, 70, 0) + entry(1, at, 0) + entry(1, start, 0);
    const previous = /.*startxref\s+(\d+)/s.exec(text(bytes))?.[1];
    const xref = `71 0 obj\n<</Type/XRef/W[1 4 2]/Index[11 1 70 2]/Size 72/Root 1 0 R/Prev ${previous}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
    const found = await judge(bytesOf(text(bytes) + stream + xref));
    expect(found.covers).toBe("revision");
    expect(found.changes).toContainEqual(["content", false, 1]);
  });

  it("an object that only readers without the cross-reference find", async () => {
    const bytes = await signedContract();
    const hidden = `${nums.content} 0 obj\n<</Length ${other.data.length}>>\nstream\n${other.data}\nendstream\nendobj\n`;
    const start = /.*startxref\s+(\d+)/s.exec(text(bytes))?.[1];
    const prepared = bytesOf(`${text(bytes)}${hidden}startxref\n${start}\n%%EOF\n`);
    const found = await judge(update(prepared, { [nums.text]: filledField }));
    expect(found.changes).toContainEqual(["other", false, undefined]);
    expect(found.doubts).toContain("object 10 comes again after the one in use: other readers may show it");
  });

  it("an object that only readers of hybrid cross-references find", async () => {
    const bytes = await signedContract();
    const hidden = `${nums.content} 0 obj\n<</Length ${other.data.length}>>\nstream\n${other.data}\nendstream\nendobj\n`;
    const at = bytes.length;
    const start = at + hidden.length;
    const data = String.fromCharCode(1, at >> 24, (at >> 16) & 255, (at >> 8) & 255, at & 255, 0, 0);
    const xref = `71 0 obj\n<</Type/XRef/W[1 4 2]/Index[10 1]/Size 72/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
    const previous = /.*startxref\s+(\d+)/s.exec(text(bytes))?.[1];
    const prepared = bytesOf(`${text(bytes)}${hidden}${xref}startxref\n${previous}\n%%EOF\n`);
    const found = await judge(update(prepared, { [nums.text]: filledField }, `/Root 1 0 R/XRefStm ${start}`));
    expect(found.changes).toContainEqual(["content", false, 1]);
    expect(found.doubts).toContain(
      "a later revision has two cross-references: readers may show different content",
    );
  });

  it("a cross-reference that had to be repaired", async () => {
    const bytes = bytesOf(
      text(await signedContract()).replace(/startxref\n(\d+)\n%%EOF\n$/, "startxref\n7\n%%EOF\n"),
    );
    expect(await judge(bytes)).toMatchObject({ covers: "broken", all_intact: false });
  });

  it("a signature that is replaced with itself", async () => {
    const bytes = await signedContract();
    const [, dict = ""] = /50 0 obj\n(<<.*?>>>)\nendobj/s.exec(text(bytes)) ?? [];
    expect(await judge(update(bytes, { [signatureNum]: dict }))).toMatchObject({ covers: "broken" });
  });
});
