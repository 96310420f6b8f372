import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

const hash = (algorithm: string, data: string) => createHash(algorithm).update(data).digest("hex");

interface Attached {
  readonly name: string;
  readonly data: string;
  readonly params?: string;
  readonly stored?: Uint8Array;
}

function withFiles(...files: readonly Attached[]): Uint8Array {
  const names = files.map(
    ({ name }, k) => `(${k})<</UF(${name})/AFRelationship/Data/EF<</F ${10 + k} 0 R>>>>`,
  );
  const streams = files.map(({ data, params = "", stored = deflateSync(data) }, k) => [
    10 + k,
    { dict: `/Subtype/text#2Fcsv/Filter/FlateDecode/Params<<${params}>>`, data: stored },
  ]);
  return pagesPdf([""], {
    root: `/Names<</EmbeddedFiles<</Names[${names.join("")}]>>>>`,
    more: Object.fromEntries(streams),
  });
}

const call = (bytes: Uint8Array, fields: object = {}) =>
  callOrError(
    "pdf_extract_attachments",
    { input: "a.pdf", output_folder: "out", ...fields },
    { "a.pdf": bytes },
  );

describe("pdf_extract_attachments", () => {
  it("writes each file's bytes under a safe name", async () => {
    const params = `/Size 3/CheckSum<${hash("md5", "1,2")}>`;
    const bytes = withFiles({ name: "x/Sales.csv", data: "1,2", params }, { name: "sales.CSV", data: "" });
    const run = await runTool(
      "pdf_extract_attachments",
      { input: "a.pdf", output_folder: "out" },
      { "a.pdf": bytes },
    );
    const about = { mime: "text/csv", relationship: "data" };
    expect(run.result).toEqual({
      outputs: [
        {
          output: "/files/out/Sales.csv",
          name: "x/Sales.csv",
          bytes: 3,
          ...about,
          sha256: hash("sha256", "1,2"),
        },
        {
          output: "/files/out/sales-2.CSV",
          name: "sales.CSV",
          bytes: 0,
          ...about,
          sha256: hash("sha256", ""),
        },
      ],
    });
    expect(Buffer.from(run.file("out/Sales.csv")).toString()).toBe("1,2");
    expect(run.context.warnings).toEqual([]);
  });

  it("writes all files of a name, and only those", async () => {
    const bytes = withFiles({ name: "a", data: "1" }, { name: "b", data: "2" }, { name: "a", data: "3" });
    const { result, context } = await call(bytes, { names: ["a"] });
    expect(result).toMatchObject({ outputs: [{ name: "a" }, { output: "/files/out/a-2", name: "a" }] });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf", "/files/out/a", "/files/out/a-2"]);
  });

  it.each([
    ["/Size 4", /has 3 bytes, and the document says 4/],
    ["/CheckSum<00000000000000000000000000000000>", /does not match its checksum/],
  ])("warns that %s is wrong", async (params, warning) => {
    const { result } = await call(withFiles({ name: "a", data: "1,2", params }));
    expect(result).toMatchObject({ outputs: [{ bytes: 3 }], warnings: [expect.stringMatching(warning)] });
  });

  const text = "a,b,c\n".repeat(1000);
  it.each([
    ["damaged", Buffer.concat([deflateSync(text).subarray(0, 20), Buffer.alloc(99, 0xff)])],
    ["cut", deflateSync(text).subarray(0, 25)],
  ])("writes nothing if one is %s, but the others by name", async (_, stored) => {
    const bytes = withFiles({ name: "bad.csv", data: "", stored }, { name: "good.csv", data: "1" });
    const { error, context } = await call(bytes);
    expect(error).toMatchObject({ code: "operation_failed", message: expect.stringContaining('"bad.csv"') });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf"]);
    expect((await call(bytes, { names: ["good.csv"] })).result).toMatchObject({ outputs: [{ bytes: 1 }] });
  });

  it.each([
    [["sale.csv"], "names[0]", 'the nearest are "sales.csv"'],
    [["sales.csv", "other"], "names[1]", 'the nearest are "sales.csv"'],
    [[], "names", "must name an attachment"],
  ])("refuses the names %j", async (names, field, message) => {
    const { error } = await call(withFiles({ name: "sales.csv", data: "1" }), { names });
    expect(error).toMatchObject({
      code: "validation",
      errors: [{ field, message: expect.stringContaining(message) }],
    });
  });

  it("refuses a taken name on output_folder, and a document without attachments", async () => {
    const files = { "a.pdf": withFiles({ name: "b", data: "" }), "out/b": Buffer.from("old") };
    const taken = await callOrError(
      "pdf_extract_attachments",
      { input: "a.pdf", output_folder: "out" },
      files,
    );
    expect(taken.error).toMatchObject({ code: "conflict", errors: [{ field: "output_folder" }] });
    expect((await call(pagesPdf([""]))).error).toMatchObject({ code: "operation_failed" });
  });
});
