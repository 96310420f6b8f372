/**
 * Files with a secret hidden in different kinds of places, and every way to extract it: raw bytes, the inflated
 * content of any zlib stream in them, objects, strings in all encodings, font maps and names. docs/redaction.md describes
 * them.
 */
import { Buffer } from "node:buffer";
import { deflateSync, inflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { type CosValue, isArray, isDict, isStream, isString } from "../../src/cos/syntax/value.ts";
import { openStrictly } from "../../src/document/open.ts";
import { decodeText } from "../../src/document/text-string.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { loadMupdf } from "../../src/engines/mupdf/load.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

const readers = createReaders();
const secret = "Quenzig";

interface Extra {
  readonly page?: string;
  readonly root?: string;
  readonly trailer?: string;
  readonly resources?: string;
  readonly more?: BuiltPdf["objects"];
}

/** A page with this content and the font F1. */
function file(content: string, { page = "", root, trailer, resources = "", more }: Extra = {}): Uint8Array {
  const all = `/Resources<</Font<</F1 90 0 R/F2 92 0 R>>${resources}>>`;
  return pagesPdf([`/MediaBox[0 0 300 200]/Contents 91 0 R${all}${page}`], {
    ...(root !== undefined && { root }),
    ...(trailer !== undefined && { trailer }),
    more: {
      90: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      91: { dict: "", data: content },
      92: "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>",
      ...more,
    },
  });
}

const line = (y: number, text: string, font = "F1") => `BT /${font} 12 Tf 20 ${y} Td (${text}) Tj ET\n`;
const shown = `${line(150, "It was paid by")}${line(100, `Dr. ${secret} of Bern`)}`;
const utf16 = (text: string) => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

/** A file followed by another revision with some new objects. */
function revised(first: Uint8Array, objects: Readonly<Record<number, string>>): Uint8Array {
  const older = Buffer.from(first).toString("latin1");
  const prev = Number(/startxref\n(\d+)/.exec(older)?.[1]);
  let [body, rows] = ["", ""];
  for (const [num, text] of Object.entries(objects)) {
    rows += `${num} 1\n${String(older.length + 1 + body.length).padStart(10, "0")} 00000 n \n`;
    body += `${num} 0 obj\n${text}\nendobj\n`;
  }
  const start = older.length + 1 + body.length;
  const tail = `xref\n${rows}trailer\n<</Size 200/Root 1 0 R/Prev ${prev}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(`${older}\n${body}${tail}`, "latin1");
}

const stream = (data: string) => `<</Length ${data.length}>>stream\n${data}\nendstream`;
const toUnicode = (pairs: Readonly<Record<string, string>>) => ({
  dict: "",
  data: `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <ffff> endcodespacerange
${Object.keys(pairs).length} beginbfchar
${Object.entries(pairs)
  .map(([code, text]) => `<${code}> <${Buffer.from(text, "utf16le").swap16().toString("hex")}>`)
  .join("\n")}
endbfchar endcmap end end`,
});
/** A font with two bytes per letter; only its map identifies the letters. */
const composite = (map: number): BuiltPdf["objects"] => ({
  70: `<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[71 0 R]/ToUnicode ${map} 0 R>>`,
  71: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor 72 0 R>>",
  72: "<</Type/FontDescriptor/FontName/Arial/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>",
});
const coded = (text: string) =>
  [...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")).join("");
const mapOf = (text: string) => Object.fromEntries([...text].map((letter) => [coded(letter), letter]));

const jpegWithComment = async (): Promise<Buffer> => {
  const data = Buffer.alloc(64, 0x80);
  const jpeg = Buffer.from(await readers.encodeJpeg({ width: 8, height: 8, components: 1, data }, 80));
  const text = Buffer.from(`by ${secret}`);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
};

/** A JPEG 2000 file's signature, and a box of XML. */
const jpxWithXml = (): Buffer => {
  const xml = Buffer.from(`<by>${secret}</by>`);
  return Buffer.concat([
    Buffer.from("0000000c6a5020200d0a870a", "hex"),
    Buffer.from([0, 0, 0, 8 + xml.length]),
    Buffer.from("xml "),
    xml,
  ]);
};

const form = (data: string) => ({
  dict: "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F1 90 0 R>>>>",
  data,
});

const files: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  "an older revision of the page and of the information": () =>
    revised(file(`${shown}${line(50, `older ${secret}`)}`), {
      91: stream(shown),
      95: `<</Title(${secret})>>`,
    }),
  "bytes between objects and after the end": () =>
    Buffer.concat([
      Buffer.from(file(shown)).subarray(0, -6),
      Buffer.from(`%%EOF\n% ${secret}\n`),
      deflateSync(Buffer.from(`zip ${secret}`)),
    ]),
  "an object stream with objects that nothing uses": () => {
    const held = `<</Old(${secret})>>`;
    return file(shown, { more: { 80: { dict: `/Type/ObjStm/N 1/First 5`, data: `81 0 ${held}` } } });
  },
  "strings by octal codes, with soft hyphens, wide letters and marks": () =>
    file(shown, {
      trailer: "/Info 80 0 R",
      more: {
        80: `<</Title(\\121uen\\172ig)/Subject${utf16("Quen\u00adzig")}/Keywords${utf16("Ｑｕｅｎｚｉｇ")}/Case${utf16("\u001ben\u001bQuenzig")}/Old(D:2020 by ${secret})>>`,
      },
    }),
  "names of entries of the information": () =>
    file(shown, { trailer: "/Info 80 0 R", more: { 80: `<</${secret}(x)/Title(y)>>` } }),
  "XMP as entities and in CDATA, of the document and of an image": async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>&#x51;uenzig</dc:title><dc:creator><![CDATA[${secret}]]></dc:creator></x:xmpmeta>`;
    return file(`${shown} q 20 0 0 20 200 20 cm /I Do Q`, {
      root: "/Metadata 80 0 R",
      resources: "/XObject<</I 81 0 R>>",
      more: {
        80: { dict: "/Type/Metadata/Subtype/XML", data: xmp },
        81: {
          dict: "/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Metadata 82 0 R",
          data: "x",
        },
        82: { dict: "/Type/Metadata/Subtype/XML", data: xmp },
      },
    });
  },
  "the comment of a JPEG": async () =>
    file(`${shown} q 20 0 0 20 200 20 cm /I Do Q`, {
      resources: "/XObject<</I 81 0 R>>",
      more: {
        81: {
          dict: "/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode",
          data: await jpegWithComment(),
        },
      },
    }),
  "a font that shows nothing else, and its map": () =>
    file(`${line(150, "It was paid by")} BT /F3 12 Tf 20 100 Td <${coded(secret)}> Tj ET`, {
      resources: "/Font<</F1 90 0 R/F3 70 0 R>>",
      more: { ...composite(73), 73: toUnicode(mapOf(secret)) },
    }),
  "ligatures, by a map": () =>
    file(`${line(150, "It was paid by")} BT /F3 12 Tf 20 100 Td <0001000200030004> Tj ET`, {
      resources: "/Font<</F1 90 0 R/F3 70 0 R>>",
      more: { ...composite(73), 73: toUnicode({ "0001": "Qu", "0002": "en", "0003": "zi", "0004": "g" }) },
    }),
  "actual text, alternatives and titles of elements": () =>
    file(`${line(150, "Paid by")} /Span<</MCID 0/ActualText(${secret})>>BDC ${line(100, secret)} EMC`, {
      root: "/StructTreeRoot 80 0 R",
      more: {
        80: "<</Type/StructTreeRoot/K 81 0 R>>",
        81: `<</Type/StructElem/S/P/P 80 0 R/Pg 3 0 R/K 0/Alt(${secret})/T(${secret})/E(${secret})/A<</O/UserProperties/P[<</N(who)/V(${secret})>>]>>>>`,
      },
    }),
  "a word over two lines": () =>
    file(`${line(150, "was paid by Dr. Quen-")}${line(136, "zig of Bern, who")}`),
  "letters apart, out of order and turned": () =>
    file(
      `${line(150, "Paid by")} BT /F1 12 Tf 1 0 0 1 20 100 Tm (Qu) Tj 1 0 0 1 43 100 Tm (zig) Tj 1 0 0 1 36.1 100 Tm (en) Tj ET BT /F1 12 Tf 0 1 -1 0 200 50 Tm (${secret}) Tj ET BT /F1 12 Tf -1 0 0 1 290 20 Tm (${secret}) Tj ET`,
    ),
  "a tiling pattern": () =>
    file(`${shown} /Pattern cs /P1 scn 200 20 80 40 re f`, {
      resources: "/Pattern<</P1 80 0 R>>",
      more: {
        80: {
          dict: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 80 40]/XStep 80/YStep 40/Resources<</Font<</F1 90 0 R>>>>",
          data: line(10, secret),
        },
      },
    }),
  "a glyph of a Type 3 font": () =>
    file(`${shown} BT /F3 12 Tf 150 20 Td (a) Tj ET`, {
      resources: "/Font<</F1 90 0 R/F3 80 0 R>>",
      more: {
        80: "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 81 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</Font<</F1 90 0 R>>>>>>",
        81: { dict: "", data: `1000 0 d0 BT /F1 300 Tf 0 0 Td (${secret}) Tj ET` },
      },
    }),
  "a soft mask": () =>
    file(`${shown} /G1 gs 0 g 200 20 80 40 re f`, {
      resources: "/ExtGState<</G1<</SMask<</S/Luminosity/G 80 0 R>>>>>>",
      more: {
        80: { ...form(line(30, secret)), dict: `${form("").dict}/Group<</S/Transparency/CS/DeviceGray>>` },
      },
    }),
  "a layer that is off, and its name": () =>
    file(`${shown} /OC /L BDC ${line(50, secret)} EMC`, {
      root: "/OCProperties<</OCGs[80 0 R]/D<</OFF[80 0 R]>>>>",
      resources: "/Properties<</L 80 0 R>>",
      more: { 80: `<</Type/OCG/Name(${secret})>>` },
    }),
  "bookmarks, destinations, labels, scripts, XFA, files and threads": () =>
    file(shown, {
      root: `/Outlines 80 0 R/Names<</Dests<</Names[(${secret})[3 0 R/Fit]]>>/JavaScript<</Names[(${secret})<</S/JavaScript/JS(alert\\('${secret}'\\))>>]>>/EmbeddedFiles<</Names[(${secret})<</F(${secret}.txt)/EF<</F 83 0 R>>/Desc(${secret})>>]>>>>/PageLabels<</Nums[0<</P(${secret} )>>]>>/AcroForm<</Fields[]/XFA[(template)84 0 R]>>/Threads[<</I<</Title(${secret})>>>>]`,
      more: {
        80: "<</First 81 0 R/Last 81 0 R>>",
        81: `<</Title(${secret})/Parent 80 0 R/A<</S/GoTo/D(${secret})>>>>`,
        83: { dict: "/Type/EmbeddedFile", data: secret },
        84: { dict: "", data: `<template><text>${secret}</text></template>` },
      },
    }),
  "annotations: comments, pop-ups, rich text, states and hidden looks": () =>
    file(shown, {
      page: "/Annots[80 0 R 81 0 R 82 0 R 83 0 R]",
      root: "/AcroForm<</Fields[83 0 R]>>",
      more: {
        80: `<</Subtype/Text/Rect[200 20 220 40]/Contents(${secret})/RC(<p>${secret}</p>)/T(${secret})/Subj(${secret})/NM(${secret})/Popup 81 0 R>>`,
        81: `<</Subtype/Popup/Parent 80 0 R/Rect[220 20 280 60]/Contents(${secret})>>`,
        82: `<</Subtype/Link/Rect[20 20 60 40]/A<</S/URI/URI(https://example.org/?who=${secret})>>>>`,
        83: `<</Subtype/Widget/F 2/FT/Ch/T(${secret})/Opt[[(1)(${secret})]]/V(${secret})/DV(${secret})/Rect[70 20 90 40]/AP<</N 84 0 R>>>>`,
        84: form(line(1, secret)),
      },
    }),
  "forms within forms, used and not": () =>
    file(`${line(150, "Paid by")} /X Do`, {
      resources: "/XObject<</X 80 0 R/U 82 0 R>>",
      more: {
        80: { dict: "/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<</Y 81 0 R>>>>", data: "/Y Do" },
        81: form(line(100, `Dr. ${secret}`)),
        82: form(line(50, secret)),
      },
    }),
  "thumbnails, private data, alternates of images, and unknown entries": () =>
    file(`${shown} q 20 0 0 20 200 20 cm /I Do Q`, {
      page: `/Thumb 80 0 R/PieceInfo<</App<</Private(${secret})>>>>/Unknown(${secret})`,
      root: `/PieceInfo<</App<</Private 82 0 R>>>>/SpiderInfo<</V 1/C[<</AU(${secret})>>]>>`,
      resources: "/XObject<</I 81 0 R>>",
      more: {
        80: { dict: "/Width 7/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", data: secret },
        83: { dict: "/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", data: "x" },
        81: {
          dict: `/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Alternates[<</Image 83 0 R>>]/OPI<</1.3<</F(${secret})>>>>`,
          data: "x",
        },
        82: { dict: "", data: secret },
      },
    }),
  "identifiers of elements, in their tree and in attributes of others": () =>
    file(`/P <</MCID 0>> BDC ${shown}EMC`, {
      root: "/MarkInfo<</Marked true>>/StructTreeRoot 80 0 R",
      more: {
        80: `<</Type/StructTreeRoot/K 81 0 R/IDTree<</Names[(p-${secret})81 0 R]>>>>`,
        81: `<</Type/StructElem/S/P/P 80 0 R/Pg 3 0 R/K 0/ID(p-${secret})/A<</O/Table/Headers[(p-${secret})]>>>>`,
      },
    }),
  "options of a button, which are names": () =>
    file(shown, {
      page: "/Annots[80 0 R]",
      root: "/AcroForm<</Fields[81 0 R]>>",
      more: {
        80: `<</Type/Annot/Subtype/Widget/Parent 81 0 R/AS/${secret}/Rect[200 20 220 40]/AP 82 0 R>>`,
        81: `<</FT/Btn/Ff 32768/T(who)/V/${secret}/DV/${secret}/Kids[80 0 R]>>`,
        82: `<</N<</${secret} 83 0 R/Off 84 0 R>>/D<</${secret} 83 0 R>>>>`,
        83: form("0 0 9 9 re f"),
        84: form(""),
      },
    }),
  "names that begin like those of glyphs, and colors that no sample has": () =>
    file(`/a.${secret} BMC ${shown} EMC q 20 0 0 20 200 20 cm /I Do Q`, {
      resources: "/XObject<</I 80 0 R>>",
      more: {
        80: {
          dict: `/Subtype/Image/Width 1/Height 2/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 12(ab ${secret} c)]`,
          data: "\0\x01",
        },
      },
    }),
  "labels of units, and names of viewports": () =>
    file(shown, {
      page: `/VP[<</Type/Viewport/BBox[0 0 9 9]/Name(${secret})/Measure<</Type/Measure/Subtype/RL/R(1)/X[<</U(${secret})/C 1>>]/D[<</U(m)/C 1>>]/A[<</U(m)/C 1>>]>>>>]`,
    }),
  "a JPEG's comment within other filters, and bytes after its end": async () =>
    file(`${shown}q 50 0 0 50 200 20 cm /I Do Q`, {
      resources: "/XObject<</I 80 0 R>>",
      more: {
        80: {
          dict: "/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/Filter[/ASCIIHexDecode/DCTDecode]",
          data: `${Buffer.concat([await jpegWithComment(), Buffer.from(`by ${secret}`)]).toString("hex")}>`,
        },
      },
    }),
  "XML in JPEG 2000": () =>
    file(`${shown}q 50 0 0 50 200 20 cm /I Do Q`, {
      resources: "/XObject<</I 80 0 R>>",
      more: {
        80: { dict: "/Type/XObject/Subtype/Image/Width 8/Height 8/Filter/JPXDecode", data: jpxWithXml() },
      },
    }),
};

