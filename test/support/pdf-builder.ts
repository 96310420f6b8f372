/** Builds a PDF from the objects that a test gives in PDF syntax, with correct offsets, using none of the product's code. */

export interface BuiltStream {
  /** Entries of the stream's dictionary without /Length: `/Type/XObject`. */
  readonly dict: string;
  readonly data: string | Uint8Array;
}

export interface BuiltPdf {
  /** Object number → body in PDF syntax, as Latin-1 text. */
  readonly objects: Readonly<Record<number, string | BuiltStream>>;
  /** Entries of the trailer except /Size; defaults to `/Root 1 0 R`. */
  readonly trailer?: string;
  readonly version?: string;
}

/** The file with a cross-reference table; unused numbers are free. */
export function buildPdf(built: BuiltPdf): Uint8Array {
  const parts: Uint8Array[] = [];
  const offsets = new Map<number, number>();
  let at = 0;
  const put = (part: string | Uint8Array) => {
    const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
    parts.push(bytes);
    at += bytes.length;
  };
  put(`%PDF-${built.version ?? "1.7"}\n%\xe2\xe3\xcf\xd3\n`);
  let size = 1;
  for (const [key, body] of Object.entries(built.objects)) {
    const num = Number(key);
    size = Math.max(size, num + 1);
    offsets.set(num, at);
    put(`${num} 0 obj\n`);
    if (typeof body === "string") put(body);
    else {
      const data = typeof body.data === "string" ? Buffer.from(body.data, "latin1") : body.data;
      put(`<<${body.dict}/Length ${data.length}>>\nstream\n`);
      put(data);
      put("\nendstream");
    }
    put("\nendobj\n");
  }
  const start = at;
  const rows = Array.from({ length: size }, (_, num) => {
    const offset = offsets.get(num);
    return offset === undefined ? "0000000000 65535 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  put(`xref\n0 ${size}\n${rows.join("")}trailer\n<</Size ${size}${built.trailer ?? "/Root 1 0 R"}>>\n`);
  put(`startxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A document with the catalog as object 1 and the page tree's root as object 2; `pages` are the pages' own entries. */
export function pagesPdf(
  pages: readonly string[],
  extra: {
    readonly root?: string;
    readonly tree?: string;
    readonly trailer?: string;
    readonly more?: BuiltPdf["objects"];
  } = {},
): Uint8Array {
  const first = 3;
  const kids = pages.map((_, k) => `${first + k} 0 R`).join(" ");
  const objects: Record<number, string | BuiltStream> = {
    1: `<</Type/Catalog/Pages 2 0 R${extra.root ?? ""}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 612 792]${extra.tree ?? ""}>>`,
  };
  pages.forEach((page, k) => {
    objects[first + k] = `<</Type/Page/Parent 2 0 R${page}>>`;
  });
  return buildPdf({
    objects: { ...objects, ...extra.more },
    trailer: `/Root 1 0 R${extra.trailer ?? ""}`,
  });
}
