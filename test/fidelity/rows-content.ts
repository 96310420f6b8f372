/** Rows about content on and around the pages: annotations, fields, attachments, layers, tags. */
import { createHash } from "node:crypto";
import { onSheets } from "./placed.ts";
import { defineRow } from "./row.ts";

interface Annotation {
  readonly page: number;
  readonly rect: readonly number[];
  readonly facts: Readonly<Record<string, unknown>>;
}

const onPages = (list: readonly Annotation[], pages: readonly number[]): Annotation[] =>
  pages.flatMap((page, place) =>
    list.filter((one) => one.page === page).map((one) => ({ ...one, page: place + 1 })),
  );
const scaled = (list: readonly Annotation[], factor: number): Annotation[] =>
  list.map((one) => ({ ...one, rect: one.rect.map((side) => side * factor) }));
const moved = (list: readonly Annotation[], pages: number): Annotation[] =>
  list.map((one) => ({ ...one, page: one.page + pages }));

/** PDF/A requires an appearance of all but popups. */
const drawn = (one: Annotation): Annotation =>
  one.facts.subtype === "Popup" ? one : { ...one, facts: { ...one.facts, hasAppearance: true } };
/** pdf.js lists the popups of each page last. */
const popupsLast = (list: readonly Annotation[]): Annotation[] => {
  const place = ({ page, facts }: Annotation) => 2 * page + Number(facts.subtype === "Popup");
  return [...list].sort((a, b) => place(a) - place(b));
};

const isNote = ({ facts }: Annotation) => facts.subtype === "Text" && facts.hasAppearance !== true;

/** Annotations with content beyond their appearance, and those for printing presses. */
const holders = ["FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D", "PrinterMark", "TrapNet"];

const annotations = defineRow<readonly Annotation[]>({
  async read({ document }) {
    const found: Annotation[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const list = await (await document.getPage(page)).getAnnotations();
      for (const { id, subtype, rect, contentsObj, titleObj, inReplyTo, hasAppearance, file } of list) {
        if (subtype === "Link" || subtype === "Widget" || subtype === undefined) continue;
        // Signatures become stamps. They have their own row.
        if (subtype === "Stamp" && !hasAppearance) continue;
        const answers = list.find((one) => one.id === inReplyTo)?.contentsObj?.str;
        const holds = file ? createHash("sha256").update(file.content).digest("hex") : undefined;
        const popup = list.some((one) => one.subtype === "Popup" && one.parentId === id);
        found.push({
          page,
          // pdf.js sets its own size for notes without an appearance.
          rect: subtype === "Text" && !hasAppearance ? [rect[0], rect[3]] : rect,
          facts: {
            subtype,
            text: contentsObj?.str,
            author: titleObj?.str,
            answers,
            hasAppearance,
            holds,
            popup,
          },
        });
      }
    }
    return found;
  },
  has: (list) => list.length > 0,
  after: {
    select: (list, { pages }) => onPages(list, pages),
    scale: (list, { factor }) => scaled(list, factor),
    // Of notes with a size of their own the old place isn't known.
    arrange: (list, arranged) =>
      popupsLast(onSheets(list, arranged)).map((one) => (isNote(one) ? { ...one, rect: [] } : one)),
    flatten: (list) => list.filter(({ facts }) => holders.includes(String(facts.subtype))),
    archive: (list) => list.map(drawn),
  },
  join: (first, other, pages) => [...first, ...moved(other, pages)],
  normal(list, operations) {
    // Notes that are drawn have their own size.
    if (operations.some(({ kind }) => kind === "archive"))
      return list.map((one) =>
        one.facts.subtype === "Text" ? { ...one, rect: [one.rect[0] ?? 0, one.rect.at(-1) ?? 0] } : one,
      );
    if (!operations.some(({ kind }) => kind === "arrange")) return list;
    return list.map((one) => (isNote(one) ? { ...one, rect: [] } : one));
  },
});