/** Everything readable in a file: its bytes, their inflated content, and the strings and streams of its objects. */
function readings(bytes: Uint8Array): string[] {
  const all = Buffer.from(bytes);
  const found = [all];
  for (let at = all.indexOf(0x78); at >= 0; at = all.indexOf(0x78, at + 1)) {
    try {
      found.push(inflateSync(all.subarray(at), { finishFlush: 2 }));
    } catch {
      // No zlib stream begins here.
    }
  }
  const { cos } = openStrictly(sourceOf(bytes));
  const strings: string[] = [];
  const look = (value: CosValue): void => {
    if (isString(value)) strings.push(decodeText(value.bytes));
    else if (isArray(value)) value.forEach(look);
    else if (isDict(value)) [...value.values()].forEach(look);
  };
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.object(num);
    look(isStream(value) ? value.dict : value);
    if (isStream(value)) found.push(Buffer.from(cos.decodePartly(value).bytes));
  }
  return [
    ...found.flatMap((part) => [part.toString("latin1"), part.toString("latin1").replaceAll("\0", "")]),
    ...strings,
  ];
}

const folded = (text: string) =>
  text
    .normalize("NFKC")
    .replaceAll(/[\0\u00ad]/g, "")
    .toLowerCase();

/** The text that MuPDF reads on the page, with its lines joined. */
async function read(bytes: Uint8Array): Promise<string> {
  using document = await readers.openMupdfText(sourceOf(bytes));
  const { blocks } = await document.page(1);
  return blocks.flatMap(({ lines }) => lines.map(({ text }) => text.replace(/-$/, ""))).join("");
}

