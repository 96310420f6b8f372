import { describe, expect, it } from "vitest";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { isStream, name, ref } from "../../src/cos/syntax/value.ts";
import {
  add,
  bytesOf,
  deflated,
  draft,
  entry,
  finishTable,
  minimalObjects,
  packed,
  reasonOf,
  sourceOf,
  streamBody,
  streamFile,
  tableFile,
} from "./files.ts";

const open = (text: string) => openCos(sourceOf(text));
const reason = (text: string) => reasonOf(() => open(text));

function expectMinimal(document: CosDocument): void {
  expect(document.catalog.get("Pages")).toEqual(ref(2));
  expect(document.object(3)).toEqual(
    new Map<string, unknown>([
      ["Type", name("Page")],
      ["Parent", ref(2)],
      ["MediaBox", [0, 0, 612, 792]],
    ]),
  );
}

describe("cross-reference tables", () => {
  it("opens a plain file", () => {
    const document = open(tableFile());
    expectMinimal(document);
    expect(document.objectCount).toBe(4);
    expect(document.xrefKind).toBe("table");
    expect(document.version).toBe("1.7");
    expect(document.inUse(0)).toBe(false);
    expect(document.inUse(3)).toBe(true);
    expect(document.inUse(4)).toBe(false);
    expect(document.object(99)).toBeNull();
    expect(document.trailer.get("Root")).toEqual(ref(1));
  });

  it.each([["\n"], ["\r"], ["\r\n"], [" \r"], [" \r\n"], ["  \n"], [""]])(
    "reads entries that end in %j",
    (eol) => {
      const made = draft(minimalObjects);
      finishTable(made, "/Root 1 0 R", eol === "" ? " " : eol);
      expectMinimal(open(made.text));
    },
  );

  it("reads a table numbered from 1 that starts with the free list", () => {
    const made = tableFile().replace("xref\n0 4", "xref\n1 4");
    expectMinimal(open(made));
  });

  it("reads entries with fewer digits", () => {
    const made = tableFile().replace("0000000009 00000 n", "9 0 n");
    expectMinimal(open(made));
  });

  it("treats entries at offset 0 as free", () => {
    const made = draft(minimalObjects);
    finishTable(made);
    const document = open(made.text.replace(entry(made.offsets.get(3) ?? 0), "0000000000 65536 n \n"));
    expect(document.object(3)).toBeNull();
    expect(document.inUse(3)).toBe(false);
  });

  it("reads white space before the section", () => {
    const made = tableFile();
    const at = made.lastIndexOf("xref\n0");
    expectMinimal(open(made.replace("xref\n0 4", "\n \nxref\n0 4")));
    expect(open(made).startXref).toBe(at);
  });

  it("finds updated objects, and not the freed ones", () => {
    const made = draft(minimalObjects);
    const first = finishTable(made);
    const at3 = made.text.length;
    add(made, 3, "<</Type/Page/Rotate 90>>");
    const at = made.text.length;
    made.text += `xref\n0 1\n${entry(2, 65_535, "f")}2 2\n${entry(0, 1, "f")}${entry(at3)}`;
    made.text += `trailer\n<</Size 4/Root 1 0 R/Prev ${first}>>\nstartxref\n${at}\n%%EOF\n`;
    const document = open(made.text);
    expect(document.object(3)).toEqual(
      new Map<string, unknown>([
        ["Type", name("Page")],
        ["Rotate", 90],
      ]),
    );
    expect(document.object(2)).toBeNull();
    expect(document.revisions.map((revision) => revision.offset)).toEqual([at, first]);
  });

  it("checks generations", () => {
    const made = draft(new Map([...minimalObjects].slice(0, 2)));
    made.offsets.set(3, made.text.length);
    made.text += "3 7 obj\n(x)\nendobj\n";
    finishTable(made);
    const text = made.text.replace(entry(made.offsets.get(3) ?? 0), entry(made.offsets.get(3) ?? 0, 7));
    const document = open(text);
    expect(document.generation(3)).toBe(7);
    expect(document.resolve(ref(3, 7))).not.toBeNull();
    expect(document.resolve(ref(3, 0))).toBeNull();
  });

  it.each([
    ["a circle", (text: string, at: number) => text.replace("/Root", `/Prev ${at}/Root`)],
    ["a /Prev beyond the file", (text: string) => text.replace("/Root", "/Prev 99999/Root")],
    ["a /Prev of 0", (text: string) => text.replace("/Root", "/Prev 0/Root")],
    ["a huge section", (text: string) => text.replace("0 4", "0 2000000000")],
    ["a huge first number", (text: string) => text.replace("xref\n0 4", "xref\n2147483640 4")],
    ["an entry of neither kind", (text: string) => text.replace("00000 n", "00000 x")],
    ["no trailer", (text: string) => text.replace("trailer", "traller")],
    ["no root", (text: string) => text.replace("/Root", "/Toor")],
    ["a root that is not a catalog", (text: string) => text.replace("/Root 1", "/Root 3")],
    ["no startxref", (text: string) => text.replace("startxref", "startxxxx")],
    ["no header", (text: string) => text.replace("%PDF-", "%PPP-")],
    ["a root whose offset is wrong", (text: string) => text.replace("0000000009", "0000000019")],
  ])("refuses %s", (_, change) => {
    const text = tableFile();
    expect(reason(text)).toBe("none");
    const changed = change(text, text.lastIndexOf("xref\n0"));
    expect(changed).not.toBe(text);
    expect(reason(changed)).toBe("syntax");
  });

  it("is limited by the file, whatever /Size says", () => {
    const document = open(tableFile(minimalObjects, "/Root 1 0 R/Size 2147483647"));
    expect(document.objectCount).toBe(4);
  });
});

