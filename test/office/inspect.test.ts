/** How office files are classified before a converter sees them. */
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { formatOf } from "../../src/office/formats.ts";
import { inspect } from "../../src/office/inspect.ts";
import { memorySource } from "../support/memory-files.ts";
import { zip } from "../support/zip.ts";
import { docx, odf, paragraph, pptx, slideText, xlsx } from "./documents.ts";

/** Returns the problem, if there is one. */
async function problemOf(bytes: Uint8Array, name = "in.docx"): Promise<ProblemError | undefined> {
  try {
    await inspect(memorySource(bytes), name, formatOf(name, "input"));
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error;
  }
}

/** Returns "fine" or the problem's detail. */
async function judge(bytes: Uint8Array, name = "in.docx"): Promise<string> {
  return (await problemOf(bytes, name))?.message ?? "fine";
}

const types =
  '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const text = (length: number) => "a".repeat(length);

describe("a valid file", () => {
  it.each([
    ["in.docx", docx(paragraph("x"))],
    ["in.DOCX", docx(paragraph("x"))],
    ["in.xlsx", xlsx('<row r="1"><c r="A1"><v>1</v></c></row>')],
    ["in.pptx", pptx(slideText("x"))],
    ["in.odt", odf("text", "")],
    ["in.ods", odf("spreadsheet", "")],
    ["in.odp", odf("presentation", "")],
  ])("%s passes", async (name, bytes) => {
    expect(await judge(bytes, name)).toBe("fine");
  });

  it("may have backslashes in its names", async () => {
    expect(await judge(zip({ "[Content_Types].xml": types, "word\\document.xml": "<a/>" }))).toBe("fine");
  });
});

describe("a disguised file", () => {
  const word = docx(paragraph("x"));
  it.each<[string, string, Uint8Array]>([
    ["a workbook", "in.docx", xlsx("")],
    ["a document", "in.xlsx", word],
    [
      "a document with macros",
      "in.docx",
      zip({
        "[Content_Types].xml": types.replace(
          "openxmlformats-officedocument.wordprocessingml.document",
          "ms-word.document.macroEnabled",
        ),
      }),
    ],
    ["an OpenDocument text", "in.docx", odf("text", "")],
    ["an OpenDocument sheet", "in.odt", odf("spreadsheet", "")],
    ["an unrelated ZIP", "in.odt", zip({ "a.txt": "a" })],
    ["flat OpenDocument", "in.docx", Buffer.from('<?xml version="1.0"?><office:document/>')],
    ["HTML", "in.docx", Buffer.from("<html><img src='http://127.0.0.1/'></html>")],
    ["RTF", "in.docx", Buffer.from("{\\rtf1 x}")],
    ["CSV", "in.xlsx", Buffer.from("a,b\n1,2\n")],
    ["a PDF", "in.docx", Buffer.from("%PDF-1.7\n")],
    ["noise", "in.docx", Uint8Array.from({ length: 5000 }, (_, k) => (k * 7919) % 251)],
  ])("%s named %s", async (_, name, bytes) => {
    expect(await judge(bytes, name)).toMatch(/its content is not a/);
  });

  it("is reported as empty if it has no bytes", async () => {
    expect(await judge(new Uint8Array(0))).toMatch(/it is empty/);
  });
});

/** A compound file with these names in its directory. */
function ole(...names: readonly string[]): Uint8Array {
  const file = Buffer.alloc(4096);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(2, 48);
  for (const [k, name] of names.entries()) file.write(name, 3 * 512 + k * 128, "utf16le");
  return file;
}

describe("a protected file", () => {
  it("is recognized: Office", async () => {
    const problem = await problemOf(ole("Root Entry", "EncryptedPackage", "EncryptionInfo"));
    expect(problem).toMatchObject({ reason: "password", message: expect.stringMatching(/needs a password/) });
  });

  it("is distinguished from one of an old version", async () => {
    expect(await judge(ole("Root Entry", "WordDocument"))).toMatch(/old Office version/);
  });

  it("is recognized: OpenDocument", async () => {
    const encrypted = odf("text", "", {
      "META-INF/manifest.xml":
        '<manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>',
    });
    expect(await problemOf(encrypted, "in.odt")).toMatchObject({ reason: "password" });
  });

  it.each([1, 1 << 6, 1 << 13])("is recognized: ZIP flags %i", async (flags) => {
    const bytes = zip({ "[Content_Types].xml": types, "word/document.xml": { data: "x", flags } });
    expect(await problemOf(bytes)).toMatchObject({ reason: "password" });
  });
});