const tells = async (bytes: Uint8Array) =>
  [...readings(bytes), await read(bytes)].some(
    (text) =>
      folded(text).includes("quenzig") ||
      /&#x51;uenzig|5175656e7a6967|005100750065006e007a00690067/i.test(text),
  );

/** The file as redacted by MuPDF: annotations over its search hits, applied, and saved without unused objects. */
async function byMupdf(bytes: Uint8Array): Promise<Uint8Array> {
  const { PDFDocument, PDFPage } = await loadMupdf();
  const document = new PDFDocument(bytes);
  const page = document.loadPage(0);
  for (const quads of page.search(secret, undefined)) page.createAnnotation("Redact").setQuadPoints(quads);
  page.applyRedactions(true, PDFPage.REDACT_IMAGE_PIXELS, PDFPage.REDACT_LINE_ART_REMOVE_IF_TOUCHED);
  return document.saveToBuffer("garbage=4,compress").asUint8Array().slice();
}

/** The file with a black box over the whole page, as drawn and saved by pdf-lib. */
async function covered(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes);
  document.getPage(0).drawRectangle({ x: 0, y: 0, width: 300, height: 200 });
  return await document.save();
}

/** The files that MuPDF redacts completely; in the others the secret remains. */
const takenByMupdf = new Set([
  "an older revision of the page and of the information",
  "bytes between objects and after the end",
  "an object stream with objects that nothing uses",
  "a font that shows nothing else, and its map",
  "ligatures, by a map",
  "a word over two lines",
  "letters apart, out of order and turned",
  "forms within forms, used and not",
  // It has no samples that could be decoded.
  "XML in JPEG 2000",
]);

