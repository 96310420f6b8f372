/** Foreign programs that judge a redacted file: what they read of it, how they draw it, and its bytes without compression. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { getDocumentProxy } from "unpdf";

type PDFDocumentProxy = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Operators of character maps, and of files. */
const mapWords =
  /startxref|ignore_newline|currentdict|findresource|defineresource|(?:begin|end)(?:bf|cid|notdef|codespace)(?:range|char)/g;

/** What programs print: more than any file of the corpus has. */
const maxBuffer = 1_000_000_000;

const plainly = ["--qdf", "--object-streams=disable", "--decode-level=all", "--no-original-object-ids"];

export interface PlacedWord {
  readonly page: number;
  readonly box: readonly [number, number, number, number];
  readonly text: string;
}

export interface Parts {
  readonly bookmarks: readonly string[];
  /** Links and fields. */
  readonly placed: PlacedWord[];
  /** The types of a page's elements, by page. */
  readonly tags: Map<number, string>;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly samples: Uint8Array;
}

/** One file on disk, by other programs. */
export class Judged implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "pdfd-redact-"));
  readonly #path = join(this.#folder, "judged.pdf");
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    writeFileSync(this.#path, bytes);
  }

  #run(program: string, ...args: readonly string[]): Buffer {
    return spawnSync(program, args, { maxBuffer, timeout: 120_000 }).stdout;
  }

  pdftotext(): string {
    return this.#run("pdftotext", "-q", this.#path, "-").toString("utf8");
  }

  mutool(): string {
    return this.#run("mutool", "draw", "-q", "-F", "txt", this.#path).toString("utf8");
  }

  async pdfjs(): Promise<string> {
    const { extractText } = await import("unpdf");
    return await this.#opened(async (document) => (await extractText(document, { mergePages: true })).text);
  }

  async #opened<T>(read: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
    const { getDocumentProxy } = await import("unpdf");
    const document = await getDocumentProxy(Uint8Array.from(this.bytes), { verbosity: 0 });
    try {
      return await read(document);
    } finally {
      await document.destroy();
    }
  }

  /** Bookmarks, fields, links and tags as pdf.js finds them, one line each. */
  async parts(): Promise<Parts> {
    return await this.#opened(async (document) => {
      const titles = (items: Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>): string[] =>
        (items ?? []).flatMap(({ title, items: below }) => [title, ...titles(below)]);
      const parts: Parts = { bookmarks: titles(await document.getOutline()), placed: [], tags: new Map() };
      for (let page = 1; page <= document.numPages; page++) {
        const opened = await document.getPage(page);
        const [, bottom = 0, , top = 0] = opened.view;
        for (const { subtype, rect, fieldName, fieldValue, url } of await opened.getAnnotations()) {
          const [x0, y0, x1, y1] = rect;
          const isLink = subtype === "Link";
          if (!isLink && subtype !== "Widget") continue;
          const text = isLink ? `link ${url ?? ""}` : `field ${fieldName} ${JSON.stringify(fieldValue)}`;
          parts.placed.push({ page, box: [x0, top - bottom - y1, x1, top - bottom - y0], text });
        }
        const roles = (node: { role?: string; children?: readonly object[] }): string[] => [
          ...(node.role === undefined ? [] : [node.role]),
          ...(node.children ?? []).flatMap(roles),
        ];
        const tree = await opened.getStructTree();
        if (tree) parts.tags.set(page, roles(tree).join(" "));
      }
      return parts;
    });
  }

  /** Digests of the images of pages, decoded. */
  images(first: number, last: number): Set<string> {
    const folder = mkdtempSync(join(this.#folder, "images-"));
    this.#run("pdfimages", "-f", `${first}`, "-l", `${last}`, "-all", this.#path, join(folder, "i"));
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    rmSync(folder, { recursive: true, force: true });
    return new Set(files.map((bytes) => createHash("sha256").update(bytes).digest("hex")));
  }

  /**
   * What `strings` finds in the file as qpdf writes it without compression: bytes of ASCII, and of UTF-16 in both orders. Programs of
   * fonts and color profiles, which have licenses and names of glyphs, and the words of PDF itself are no text of a document.
   */
  strings(): string {
    const plain = join(this.#folder, "plain.pdf");
    this.#run("qpdf", ...plainly, this.#path, plain);
    const objects = readFileSync(plain, "latin1").split("\nendobj\n");
    const own = objects.filter(
      (object) => !/\/Length1 |\/Subtype \/(?:\w+C|OpenType)\n|\/N [134]\n/.test(object),
    );
    writeFileSync(plain, own.join("\n").replaceAll(mapWords, ""), "latin1");
    const found = ["S", "b", "l"].map((width) => this.#run("strings", "-a", "-n", "4", "-e", width, plain));
    return found.map((text) => text.toString("latin1")).join("\n");
  }

  /** The words of pages as poppler places them. */
  words(): PlacedWord[] {
    const html = this.#run("pdftotext", "-q", "-bbox", this.#path, "-").toString("utf8");
    let page = 0;
    const found: PlacedWord[] = [];
    for (const line of html.split("\n")) {
      if (line.includes("<page ")) page += 1;
      const word = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*)<\/word>/.exec(line);
      if (!word) continue;
      const [, x0, y0, x1, y1, text = ""] = word;
      found.push({ page, box: [Number(x0), Number(y0), Number(x1), Number(y1)], text });
    }
    return found;
  }

  /** A page as MuPDF draws it in gray, without smoothing unless asked for. */
  picture(page: number, resolution: number): Picture {
    const name = join(this.#folder, "page.pgm");
    this.#run("mutool", "draw", "-q", "-c", "gray", "-r", `${resolution}`, "-o", name, this.#path, `${page}`);
    const bytes = readFileSync(name);
    const head = /^P5\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 200).toString("latin1"));
    if (!head) throw new Error("mutool drew no page");
    const [whole, width, height] = head;
    return { width: Number(width), height: Number(height), samples: bytes.subarray(whole.length) };
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Text as it is compared: without case, accents and the hyphens of line ends. */
export const bare = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}|[\u00ad-]\s*\n\s*/gu, "")
    .replace(/\s+/g, " ");