describe("ZIP archives", () => {
  const withParts = (more: Parameters<typeof zip>[0]) => zip({ "[Content_Types].xml": types, ...more });
  it.each<[string, RegExp, () => Uint8Array]>([
    ["a bomb", /expands to more data/, () => withParts({ "word/document.xml": text(40_000_000) })],
    [
      "a bomb of many parts",
      /expands to more data/,
      () => withParts(Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`p${k}`, text(1_000_000)]))),
    ],
    [
      "a bomb that declares small sizes",
      /invalid uncompressed size/,
      () => withParts({ "word/document.xml": { data: text(40_000_000), statedSize: 10 } }),
    ],
    [
      "10,001 entries",
      /more than 10000/,
      () => zip(Array.from({ length: 10_001 }, (_, k) => [`p${k}`, { data: "", stored: true }] as const)),
    ],
    ["too few entries declared", /ambiguous archive/, () => zip({ "[Content_Types].xml": types, a: "a" }, 1)],
    [
      "too many entries declared",
      /central directory header not found/,
      () => zip({ "[Content_Types].xml": types, a: "a" }, 3),
    ],
    ["a name with ..", /unsafe filename/, () => withParts({ "word/../../../etc/x": "a" })],
    ["a name with .. and backslashes", /unsafe filename/, () => withParts({ "..\\x": "a" })],
    ["an absolute name", /unsafe filename/, () => withParts({ "/etc/x": "a" })],
    ["a name with a drive", /unsafe filename/, () => withParts({ "C:x": "a" })],
    ["a name with a NUL", /contains a zero/, () => withParts({ "word/a\0.xml": "a" })],
    [
      "overlapping entries",
      /overlapping entry/,
      () => withParts({ a: "abc", b: { data: "abc", statedHeader: 0 } }),
    ],
    [
      "an entry that extends past the next",
      /out of bounds/,
      () => withParts({ a: { data: "abc", stored: true, statedPacked: 40 }, b: "b" }),
    ],
    [
      "an entry past the end",
      /local file header not found/,
      () => withParts({ a: { data: "a", statedHeader: 1e9 } }),
    ],
    [
      "an unusual compression",
      /compression method not supported/,
      () => withParts({ a: { data: "a", method: 12 } }),
    ],
    [
      "invalid deflate data",
      /invalid compressed data/,
      () => withParts({ a: { data: "\xff\xff\xff\xff", stored: true, method: 8 } }),
    ],
    [
      "two directories",
      /ambiguous archive/,
      () => Buffer.concat([withParts({}), withParts({}).subarray(-22)]),
    ],
    [
      "a second directory in the comment of the first",
      /ambiguous archive/,
      () => {
        const whole = Buffer.from(withParts({ "word/document.xml": "<a/>" }));
        const second = zip({ "word/document.xml": "<b/>" });
        whole.writeUInt16LE(second.length, whole.length - 2);
        return Buffer.concat([whole, second]);
      },
    ],
    [
      "a duplicate name",
      /two entries named/,
      () =>
        zip([
          ["[Content_Types].xml", { data: types }],
          ["word/document.xml", { data: "<a/>" }],
          ["word\\Document.xml", { data: "<b/>" }],
        ]),
    ],
    [
      "no directory",
      /end of central directory not found/,
      () => zip({ "[Content_Types].xml": types }).subarray(0, 60),
    ],
  ])("are rejected: %s", async (_, reason, make) => {
    expect(await judge(make())).toMatch(reason);
  });

  it("may have bytes after their end", async () => {
    expect(await judge(Buffer.concat([withParts({}), Buffer.from("\n")]))).toBe("fine");
  });

  it("may contain a stored ZIP", async () => {
    const inner = { data: docx(paragraph("x")), stored: true };
    expect(await judge(withParts({ "word/embeddings/x.docx": inner }))).toBe("fine");
  });

  it("may contain a compressed ZIP, which is only counted", async () => {
    expect(await judge(withParts({ "word/embeddings/x.docx": docx(paragraph("x")) }))).toBe("fine");
  });

  it("may be repetitive within reason", async () => {
    const rows = Array.from({ length: 60_000 }, (_, k) => `<row r="${k}"><c><v>${k * 7}</v></c></row>`).join(
      "",
    );
    expect(await judge(xlsx(rows), "in.xlsx")).toBe("fine");
  });
});

describe("a file of another kind", () => {
  it.each([
    ["a.DOC", "save it as .docx"],
    ["a.rtf", "save it as .docx"],
    ["a.xls", "save it as .xlsx"],
    ["a.ppt", "save it as .pptx"],
    ["a.html", "print it to PDF in a browser"],
    ["a.md", "pandoc"],
    ["a.pdf", "it is a PDF already"],
    ["a.jpg", "use pdf_from_images"],
    ["a.xyz", ".odp"],
  ])("%s gets a way to convert it", (name, way) => {
    expect(() => formatOf(name, "input")).toThrow(way);
  });
});
