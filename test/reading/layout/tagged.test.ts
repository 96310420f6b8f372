/** Tagged pages from browsers and word processors: untagged parts, artifacts, and repeated headers. */
import { describe, expect, it } from "vitest";
import { artifactType, type Tag } from "../../../src/core/page-layout.ts";
import { extract } from "./read.ts";
import { layout, piece, prose, rule } from "./support.ts";

const child = (type: string, index: number, parent?: Tag): Tag => ({
  type,
  parent,
  index,
  key: parent ? `${parent.key}.${index}` : `${index}`,
});
const artifact: Tag = { type: artifactType, parent: undefined, index: 99, key: artifactType };

describe("tagged pages", () => {
  const text = prose(50, 100, 4, { tag: child("P", 0) });

  it("omit artifacts anywhere on the page", async () => {
    const page = layout(1, [
      ...text,
      piece(50, 118, "Draft", { size: 40, tag: artifact }),
      piece(50, 780, "11/21/26, 9:30 PM", { size: 8, tag: artifact }),
    ]);
    const { content } = await extract([page]);
    expect(content).toContain("seven wizards");
    expect(content).not.toMatch(/Draft|11\/21/);
    const { pages } = JSON.parse((await extract([page], { format: "json" })).content);
    expect(pages[0].blocks.map(({ type }: { type: string }) => type)).toEqual([
      "header",
      "paragraph",
      "footer",
    ]);
  });

  it.each([
    ["P", true],
    ["TD", false],
  ])("yield to a drawn table only if they don't tag it as one: %s", async (type, isTable) => {
    const table = child("Table", 1);
    const tagAt = (x: number, y: number) =>
      type === "P" ? child("P", 2 + 3 * y + x) : child("TD", x, child("TR", y, table));
    const cells = [0, 1, 2, 3].flatMap((y) =>
      [0, 1, 2].map((x) => piece(60 + 100 * x, 214 + 20 * y, `v${y}${x}`, { tag: tagAt(x, y) })),
    );
    const grid = [
      ...[0, 1, 2, 3, 4].map((k) => rule(50, 200 + 20 * k, 350, 200 + 20 * k)),
      ...[0, 1, 2, 3].map((k) => rule(50 + 100 * k, 200, 50 + 100 * k, 280)),
    ];
    const short = piece(50, 100, "Short", { tag: child("P", 0) });
    const { content } = await extract([layout(1, [short, ...cells], grid)]);
    expect(content.includes("| v10 | v11 | v12 |")).toBe(isTable);
  });

  it.each([
    [true, "# Draft"],
    [false, "Draft"],
  ])("have only horizontal headings: %s", async (horizontal, written) => {
    const stamp = { ...piece(50, 300, "Draft", { size: 40, tag: child("NonStruct", 1) }), horizontal };
    const { content } = await extract([layout(1, [...text, stamp])]);
    expect(content.split("\n\n")).toContain(written);
  });

  it("keep artifacts if they outnumber the tagged text", async () => {
    const form = Array.from({ length: 30 }, (_, k) =>
      piece(50, 200 + 18 * k, `The label of field ${k} of this form`, { tag: artifact }),
    );
    expect((await extract([layout(1, [...text, ...form])])).content).toContain("The label of field 29");
  });

  it("join untagged lines to a paragraph in its place", async () => {
    const loose = prose(50, 300, 3);
    const after = piece(50, 500, "The end.", { tag: child("P", 1) });
    const { content } = await extract([
      layout(1, [...text, piece(50, 520, "More.", { tag: child("P", 2) }), after, ...loose]),
    ]);
    const blocks = content.split("\n\n");
    expect(blocks).toHaveLength(4);
    expect(blocks[1]).toMatch(/^Here .* quick .*\.$/);
    expect(blocks[3]).toBe("More.");
  });

  it("omit the repeated header of a continued table", async () => {
    const table = child("Table", 1);
    const row = (at: number) => child("TR", at, table);
    const cells = (at: number, y: number) =>
      [0, 1].map((k) => piece(50 + 200 * k, y, `cell ${at} ${k}`, { tag: child("TD", k, row(at)) }));
    const taggedTables = (key: string) =>
      key === table.key
        ? [0, 1, 2].map((at) =>
            [0, 1].map((k) => ({ key: `${row(at).key}.${k}`, header: at === 0, rowSpan: 1, colSpan: 1 })),
          )
        : undefined;
    const first = layout(1, [...text, ...cells(0, 700), ...cells(1, 714)]);
    const second = layout(2, [
      piece(50, 60, "cell 0 0"),
      piece(250, 60, "cell 0 1"),
      ...cells(2, 74),
      ...prose(50, 200, 4, { tag: child("P", 2) }),
    ]);
    const { content } = await extract([first, second], { taggedTables });
    expect(content.match(/cell 0 1/g)).toHaveLength(1);
    expect(content).toContain("| cell 1 0 | cell 1 1 |\n| cell 2 0 | cell 2 1 |");
  });
});