const fields = defineRow<readonly Annotation[]>({
  async read({ document }) {
    const found: Annotation[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      for (const widget of await (await document.getPage(page)).getAnnotations()) {
        if (widget.subtype !== "Widget" || widget.fieldType === "Sig") continue;
        const { fieldName, fieldType, fieldValue, readOnly, required, hasAppearance, options, exportValue } =
          widget;
        const { rect, buttonValue, multiLine, comb, maxLen } = widget;
        const facts = {
          fieldName,
          fieldType,
          fieldValue,
          readOnly,
          required,
          hasAppearance,
          options,
          exportValue,
        };
        found.push({ page, rect, facts: { ...facts, buttonValue, multiLine, comb, maxLen } });
      }
    }
    return found;
  },
  has: (list) => list.length > 0,
  after: {
    select: (list, { pages }) => onPages(list, pages),
    scale: (list, { factor }) => scaled(list, factor),
    arrange: onSheets,
    flatten: () => [],
    archive: (list) => list.map(drawn),
    fill: (list, { field, value }) =>
      list.map((one) =>
        one.facts.fieldName === field
          ? { ...one, facts: { ...one.facts, fieldValue: value, hasAppearance: true } }
          : one,
      ),
  },
  join(first, other, pages) {
    const taken = new Set(first.map(({ facts }) => facts.fieldName));
    const rename = ({ facts }: Annotation) =>
      taken.has(facts.fieldName) ? `${facts.fieldName}_2` : facts.fieldName;
    const renamed = other.map((one) => ({ ...one, facts: { ...one.facts, fieldName: rename(one) } }));
    return [...first, ...moved(renamed, pages)];
  },
});

const attachments = defineRow<readonly string[]>({
  async read({ document }) {
    const found: Readonly<Record<string, { filename: string; content: Uint8Array; description?: string }>> =
      (await document.getAttachments()) ?? {};
    return Object.values(found)
      .map(({ filename, content, description }) =>
        JSON.stringify([filename, description, createHash("sha256").update(content).digest("hex")]),
      )
      .sort();
  },
  has: (list) => list.length > 0,
  after: {
    attach: (list, { name, description, sha256 }) =>
      [...list, JSON.stringify([name, description, sha256])].sort(),
  },
  join: (first, other) => [...first, ...other].sort(),
});

interface Layers {
  readonly groups: readonly (readonly [name: string | null, visible: boolean])[];
  readonly order: readonly string[];
  /** Unordered: pdf.js lists them at the end. */
  readonly unlisted: readonly string[];
}

const layers = defineRow<Layers>({
  async read({ document }) {
    const config = await document.getOptionalContentConfig();
    const groups = [...config];
    const names = new Map(groups.map(([id, { name }]) => [id, name]));
    const read = (order: unknown): string[] =>
      Array.isArray(order)
        ? order.flatMap((entry) =>
            typeof entry === "string"
              ? [names.get(entry) ?? entry]
              : [`${entry.name ?? ""}[`, ...read(entry.order), "]"],
          )
        : [];
    const top: readonly unknown[] = config.getOrder() ?? [];
    const last = top.at(-1);
    const hasUnlisted = typeof last === "object" && last !== null && "name" in last && last.name === null;
    return {
      groups: groups.map(([, { name, visible }]) => [name, visible]),
      order: read(hasUnlisted ? top.slice(0, -1) : top),
      unlisted: read(hasUnlisted ? [last] : []).filter((text) => text !== "[" && text !== "]"),
    };
  },
  has: ({ groups }) => groups.length > 0,
  after: {
    archive: ({ groups, order, unlisted }) => ({ groups, order: [...order, ...unlisted], unlisted: [] }),
  },
  join: (first, other) => ({
    groups: [...first.groups, ...other.groups],
    order: [...first.order, ...other.order],
    unlisted: [...first.unlisted, ...other.unlisted],
  }),
});

