import { describe, expect, it } from "vitest";
import { withShortLists } from "../../src/run/short-lists.ts";

const entries = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ name: "x".repeat(length) }));

describe("a result", () => {
  it("stays unchanged if its lists fit into an answer", () => {
    const result = { pages: 3, forms: entries(1000, 100), warnings: ["w"] };
    expect(withShortLists(result)).toBe(result);
  });

  it.each(["forms", "sections", "outputs", "dimensions", "attachments"])(
    "has %s cut, with their count",
    (name) => {
      const short = withShortLists({ pages: 3, [name]: entries(20_000, 1000), warnings: ["before"] });
      const { [name]: list, warnings } = { ...short } as Record<string, unknown[]>;
      expect(list?.length).toBeGreaterThan(9000);
      expect(JSON.stringify(short).length).toBeLessThan(11_000_000);
      expect(warnings).toEqual([
        "before",
        `${name} has 20000 entries, too many for one answer; only the first ${list?.length} are included`,
      ]);
    },
  );

  it("has trees cut inside their branches", () => {
    const sections = [
      { id: "1", children: [{ id: "1.1", children: entries(20_000, 1000) }] },
      { id: "2", children: [] },
    ];
    const short = withShortLists({ sections });
    expect(JSON.stringify(short).length).toBeLessThan(11_000_000);
    expect(short).toHaveProperty("warnings.0", expect.stringContaining("sections has 2 entries"));
    expect(short).toHaveProperty("sections.0.children.0.id", "1.1");
  });

  it("is refused if a text is too long", () => {
    expect(() => withShortLists({ title: "x".repeat(13_000_000) })).toThrow(/too long/);
  });
});
