/** Pages with damaged compressed content: everything before the damage is read and kept, with a warning. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";
import { checked, runTool } from "../support/run-tool.ts";

/** Forty lines of text; the digits keep them from compressing to almost nothing. */
function content(page: number): Buffer {
  const rows = Array.from(
    { length: 40 },
    (_, k) => `(Page ${page} line ${k + 1}: ${Math.sin(k + page)}) Tj T*`,
  );
  return Buffer.from(`BT /F1 10 Tf 12 TL 50 700 Td ${rows.join("\n")} ET`);
}

const whole = deflateSync(content(2));

/** A third of the way in, bytes that are not a valid code. */
function broken(): Buffer {
  const bytes = Buffer.from(whole);
  for (let k = Math.floor(whole.length / 3); k < whole.length / 3 + 40; k++) bytes[k] = 0xff;
  return bytes;
}

const third = whole.subarray(0, Math.floor(whole.length / 3));
const data: readonly (readonly [string, Buffer])[] = [
  ["broken in the middle", broken()],
  ["cut", third],
  ["of another checksum", Buffer.concat([whole.subarray(0, -4), Buffer.from("lies")])],
];

/** Three pages; the second has the given content. */
function threePages(second: Buffer, dict = "/Filter/FlateDecode"): Uint8Array {
  const stream = (bytes: Buffer): BuiltStream => ({ dict, data: bytes });
  return pagesPdf(
    [20, 21, 22].map((num) => `/Contents ${num} 0 R/Resources<</Font<</F1 30 0 R>>>>`),
    {
      more: {
        20: stream(deflateSync(content(1))),
        21: stream(second),
        22: stream(deflateSync(content(3))),
        30: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    },
  );
}

const linesOf = (text: string) => [...text.matchAll(/Page 2 line (\d+): /g)].map(([, line]) => Number(line));
const readers = createReaders();

async function textOf(bytes: Uint8Array) {
  const run = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": bytes }, readers);
  const { pages } = run.result as { pages: { text: string }[] };
  return { text: pages.map(({ text }) => text).join("\n"), warnings: run.context.warnings };
}

describe.each(data)("content that is %s", (what, second) => {
  it("is read up to the damage, with a warning that names the page", async () => {
    const { text, warnings } = await textOf(threePages(second));
    expect(text).toContain("Page 1 line 40");
    expect(text).toContain("Page 3 line 40");
    const lines = linesOf(text);
    expect(lines.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    if (what === "of another checksum") expect(lines.length).toBe(40);
    else expect(lines.length).toBeLessThan(40);
    expect(warnings).toEqual(["page 2 is damaged: text may be missing or wrong"]);
    const structure = await runTool(
      "pdf_extract_structure",
      { input: "a.pdf" },
      { "a.pdf": threePages(second) },
      readers,
    );
    expect(linesOf((structure.result as { content: string }).content)).toEqual(lines);
    expect(structure.context.warnings).toEqual(warnings);
  });

  it("is repaired by rewriting the readable part", async () => {
    const input = threePages(second);
    const run = await runTool("pdf_repair", { input: "a.pdf", output: "b.pdf" }, { "a.pdf": input }, readers);
    expect(run.result).toMatchObject({ pages: 3, fixed: ["stream_data"] });
    expect(run.context.warnings).toEqual([
      "page 2: its content was damaged; text or drawings may be missing or wrong",
    ]);
    const repaired = run.file("b.pdf");
    expect(checked(repaired)).toMatchObject({ exit: 0 });
    const [before, after] = [await textOf(input), await textOf(repaired)];
    expect(after.text).toBe(before.text);
    expect(after.warnings).toEqual([]);
  });
});

it("names a page whose content can't be found", async () => {
  const bytes = threePages(deflateSync(content(2)));
  const { text } = await textOf(bytes);
  expect(linesOf(text)).toHaveLength(40);
  const place = Buffer.from(bytes).indexOf("\n21 0 obj");
  for (const [what, changed] of [
    ["<<", "<("],
    ["\nstream", "\nstraem"],
  ] as const) {
    const damaged = Buffer.from(bytes);
    damaged.set(Buffer.from(changed), damaged.indexOf(what, place));
    const read = await textOf(damaged);
    expect(linesOf(read.text)).toEqual([]);
    expect(read.text).toContain("Page 3 line 40");
    expect(read.warnings).toEqual(["page 2 is damaged: text may be missing or wrong"]);
  }
});

it("reports a damaged form on every page that draws it", async () => {
  const page = { dict: "", data: "BT /F1 10 Tf 50 700 Td (own text) Tj ET /X Do" };
  const resources = "/Resources<</Font<</F1 30 0 R>>/XObject<</X 22 0 R>>>>";
  const bytes = pagesPdf(
    [20, 21, 20].map((num) => `/Contents ${num} 0 R${resources}`),
    {
      more: {
        20: page,
        21: { ...page, data: "" },
        22: { dict: "/Type/XObject/Subtype/Form/BBox[0 0 999 999]/Filter/FlateDecode", data: broken() },
        30: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    },
  );
  const { text, warnings } = await textOf(bytes);
  expect(text.match(/own text/g)).toHaveLength(2);
  expect(text.match(/Page 2 line 5:/g)).toHaveLength(2);
  expect(warnings).toEqual([1, 3].map((at) => `page ${at} is damaged: text may be missing or wrong`));
});

it("doesn't report content without a checksum or a final block as damaged", async () => {
  const flushed = Buffer.concat([
    whole.subarray(0, 2),
    Buffer.from([0, 3, 0, 0xfc, 0xff]),
    Buffer.from("q Q"),
    Buffer.from([0, 0, 0, 0xff, 0xff]),
  ]);
  for (const second of [whole.subarray(0, -4), flushed]) {
    const input = threePages(second);
    expect((await textOf(input)).warnings).toEqual([]);
    const run = await runTool("pdf_repair", { input: "a.pdf", output: "b.pdf" }, { "a.pdf": input }, readers);
    expect(run.result).toMatchObject({ fixed: [] });
  }
});