/** A structure element from pdf.js, without numbers that may change. */
interface Tag {
  readonly role: string;
  readonly alt?: string | undefined;
  readonly lang?: string | undefined;
  readonly children: readonly (Tag | string)[];
}

interface Tags {
  readonly marked: unknown;
  readonly language: string | null;
  readonly pages: readonly (Tag | null)[];
}

function readTag(node: unknown): Tag | string {
  const { role, alt, lang, children, type }: Readonly<Record<string, unknown>> = { ...Object(node) };
  if (typeof type === "string") return type;
  return {
    role: String(role),
    ...(typeof alt === "string" && { alt }),
    // Some programs end strings with a NUL.
    ...(typeof lang === "string" && { lang: lang.replace(/\0$/, "") }),
    children: Array.isArray(children) ? children.map(readTag) : [],
  };
}

/** Removes annotations, and elements that are empty without them. */
function contentOnly(tag: Tag): Tag {
  const children = tag.children.flatMap((child): (Tag | string)[] => {
    if (typeof child === "string") return child === "annotation" || child === "object" ? [] : [child];
    const left = contentOnly(child);
    return left.children.length > 0 ? [left] : [];
  });
  return { ...tag, children };
}

/** Removes the element that wraps all documents in a merge for PDF/UA-2. */
function withoutWhole(page: Tag): Tag {
  const [whole, ...others] = page.children;
  if (typeof whole !== "object" || whole.role !== "Document" || others.length > 0) return page;
  const documents = whole.children.filter((child) => typeof child === "object" && child.role === "Document");
  const wraps = documents.length > 0 && documents.length === whole.children.length;
  return wraps ? { ...page, children: whole.children } : page;
}

const tags = defineRow<Tags>({
  async read({ document }) {
    const pages: (Tag | null)[] = [];
    for (let page = 1; page <= document.numPages; page++) {
      const tree = await (await document.getPage(page)).getStructTree();
      const tag = tree ? readTag(tree) : null;
      pages.push(typeof tag === "string" || tag === null ? null : withoutWhole(tag));
    }
    const { info } = await document.getMetadata();
    const language = "Language" in info ? String(info.Language) : null;
    return { marked: await document.getMarkInfo(), language, pages };
  },
  has: ({ pages }) => pages.some((page) => page !== null && page.children.length > 0),
  after: {
    select: (facts, { pages }) => ({ ...facts, pages: pages.map((page) => facts.pages[page - 1] ?? null) }),
    speak: (facts, { language }) => ({ ...facts, language }),
    // pdf.js doesn't find the tags of forms: pdf-arrange-pages.test.ts has poppler judge them.
    arrange: (facts) => ({ ...facts, pages: [] }),
  },
  join(first, other) {
    // If a later file is in another language, its top tags specify that.
    const speak = (page: Tag | null): Tag | null =>
      page && {
        ...page,
        children: page.children.map((child) =>
          typeof child === "string" || child.lang !== undefined || other.language === null
            ? child
            : { ...child, lang: other.language },
        ),
      };
    const same = first.language?.toLowerCase() === other.language?.toLowerCase();
    return {
      marked: first.marked ?? other.marked,
      language: first.language,
      pages: [...first.pages, ...(same ? other.pages : other.pages.map(speak))],
    };
  },
  normal(facts, operations) {
    if (operations.some(({ kind }) => kind === "arrange")) return { ...facts, pages: [] };
    // Removed annotations are judged in other rows. Compare only the rest.
    if (!operations.some(({ kind }) => kind === "select" || kind === "flatten")) return facts;
    const strip = (page: Tag | null) => {
      const left = page && contentOnly(page);
      return left && left.children.length > 0 ? left : null;
    };
    return { ...facts, pages: facts.pages.map(strip) };
  },
});

export const contentRows = { annotations, "form fields and values": fields, attachments, layers, tags };