describe("no secret can be extracted from", () => {
  it.each(Object.keys(files))("%s", async (name) => {
    const before = await files[name]?.();
    if (!before) throw new Error("no file");
    const fields = { input: "a.pdf", output: "b.pdf", text: [secret] };
    const { file: written } = await runTool("pdf_redact", fields, { "a.pdf": before }, readers);
    expect(await tells(written("b.pdf"))).toBe(false);
  });
});

const simple = (entries: string) => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>`;
const oneByte = (text: string, from = 65) =>
  toUnicode(
    Object.fromEntries([...text].map((letter, at) => [(from + at).toString(16), letter])),
  ).data.replace("<0000> <ffff>", "<00> <ff>");
const stamp = { dict: "/Type/XObject/Subtype/Form/BBox[0 0 60 20]/Resources<</Font<</F1 90 0 R>>>>" };

describe("the word is gone, and each letter of it, with", () => {
  const otherFont = (font: string, shows: string, more: BuiltPdf["objects"] = {}) =>
    file(`${shown}BT /F3 12 Tf 20 60 Td (${shows}) Tj ET`, {
      resources: "",
      more: { 92: font, ...more },
    });
  it.each<[string, Uint8Array]>([
    [
      "letters painted one by one from the last to the first",
      file(
        shown +
          [...secret]
            .map((letter, at) => line(60, letter).replace("20 60", `${20 + 7 * at} 60`))
            .reverse()
            .join(""),
      ),
    ],
    [
      "halves in two lines without a hyphen",
      file(`${shown}${line(60, "the whole day Quen")}${line(46, "zig was there")}`),
    ],
    [
      "a pattern with other words",
      file(`${shown}/Pattern cs /P scn 20 20 90 30 re f`, {
        resources: "/Pattern<</P 80 0 R>>",
        more: {
          80: {
            dict: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 90 30]/XStep 90/YStep 30/Resources<</Font<</F1 90 0 R>>>>",
            data: line(5, "yes"),
          },
        },
      }),
    ],
    [
      "a half in an annotation",
      file(`${shown}${line(60, "Quen")}`, {
        page: "/Annots[80 0 R]",
        more: {
          80: "<</Type/Annot/Subtype/Stamp/F 4/Rect[49.35 55 109.35 75]/AP<</N 81 0 R>>>>",
          81: { ...stamp, data: "BT /F1 12 Tf 0 5 Td (zig) Tj ET" },
        },
      }),
    ],
    [
      "an annotation that is only printed",
      file(shown, {
        page: "/Annots[80 0 R]",
        more: {
          80: "<</Type/Annot/Subtype/Stamp/F 36/Rect[20 55 80 75]/AP<</N 81 0 R>>>>",
          81: { ...stamp, data: `BT /F1 12 Tf 0 5 Td (${secret}) Tj ET` },
        },
      }),
    ],
    [
      "a map that gives shapes other letters",
      otherFont(simple("/Encoding/WinAnsiEncoding/ToUnicode 93 0 R"), secret, {
        93: { dict: "", data: oneByte("abcdefghij", 103) },
      }).map((byte) => byte),
    ],
    [
      "glyphs that a standard font doesn't have",
      otherFont(
        simple(
          `/Encoding<</Differences[65${[...secret].map((letter) => `/uni00${letter.charCodeAt(0).toString(16)}`).join("")}]>>`,
        ),
        "ABCDEFG",
      ),
    ],
    [
      "invisible characters between the letters",
      otherFont(simple("/Encoding/WinAnsiEncoding/ToUnicode 93 0 R"), "ABCDEFGHI", {
        93: { dict: "", data: oneByte("Que\u034fn\u115fzig") },
      }),
    ],
  ])("%s", async (_, before) => {
    const bytes = Buffer.from(Buffer.from(before).toString("latin1").replace("/F2 92", "/F3 92"), "latin1");
    const fields = { input: "a.pdf", output: "b.pdf", text: [secret] };
    const { file: written } = await runTool("pdf_redact", fields, { "a.pdf": bytes }, readers);
    const text = await read(written("b.pdf"));
    expect(text).toContain("Dr.");
    expect(text).not.toContain("Q");
    expect(readings(written("b.pdf")).join("")).not.toMatch(/Quen|zig|(?<!\/)ABCDEFG/);
  });

  it("but not where fonts don't say their letters", async () => {
    const map = Object.fromEntries(
      [...coded("abcdefgh").matchAll(/..../g)].map(([code], at) => [code, String.fromCharCode(0xe001 + at)]),
    );
    const bytes = file(`${shown}BT /F3 12 Tf 20 60 Td <${coded("abcdefgh")}> Tj ET`, {
      more: { ...composite(73), 73: toUnicode(map) },
    });
    const named = Buffer.from(Buffer.from(bytes).toString("latin1").replace("/F2 92", "/F3 70"), "latin1");
    const fields = { input: "a.pdf", output: "b.pdf", text: [secret] };
    await expect(runTool("pdf_redact", fields, { "a.pdf": named }, readers)).rejects.toThrow(
      "page 1 has letters that no font names",
    );
  });
});

describe("an area takes", () => {
  const areas = [{ page: 1, bbox: [0, 120, 300, 160] }];
  const redacted = async (before: Uint8Array) => {
    const { file: written } = await runTool(
      "pdf_redact",
      { input: "a.pdf", output: "b.pdf", areas },
      { "a.pdf": before },
      readers,
    );
    return readings(written("b.pdf")).join("\n");
  };
  const widget = (more: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/F 132/Rect[20 50 120 75]${more}>>`;

  it.each(["", "/MK<</BG[1 0 0]>>", "/AP<</N 81 0 R>>"])("a signature's field%s", async (more) => {
    const root = "/AcroForm<</Fields[80 0 R]/SigFlags 1>>";
    const signed = file(line(150, "seen"), {
      page: "/Annots[80 0 R]",
      root,
      more: { 80: widget(more), 81: { ...stamp, data: "BT /F1 12 Tf 0 5 Td (signed) Tj ET" } },
    });
    expect(await redacted(signed)).not.toMatch(/\/Sig\b|signed/);
  });

  it.each<[string, BuiltPdf["objects"]]>([
    [
      "in a form of its own",
      {
        81: {
          dict: "/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</XObject<</X 82 0 R>>>>",
          data: "/X Do",
        },
        82: { ...stamp, data: `BT /F1 12 Tf 0 5 Td (${secret}) Tj ET` },
      },
    ],
    [
      "by a font that only others read",
      {
        81: {
          dict: stamp.dict.replace("90 0 R", "70 0 R"),
          data: `BT /F1 12 Tf 0 5 Td <${coded(secret)}> Tj ET`,
        },
        ...composite(73),
        70: "<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/UniJIS-UCS2-H/DescendantFonts[71 0 R]>>",
        71: "<</Type/Font/Subtype/CIDFontType0/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 600/FontDescriptor 72 0 R>>",
      },
    ],
  ])("what only an appearance draws, %s, also elsewhere", async (_, more) => {
    const annotation = "<</Type/Annot/Subtype/Stamp/F 4/Rect[20 50 120 75]/AP<</N 81 0 R>>>>";
    const drawn = file(line(150, "seen"), {
      page: "/Annots[80 0 R]",
      trailer: "/Info 83 0 R",
      more: { 80: annotation, 83: `<</Author(${secret})>>`, ...more },
    });
    expect(await redacted(drawn)).not.toContain(secret);
  });
});

