/** Rows about the file: metadata, signatures, encryption, and the size and appearance of pages. */
import type { Picture } from "./judged.ts";
import { asDict, type Judged, type QpdfValue } from "./judged.ts";
import type { Operation, Operations } from "./operations.ts";
import { type AnyRow, defineRow } from "./row.ts";

async function packetOf({ document }: Judged): Promise<string | null> {
  const { metadata } = await document.getMetadata();
  const raw: unknown = metadata?.getRaw();
  return raw === undefined || raw === null ? null : String(raw);
}

/**
 * A packet without meaningless trailing white space and without PDF/A and PDF/UA claims, which have their own row; null if
 * nothing else is in it.
 */
function withoutClaims(packet: string | null): string | null {
  const end = packet?.lastIndexOf("<?xpacket end=") ?? -1;
  const text = end < 0 ? packet : `${packet?.slice(0, end).trimEnd()}\n${packet?.slice(end)}`;
  const rest = text?.replaceAll(/\s+pdfu?aid:\w+=(?:"[^"]*"|'[^']*')|<(pdfu?aid:\w+)>[^<]*<\/\1>/g, "");
  const names = rest?.replaceAll(/\s(?:xmlns:\w+|rdf:about|xml:lang|x:xmptk)=(?:"[^"]*"|'[^']*')/g, "") ?? "";
  const tells = names.replaceAll(/<\?[^>]*>|<\/?[\w:]+\s*\/?>|\s/g, "") !== "";
  return tells ? (rest ?? null) : null;
}

const packets = defineRow<string | null>({
  read: async (judged) => withoutClaims(await packetOf(judged)),
  has: (raw) => raw !== null,
  after: { clear: () => null },
  join: (first) => first,
  normal: (raw, operations) =>
    raw !== null && operations.some(({ kind }) => kind === "redact") ? "a packet" : raw,
});

/** The texts of a packet, but for dates. */
const textsOf = (packet: string | null): readonly string[] =>
  [...(packet ?? "").matchAll(/>([^<>]+)<|\s(?!xml|rdf:|x:)\w+:\w+=["']([^"']*)["']/g)]
    .map(([, element = "", attribute]) => (attribute ?? element).trim())
    .filter((text) => text !== "" && !/^\d{4}-|&/.test(text));

/** Properties whose values come from the information dictionary if the two differ. */
const shared =
  /<(dc:(?:title|creator|description)|pdf:(?:Keywords|Producer)|xmp:CreatorTool)[\s>].*?<\/\1>/gs;

/** PDF/A has its own form of packets; what they say stays. */
const xmp: AnyRow = {
  has: packets.has,
  async compare(before, other, after, operations) {
    if (!operations.some(({ kind }) => kind === "archive"))
      return packets.compare(before, other, after, operations);
    const now = textsOf(await packetOf(after));
    const said = withoutClaims(await packetOf(before))?.replaceAll(shared, "") ?? null;
    const lost = textsOf(said).filter((text) => !now.includes(text));
    return { differences: lost, changed: true };
  },
};

/** The standards that a document claims to conform to, by part. */
interface Claims {
  readonly pdfa: string | undefined;
  readonly pdfua: string | undefined;
}

const claims = defineRow<Claims>({
  async read(judged) {
    const packet = (await packetOf(judged)) ?? "";
    const part = (schema: string) => new RegExp(`${schema}:part(?:=["']|>)\\s*(\\d)`).exec(packet)?.[1];
    return { pdfa: part("pdfaid"), pdfua: part("pdfuaid") };
  },
  has: ({ pdfa, pdfua }) => pdfa !== undefined || pdfua !== undefined,
  after: {
    protect: (facts) => ({ ...facts, pdfa: undefined }),
    archive: (facts) => ({ ...facts, pdfa: "3" }),
    // The file isn't PDF/A itself.
    attach: (facts) => (facts.pdfa === "3" ? facts : { ...facts, pdfa: undefined }),
    stamp(facts, { seeThrough, isForeign }) {
      if (isForeign) return { pdfa: undefined, pdfua: undefined };
      return seeThrough && facts.pdfa === "1" ? { ...facts, pdfa: undefined } : facts;
    },
  },
  join: (first, other) => ({
    pdfa: first.pdfa === other.pdfa ? first.pdfa : undefined,
    pdfua: first.pdfua === other.pdfua ? first.pdfua : undefined,
  }),
});

const properties = [
  "Title",
  "Author",
  "Subject",
  "Keywords",
  "Creator",
  "Producer",
  "CreationDate",
  "ModDate",
  "Trapped",
  "Custom",
];

const info = defineRow<Readonly<Record<string, unknown>>>({
  async read({ document }) {
    const known = await document.getMetadata();
    const all = new Map(Object.entries(known.info));
    return Object.fromEntries(properties.flatMap((key) => (all.has(key) ? [[key, all.get(key)]] : [])));
  },
  has: (facts) => Object.keys(facts).length > 0,
  after: { clear: () => ({}) },
  join: (first) => first,
});

/** Whether there is a signature. Results of ours can't have one, since any change breaks it. */
const signatures = defineRow<boolean>({
  read: async ({ objects }) =>
    objects.all.some((value) => {
      const dict = asDict(value);
      const held = asDict(objects.resolve(dict["/V"]));
      return "/ByteRange" in dict || "/ByteRange" in held;
    }) || "/Perms" in objects.catalog,
  has: (signed) => signed,
  after: {
    select: () => false,
    turn: () => false,
    stamp: () => false,
    clear: () => false,
    rewrite: () => false,
    redact: () => false,
    protect: () => false,
    unlock: () => false,
    crop: () => false,
    scale: () => false,
    flatten: () => false,
    attach: () => false,
    archive: () => false,
    speak: () => false,
    arrange: () => false,
  },
  join: () => false,
});

const encryption = defineRow<{ readonly said: string; readonly needsPassword: boolean }>({
  read: async ({ encryption: said, needsPassword }) => ({ said, needsPassword }),
  has: ({ said }) => said.includes("P = "),
  after: {
    unlock: () => ({ said: "File is not encrypted\n", needsPassword: false }),
    archive: () => ({ said: "File is not encrypted\n", needsPassword: false }),
    // Always AES-256, and permissions stay.
    protect: ({ said }) => ({
      said: [
        ownBits(said)
          .replace(/^R = \d/m, "R = 6")
          .replaceAll(/^.*method: .*\n/gm, ""),
        ...["stream", "string", "file"].map((what) => `${what} encryption method: AESv3\n`),
      ].join(""),
      needsPassword: true,
    }),
  },
  join: (first) => first,
});

/** Revision 2 has no bits 9 to 12. They follow the bits that cover these permissions there (ISO 32000-2, table 22). */
function ownBits(said: string): string {
  if (!/^R = 2$/m.test(said)) return said;
  return said.replace(/^P = (-?\d+)/m, (_, digits: string) => {
    const before = Number(digits);
    const ruled = [6, 5, 4, 3].flatMap((by, k) => (before & (1 << (by - 1)) ? [] : [1 << (8 + k)]));
    return `P = ${ruled.reduce((all, bit) => all & ~bit, before)}`;
  });
}

const names = ["/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox"] as const;

type Boxes = Readonly<Record<string, readonly number[]>>;

function numbers(value: QpdfValue): readonly number[] {
  const list = Array.isArray(value) ? value.map(Number) : [];
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = list;
  return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
}

function within(box: readonly number[], around: readonly number[]): number[] {
  return box.map((side, k) =>
    k < 2 ? Math.max(side, around[k] ?? side) : Math.min(side, around[k] ?? side),
  );
}

const pageBoxes = defineRow<readonly Boxes[]>({
  read: async ({ objects, document }) =>
    Promise.all(
      objects.pages.map(async (page, k) => ({
        ...Object.fromEntries(
          names.flatMap((key) => {
            const box = objects.resolve(page[key]);
            return Array.isArray(box) ? [[key, numbers(box.map(objects.resolve))]] : [];
          }),
        ),
        unit: [(await document.getPage(k + 1)).userUnit],
      })),
    ),
  has: (pages) => pages.some((page) => Object.keys(page).length > 2),
  after: {
    select: (all, { pages }) => pages.map((page) => all[page - 1] ?? {}),
    crop: (all, { margin }) =>
      all.map((page) => {
        const media = page["/MediaBox"] ?? [0, 0, 612, 792];
        const shown = within(page["/CropBox"] ?? media, media);
        const cut = margin / (page.unit?.[0] ?? 1);
        return { ...page, "/CropBox": shown.map((side, k) => (k < 2 ? side + cut : side - cut)) };
      }),
    scale: (all, { factor }) =>
      all.map((page) =>
        Object.fromEntries(
          Object.entries(page).map(([key, box]) => [
            key,
            key === "unit" ? box : box.map((side) => side * factor),
          ]),
        ),
      ),
    arrange: (all, { side, places, sheets }) =>
      Array.from({ length: sheets }, (_, k) => {
        const media = [0, 0, side, side];
        const trims = all.some(
          (page, at) => places[at]?.sheet === k + 1 && ("/TrimBox" in page || "/ArtBox" in page),
        );
        return { "/MediaBox": media, ...(trims && { "/TrimBox": media }), unit: [1] };
      }),
  },
  join: (first, other) => [...first, ...other],
  // The part of a CropBox outside the MediaBox has no effect, so the box may be written clipped.
  normal: (all) =>
    all.map((page) =>
      page["/CropBox"] && page["/MediaBox"]
        ? { ...page, "/CropBox": within(page["/CropBox"], page["/MediaBox"]) }
        : page,
    ),
});

const rotation = defineRow<readonly number[]>({
  read: ({ document }) =>
    Promise.all(
      Array.from({ length: document.numPages }, async (_, k) => (await document.getPage(k + 1)).rotate),
    ),
  has: (pages) => pages.some((angle) => angle !== 0),
  after: {
    select: (all, { pages }) => pages.map((page) => all[page - 1] ?? 0),
    turn: (all, { angle }) => all.map((before) => (before + angle) % 360),
    arrange: (_, { sheets }) => Array.from({ length: sheets }, () => 0),
  },
  join: (first, other) => [...first, ...other],
});

/** The resolution at which pages are compared, in dots per inch. */
const resolution = 36;

function turned({ width, height, grey }: Picture): Picture {
  const result = new Uint8Array(grey.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = grey[y * width + x] ?? 255;
  return { width: height, height: width, grey: result };
}

function cut({ width, height, grey }: Picture, margin: number): Picture {
  const side = Math.round((margin * resolution) / 72);
  const [w, h] = [width - 2 * side, height - 2 * side];
  const result = new Uint8Array(Math.max(0, w * h));
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) result[y * w + x] = grey[(y + side) * width + x + side] ?? 255;
  return { width: w, height: h, grey: result };
}

/** A sheet of pages, each drawn at its size there. */
async function sheetOf(shown: readonly Shown[], { side, places }: Operations["arrange"], sheet: number) {
  const pixels = (side * resolution) / 72;
  const made = { width: pixels, height: pixels };
  const grey = new Uint8Array(made.width * made.height).fill(255);
  for (const [k, { from, page }] of shown.entries()) {
    const place = places[k];
    if (place?.sheet !== sheet) continue;
    // Poppler ignores UserUnit.
    const { userUnit } = await from.document.getPage(page);
    const part = from.picture(page, resolution * place.factor * userUnit);
    const [left = 0, , , top = 0] = place.box;
    const [x0, y0] = [(left * resolution) / 72, ((side - top) * resolution) / 72].map(Math.round);
    for (let y = 0; y < part.height; y++)
      for (let x = 0; x < part.width; x++) {
        const at = (y + (y0 ?? 0)) * made.width + x + (x0 ?? 0);
        grey[at] = part.grey[y * part.width + x] ?? 255;
      }
  }
  return { ...made, grey };
}

/** The share of pixels that clearly differ; 1 if the sizes differ. With `covered`, pixels may have become darker. */
function unlike(a: Picture, b: Picture, covered: boolean): number {
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return 1;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let count = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [before, after] = [a.grey[y * a.width + x] ?? 255, b.grey[y * b.width + x] ?? 255];
      if (covered ? after - before > 90 : Math.abs(after - before) > 60) count++;
    }
  return count / Math.max(1, width * height);
}

/**
 * Allows for edges that don't fall on whole pixels, for missing appearances drawn by a different program, and for fonts that
 * stand in for those that aren't embedded.
 */
const tolerances: Partial<Record<Operation["kind"], number>> = {
  scale: 0.02,
  crop: 0.02,
  turn: 0.02,
  flatten: 0.01,
  fill: 0.01,
  archive: 0.01,
};

/** Pages look the same apart from the requested changes. This catches lost resources, fonts and layer states. */
const looks: AnyRow = {
  has: async ({ objects }) =>
    objects.pages.length > 0 &&
    asDict(objects.resolve(objects.catalog["/Pages"]))["/Resources"] !== undefined,
  async compare(before, other, after, operations) {
    const differences: string[] = [];
    const shown = sources(before, other, operations);
    const [arranged] = operations.flatMap((one) => (one.kind === "arrange" ? [one] : []));
    if (arranged) {
      for (let sheet = 1; sheet <= Math.min(2, arranged.sheets); sheet++) {
        const part = unlike(await sheetOf(shown, arranged, sheet), after.picture(sheet, resolution), false);
        if (part > 0.02)
          differences.push(`sheet ${sheet}: ${(part * 100).toFixed(2)} % of the pixels differ`);
      }
      return { differences, changed: false };
    }
    if (shown.length !== after.document.numPages)
      differences.push(`${shown.length} pages expected, ${after.document.numPages} found`);
    const tolerated = Math.max(0, ...operations.map(({ kind }) => tolerances[kind] ?? 0));
    const stamped = operations.some(({ kind }) => kind === "stamp");
    for (const [k, { from, page }] of shown.entries()) {
      let [expected, dots] = [from.picture(page, resolution), resolution];
      for (const operation of operations) {
        if (operation.kind === "scale") {
          dots *= operation.factor;
          expected = from.picture(page, dots);
        }
        if (operation.kind === "crop") {
          // Poppler ignores UserUnit.
          const { userUnit } = await from.document.getPage(page);
          expected = cut(expected, operation.margin / userUnit);
        }
        if (operation.kind === "turn")
          for (let a = 0; a < operation.angle; a += 90) expected = turned(expected);
      }
      const part = unlike(expected, after.picture(k + 1, resolution), stamped);
      if (part > tolerated)
        differences.push(`page ${k + 1}: ${(part * 100).toFixed(2)} % of the pixels differ`);
    }
    return { differences, changed: false };
  },
};

interface Shown {
  readonly from: Judged;
  readonly page: number;
}

/** The source of each page of a result. */
function sources(before: Judged, other: Judged, operations: readonly Operation[]): Shown[] {
  const all = (from: Judged) =>
    Array.from({ length: from.document.numPages }, (_, k) => ({ from, page: k + 1 }));
  let list = all(before);
  for (const operation of operations) {
    if (operation.kind === "join") list = [...list, ...all(other)];
    if (operation.kind === "select") list = operation.pages.flatMap((page) => list[page - 1] ?? []);
  }
  return list;
}

export const fileRows = {
  XMP: xmp,
  "claims of PDF/A and PDF/UA": claims,
  Info: info,
  signatures,
  "encryption and permissions": encryption,
  "page boxes": pageBoxes,
  rotation,
  "inherited resources": looks,
};
