/** pdf_optimize: what each measure saves and leaves alone. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Readers } from "../../src/core/readers.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { buildPdf, pagesPdf } from "../support/pdf-builder.ts";
import { at, read } from "../support/read-again.ts";
import { runProgram } from "../support/run-program.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

interface Result {
  readonly bytes: number;
  readonly before: number;
  readonly saved: Readonly<Record<string, number>>;
  readonly largest: readonly { readonly what: string; readonly pages?: string; readonly bytes: number }[];
}

async function optimize(bytes: Uint8Array, fields: object = {}, readers: Partial<Readers> = {}) {
  const run = await runTool(
    "pdf_optimize",
    { input: "a.pdf", output: "b.pdf", ...fields },
    { "a.pdf": bytes },
    readers,
  );
  const written = run.file("b.pdf");
  expect(checked(written).output).not.toMatch(/WARNING|ERROR/);
  // The tool's own schema has validated the result.
  return { result: run.result as Result, written, warnings: run.context.warnings };
}

const words = "0 0 m 100 100 l S\n".repeat(60);
const hex = (data: string) => `${Buffer.from(data).toString("hex")}>`;

const noise = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, k) => (k * k * 31 + (k >> 3)) % 253));
const image = (more: string) => `/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8${more}`;

describe("pdf_optimize", () => {
  it("recompresses ASCII-encoded streams and reports the bytes saved", async () => {
    const file = pagesPdf(["/Contents 10 0 R"], {
      more: { 10: { dict: "/Filter/ASCIIHexDecode", data: hex(words) } },
    });
    const { result, written } = await optimize(file);
    const contents = read(written).cos.resolve(read(written).pages.dict(1).get("Contents"));
    expect(contents).toMatchObject({ kind: "stream" });
    expect(at(read(written), "Pages", "Kids", 0, "Contents", "Filter")).toBe("/FlateDecode");
    expect(result.before).toBe(file.length);
    expect(result.bytes).toBe(written.length);
    expect(result.saved.content).toBeGreaterThan(1000);
    const total = Object.values(result.saved).reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBe(file.length - written.length);
  });

  it("stores equal images once, whatever their encoding, and keeps different ones apart", async () => {
    const image = "/Type/XObject/Subtype/Image/Width 40/Height 40/ColorSpace/DeviceGray/BitsPerComponent 8";
    const samples = Buffer.from(Array.from({ length: 1600 }, (_, k) => (k * 7919) % 251));
    const page = (num: number) => `/Contents 20 0 R/Resources<</XObject<</I ${num} 0 R>>>>`;
    const file = pagesPdf([page(10), page(11), page(12)], {
      more: {
        10: { dict: image, data: samples },
        11: { dict: `${image}/Filter/FlateDecode`, data: deflateSync(samples) },
        12: { dict: `${image}/Interpolate true`, data: samples },
        20: { dict: "", data: "q 9 0 0 9 0 0 cm /I Do Q" },
      },
    });
    const { result, written } = await optimize(file);
    const { pages, cos } = read(written);
    const images = [1, 2, 3].map((page) => {
      const resources = cos.resolve(pages.attribute(page, "Resources"));
      const list = resources instanceof Map ? cos.resolve(resources.get("XObject")) : null;
      return list instanceof Map ? list.get("I") : undefined;
    });
    expect(images[0]).toEqual(images[1]);
    expect(images[0]).not.toEqual(images[2]);
    expect(result.saved.equal_objects).toBeGreaterThan(300);
    expect(result.largest[0]).toMatchObject({ what: "images", pages: "1-3" });
  });

  it("never merges equal pages, annotations or layers", async () => {
    const file = pagesPdf(["/Annots[10 0 R 11 0 R]", "", ""], {
      root: "/OCProperties<</OCGs[12 0 R 13 0 R]/D<<>>>>",
      more: {
        10: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>",
        11: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>",
        12: "<</Type/OCG/Name(layer)>>",
        13: "<</Type/OCG/Name(layer)>>",
      },
    });
    const { written } = await optimize(file);
    const document = read(written);
    const { catalog, cos, pages } = document;
    expect(new Set(pages.numbers).size).toBe(3);
    const lists = [pages.dict(1).get("Annots"), at(document, "OCProperties", "OCGs")];
    for (const list of lists) expect(list).toHaveLength(2);
    const annotations = cos.resolve(pages.dict(1).get("Annots"));
    expect(annotations).toEqual([...new Set(Array.isArray(annotations) ? annotations : [])]);
    expect(catalog.has("OCProperties")).toBe(true);
  });

  it("copies a file it can't shrink, with a warning", async () => {
    const { written } = await optimize(
      pagesPdf(["/Contents 10 0 R"], { more: { 10: { dict: "", data: words } } }),
    );
    const again = await optimize(written);
    expect(Buffer.from(again.written).equals(written)).toBe(true);
    expect(again.warnings).toEqual([expect.stringMatching(/^Nothing could be saved/)]);
    expect(Object.values(again.result.saved).every((bytes) => bytes === 0)).toBe(true);
  });

  it("writes no object streams or compressed metadata if the file claims PDF/A-1", async () => {
    const packet = `<?xpacket begin='' id=''?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description pdfaid:part="1" pdfaid:conformance="B"/></rdf:RDF></x:xmpmeta>${" ".repeat(2000)}<?xpacket end='w'?>`;
    const file = pagesPdf(["/Contents 10 0 R"], {
      root: "/Metadata 11 0 R",
      more: {
        10: { dict: "", data: words },
        11: { dict: "/Type/Metadata/Subtype/XML", data: packet },
      },
    });
    const { result, written } = await optimize(file);
    const text = Buffer.from(written).toString("latin1");
    expect(text).not.toMatch(/\/ObjStm|\/XRef/);
    expect(text).toContain("pdfaid:part");
    expect(result.saved.metadata).toBeGreaterThan(1900);
  });

  it("applies the requested resolution and quality, except to images that must stay exact", async () => {
    const gray = "/ColorSpace/DeviceGray";
    const file = pagesPdf(["/Contents 20 0 R/Resources<</XObject<</A 10 0 R/B 11 0 R/C 12 0 R>>>>"], {
      more: {
        10: { dict: image(`${gray}/SMask 13 0 R`), data: noise(10_000) },
        11: { dict: image(`${gray}/Mask[0 3]`), data: noise(10_000) },
        12: { dict: image("/ColorSpace/DeviceCMYK"), data: noise(40_000) },
        13: { dict: image(gray), data: noise(10_000).reverse() },
        20: { dict: "", data: "q 36 0 0 72 0 0 cm /A Do /B Do /C Do Q" },
      },
    });
    const { result, written } = await optimize(
      file,
      { images: { max_dpi: 60, quality: 50 } },
      createReaders(),
    );
    const document = read(written);
    const of = (key: string, entry: string) =>
      at(document, "Pages", "Kids", 0, "Resources", "XObject", key, entry);
    expect([of("A", "Width"), of("A", "Height"), of("A", "Filter")]).toEqual([30, 60, "/DCTDecode"]);
    expect([of("B", "Width"), of("C", "Width")]).toEqual([100, 100]);
    expect(result.saved.images).toBeGreaterThan(5000);
  });

  it.each([
    ["in a pattern", "/Pattern<</P 30 0 R>>", "", 100, [30]],
    ["in an appearance", "", "/Annots[31 0 R]", 100, [31, 33]],
    ["in a glyph", "/Font<</T 32 0 R>>", "", 100, [32]],
    ["in a soft mask", "/ExtGState<</G<</SMask<</S/Alpha/G 33 0 R>>>>>>", "", 100, [33]],
    ["in a layer that is off", "/XObject<</A 10 0 R/L 34 0 R>>", "", 100, [34]],
    ["on a page with larger units", "", "/UserUnit 2", 60, []],
    ["nowhere else", "", "", 30, []],
  ])("keeps the samples of an image that is also drawn %s", async (_, resources, page, width, used) => {
    const own = resources.startsWith("/XObject") ? resources : `/XObject<</A 10 0 R>>${resources}`;
    const large = { dict: "/Subtype/Form/BBox[0 0 99 99]/Resources<</XObject<</A 10 0 R>>>>", data: "" };
    const drawing = new Map<number, string | typeof large>([
      [30, { ...large, dict: `/PatternType 1${large.dict.replace("/Subtype/Form", "")}` }],
      [31, "<</Subtype/Stamp/Rect[0 0 99 99]/AP<</N 33 0 R>>>>"],
      [32, "<</Subtype/Type3/CharProcs<<>>/Resources<</XObject<</A 10 0 R>>>>>>"],
      [33, large],
      [34, { ...large, dict: `${large.dict}/OC 35 0 R` }],
    ]);
    const file = pagesPdf([`/Contents 20 0 R/Resources<<${own}>>${page}`], {
      root: "/OCProperties<</OCGs[35 0 R]/D<</OFF[35 0 R]>>>>",
      more: {
        10: { dict: image("/ColorSpace/DeviceGray"), data: noise(10_000) },
        20: { dict: "", data: "q 36 0 0 36 0 0 cm /A Do Q /L Do" },
        ...Object.fromEntries([...drawing].filter(([num]) => used.some((one) => one === num))),
        35: "<</Type/OCG/Name(off)>>",
      },
    });
    const { written } = await optimize(file, { images: { max_dpi: 60, quality: 50 } }, createReaders());
    expect(at(read(written), "Pages", "Kids", 0, "Resources", "XObject", "A", "Width")).toBe(width);
  });

  describe("with max_bytes", () => {
    const own = "/Resources<</XObject<</A 10 0 R>>>>/Contents 20 0 R";
    const other = "/Resources<</XObject<</A 11 0 R>>>>/Contents 20 0 R";
    /** Without a pattern, so that it doesn't deflate. */
    const grain = (seed: number) => {
      let value = seed;
      const next = () => {
        value = Math.imul(value, 1_664_525) + 1_013_904_223;
        return value >>> 24;
      };
      return Buffer.from(Array.from({ length: 30_000 }, next));
    };
    /** Two pictures of 30,000 bytes at 200 dpi, and drawings. */
    const file = pagesPdf([own, own, other], {
      more: {
        10: { dict: image("/ColorSpace/DeviceRGB"), data: grain(1) },
        11: { dict: image("/ColorSpace/DeviceRGB"), data: grain(2) },
        20: { dict: "", data: `${words}q 36 0 0 36 0 0 cm /A Do Q` },
      },
    });
    const content = (bytes: Uint8Array) => at(read(bytes), 1, "Contents", "data");

    it("touches no picture where lossless means are enough", async () => {
      const { result, written } = await optimize(file, {
        max_bytes: file.length - 200,
        images: { quality: 1 },
      });
      expect(result.bytes).toBeLessThan(file.length - 200);
      expect(at(read(written), 1, "Resources", "XObject", "A", "Filter")).not.toBe("/DCTDecode");
      expect(result).not.toHaveProperty("reduced");
    });

    it.each([0.6, 0.2])("reduces pictures as little as a size of %f needs, and says how", async (share) => {
      const max_bytes = Math.round(file.length * share);
      const { result, written } = await optimize(file, { max_bytes }, createReaders());
      expect(result.bytes).toBeLessThanOrEqual(max_bytes);
      expect(result.bytes).toBeGreaterThan(max_bytes * 0.9);
      expect(content(written)).toBe(content(file));
      const reduced: readonly { readonly images: number; readonly dpi: number }[] = Object(result).reduced;
      expect(reduced.reduce((sum, { images }) => sum + images, 0)).toBe(2);
      expect(reduced.map(({ dpi }) => dpi)).toEqual(share > 0.5 ? [200, 200] : [164]);
    });

    it("reduces JPEG data with parameters that mean nothing there", async () => {
      const samples = { width: 100, height: 100, components: 3, data: grain(1) } as const;
      const data = await createReaders().encodeJpeg(samples, 95);
      const dict = image("/ColorSpace/DeviceRGB/Filter/DCTDecode/DecodeParms<</Columns 100/Predictor 1>>");
      const jpeg = pagesPdf([own], { more: { 10: { dict, data }, 20: { dict: "", data: "/A Do" } } });
      const { result } = await optimize(jpeg, { max_bytes: Math.round(jpeg.length / 2) }, createReaders());
      expect(result).toMatchObject({ reduced: [{ pages: "1", images: 1 }] });
    });

    it("refuses a size that can't be reached, with the smallest one", async () => {
      const most = optimize(
        file,
        { max_bytes: 1000, images: { quality: 60, max_dpi: 100 } },
        createReaders(),
      );
      const error = await most.then(String, (problem: unknown) => problem);
      const { smallest } = Object(error);
      expect(error).toMatchObject({
        code: "operation_failed",
        message: expect.stringContaining(`${smallest} bytes`),
      });
      const { result } = await optimize(file, { images: { quality: 60, max_dpi: 100 } }, createReaders());
      expect(smallest).toBe(result.bytes);
    });
  });

  it.skipIf(requireTool("qpdf"))("linearizes to qpdf's satisfaction", async () => {
    const shared = "/Resources<</XObject<</F 20 0 R>>>>";
    const file = pagesPdf(
      ["/Contents[21 0 R 22 0 R]", `/Contents 22 0 R${shared}`, `/Contents 23 0 R${shared}`],
      {
        root: "/Outlines 30 0 R/OpenAction[3 0 R/Fit]",
        tree: "/Rotate 90",
        more: {
          20: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", data: words },
          21: { dict: "", data: words },
          22: { dict: "", data: "0 0 m 1 1 l S" },
          23: { dict: "", data: "/F Do" },
          30: "<</First 31 0 R/Last 31 0 R/Count 1>>",
          31: "<</Title(one)/Parent 30 0 R/Dest[3 0 R/Fit]>>",
        },
      },
    );
    const { written, warnings } = await optimize(file, { linearize: true });
    expect(warnings).toEqual([]);
    const said = withFile(written, (path) => runProgram("qpdf", ["--check-linearization", path]));
    expect([said.status, said.stdout.toString()]).toEqual([
      0,
      expect.stringContaining("no linearization errors"),
    ]);
    const { pages } = read(written);
    expect([1, 2, 3].map((page) => pages.dict(page).get("Rotate"))).toEqual([90, 90, 90]);
  });

  it("drops thumbnails and private data", async () => {
    const file = pagesPdf(["/Contents 10 0 R/Thumb 11 0 R/PieceInfo<</App<</Private 11 0 R>>>>"], {
      more: {
        10: { dict: "", data: words },
        11: { dict: "/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", data: "x" },
      },
    });
    const { written } = await optimize(file);
    const page = read(written).pages.dict(1);
    expect([page.has("Thumb"), page.has("PieceInfo")]).toEqual([false, false]);
  });

  it("removes the signature of a file it rewrites, with a warning", async () => {
    const signed = buildPdf({
      objects: {
        1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/SigFlags 3>>>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[4 0 R]/Contents 6 0 R>>",
        4: "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/V 5 0 R>>",
        5: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>",
        6: { dict: "", data: words },
      },
    });
    const { warnings, written } = await optimize(signed);
    expect(warnings).toEqual([expect.stringMatching(/digitally signed/)]);
    expect(Buffer.from(written).toString("latin1")).not.toContain("ByteRange");
  });
});
