/** Small files designed to use up a reader's time or memory, or to abuse its trust. */
import { constants, deflateRawSync } from "node:zlib";
import { type BuiltPdf, type BuiltStream, buildPdf, pagesPdf } from "./pdf-builder.ts";

const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";

/** zlib data that inflates to `times` times `block`, built by repeating the deflated block instead of holding the whole. */
export function flateBomb(block: Uint8Array, times: number): Uint8Array {
  const piece = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  let sum = 0;
  let weighted = 0;
  block.forEach((byte, k) => {
    sum = (sum + byte) % 65_521;
    weighted = (weighted + byte * ((block.length - k) % 65_521)) % 65_521;
  });
  // Adler-32 of the repetition, computed block by block.
  let [low, high] = [1, 0];
  for (let k = 0; k < times; k++) {
    high = (high + (block.length % 65_521) * low + weighted) % 65_521;
    low = (low + sum) % 65_521;
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(high * 65_536 + low);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: times }, () => piece),
    Buffer.from([3, 0]),
    checksum,
  ]);
}

/** `megabytes` of this text, deflated to about a thousandth. */
export function flateText(text: string, megabytes: number): BuiltStream {
  const block = Buffer.from(text.repeat(Math.ceil(1_000_000 / text.length)), "latin1");
  return { dict: "/Filter/FlateDecode", data: flateBomb(block, megabytes) };
}

/** One page with this content. */
export function contentPdf(
  content: string | BuiltStream,
  resources = "/Font<</F 5 0 R>>",
  more: BuiltPdf["objects"] = {},
): Uint8Array {
  const stream = typeof content === "string" ? { dict: "", data: content } : content;
  return pagesPdf([`/MediaBox[0 0 300 300]/Resources<<${resources}>>/Contents 4 0 R`], {
    more: { 4: stream, 5: helvetica, ...more },
  });
}

/** A document with this stream as its cross-reference, whatever it claims. */
export function xrefStreamPdf(dict: string, data: Uint8Array): Uint8Array {
  const pdf = Buffer.from(pagesPdf(["/MediaBox[0 0 300 300]"]));
  const body = pdf.subarray(0, pdf.lastIndexOf("xref\n0 "));
  const stream = `9 0 obj\n<</Type/XRef/Root 1 0 R${dict}/Length ${data.length}>>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.concat([body, Buffer.from(stream), data, Buffer.from(end)]);
}

/**
 * A page tree of `levels` levels in which each node references the next one `width` times; there is one page at the
 * bottom.
 */
export function exponentialPages(
  levels: number,
  width: number,
  page = "<</Type/Page/MediaBox[0 0 300 300]/Parent 10 0 R>>",
): Uint8Array {
  const more: Record<number, string> = {};
  for (let level = 0; level < levels; level++) {
    const num = 10 + level;
    const kid = level === levels - 1 ? "3 0 R " : `${num + 1} 0 R `;
    more[num] = `<</Type/Pages/Count ${width ** (levels - level)}/Kids[${kid.repeat(width)}]>>`;
  }
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 10 0 R>>",
      3: page,
      ...more,
    },
  });
}

/** A tree that claims `count` pages and references its only one `kids` times. `page`: entries of that page. */
export function lyingCount(count: string, kids: number, page = "/MediaBox[0 0 300 300]"): Uint8Array {
  return buildPdf({
    objects: {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: `<</Type/Pages/Count ${count}/Kids[${"3 0 R ".repeat(kids)}]>>`,
      3: `<</Type/Page/Parent 2 0 R${page}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
      4: { dict: "", data: "BT /F 20 Tf 20 20 Td (counted) Tj ET" },
      5: helvetica,
    },
  });
}

const image = (dict: string): BuiltStream => ({
  dict: `/Type/XObject/Subtype/Image${dict}`,
  data: "\0".repeat(64),
});

