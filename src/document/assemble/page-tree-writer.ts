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

  /** Hangs a kid with this many pages below the last of these nodes, or a new one. */
  const hang = (nodes: Node[], kid: number, pages: number): Node => {
    let last = nodes.at(-1);
    if (!last || last.kids.length === fanOut) {
      last = node();
      nodes.push(last);
    }
    last.kids.push(kid);
    last.pages += pages;
    return last;
  };

  return {
    add(page) {
      count++;
      return hang(leaves, page, 1).num;
    },
    get count() {
      return count;
    },
    finish() {
      let level = leaves.length > 0 ? leaves : [node()];
      leaves = [];

      while (level.length > 1) {
        const above: Node[] = [];
        for (const child of level) write(child, hang(above, child.num, child.pages));
        level = above;
      }

      const root = level[0];
      if (!root) throw new RangeError("a page tree has a root");
      write(root, undefined);

      return root.num;
    },
  };
}
