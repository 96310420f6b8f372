import { describe, expect, it } from "vitest";
import type { ByteSink } from "../../src/core/document-io.ts";
import { editDocument } from "../../src/document/edit.ts";
import { openStrictly } from "../../src/document/open.ts";
import { extract } from "../../src/steps/extract.ts";
import { remove } from "../../src/steps/remove.ts";
import { rotate } from "../../src/steps/rotate.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pagesPdf } from "../support/pdf-builder.ts";

function collector() {
  const parts: Uint8Array[] = [];
  let position = 0;
  const sink: ByteSink = {
    get position() {
      return position;
    },
    write(bytes) {
      parts.push(Uint8Array.from(bytes));
      position += bytes.length;
    },
  };
  return { sink, bytes: () => Buffer.concat(parts) };
}

/** Four pages, each with a different width. */
const four = pagesPdf([1, 2, 3, 4].map((page) => `/MediaBox[0 0 ${page}00 100]`));
const sessionOn = (bytes: Uint8Array) => editDocument(openStrictly(memorySource(bytes)), testContext({}));

async function written(session: ReturnType<typeof sessionOn>) {
  const { sink, bytes } = collector();
  await session.write(sink);
  const { cos, pages } = openStrictly(memorySource(bytes()));
  expect(pages.inconsistencies).toEqual([]);
  const shown = Array.from({ length: pages.count }, (_, k) => {
    const box = cos.resolve(pages.attribute(k + 1, "MediaBox"));
    const width = Array.isArray(box) ? box[2] : undefined;
    return [width, pages.attribute(k + 1, "Rotate") ?? 0];
  });
  return { shown, bytes: bytes() };
}

describe("an editing session", () => {
  it("rewrites a file with a comment before its cross-reference table", async () => {
    const commented = Buffer.from(
      Buffer.from(four).toString("latin1").replace("\nxref\n", "\n% note\nxref\n"),
      "latin1",
    );
    const session = sessionOn(commented);
    await rotate.apply(session, { angle: 90 });
    const { shown, bytes } = await written(session);
    expect(shown.map(([, turned]) => turned)).toEqual([90, 90, 90, 90]);
    expect(bytes.toString("latin1")).not.toContain("% note");
  });

  it("numbers pages as they are after the previous steps", async () => {
    const session = sessionOn(four);
    await extract.apply(session, { pages: "4, 2, 1" });
    expect(session.pageCount).toBe(3);
    await rotate.apply(session, { pages: "2", angle: 90 });
    await remove.apply(session, { pages: "1" });
    await rotate.apply(session, { angle: 180 });
    expect((await written(session)).shown).toEqual([
      [200, 270],
      [100, 180],
    ]);
  });

  it("edits the copies of a page independently", async () => {
    const session = sessionOn(four);
    await rotate.apply(session, { pages: "1", angle: 90 });
    await extract.apply(session, { pages: "1, 1, 3" });
    await rotate.apply(session, { pages: "1", angle: 180 });
    await extract.apply(session, { pages: "3, 2, 1, 2" });
    await rotate.apply(session, { pages: "4", angle: 90 });
    expect((await written(session)).shown).toEqual([
      [300, 0],
      [100, 90],
      [100, 270],
      [100, 180],
    ]);
  });

  it("reads its own changes without affecting the original document", async () => {
    const document = openStrictly(memorySource(four));
    const session = editDocument(document, testContext({}));
    const added = session.add(new Map([["Kind", 7]]));
    session.setCatalog({ Extra: added, Pages: session.document.catalog.get("Pages") ?? null });
    expect(session.cos.resolve(session.document.catalog.get("Extra"))).toEqual(new Map([["Kind", 7]]));
    expect(document.catalog.has("Extra")).toBe(false);
    session.set(added.num, undefined);
    expect(session.cos.resolve(added)).toBeNull();
    expect(session.cos.inUse(added.num)).toBe(false);
    expect((await written(session)).shown).toHaveLength(4);
  });

  it("drops old bytes on request", async () => {
    const bytes = pagesPdf([""], { trailer: "/Info 9 0 R", more: { 9: "<</Author(Nobody)>>" } });
    const session = sessionOn(bytes);
    session.requireRewrite();
    expect((await written(session)).bytes.includes("Nobody")).toBe(true);
    const forgetful = sessionOn(bytes);
    forgetful.dropInfo();
    expect((await written(forgetful)).bytes.includes("Nobody")).toBe(false);
  });
});
