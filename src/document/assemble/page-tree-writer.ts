/** Writes a balanced page tree while pages are streamed: only numbers are kept (ISO 32000-2, 7.7.3.2). */

import { dictOf, name, ref } from "../../cos/syntax/value.ts";
import type { Rewriter } from "../../cos/write/rewrite.ts";

/** Kids per node: wide enough to be shallow, narrow enough that readers find a page quickly. */
const fanOut = 50;

interface Node {
  readonly num: number;
  readonly kids: number[];
  pages: number;
}

export function createPageTreeWriter(rewriter: Rewriter): {
  /** The node (target number) for the next page; `page` is the page's target number. */
  add(page: number): number;
  readonly count: number;
  /** Writes all nodes; returns the root's number. */
  finish(): number;
} {
  let leaves: Node[] = [];
  let count = 0;
  const node = (): Node => ({ num: rewriter.reserve(), kids: [], pages: 0 });

  const write = ({ num, kids, pages }: Node, parent: Node | undefined) => {
    const Kids = kids.map((kid) => ref(kid));
    const Parent = parent && ref(parent.num);
    rewriter.set(num, dictOf({ Type: name("Pages"), Parent, Kids, Count: pages }));
  };

  return {
    add(page) {
      let last = leaves.at(-1);
      if (!last || last.kids.length === fanOut) {
        last = node();
        leaves.push(last);
      }
      last.kids.push(page);
      last.pages++;
      count++;
      return last.num;
    },
    get count() {
      return count;
    },
    finish() {
      let level = leaves.length > 0 ? leaves : [node()];
      leaves = [];

      while (level.length > 1) {
        const above: Node[] = [];
        for (const child of level) {
          let parent = above.at(-1);
          if (!parent || parent.kids.length === fanOut) {
            parent = node();
            above.push(parent);
          }
          parent.kids.push(child.num);
          parent.pages += child.pages;
          write(child, parent);
        }
        level = above;
      }

      const root = level[0];
      if (!root) throw new RangeError("a page tree has a root");
      write(root, undefined);

      return root.num;
    },
  };
}