describe("the secret remains", () => {
  it.each(Object.keys(files))("after redaction by other programs: %s", async (name) => {
    const before = (await files[name]?.()) ?? new Uint8Array(0);
    expect(await tells(await covered(before))).toBe(true);
    expect(await tells(await byMupdf(before))).toBe(!takenByMupdf.has(name));
  });
});

const shading = (type: number, data: readonly number[], more = "") => ({
  dict: `/ShadingType ${type}/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[20 280 10 90 0 1]${more}`,
  data: Buffer.from(data),
});
const triangles = [0, 17, 33, 5, 0, 201, 44, 77, 0, 99, 222, 133, 1, 13, 34, 65];
const vertices = triangles.filter((_, at) => at % 4 !== 0);
const edges = [
  10, 10, 10, 80, 10, 160, 10, 250, 80, 250, 160, 250, 250, 250, 250, 160, 250, 80, 250, 10, 160, 10, 80, 10,
];
const coons = [0, ...edges, 1, 77, 133, 210, 2, ...edges.slice(8), 99, 33];
const tensor = [0, ...edges, 80, 80, 80, 160, 160, 160, 160, 80, 1, 77, 133, 210];
const bytesOf = (data: readonly number[]) => Buffer.from(data).toString("latin1");
const painted = (type: number, data: readonly number[], more = "", paint = "/P1 sh") =>
  ({
    content: `${line(150, "above")} ${paint}`,
    extra: {
      resources: "/Shading<</P1 80 0 R>>/Pattern<</P1 81 0 R>>",
      more: { 80: shading(type, data, more), 81: "<</PatternType 2/Shading 80 0 R>>" },
    },
    left: bytesOf(data.slice(1, 9)),
  }) as const;
