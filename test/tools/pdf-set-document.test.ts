import { describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, runTool } from "../support/run-tool.ts";

type Json = Readonly<Record<string, unknown>>;

/** Sets fields; returns the result, its details, its bytes as text, and all warnings. */
async function set(bytes: Uint8Array, fields: object) {
  const files = { "a.pdf": bytes };
  const run = await runTool("pdf_set_document", { input: "a.pdf", output: "b.pdf", ...fields }, files);
  const written = run.file("b.pdf");
  const { changed }: { readonly changed?: unknown } = Object(run.result);
  return {
    changed,
    warnings: run.context.warnings,
    written,
    text: Buffer.from(written).toString("latin1"),
    ...(await details(written)),
  };
}

async function details(bytes: Uint8Array): Promise<{ document: Json; doubts: readonly string[] }> {
  const { result, context } = await runTool(
    "pdf_info",
    { input: "a.pdf", details: true },
    { "a.pdf": bytes },
  );
  const { document }: { readonly document?: Json } = Object(result);
  const { boxes: _, ...others } = { ...document };
  return { document: others, doubts: context.warnings };
}

async function refusal(bytes: Uint8Array, fields: object): Promise<unknown> {
  const call = await callOrError(
    "pdf_set_document",
    { input: "a.pdf", output: "b.pdf", ...fields },
    { "a.pdf": bytes },
  );
  const [first] = Object(call.error).errors ?? [];
  return first?.field ?? Object(call.error).code;
}

