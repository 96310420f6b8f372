/** Reads what no page shows: a copy of the file in which each content is a page of its own, and all layers are shown. */
import { memorySink, sourceOf } from "../../core/document-io.ts";
import type { Readers } from "../../core/readers.ts";
import type { CosDocument } from "../../cos/document.ts";
import { type CosStream, type CosValue, dictOf, name, ref } from "../../cos/syntax/value.ts";
import { ObjectCopier } from "../../cos/write/copy-objects.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { openStrictly } from "../../document/open.ts";
import { arrayAt, dictAt } from "../../document/typed-get.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import { openContentParagraphs } from "../../reading/open.ts";
import { readings } from "../find-targets.ts";

/** Whether content may show text: it names fonts, or others that may. */
export const mayShow = (cos: CosDocument, { dict }: CosStream): boolean =>
  (dictAt(cos, dictAt(cos, dict.get("Resources"))?.get("Font"))?.size ?? 0) > 0;

/** Undefined for no contents. */
export function probeOf(cos: CosDocument, contents: readonly CosStream[]): Uint8Array | undefined {
  if (contents.length === 0) return undefined;

  const sink = memorySink();
  const rewriter = new Rewriter(sink, { version: "1.7" });
  const copier = new ObjectCopier(cos, rewriter, { replace: () => undefined });
  const pages = rewriter.reserve();
  const kids = contents.map((content): CosValue => {
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

/** What three readers find on each page of a probe; undefined for one that finds no page. */
export async function* probeTexts(
  probe: Uint8Array,
  readers: Readers,
): AsyncGenerator<(string | undefined)[]> {
  const source = sourceOf(probe);
  const document = openStrictly(source);
  const partial = new Set<number>();
  using reader = openContentParagraphs(document, { engines: readers, partial: (page) => partial.add(page) });
  using drawn = await readers.openPages(source);
  using pdfjs = await readers.openPdfjsText(source);
  const run = documentRun(document, () => {});
  for (let page = 1; page <= document.pages.count; page++) {
    const paragraphs = (await readings({ reader, run, partial }, page)).flatMap((read) => read ?? []);
    yield [paragraphs.map(({ text }) => text).join("\n\n"), drawn.text(page), await pdfjs?.page(page)];
  }
}
