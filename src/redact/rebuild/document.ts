/** Writes a document again: its pages with their content, and everything else that the table allows. */
import type { ByteSink } from "../../core/document-io.ts";
import { failed } from "../../core/problem.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import { type CosDict, type CosValue, dictOf, isRef, name, ref } from "../../cos/syntax/value.ts";
import { Rewriter } from "../../cos/write/rewrite.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { annotationsAt, dictAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { pageContent } from "../../reading/interpreter/content/page-source.ts";
import { writeContent } from "./content-writer.ts";
import { metadataOf } from "./metadata.ts";
import { parts } from "./parts.ts";
import { Rebuild, type RebuildOptions } from "./rebuild.ts";
import { ResourceNames } from "./resources.ts";
import { table } from "./table.ts";

/** Pages per node of the page tree. */
const fanOut = 64;
/** Flags of annotations (table 167). */
const hidden = 2;
const noView = 32;
const print = 4;

/** Writes the session's document. Throws 422 for content that can't be read with certainty. */
export function rebuildDocument(session: EditSession, options: RebuildOptions, sink: ByteSink): void {
  session.completeTree();
  const { cos } = session;
  const { encryption } = cos;
  const hasStreams = cos.revisions.some(({ kind, hybrid }) => kind === "stream" || hybrid);
  const rewriter = new Rewriter(sink, {
    version: cos.version,
    encrypt: encryption,
    objectStreams: hasStreams,
  });
  const to = new Rebuild(session, rewriter, options, parts);

  const root = rewriter.reserve();
  const pages = writePages(to);
  to.finishSoFar();
  const info = to.dict("Information", dictAt(cos, cos.trailer.get("Info")) ?? new Map());
  const catalog = to.dict("Catalog", cos.catalog);
  catalog.set("Type", name("Catalog"));
  catalog.set("Pages", pages);
  const metadata = metadataOf(to, info);
  if (metadata) catalog.set("Metadata", to.add(metadata));
  to.finish();
  rewriter.set(root, catalog);
  rewriter.finish({ root, info: info.size > 0 ? rewriter.add(info) : 0, newId: true });
}

function writePages(to: Rebuild): CosValue {
  const { session, rewriter } = to;
  const count = session.pageCount;
  const nums = Array.from({ length: count }, () => rewriter.reserve());
  nums.forEach((num, at) => {
    const old = session.objectOf(at + 1);
    if (old > 0) to.pages.set(old, num);
  });
  for (let page = 1; page <= count; page++) mapAnnotations(to, page);

  const top = rewriter.reserve();
  const nodes: CosValue[] = [];
  for (let from = 0; from < count; from += fanOut) {
    const own = nums.slice(from, from + fanOut);
    const node = count > fanOut ? rewriter.reserve() : top;
    for (const [at, num] of own.entries()) rewriter.set(num, pageOf(to, from + at + 1, ref(node)));
    if (node === top) break;
    const kids = own.map((num) => ref(num));
    rewriter.set(node, dictOf({ Type: name("Pages"), Parent: ref(top), Kids: kids, Count: kids.length }));
    nodes.push(ref(node));
  }
  const kids = count > fanOut ? nodes : nums.map((num) => ref(num));
  rewriter.set(top, dictOf({ Type: name("Pages"), Kids: kids, Count: count }));
  return ref(top);
}

function pageOf(to: Rebuild, page: number, parent: CosValue): CosDict {
  const { session, cos } = to;
  const dict: CosDict = new Map(session.page(page));
  for (const key of ["MediaBox", "CropBox", "Rotate"] as const) {
    const value = session.attribute(page, key);
    if (value !== undefined) dict.set(key, value);
  }
  const made = to.dict("Page", dict);
  made.set("Type", name("Page"));
  made.set("Parent", parent);
  const names = new ResourceNames(to, dictAt(cos, session.attribute(page, "Resources")));
  made.set("Contents", to.add(newStream(new Map(), contentOfPage(to, page, names), { deflate: true })));
  made.set("Resources", names.dict());
  const annotations = annotationsOf(to, page);
  if (annotations.length > 0) made.set("Annots", annotations);
  return made;
}

function contentOfPage(to: Rebuild, page: number, names: ResourceNames): Uint8Array {
  try {
    return writeContent(pageContent(to.session.document, page, () => {}).bytes, names);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    throw failed(
      `page ${page} can't be redacted: its content can't be read with certainty (${error.reason})`,
      { cause: error },
    );
  }
}

/** Whether an annotation is shown, on the screen or in print. */
function isShown({ cos }: Rebuild, dict: CosDict): boolean {
  const flags = numberAt(cos, dict.get("F")) ?? 0;
  return (flags & hidden) === 0 && ((flags & noView) === 0 || (flags & print) !== 0);
}

/** Numbers for the annotations that get in, so that others can refer to them. */
function mapAnnotations(to: Rebuild, page: number): void {
  for (const item of annotationsAt(to.cos, to.session.page(page).get("Annots")) ?? []) {
    const dict = dictAt(to.cos, item);
    if (!isRef(item) || !dict || to.annotations.has(item.num)) continue;
    if (isShown(to, dict) && kindOf(to, dict) !== undefined)
      to.annotations.set(item.num, to.rewriter.reserve());
  }
}

const written = new WeakMap<Rebuild, Set<number>>();

function annotationsOf(to: Rebuild, page: number): CosValue[] {
  const list = annotationsAt(to.cos, to.session.page(page).get("Annots")) ?? [];
  const done = written.get(to) ?? new Set<number>();
  written.set(to, done);
  return list.flatMap((item): CosValue[] => {
    const dict = dictAt(to.cos, item);
    if (!dict) return [];
    const num = isRef(item) ? to.annotations.get(item.num) : undefined;
    if (num === undefined) {
      if (isRef(item) || !isShown(to, dict)) {
        to.options.count("annotations");
        return [];
      }
      const made = annotationOf(to, dict);
      return made ? [made] : [];
    }
    if (!done.has(num)) {
      done.add(num);
      to.rewriter.set(num, annotationOf(to, dict) ?? null);
    }
    return [ref(num)];
  });
}

/** The table's row for an annotation; undefined if it stays out. */
function kindOf({ cos, options }: Rebuild, dict: CosDict): string | undefined {
  const subtype = nameAt(cos, dict.get("Subtype"));
  if (subtype === undefined) return undefined;
  if (subtype === "FileAttachment") return options.keepsFiles ? subtype : undefined;
  const isKnown = subtype in table && !notAnnotations.has(subtype);
  if (isKnown) return subtype;
  // What others play or run stays out; what they look like stays.
  return dictAt(cos, dict.get("AP"))?.has("N") ? "Stamp" : undefined;
}

const notAnnotations = new Set([
  "Catalog",
  "Page",
  "Form",
  "Group",
  "Image",
  "Field",
  "Layer",
  "Outline",
  "Appearance",
]);

function annotationOf(to: Rebuild, dict: CosDict): CosDict | undefined {
  const kind = kindOf(to, dict);
  if (kind === undefined) return undefined;
  const made = to.dict(kind, dict);
  made.set("Type", name("Annot"));
  made.set("Subtype", name(kind));
  return made;
}
