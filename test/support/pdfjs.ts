/** Uses pdf.js to show what a browser sees of a document's outline, links, fields, labels, attachments, layers and tags. */
import { createRequire } from "node:module";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

const fonts = createRequire(import.meta.url)
  .resolve("pdfjs-dist/package.json")
  .replace("package.json", "standard_fonts/");

/** Opens a document; close it with `destroy`. */
export async function openPdfjs(bytes: Uint8Array, password?: string): Promise<PDFDocumentProxy> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const options = {
    data: Uint8Array.from(bytes),
    isEvalSupported: false,
    verbosity: 0,
    standardFontDataUrl: fonts,
  };
  return getDocument(password === undefined ? options : { ...options, password }).promise;
}

export interface OutlineNode {
  readonly title: string;
  /** The 1-based page, or the URL. */
  readonly to: number | string | undefined;
  readonly open: boolean | undefined;
  readonly items: readonly OutlineNode[];
}

/** The 1-based page that a destination leads to; undefined if it leads nowhere. */
export async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number | undefined> {
  const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(explicit) || explicit[0] === null || typeof explicit[0] !== "object") return undefined;
  try {
    return (await document.getPageIndex(explicit[0])) + 1;
  } catch {
    return undefined;
  }
}

export async function outlineOf(document: PDFDocumentProxy): Promise<OutlineNode[]> {
  type Raw = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;
  const read = (items: Raw): Promise<OutlineNode[]> =>
    Promise.all(
      (items ?? []).map(async (item) => ({
        title: item.title,
        to: item.url ?? (await pageOf(document, item.dest)),
        open: item.count === undefined ? undefined : item.count > 0,
        items: await read(item.items),
      })),
    );
  return read(await document.getOutline());
}

/** Text of a page. */
export async function textOf(document: PDFDocumentProxy, page: number): Promise<string> {
  const content = await (await document.getPage(page)).getTextContent();
  return content.items.map((item) => ("str" in item ? item.str : "")).join("");
}

export interface LinkOf {
  readonly page: number;
  /** The 1-based page, the URL, or undefined for a dead link. */
  readonly to: number | string | undefined;
}

/** All links of a document. */
export async function linksOf(document: PDFDocumentProxy): Promise<LinkOf[]> {
  const links: LinkOf[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    for (const annotation of await (await document.getPage(page)).getAnnotations()) {
      if (annotation.subtype === "Link")
        links.push({ page, to: annotation.url ?? (await pageOf(document, annotation.dest)) });
    }
  }
  return links;
}
