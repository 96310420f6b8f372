/** Tools that read or edit one document accept its password, and their output keeps it (docs/decisions/0017). */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";

import { createReaders } from "../../src/engines/engines.ts";
import { findTool, tools } from "../../src/tools/index.ts";
import { everyField, everyTool } from "../support/every-tool.ts";
import { memorySource } from "../support/memory-files.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { problemOf } from "../support/problem-of.ts";
import { runProgram } from "../support/run-program.ts";
import { callOrError, checked, runTool, withFile } from "../support/run-tool.ts";
import { qpdfPages, requireTool } from "../support/tools.ts";

const password = "us€r";
const plain = samplePdf({ pages: pageTexts("in the clear", 3), field: everyField });

/** The names of a tool's fields. */
const fieldsOf = (name: string) => Object.keys(Object(Reflect.get(findTool(name)?.input ?? {}, "entries")));
const calls = everyTool("locked.pdf", "new").filter(
  ({ tool }) => tool !== "pdf_protect" && tool !== "pdf_unlock",
);
const taking = calls.filter(({ tool }) => fieldsOf(tool).includes("password"));

/** Tools that write other files than PDFs, and the one that PDF/A forbids to keep the protection. */
const otherFiles = new Set(["pdf_render_pages", "pdf_make_pdfa"]);
/** What else a tool warns about: the page isn't a scan, and PDF/A forbids encryption. */
const warned: Readonly<Record<string, readonly unknown[]>> = {
  pdf_add_text_layer: ["page 1 had text and was left unchanged"],
  pdf_make_pdfa: [expect.stringContaining("password")],
};

/** The document encrypted by another program, which also supports older ciphers. */
function encryptedByQpdf(...options: readonly string[]): Uint8Array {
  return withFile(plain, (path) => {
    const made = runProgram("qpdf", [
      "--allow-weak-crypto",
      "--encrypt",
      password,
      "owner",
      ...options,
      "--",
      path,
      `${path}.out`,
    ]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return readFileSync(`${path}.out`);
  });
}

/** The files a call wrote: one, or all in its folder. */
function writtenBy(writes: string, stored: ReadonlyMap<string, Uint8Array>): Uint8Array[] {
  return [...stored].flatMap(([path, bytes]) => (path.startsWith(`/files/${writes}`) ? [bytes] : []));
}

it("is a field of the tools that read or edit one document", () => {
  expect(taking.map(({ tool }) => tool)).toEqual(
    calls.map(({ tool }) => tool).filter((tool) => tool !== "pdf_merge" && tool !== "pdf_run_batch"),
  );
  const all = tools.map(({ name }) => name).filter((name) => fieldsOf(name).includes("password"));
  const called = [...taking.map(({ tool }) => tool), "pdf_protect", "pdf_unlock"];
  expect(all.toSorted()).toEqual(called.toSorted());
});

// How a document is encrypted doesn't matter to a tool: with the older cipher, two are tried.
describe.skipIf(requireTool("qpdf") !== undefined).each([
  ["RC4 of 40 bits", ["40"], taking.filter(({ tool }) => ["pdf_read_text", "pdf_overlay"].includes(tool))],
  ["AES of 256 bits", ["256"], taking],
] as const)("a document with %s", (_, options, tried) => {
  let locked: Uint8Array;
  beforeAll(() => {
    locked = encryptedByQpdf(...options);
  });

  // The document has no attachments to extract.
  it.each(tried.filter(({ tool }) => tool !== "pdf_extract_attachments"))(
    "$tool opens it and keeps its protection",
    async ({ tool, input, writes }) => {
      const files = { "ok.pdf": plain, "locked.pdf": locked };
      const passwords = { password, ...("stamp" in input && { stamp_password: password }) };
      const { context } = await runTool(tool, { ...input, ...passwords }, files, createReaders());
      expect(context.warnings).toEqual(warned[tool] ?? []);
      if (writes === undefined || otherFiles.has(tool)) return;
      const written = writtenBy(writes, context.files.stored);
      expect(written.length).toBeGreaterThan(0);
      for (const bytes of written) {
        expect(checked(bytes, password)).toMatchObject({ exit: 0 });
        expect(checked(bytes, "owner")).toMatchObject({ exit: 0 });
        expect(checked(bytes).output).toContain("invalid password");
      }
    },
  );

  it.each(tried)("$tool refuses a missing or wrong password", async ({ tool, input }) => {
    const files = { "ok.pdf": plain, "locked.pdf": locked };
    const none = await callOrError(tool, input, files);
    expect(none.error).toMatchObject({ code: "operation_failed", reason: "password" });
    expect(none.error?.message).toMatch(
      /^\/files\/locked\.pdf needs a password: .*, or give it as password$/,
    );
    const wrong = await callOrError(tool, { ...input, password: "wrong-4711" }, files);
    expect(wrong.error).toMatchObject({
      code: "operation_failed",
      reason: "password",
      message: "wrong password for /files/locked.pdf",
    });
    expect(wrong.context.files.stored.size).toBe(Object.keys(files).length);
  });

  it("opens with the owner's password, and in the engines that draw and read it", async () => {
    const read = await runTool(
      "pdf_read_text",
      { input: "locked.pdf", password: "owner" },
      { "locked.pdf": locked },
    );
    expect(JSON.stringify(read.result)).toContain("in the clear");
    const readers = createReaders();
    using pages = await readers.openPages(memorySource(locked), password);
    expect(pages.draw(1, { width: 60, height: 80 })).toBeDefined();
    using lines = await readers.openMupdfText(memorySource(locked), password);
    expect(JSON.stringify(await lines.page(1))).toContain("in the clear");
    expect((await problemOf(readers.openPages(memorySource(locked), "wrong"))).message).toBe(
      "The password is wrong",
    );
  });
});

it.skipIf(requireTool("qpdf") !== undefined)("keeps a repaired document protected", async () => {
  const locked = encryptedByQpdf("256");
  const end = Buffer.from(locked).lastIndexOf("startxref");
  const damaged = Buffer.concat([locked.subarray(0, end), Buffer.from("startxref\n77\n%%EOF\n")]);
  const { context, file } = await runTool(
    "pdf_repair",
    { input: "a.pdf", output: "b.pdf", password },
    { "a.pdf": damaged },
  );
  expect(context.warnings).toEqual([]);
  expect(checked(file("b.pdf"), password)).toMatchObject({ exit: 0 });
  expect(withFile(file("b.pdf"), (path) => qpdfPages(path, password))).toBe(3);
});

it("ignores a password for a document that needs none", async () => {
  const { context, file } = await runTool(
    "pdf_rotate_pages",
    { input: "a.pdf", output: "b.pdf", password },
    { "a.pdf": plain },
  );
  expect(context.warnings).toEqual([]);
  expect(checked(file("b.pdf"))).toMatchObject({ exit: 0 });
});
