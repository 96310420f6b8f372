/** Documents of one page, for engines that draw something alone. */
import { type ByteSource, memorySink, sourceOf } from "../core/document-io.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosRef, type CosValue, dictOf, name, ref } from "../cos/syntax/value.ts";
import { ObjectCopier } from "../cos/write/copy-objects.ts";
import { Rewriter } from "../cos/write/rewrite.ts";

/** A document with one page of this size in points. Its entries may refer to values of another document that `add` copies. */
export function onePage(
  cos: CosDocument,
  size: readonly [number, number],
  entries: (add: (value: CosValue) => CosRef) => Readonly<Record<string, CosValue>>,
): ByteSource {
  const sink = memorySink();
  const rewriter = new Rewriter(sink);
  const copier = new ObjectCopier(cos, rewriter);
  const own = entries((value) => ref(rewriter.add(copier.translate(value))));
  copier.drain();
  const tree = rewriter.reserve();
  const page = dictOf({ Type: name("Page"), Parent: ref(tree), MediaBox: [0, 0, ...size], ...own });
  rewriter.set(tree, dictOf({ Type: name("Pages"), Kids: [ref(rewriter.add(page))], Count: 1 }));
  rewriter.finish({ root: rewriter.add(dictOf({ Type: name("Catalog"), Pages: ref(tree) })) });

  return sourceOf(sink.bytes());
}