/** Documents that inflate, multiply or announce far more than an engine's memory, by name; all but two are below 1 MB. */
export const memoryBombs: Readonly<Record<string, () => Uint8Array>> = {
  "content of 256 MB": () => contentPdf(flateText("BT /F 9 Tf (bomb) Tj ET\n", 256)),
  "content of 1 GB of blanks": () => contentPdf(flateText(" ", 1000)),
  "content deflated twice": () => {
    const inner = flateText(" ", 1000).data;
    const data = typeof inner === "string" ? Buffer.from(inner) : inner;
    return contentPdf({ dict: "/Filter[/FlateDecode/FlateDecode]", data: flateBomb(data, 20) });
  },
  "10,000 filters": () =>
    contentPdf({ dict: `/Filter[${"/FlateDecode".repeat(10_000)}]`, data: flateBomb(Buffer.from(" "), 1) }),
  "predictor of 2^31 columns": () =>
    contentPdf({
      dict: "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
      data: flateBomb(Buffer.from(" "), 1000),
    }),
  "cross-reference stream of 1 GB": () =>
    xrefStreamPdf("/Size 10/W[1 2 1]/Filter/FlateDecode", flateBomb(Buffer.alloc(1_000_000), 1000)),
  "cross-reference index of 2^31": () =>
    xrefStreamPdf("/Size 2147483647/Index[0 2147483647]/W[1 2 1]", Buffer.alloc(40)),
  "cross-reference fields of no width": () =>
    xrefStreamPdf("/Size 2147483647/Index[0 2147483647]/W[0 0 0]", Buffer.alloc(40)),
  "100,000,000 pages": () => exponentialPages(8, 10),
  "one page a million times": () => lyingCount("1000000", 1_000_000),
  "20 MB of brackets": () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"(".repeat(20_000_000)}`, "latin1"),
  "an image of 65,535 x 65,535": () =>
    contentPdf("/X Do", "/XObject<</X 6 0 R>>", {
      6: image("/Width 65535/Height 65535/ColorSpace/DeviceCMYK/BitsPerComponent 16"),
    }),
};

const catalog = (pages: string, tree: string) =>
  buildPdf({ objects: { 1: `<</Type/Catalog/Pages ${pages}>>`, 2: tree } });

/** Documents without any recoverable page, by fault. */
export const noPages: Readonly<Record<string, () => Uint8Array>> = {
  "no kids": () => catalog("2 0 R", "<</Type/Pages/Count 0/Kids[]>>"),
  "no kids but a count": () => catalog("2 0 R", "<</Type/Pages/Count 3/Kids[]>>"),
  "kids that are missing": () => catalog("2 0 R", "<</Type/Pages/Kids null/Count 2>>"),
  "a tree that is a number": () => catalog("7", "(nothing)"),
  "a tree within itself": () => catalog("2 0 R", "<</Type/Pages/Count 1/Kids[2 0 R]/Parent 2 0 R>>"),
  "the first tenth of a document": () => {
    const whole = Buffer.from(pagesPdf(["/MediaBox[0 0 9 9]"]));
    return whole.subarray(0, whole.indexOf("3 0 obj"));
  },
  "100,000 brackets": () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"(".repeat(100_000)}`, "latin1"),
  "100,000 dictionaries": () => Buffer.from(`%PDF-1.7\n1 0 obj\n${"<<".repeat(100_000)}`, "latin1"),
  "HTML with the magic of a PDF": () =>
    Buffer.from("%PDF-1.7\n<html><body><p>A page of HTML</p></body></html>"),
};

