import { describe, expect, it } from "vitest";
import { longest, withShortLists } from "../../src/run/short-lists.ts";

const entries = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ name: "x".repeat(length) }));

const short = { list: 100_000, rest: 120_000 };

describe("a result", () => {
  it("has room for 10 MB", () => expect(longest.list).toBe(10_000_000));

  it("stays unchanged if its lists fit into an answer", () => {
    const result = { pages: 3, forms: entries(500, 100), warnings: ["w"] };
    expect(withShortLists(result, short)).toBe(result);
  });

  it.each(["forms", "sections", "outputs", "dimensions", "attachments"])(
    "has %s cut, with their count",
    (name) => {
      const cut = withShortLists({ pages: 3, [name]: entries(2000, 100), warnings: ["before"] }, short);
      const { [name]: list, warnings } = { ...cut } as Record<string, unknown[]>;
      expect(list?.length).toBeGreaterThan(800);
      expect(JSON.stringify(cut).length).toBeLessThan(110_000);
      expect(warnings).toEqual([
        "before",
        `${name} has 2000 entries, too many for one answer; only the first ${list?.length} are included`,
      ]);
    },
  );

  it("has trees cut inside their branches", () => {
    const sections = [
      { id: "1", children: [{ id: "1.1", children: entries(2000, 100) }] },
      { id: "2", children: [] },
    ];
    const cut = withShortLists({ sections }, short);
    expect(JSON.stringify(cut).length).toBeLessThan(110_000);
    expect(cut).toHaveProperty("warnings.0", expect.stringContaining("sections has 2 entries"));
    expect(cut).toHaveProperty("sections.0.children.0.id", "1.1");
  });

  it("is refused if a text is too long", () => {
    expect(() => withShortLists({ title: "x".repeat(130_000) }, short)).toThrow(/too long/);
  });
});