const curve = "23.456 45.678 m 30 60 180.333 90 200.111 90.222 c h";

/** Pages with something in their lower half, and what says so. */
const halves: Readonly<
  Record<string, { readonly content: string; readonly extra?: Extra; readonly left: string }>
> = {
  "a mesh of triangles": painted(4, triangles),
  "a lattice, as a color": painted(
    5,
    vertices,
    "/VerticesPerRow 2",
    "/Pattern cs /P1 scn 20 10 200 180 re f",
  ),
  "Coons patches": painted(6, coons),
  "a tensor-product patch": painted(7, tensor),
  "a clip": { content: `${line(150, "above")} q ${curve} W n 0 0 300 200 re f Q`, left: "45.678" },
  "a path without paint": { content: `${line(150, "above")} ${curve} n`, left: "45.678" },
  "a clip by letters": {
    content: `${line(150, "above")} q BT 7 Tr /F1 40 Tf 20 50 Td (${secret}) Tj ET 0 0 300 200 re f Q`,
    left: secret,
  },
  "a cell that the page shows once": {
    content: "/Pattern cs /P1 scn 0 0 300 200 re f",
    extra: {
      resources: "/Pattern<</P1 80 0 R>>",
      more: {
        80: {
          dict: "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 200]/XStep 300/YStep 200/Resources<</Font<</F1 90 0 R>>>>",
          data: `${line(150, "above")}${line(50, secret)}`,
        },
      },
    },
    left: secret,
  },
  "a form that is also drawn outside its clip": {
    content: `${line(150, "above")} /X Do q 0 0 0 0 re W n /X Do Q`,
    extra: { resources: "/XObject<</X 80 0 R>>", more: { 80: form(line(50, secret)) } },
    left: secret,
  },
  "a comment, and a reply to it elsewhere": {
    content: line(150, "above"),
    extra: {
      page: "/Annots[80 0 R 81 0 R]",
      more: {
        80: `<</Subtype/Square/C[1 0 0]/Rect[20 20 60 60]/Contents(${secret})>>`,
        81: `<</Subtype/Square/C[1 0 0]/Rect[200 120 240 160]/IRT 80 0 R/Contents(so says ${secret})>>`,
      },
    },
    left: secret,
  },
};

describe("nothing of an area remains of", () => {
  it.each(Object.entries(halves))("%s", async (_, { content, extra, left }) => {
    const before = file(content, extra);
    expect(readings(before).some((text) => text.includes(left))).toBe(true);
    const fields = { input: "a.pdf", output: "b.pdf", areas: [{ page: 1, bbox: [0, 100, 300, 200] }] };
    const { file: written } = await runTool("pdf_redact", fields, { "a.pdf": before }, readers);
    expect(readings(written("b.pdf")).some((text) => text.includes(left))).toBe(false);
  });
});