/** Entries of pages with invalid sizes, by fault. */
export const oddBoxes: Readonly<Record<string, string>> = {
  "1e38 wide": `/MediaBox[0 0 1${"0".repeat(38)} 1${"0".repeat(38)}]`,
  "1e38 wide in an exponent": "/MediaBox[0 0 1e38 1e38]",
  "in units of 1e30": `/MediaBox[0 0 300 300]/UserUnit 1${"0".repeat(30)}`,
  "in units of 0": "/MediaBox[0 0 300 300]/UserUnit 0",
  "in units below 0": "/MediaBox[0 0 300 300]/UserUnit -2",
  "of two numbers": "/MediaBox[0 0]",
  "of names": "/MediaBox[/NaN /NaN /Infinity 0]",
  empty: "/MediaBox[0 0 0 0]",
  "upside down": "/MediaBox[300 300 -300 -300]",
  "turned by 45": "/MediaBox[0 0 300 300]/Rotate 45",
  "turned by 2147483647": "/MediaBox[0 0 300 300]/Rotate 2147483647",
};

/**
 * A document whose page tree is packed in object stream 90, with a cross-reference stream that points to it. `dict`: the
 * object stream's entries; `more`: additional packed objects from 50 on.
 */
function packedPdf(
  dict: (count: number, first: number) => string,
  more: readonly string[],
  plain: readonly (readonly [num: number, body: string])[] = [],
): Uint8Array {
  const packed = [
    [1, "<</Type/Catalog/Pages 2 0 R>>"],
    [2, "<</Type/Pages/Count 1/Kids[3 0 R]>>"],
    [3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>"],
    ...more.map((body, k) => [50 + k, body] as const),
  ] as const;
  let at = 0;
  const head = packed.map(([num, body]) => {
    const place = `${num} ${at} `;
    at += body.length + 1;
    return place;
  });
  const first = head.join("").length;
  const data = head.join("") + packed.map(([, body]) => `${body} `).join("");
  const rows = new Map<number, readonly [kind: number, place: number, index: number]>();
  packed.forEach(([num], index) => void rows.set(num, [2, 90, index]));
  let text = "%PDF-1.7\n";
  const put = (num: number, body: string) => {
    rows.set(num, [1, text.length, 0]);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  };
  const length = dict(packed.length, first).includes("/Length") ? "" : `/Length ${data.length}`;
  put(90, `<</Type/ObjStm${dict(packed.length, first)}${length}>>\nstream\n${data}\nendstream`);
  for (const [num, body] of plain) put(num, body);
  const start = text.length;
  const size = Math.max(...rows.keys()) + 2;
  const table = Buffer.alloc(size * 7);
  rows.set(size - 1, [1, start, 0]);
  for (const [num, [kind, place, index]] of rows) {
    table.writeUInt8(kind, 7 * num);
    table.writeUInt32BE(place, 7 * num + 1);
    table.writeUInt16BE(index, 7 * num + 5);
  }
  const xref = `<</Type/XRef/Size ${size}/W[1 4 2]/Root 1 0 R/Length ${table.length}>>\nstream\n`;
  return Buffer.concat([
    Buffer.from(`${text}${size - 1} 0 obj\n${xref}`, "latin1"),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, "latin1"),
  ]);
}

const links = 5000;

/** Documents that can't be read without their own content, by the entry of the object stream responsible. */
export const selfReferring: Readonly<Record<string, () => Uint8Array>> = {
  "/N": () => packedPdf((_, first) => `/N 50 0 R/First ${first}`, ["4"]),
  "/First": () => packedPdf((count) => `/N ${count}/First 50 0 R`, ["40"]),
  "/Filter": () => packedPdf((count, first) => `/N ${count}/First ${first}/Filter 50 0 R`, ["null"]),
  "/Filter in an array": () =>
    packedPdf((count, first) => `/N ${count}/First ${first}/Filter[50 0 R 50 0 R]`, ["/FlateDecode"]),
  "/DecodeParms": () =>
    packedPdf((count, first) => `/N ${count}/First ${first}/Filter/RL/DecodeParms 50 0 R`, ["<<>>"]),
  "/Length": () => packedPdf((count, first) => `/N ${count}/First ${first}/Length 50 0 R`, ["200"]),
  "/Extends": () => packedPdf((count, first) => `/N ${count}/First ${first}/Extends 90 0 R`, ["null"]),
  "a page tree that is its own object stream": () =>
    packedPdf((count, first) => `/N ${count}/First ${first}/Kids[90 0 R]`, ["90 0 R"]),
  "a length whose length has a length": () =>
    packedPdf(
      (_, first) => `/N 100 0 R/First ${first}`,
      ["null"],
      Array.from({ length: links }, (_, k) => [100 + k, `<</Length ${101 + k} 0 R>>\nstream\nx\nendstream`]),
    ),
};

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytesOf = (latin1: string): Uint8Array => Buffer.from(latin1, "latin1");
const withoutTable = (pdf: Uint8Array) => bytesOf(text(pdf).replace("startxref", "startzref"));

