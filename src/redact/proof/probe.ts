/** Reads what no page shows: a copy of the file in which each content is a page of its own, and all layers are shown. */
import { memorySink } from "../../core/document-io.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosStream, type CosValue, dictOf, name, ref } from "../../cos/syntax/value.ts";
import { ObjectCopier } from "../../cos/write/copy-objects.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { arrayAt, dictAt } from "../../document/typed-get.ts";

/** Whether content may show text: it names fonts, or others that may. */
const mayShow = (cos: CosDocument, { dict }: CosStream): boolean =>
  (dictAt(cos, dictAt(cos, dict.get("Resources"))?.get("Font"))?.size ?? 0) > 0;

/** Undefined if no content but that of pages may show text. */
export function probeOf(cos: CosDocument, contents: readonly CosStream[]): Uint8Array | undefined {
  const shown = contents.filter((content) => mayShow(cos, content));
  if (shown.length === 0) return undefined;

  const sink = memorySink();
  const rewriter = new Rewriter(sink, { version: "1.7" });
  const copier = new ObjectCopier(cos, rewriter, { replace: () => undefined });
  const pages = rewriter.reserve();
  const kids = shown.map((content): CosValue => {
    const box = arrayAt(cos, content.dict.get("BBox")) ?? [0, 0, 1000, 1000];
    const page = dictOf({
      Type: name("Page"),
      Parent: ref(pages),
      MediaBox: copier.translate(box),
      Resources: copier.translate(dictAt(cos, content.dict.get("Resources")) ?? dictOf({})),
      Contents: ref(rewriter.add(newStream(new Map(), cos.decode(content), { deflate: true }))),
    });
    return ref(rewriter.add(page));
  });
  rewriter.set(pages, dictOf({ Type: name("Pages"), Kids: kids, Count: kids.length }));
  const root = rewriter.add(dictOf({ Type: name("Catalog"), Pages: ref(pages) }));
  copier.drain();
  rewriter.finish({ root, info: 0 });
  return sink.bytes();
}