const packet = (description: string) =>
  `<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:p="http://ns.adobe.com/pdf/1.3/" xmlns:o="urn:other" ${description}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** A document with an information dictionary and XMP. */
const described = (info: string, xmp: string | Uint8Array, root = "") =>
  pagesPdf(["", "", ""], {
    root: `/Metadata 20 0 R${root}`,
    trailer: "/Info 21 0 R",
    more: { 20: { dict: "/Type/Metadata/Subtype/XML", data: xmp }, 21: `<<${info}>>` },
  });

describe("properties", () => {
  it("are set in the information dictionary and in XMP, which keeps everything else", async () => {
    const before = described(
      "/Title(Old)/Own(mine)",
      packet(
        'p:Producer="P" o:kept="1"><d:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt></d:title><o:also>2</o:also>',
      ),
    );
    const { changed, warnings, text, document, doubts, written } = await set(before, {
      title: "Łódź & <co>",
      producer: "P",
      created: "2026-01-02T03:04:05+01:00",
      custom: { Own: "yours", Ü: "1" },
    });
    expect(changed).toEqual(["title", "producer", "created", "custom"]);
    expect(document).toEqual({
      title: "Łódź & <co>",
      producer: "P",
      created: "2026-01-02T03:04:05+01:00",
      custom: { Own: "yours", Ü: "1" },
    });
    expect(doubts).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("title in other languages")]);
    expect(Buffer.from(written.subarray(0, before.length)).equals(before)).toBe(true);
    expect(text.slice(before.length)).toContain('o:kept="1"');
    expect(text.slice(before.length)).toContain("<o:also>2</o:also>");
  });

  it("that are removed are in no revision", async () => {
    const before = described(
      "/Title(SECRET)/Own(SECRET)",
      packet("><d:title><rdf:Alt><rdf:li>SECRET</rdf:li></rdf:Alt></d:title>"),
    );
    const { changed, text, document } = await set(before, { title: null, custom: { Own: null } });
    expect(changed).toEqual(["title", "custom"]);
    expect(document).toEqual({});
    expect(text).not.toContain("SECRET");
  });

  it.each([
    [
      "of an element for the type",
      "",
      packet("><p:Producer>SECRET</p:Producer>").replaceAll("rdf:Description", "o:Doc"),
    ],
    [
      "of a list of keywords",
      "",
      packet("><d:subject><rdf:Bag><rdf:li>SECRET</rdf:li></rdf:Bag></d:subject>"),
    ],
    ["that isn't well-formed", "", "<SECRET"],
    ["that can't be decoded", "/Filter/Unknown", "SECRET"],
  ])("that are removed are in no XMP %s", async (_, dict, data) => {
    const before = pagesPdf([""], { root: "/Metadata 9 0 R", more: { 9: { dict, data } } });
    const { text, doubts } = await set(before, { producer: null, keywords: null });
    expect(text).not.toContain("SECRET");
    expect(doubts).toEqual([]);
  });

  it("that are equal leave the file as it is", async () => {
    const before = described(
      "/Author(A; B)",
      packet("><d:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></d:creator>"),
    );
    const { changed, written } = await set(before, { author: "A; B" });
    expect(changed).toEqual([]);
    expect(Buffer.from(written).equals(before)).toBe(true);
  });

  it("on which the two disagree are reported, and set if given", async () => {
    const before = described(
      "/Title(One)",
      packet("><d:title><rdf:Alt><rdf:li>Two</rdf:li></rdf:Alt></d:title>"),
    );
    expect((await details(before)).doubts).toEqual([expect.stringContaining("different title")]);
    const { changed, doubts } = await set(before, { title: "One" });
    expect([changed, doubts]).toEqual([["title"], []]);
  });

  it("keep XMP in UTF-16 readable, and replace XMP that isn't", async () => {
    const utf16 = Buffer.from(`\ufeff${packet('o:kept="ä">')}`, "utf16le").swap16();
    expect((await set(described("", utf16), { title: "New" })).text).toContain('o:kept="Ã¤"');
    const { warnings, doubts } = await set(described("", "<broken"), { title: "New" });
    expect(warnings).toEqual([expect.stringContaining("could not be read")]);
    expect(doubts).toEqual([]);
  });

  it("aren't invented: no XMP, no program, no dates", async () => {
    const { text } = await set(pagesPdf([""]), { title: "T" });
    expect(text).not.toMatch(/Metadata|Producer|ModDate/);
  });

  it.each([
    [{}, "title"],
    [{ created: "2026-01-02T03:04:05" }, "created"],
    [{ created: "2026-02-30T03:04:05Z" }, "created"],
    [{ lang: "english!" }, "lang"],
    [{ custom: { Title: "x" } }, "custom.Title"],
    [{ custom: { Trapped: null } }, "custom.Trapped"],
    [{ open: { page: 4 } }, "open.page"],
    [{ viewer: { copies: 0 } }, "viewer.copies"],
    [{ bookmarks: [], bookmarks_from_headings: {} }, "bookmarks_from_headings"],
    [{ bookmarks: [{ title: "a", children: [{ title: "b", page: 9 }] }] }, "bookmarks[0].children[0].page"],
    [{ bookmarks: [{ title: "a", children: [{ page: 1 }] }] }, "bookmarks[0].children[0].title"],
    [{ bookmarks: [{ title: "a", page: 1, url: "x" }] }, "bookmarks[0].url"],
    [{ bookmarks: [{ title: "a", id: "none", other: true }] }, "bookmarks[0].id"],
    [
      {
        page_labels: [
          { from: 2, style: "roman" },
          { from: 2, style: "none" },
        ],
      },
      "page_labels[1].from",
    ],
    [{ page_labels: [{ from: 4, style: "roman" }] }, "page_labels[0].from"],
    [{ boxes: [{ pages: "1", trim: [0, 0, 612.02, 792] }] }, "boxes[0].trim"],
    [{ boxes: [{ pages: "1", media: [5, 0, 5, 9] }] }, "boxes[0].media"],
    [{ boxes: [{ pages: "9", crop: [0, 0, 1, 1] }] }, "boxes[0].pages"],
    [{ boxes: [{ pages: "1", media: null }] }, "boxes[0].media"],
    [{ bookmarks_from_headings: {} }, "operation_failed"],
  ])("refuse %j", async (fields, field) => {
    expect(await refusal(pagesPdf(["", "", ""]), fields)).toBe(field);
  });
});

describe("what viewers show", () => {
  const given = {
    lang: "de-CH",
    bookmarks: [
      {
        title: "Kapitel ①\t😀",
        page: 2,
        y: 100,
        zoom: 1.5,
        bold: true,
        italic: true,
        color: "#336699",
        open: false,
        children: [
          { title: "Unten", page: 3, zoom: "fit_width", y: 12.5 },
          { title: "Ganz", page: 1, zoom: "fit" },
          { title: "Hoch", page: 1, zoom: "fit_height" },
        ],
      },
      { title: "Netz", url: "https://example.org/%C3%A4" },
      { title: "Nirgends" },
    ],
    page_labels: [
      { from: 1, style: "decimal" },
      { from: 2, style: "ROMAN", prefix: "A-", start: 4 },
      { from: 3, style: "none", prefix: "Ende" },
    ],
    viewer: {
      layout: "two_page_right",
      mode: "use_outlines",
      direction: "r2l",
      display_title: true,
      duplex: "simplex",
      copies: 2,
    },
    open: { page: 2, y: 50, zoom: 2 },
  };

  it.each(["", "/Rotate 90/CropBox[10 20 300 400]", "/Rotate 180/UserUnit 2", "/Rotate 270"])(
    "reads as it was set, on pages %j",
    async (page) => {
      const { changed, document, doubts } = await set(pagesPdf([page, page, page]), given);
      expect(changed).toEqual(Object.keys(given));
      expect([document, doubts]).toEqual([given, []]);
    },
  );

  it("goes with null, but for what isn't ours", async () => {
    const before = (
      await set(pagesPdf(["", "", ""], { root: "/ViewerPreferences<</ViewArea/CropBox>>" }), given)
    ).written;
    const removed = Object.fromEntries(Object.keys(given).map((key) => [key, null]));
    const { document, text } = await set(before, removed);
    expect(document).toEqual({});
    expect(text).toContain("/ViewArea /CropBox");
  });

  it("keeps targets that only an id can say", async () => {
    const action = "<</S/Named/N/NextPage>>";
    const before = pagesPdf(["", ""], {
      root: "/Outlines 20 0 R",
      more: {
        20: "<</First 21 0 R/Last 23 0 R>>",
        21: `<</Title(Named)/Parent 20 0 R/Next 22 0 R/A ${action}>>`,
        22: "<</Title(Rectangle)/Parent 20 0 R/Next 23 0 R/Dest[4 0 R/FitR 1 2 30 40]>>",
        23: `<</Title(Again)/Parent 20 0 R/A ${action}>>`,
      },
    });
    const first = await details(before);
    const [named, rectangle, again]: readonly { id: string }[] = Object(first.document.bookmarks);
    expect(first.document.bookmarks).toEqual([
      { title: "Named", other: true, id: expect.any(String) },
      { title: "Rectangle", page: 2, other: true, id: expect.any(String) },
      { title: "Again", other: true, id: `${named?.id}-2` },
    ]);
    const { changed, document } = await set(before, {
      bookmarks: [{ title: "New", page: 1 }, rectangle, again, { ...named, title: "Renamed" }],
    });
    expect(changed).toEqual(["bookmarks"]);
    expect(document.bookmarks).toEqual([
      { title: "New", page: 1 },
      rectangle,
      { ...again, id: named?.id },
      { title: "Renamed", other: true, id: `${named?.id}-2` },
    ]);
  });

  it("has bookmarks of 32 levels, and no more", async () => {
    const nested = (levels: number): object[] => [
      { title: `${levels}`, page: 1, ...(levels > 1 && { children: nested(levels - 1) }) },
    ];
    const { document } = await set(pagesPdf([""]), { bookmarks: nested(32) });
    expect(document.bookmarks).toEqual(nested(32));
    expect(await refusal(pagesPdf([""]), { bookmarks: nested(33) })).toMatch(
      /^bookmarks(\[0\]\.children){32}$/,
    );
  });
});

describe("a document is written as it is read with", () => {
  const outline = (...items: readonly string[]) => ({
    root: "/Outlines 20 0 R",
    more: { 20: "<</First 21 0 R>>", ...Object.fromEntries(items.map((item, k) => [21 + k, `<<${item}>>`])) },
  });
  const level = (_: unknown, k: number) => `/Title(${k})/Count -1/First ${22 + k} 0 R`;

  it.each([
    [
      "folded bookmarks below the deepest level",
      outline(...Array.from({ length: 40 }, level)),
      ["bookmarks"],
    ],
    [
      "NUL in its texts",
      {
        ...outline("/Title<feff00410000>/Next 22 0 R", "/Title(a\\000b)/A<</S/URI/URI(a\\000b)>>"),
        trailer: "/Info<</Title(a\\000b)/Own#00(\\000c)>>",
      },
      [],
    ],
    ["addresses that are empty", outline("/Title(a)/A<</S/URI/URI()>>"), []],
  ])("%s", async (_, built, changed) => {
    const before = pagesPdf([""], built);
    const { document: first } = await details(before);
    expect((await set(before, { ...first, lang: "en" })).document).toEqual({ ...first, lang: "en" });
    expect((await set(before, first)).changed).toEqual(changed);
  });

  it("control characters, which XMP can't have", async () => {
    const { document, doubts } = await set(described("", packet(">")), { title: "a\u0001b" });
    expect([document.title, doubts]).toEqual(["a\u0001b", []]);
  });
});

describe("page boxes", () => {
  const boxesOf = async (bytes: Uint8Array) => {
    const { result } = await runTool("pdf_info", { input: "a.pdf", details: true }, { "a.pdf": bytes });
    return Object(result).document.boxes;
  };

  it("are on the page as displayed, from its crop box", async () => {
    const bytes = pagesPdf([
      "/Rotate 90/MediaBox[0 0 200 100]/CropBox[20 10 120 60]/TrimBox[20 10 70 60]",
      "",
      "/CropBox[700 0 800 9]/ArtBox[0 0 0 9]",
    ]);
    expect(await boxesOf(bytes)).toEqual([
      { pages: "1", media: [-10, -20, 90, 180], crop: [0, 0, 50, 100], trim: [0, 0, 50, 50] },
      { pages: "2-3", media: [0, 0, 612, 792] },
    ]);
  });

  it("are set in one frame, and removed with null", async () => {
    const bytes = pagesPdf(["/Rotate 90/MediaBox[0 0 200 100]", "/CropBox[0 0 9 9]"]);
    const boxes = [
      { pages: "1", media: [0, 0, 80, 200], crop: [10, 20, 70, 180], bleed: [10, 20, 70, 180] },
      { pages: "2", crop: null },
    ];
    const { changed, written } = await set(bytes, { boxes });
    expect(changed).toEqual(["boxes"]);
    expect(await boxesOf(written)).toEqual([
      { pages: "1", media: [-10, -20, 70, 180], crop: [0, 0, 60, 160], bleed: [0, 0, 60, 160] },
      { pages: "2", media: [0, 0, 612, 792] },
    ]);
    expect((await set(written, { boxes: await boxesOf(written) })).changed).toEqual([]);
  });
});

describe("claims", () => {
  const claimed = packet(
    'xmlns:u="http://www.aiim.org/pdfua/ns/id/" u:part="1"><d:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></d:title>',
  );

  it.each([{ title: null }, { lang: null }, { viewer: { display_title: false } }])(
    "of PDF/UA go with %j",
    async (fields) => {
      const bytes = described("/Title(T)", claimed, "/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>");
      const { warnings, text } = await set(bytes, fields);
      expect(warnings).toEqual([expect.stringContaining("no longer claims PDF/UA-1")]);
      expect(text.slice(text.lastIndexOf("<x:xmpmeta"))).not.toContain("u:part");
    },
  );

  it("of PDF/A-4 have no information dictionary", async () => {
    const xmp = packet('xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="4">');
    const bytes = pagesPdf([""], {
      root: "/Metadata 20 0 R",
      more: { 20: { dict: "/Type/Metadata", data: xmp } },
    });
    const { text, document } = await set(bytes, { title: "T" });
    expect(document).toEqual({ title: "T" });
    expect(text).not.toContain("/Info");
    expect(await refusal(bytes, { custom: { own: "x" } })).toBe("custom");
  });
});