/** A page with the text `page one`, and `count` further objects. */
const manyObjects = (count: number, body: (k: number) => string | BuiltStream, root = "") =>
  pagesPdf([`/Resources<</Font<</F 4 0 R>>>>/Contents 9 0 R`], {
    root,
    more: {
      4: helvetica,
      9: { dict: "", data: "BT /F 12 Tf 50 700 Td (page one) Tj ET" },
      ...Object.fromEntries(Array.from({ length: count }, (_, k) => [10 + k, body(k)])),
    },
  });
const streams = (count: number) => text(manyObjects(count, (k) => ({ dict: "", data: `data ${k}` })));
const run = (count: number, begin: string) =>
  bytesOf(
    `%PDF-1.7\n${Array.from({ length: count }, (_, k) => `${k + 1} 0 obj\n${begin}`).join("")}\ntrailer<</Root 1 0 R>>`,
  );

/** Damage that may occur any number of times, by fault; built with the given count. */
export const growingDamage: Readonly<Record<string, (count: number) => Uint8Array>> = {
  "garbage in objects": (count) => withoutTable(manyObjects(count, (k) => `<</A \xff{} ${k}`)),
  "dictionaries without an end": (count) => manyObjects(count, (k) => `<</A<</B ${k}`),
  "strings without an end": (count) => manyObjects(count, (k) => `<</A(abc ${k} >>`),
  "hexadecimal strings without an end": (count) => manyObjects(count, (k) => `<</A<abc ${k} `),
  "objects without an end": (count) =>
    bytesOf(text(manyObjects(count, (k) => `<</A ] ${k}`)).replaceAll("endobj", "endobx")),
  "streams without an end": (count) => bytesOf(streams(count).replaceAll("endstream", "endstreax")),
  "streams without a length": (count) => bytesOf(streams(count).replaceAll("/Length", "/Langth")),
  "streams that end far beyond the file": (count) =>
    bytesOf(streams(count).replaceAll("/Length ", "/Length 9")),
  "broken objects that the catalog references": (count) => {
    const names = Array.from({ length: count }, (_, k) => `${k + 10} 0 R`).join(" ");
    return withoutTable(manyObjects(count, (k) => `<</A ] ${k}`, `/X[${names}]`));
  },
  "one wrong digit in the number of an object": (count) =>
    Buffer.concat([
      withoutTable(manyObjects(1, () => "5")),
      bytesOf(`\n${count * 400} 0 obj\n<< ] \nendobj\n${" ".repeat(count)}`),
    ]),
  "the same object again": (count) =>
    Buffer.concat([
      withoutTable(manyObjects(1, () => "5")),
      bytesOf("11 0 obj\n<< ] >>\nendobj\n".repeat(count)),
    ]),
  "pages that are not there": (count) =>
    pagesPdf([""], {
      tree: `/Kids[${Array.from({ length: count }, (_, k) => `${k + 1000} 0 R`).join(" ")}]`,
    }),
  "arrays within each other without an end": (count) => run(count, "["),
  "strings that begin in every object": (count) => run(count, "("),
};
