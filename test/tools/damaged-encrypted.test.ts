/** Encrypted documents with one unreadable object: everything else is kept. */
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { checked, runTool } from "../support/run-tool.ts";

const readers = createReaders();
const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const content = (k: number) => ({ dict: "", data: `BT /F 12 Tf 50 700 Td (This is page ${k}) Tj ET` });
const plain = pagesPdf(
  [1, 2, 3].map((k) => `${font}/Contents ${19 + k} 0 R${k === 1 ? "/Annots[23 0 R]" : ""}`),
  {
    tree: "/PieceInfo 777777",
    root: "/PieceInfo 888888",
    more: {
      20: content(1),
      21: content(2),
      22: content(3),
      23: "<</Type/Annot/Subtype/Text/Rect[9 9 20 20]/Contents(a note)/Border 999999>>",
    },
  },
);

async function protectedCopy(): Promise<Buffer> {
  const fields = { input: "a.pdf", output: "b.pdf", password: "open" };
  const run = await runTool("pdf_protect", fields, { "a.pdf": plain }, readers);
  return Buffer.from(run.file("b.pdf"));
}

/** The page texts of the unlocked document, and the warnings. */
async function unlocked(bytes: Uint8Array) {
  const fields = { input: "a.pdf", output: "b.pdf", password: "open" };
  const run = await runTool("pdf_unlock", fields, { "a.pdf": bytes }, readers);
  const clear = run.file("b.pdf");
  expect(checked(clear)).toMatchObject({ exit: 0 });
  const read = await runTool("pdf_read_text", { input: "b.pdf" }, { "b.pdf": clear }, readers);
  const { pages } = read.result as { pages: { text: string }[] };
  return { texts: pages.map(({ text }) => text.trim()), warnings: run.context.warnings };
}

describe("pdf_unlock recovers a document with", () => {
  it.each([
    ["a stray token in an annotation", "999999", "9)99@9"],
    ["an unterminated string", "999999", "(99999"],
    ["an unterminated dictionary", "999999>>", "999999  "],
    ["a stray token in the catalog", "888888", "8@}888"],
    ["a stray token in the page tree", "777777", "7>7777"],
  ])("%s", async (_, from, to) => {
    const locked = (await protectedCopy()).toString("latin1");
    const at = locked.indexOf(from);
    expect(at).toBeGreaterThan(0);
    const damaged = Buffer.from(locked, "latin1");
    damaged.write(to, at, "latin1");
    expect(await unlocked(damaged)).toEqual({
      texts: [1, 2, 3].map((page) => `This is page ${page}`),
      warnings: ["/files/a.pdf is damaged and was repaired before use"],
    });
  });

  it("a page tree that leads nowhere", async () => {
    const locked = (await protectedCopy())
      .toString("latin1")
      .replace(/\/Kids ?\[/, (kids) => kids.replace("[", "("));
    expect((await unlocked(Buffer.from(locked, "latin1"))).texts).toEqual(
      [1, 2, 3].map((page) => `This is page ${page}`),
    );
  });
});

it("reports an error for a damaged encryption dictionary instead of writing garbage", async () => {
  const locked = (await protectedCopy()).toString("latin1").replace("/Standard", "/Standar]");
  const call = runTool(
    "pdf_unlock",
    { input: "a.pdf", output: "b.pdf", password: "open" },
    { "a.pdf": Buffer.from(locked, "latin1") },
    readers,
  );
  await expect(call).rejects.toMatchObject({ code: "operation_failed" });
});
