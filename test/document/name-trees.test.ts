import { describe, expect, it } from "vitest";
import { type CosValue, ref } from "../../src/cos/syntax/value.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import {
  readNameTree,
  readNumberTree,
  writeNameTree,
  writeNumberTree,
} from "../../src/document/name-trees.ts";
import { memorySink } from "../cos/sink.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { read, valueAt } from "../support/read-again.ts";

describe("a name or number tree", () => {
  it("is read in file order, using the first of duplicate keys and skipping loops and broken nodes", () => {
    const { cos } = read(
      pagesPdf([""], {
        more: {
          4: "<</Kids[5 0 R 4 0 R 7 6 0 R]>>",
          5: "<</Names[(b)1(a)2 3 3(odd)]/Nums[2 1 1 2 0.5 3 2 4]>>",
          6: "<</Names[(b)4<63>5]>>",
        },
      }),
    );
    expect([...readNameTree(cos, ref(4))]).toEqual([
      ["b", 1],
      ["a", 2],
      ["c", 5],
    ]);
    expect([...readNumberTree(cos, ref(4))]).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it.each([0, 1, 64, 65, 5000])(
    "with %d entries is written sorted and balanced, and reads back the same",
    (count) => {
      const sink = memorySink();
      const rewriter = new Rewriter(sink);
      const key = (k: number) => String((k * 7919) % count).padStart(5, "0");
      const range = Array.from({ length: count }, (_, k) => k);
      const names = writeNameTree(rewriter, new Map(range.map((k): [string, CosValue] => [key(k), k])));
      const nums = writeNumberTree(rewriter, new Map(range.map((k): [number, CosValue] => [count - k, k])));
      const pages = rewriter.add(new Map<string, CosValue>([["Kids", []]]));
      const root = new Map([
        ["Pages", ref(pages)],
        ["N", ref(names)],
        ["M", ref(nums)],
      ]);
      rewriter.finish({ root: rewriter.add(root) });
      const document = read(sink.bytes());
      const again = [...readNameTree(document.cos, ref(names))];
      expect(again).toEqual(
        range.map((k): [string, CosValue] => [key(k), k]).sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      expect([...readNumberTree(document.cos, ref(nums)).keys()]).toEqual(range.map((k) => k + 1));
      if (count !== 5000) return;
      const kids = valueAt(document, "N", "Kids");
      expect(Array.isArray(kids) && kids.length).toBe(2);
      expect(valueAt(document, "N", "Kids", 0, "Kids", 0, "Names")).toHaveLength(128);
    },
  );
});