describe("junk before the header", () => {
  const junk = "#!/bin/printer\r\nsome job control\n";

  it("is accepted if offsets count it", () => {
    const made = draft(minimalObjects, `${junk}%PDF-1.4\n`);
    finishTable(made);
    const document = open(made.text);
    expectMinimal(document);
    expect(document.source.size).toBe(made.text.length);
  });

  it("is accepted if offsets don't count it, which the results then don't either", () => {
    const plain = tableFile();
    const document = open(junk + plain);
    expectMinimal(document);
    expect(document.source.size).toBe(plain.length);
    expect(document.startXref).toBe(plain.lastIndexOf("xref\n0"));
  });
});

describe("cross-reference streams", () => {
  it("opens a file of object streams", () => {
    const document = open(streamFile());
    expectMinimal(document);
    expect(document.xrefKind).toBe("stream");
    expect(document.objectCount).toBe(6);
    expect(document.trailer.has("W")).toBe(false);
    expect(document.trailer.has("Filter")).toBe(false);
    expect(isStream(document.object(4))).toBe(true);
  });

  /** A file without object streams and a cross-reference stream built as given. */
  function withStream(
    widths: readonly number[],
    options: {
      entries?: string;
      rows?: (offset: (num: number) => number) => number[][];
      data?: (rows: Uint8Array) => string;
    } = {},
  ): string {
    const made = draft(minimalObjects);
    const at = made.text.length;
    const offset = (num: number) => made.offsets.get(num) ?? at;
    const rows = options.rows?.(offset) ?? [
      [0, 0, 65_535],
      [1, offset(1), 0],
      [1, offset(2), 0],
      [1, offset(3), 0],
      [1, at, 0],
    ];
    const data = (options.data ?? ((bytes) => Buffer.from(bytes).toString("latin1")))(packed(rows, widths));
    add(
      made,
      4,
      streamBody(data, `/Type/XRef/Size 5/Root 1 0 R/W[${widths.join(" ")}]${options.entries ?? ""}`),
    );
    return `${made.text}startxref\n${at}\n%%EOF\n`;
  }

  it.each([[[1, 2, 2]], [[1, 8, 2]], [[2, 3, 3]], [[8, 8, 4]]])("reads fields of widths %j", (widths) => {
    expectMinimal(open(withStream(widths)));
  });

  it("reads fields of zero width: type 1, generation 0", () => {
    const rows = (offset: (num: number) => number) => [1, 2, 3, 4].map((num) => [0, offset(num), 0]);
    expectMinimal(open(withStream([0, 2, 0], { entries: "/Index[1 4]", rows })));
  });

  it("reads sections, and an /Index with gaps", () => {
    const rows = (offset: (num: number) => number) => [1, 3, 4, 2].map((num) => [1, offset(num), 0]);
    expectMinimal(open(withStream([1, 2, 1], { entries: "/Index[1 1 3 2 2 1]", rows })));
  });

  it("treats types of later versions as null", () => {
    const rows = (offset: (num: number) => number) => [
      [7, 1, 1],
      ...[1, 2, 3, 4].map((num) => [1, offset(num), 0]),
    ];
    expectMinimal(open(withStream([1, 2, 1], { rows })));
  });

  it("undoes the PNG predictor", () => {
    const data = (rows: Uint8Array) => {
      const tagged: number[] = [];
      for (let row = 0; row < rows.length; row += 5) {
        tagged.push(2);
        for (let k = row; k < row + 5; k++)
          tagged.push(((rows[k] ?? 0) - (row > 0 ? (rows[k - 5] ?? 0) : 0)) & 255);
      }
      return deflated(Uint8Array.from(tagged));
    };
    const entries = "/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>";
    expectMinimal(open(withStream([1, 2, 2], { entries, data })));
  });

  it.each([
    ["too few entries", "/Index[0 6]", [1, 2, 2]],
    ["an /Index of billions", "/Index[0 2147483647]", [1, 2, 2]],
    ["an odd /Index", "/Index[0]", [1, 2, 2]],
    ["a negative /Index", "/Index[-1 6]", [1, 2, 2]],
    ["a fractional /Index", "/Index[0 4.5]", [1, 2, 2]],
    ["two widths", "", [1, 2]],
    ["widths of 9", "", [1, 9, 1]],
    ["no widths", "", [0, 0, 0]],
    ["an unknown filter", "/Filter/DCTDecode", [1, 2, 2]],
    ["damaged data", "/Filter/FlateDecode", [1, 2, 2]],
  ])("refuses %s", (_, entries, widths) => {
    expect(reason(withStream(widths, { entries }))).toBe("syntax");
  });

  it("refuses numbers that JavaScript can't represent", () => {
    const rows = () => [
      [1, 2 ** 60, 0],
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ];
    expect(reason(withStream([1, 8, 1], { rows }))).toBe("syntax");
  });

  it("reads hybrid files in order: table, its stream, then the free list and older sections", () => {
    const made = draft(minimalObjects);
    const body = "5 0 6 9 (hidden) (second)";
    const holder = streamBody(body, "/Type/ObjStm/N 2/First 8");
    add(made, 4, holder);
    const stmAt = made.text.length;
    // The stream gives the offsets of the hidden objects 5 and 6, and a wrong one for 3, which the table lists.
    const rows = packed(
      [
        [1, 0, 0],
        [2, 4, 0],
        [2, 4, 1],
      ],
      [1, 2, 1],
    );
    const data = Buffer.from(rows).toString("latin1");
    made.text += `7 0 obj\n${streamBody(data, "/Type/XRef/Size 7/W[1 2 1]/Index[3 1 5 2]")}\nendobj\n`;
    made.offsets.set(6, 0);
    const at = made.text.length;
    made.text += `xref\n0 7\n${entry(0, 65_535, "f")}`;
    for (const num of [1, 2, 3, 4]) made.text += entry(made.offsets.get(num) ?? 0);
    made.text += entry(0, 0, "f") + entry(0, 0, "f");
    made.text += `trailer\n<</Size 7/Root 1 0 R/XRefStm ${stmAt}>>\nstartxref\n${at}\n%%EOF\n`;
    const document = open(made.text);
    expectMinimal(document);
    expect(document.object(5)).toEqual({ kind: "string", bytes: bytesOf("hidden") });
    expect(document.object(6)).toEqual({ kind: "string", bytes: bytesOf("second") });
    expect(document.revisions).toEqual([{ offset: at, kind: "table", hybrid: true }]);
  });
});
