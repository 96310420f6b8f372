/** pdf_repair on streams without `endstream`: each page keeps its own content, as with qpdf. */
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { runProgram } from "../support/run-program.ts";
import { checked, runTool, withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const missing = requireTool("qpdf");

interface Damage {
  /** The `/Length` in dictionaries of streams without `endstream`. */
  readonly length: "right" | "long" | "short" | "missing" | "indirect";
  readonly offsets: "right" | "wrong";
  readonly table?: "table" | "stream";
  readonly eol?: "\n" | "\r\n";
  readonly filter?: boolean;
  /** Pages whose content has no `endstream`. */
  readonly pages?: readonly number[];
}

const content = (page: number) => `BT /F 12 Tf 50 700 Td (This is page ${page}) Tj ET`;

/** Three pages with one content stream each, in sequence. */
function damaged({ length, offsets, table = "table", eol = "\n", filter, pages = [1] }: Damage): Uint8Array {
  let file = `%PDF-1.7${eol}`;
  const places = new Map<number, number>();
  const put = (num: number, body: string) => {
    places.set(num, file.length);
    file += `${num} 0 obj${eol}${body}${eol}endobj${eol}`;
  };
  const stream = (dict: string, data: string, end = `${eol}endstream`) =>
    `<<${dict}>>${eol}stream${eol}${data}${end}`;
  put(1, "<</Type/Catalog/Pages 2 0 R>>");
  put(2, "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 612 792]>>");
  for (const page of [1, 2, 3])
    put(2 + page, `<</Type/Page/Parent 2 0 R/Resources<<>>/Contents ${5 + page} 0 R>>`);
  for (const page of [1, 2, 3]) {
    const plain = Buffer.from(content(page));
    const data = (filter ? deflateSync(plain) : plain).toString("latin1");
    const lengths = {
      right: `/Length ${data.length}`,
      long: `/Length ${data.length + 35}`,
      short: `/Length ${data.length - 9}`,
      missing: "",
      indirect: `/Length ${8 + page} 0 R`,
    };
    const broken = pages.includes(page);
    const dict = `${filter ? "/Filter/FlateDecode" : ""}${lengths[broken ? length : "right"]}`;
    put(5 + page, stream(dict, data, broken ? "" : undefined));
    put(8 + page, String(data.length));
  }
  const start = file.length;
  const at = (num: number) => (places.get(num) ?? 0) + (offsets === "wrong" ? 7 : 0);
  const nums = Array.from({ length: 11 }, (_, k) => k + 1);
  if (table === "table") {
    const rows = nums.map((num) => `${String(at(num)).padStart(10, "0")} 00000 n\r\n`).join("");
    file += `xref${eol}0 12${eol}0000000000 65535 f\r\n${rows}trailer${eol}<</Size 12/Root 1 0 R>>${eol}`;
  } else {
    const rows = Buffer.alloc(7 * 13);
    for (const num of nums) {
      rows.writeUInt8(1, 7 * num);
      rows.writeUInt32BE(at(num), 7 * num + 1);
    }
    rows.writeUInt8(1, 7 * 12);
    rows.writeUInt32BE(start, 7 * 12 + 1);
    const dict = `/Type/XRef/W[1 4 2]/Size 13/Root 1 0 R/Length ${rows.length}`;
    put(12, stream(dict, rows.toString("latin1")));
  }
  return Buffer.from(`${file}startxref${eol}${start}${eol}%%EOF${eol}`, "latin1");
}

/** The decoded content of each page as qpdf reads it, after repairing the file if necessary. */
function contents(bytes: Uint8Array): string[] {
  return withFile(bytes, (path) => {
    const plain = join(path, "../plain.pdf");
    runProgram("qpdf", ["--stream-data=uncompress", path, plain]);
    const stdout = runProgram("qpdf", ["--json=2", "--json-key=pages", plain]).stdout.toString();
    const { pages }: { pages: { contents: string[] }[] } = JSON.parse(stdout);
    return pages.map(({ contents: [ref = ""] }) => {
      const show = runProgram("qpdf", [
        `--show-object=${ref.replace(" R", "").replace(" ", ",")}`,
        "--filtered-stream-data",
        plain,
      ]);
      return show.stdout.toString("latin1").trim();
    });
  });
}

async function repaired(bytes: Uint8Array) {
  const run = await runTool(
    "pdf_repair",
    { input: "a.pdf", output: "b.pdf" },
    { "a.pdf": bytes },
    createReaders(),
  );
  return { ...Object(run.result), bytes: run.file("b.pdf") } as { fixed: string[]; bytes: Uint8Array };
}

const lengths = ["right", "long", "short", "missing", "indirect"] as const;
const cases: Damage[] = [
  ...lengths.map((length) => ({ length, offsets: "wrong" }) as const),
  { length: "indirect", offsets: "wrong", table: "stream", eol: "\r\n", filter: true },
  { length: "long", offsets: "wrong", pages: [1, 2] },
  { length: "right", offsets: "right" },
  { length: "missing", offsets: "right", table: "stream", filter: true },
  { length: "short", offsets: "right", eol: "\r\n", pages: [1, 2, 3] },
];

describe.skipIf(missing)("pdf_repair", () => {
  it.each(cases)("ends streams without endstream: %j", async (damage) => {
    const file = damaged(damage);
    expect(contents(file)).toEqual([1, 2, 3].map(content));
    const { fixed, bytes } = await repaired(file);
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    expect(contents(bytes)).toEqual([1, 2, 3].map(content));
    expect(fixed).toEqual(damage.offsets === "wrong" ? ["xref", "stream_length"] : ["stream_length"]);
  });
});

describe.skipIf(missing)("a stream with an unknown filter name", () => {
  const file = damaged({ length: "right", offsets: "right", filter: true, pages: [] });
  const renamed = (to: string) =>
    Buffer.from(Buffer.from(file).toString("latin1").replace("/FlateDecode", to), "latin1");

  it("is decoded as Flate", async () => {
    const { bytes, fixed } = await repaired(renamed("/FlbteDecode"));
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    expect(fixed).toEqual(["stream_data"]);
    expect(contents(bytes)).toEqual([1, 2, 3].map(content));
  });

  it("becomes empty if it isn't Flate", async () => {
    const text = renamed("/FlbteDecode").toString("latin1");
    const at = text.indexOf("stream\n") + "stream\n".length;
    const { bytes, fixed } = await repaired(
      Buffer.from(`${text.slice(0, at)}#${text.slice(at + 1)}`, "latin1"),
    );
    expect(checked(bytes)).toMatchObject({ exit: 0 });
    expect(fixed).toEqual(["stream_data"]);
    expect(contents(bytes)).toEqual(["", content(2), content(3)]);
  });
});
