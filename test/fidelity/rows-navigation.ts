/** Rows about navigation: outline, destinations, links, page labels, the opening view. */
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { pageOf } from "../support/pdfjs.ts";
import { asDict } from "./judged.ts";
import type { Operations } from "./operations.ts";
import { onSheets, placedView } from "./placed.ts";
import type { AnyRow } from "./row.ts";
import { defineRow } from "./row.ts";

/** A target: a page with the view's kind and numbers, an address, or none. */
interface Target {
  readonly page: number;
  readonly view: readonly (number | string | null)[];
}
type To = Target | string | null;

interface Item {
  readonly title: string;
  readonly to: To;
  readonly look: string;
  readonly open: boolean;
  readonly items: readonly Item[];
}

async function targetOf(document: PDFDocumentProxy, dest: unknown): Promise<Target | null> {
  const explicit = typeof dest === "string" ? await document.getDestination(dest) : dest;
  const page = await pageOf(document, explicit);
  if (page === undefined || !Array.isArray(explicit)) return null;
  const view = explicit
    .slice(1)
    .map((part) => (typeof part === "object" && part !== null && "name" in part ? String(part.name) : part));
  return { page, view };
}

/** How many of a view's numbers are coordinates on the page. */
const places: Readonly<Record<string, number>> = { XYZ: 2, FitH: 1, FitV: 1, FitBH: 1, FitBV: 1, FitR: 4 };

function scaledTarget(to: To, factor: number): To {
  if (to === null || typeof to === "string") return to;
  const count = places[String(to.view[0])] ?? 0;
  const view = to.view.map((part, k) =>
    k > 0 && k <= count && typeof part === "number" ? part * factor : part,
  );
  return { page: to.page, view };
}

/** The target among these pages; undefined if its page was removed. */
function selectedTarget(to: To, pages: readonly number[]): To | undefined {
  if (to === null || typeof to === "string") return to;
  const place = pages.indexOf(to.page);
  return place < 0 ? undefined : { ...to, page: place + 1 };
}

function placedTarget(to: To, { places, sheets }: Operations["arrange"]): To {
  if (to === null || typeof to === "string") return to;
  const place = places[to.page - 1];
  return place ? { page: place.sheet, view: placedView(to.view, place, sheets === places.length) } : to;
}

function movedTarget(to: To, offset: number): To {
  return to === null || typeof to === "string" ? to : { ...to, page: to.page + offset };
}

const outline = defineRow<readonly Item[]>({
  async read({ document }) {
    type Raw = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;
    const read = (items: Raw): Promise<Item[]> =>
      Promise.all(
        (items ?? []).map(async (item) => ({
          title: item.title,
          to:
            item.unsafeUrl ??
            (await targetOf(document, item.dest)) ??
            ("action" in item && typeof item.action === "string" ? item.action : null),
          look: JSON.stringify([item.bold, item.italic, [...(item.color ?? [])]]),
          open: item.items.length > 0 && Number(item.count) > 0,
          items: await read(item.items),
        })),
      );
    return read(await document.getOutline());
  },
  has: (items) => items.length > 0,
  after: {
    select(items, { pages, all }) {
      // If all pages are kept, so are items that lead nowhere.
      if (all) return items;
      const prune = (list: readonly Item[]): Item[] =>
        list.flatMap((item) => {
          const below = prune(item.items);
          const to = selectedTarget(item.to, pages);
          if (below.length === 0 && (to === undefined || to === null)) return [];
          return [{ ...item, to: to ?? null, open: item.open && below.length > 0, items: below }];
        });
      return prune(items);
    },
    scale(items, { factor }) {
      const scale = (list: readonly Item[]): Item[] =>
        list.map((item) => ({ ...item, to: scaledTarget(item.to, factor), items: scale(item.items) }));
      return scale(items);
    },
    arrange(items, arranged) {
      const place = (list: readonly Item[]): Item[] =>
        list.map((item) => ({ ...item, to: placedTarget(item.to, arranged), items: place(item.items) }));
      return place(items);
    },
  },
  join(first, other, pages) {
    const move = (list: readonly Item[]): Item[] =>
      list.map((item) => ({ ...item, to: movedTarget(item.to, pages), items: move(item.items) }));
    return [...first, ...move(other)];
  },
});

const namedDestinations = defineRow<Readonly<Record<string, To>>>({
  async read({ document }) {
    const found: Record<string, To> = {};
    for (const [name, dest] of Object.entries(await document.getDestinations()).sort()) {
      const to = await targetOf(document, dest);
      if (to) found[name] = to;
    }
    return found;
  },
  has: (found) => Object.keys(found).length > 0,
  after: {
    select: (found, { pages }) =>
      Object.fromEntries(
        Object.entries(found).flatMap(([name, to]) => {
          const left = selectedTarget(to, pages);
          return left === undefined ? [] : [[name, left]];
        }),
      ),
    scale: (found, { factor }) =>
      Object.fromEntries(Object.entries(found).map(([name, to]) => [name, scaledTarget(to, factor)])),
    arrange: (found, arranged) =>
      Object.fromEntries(Object.entries(found).map(([name, to]) => [name, placedTarget(to, arranged)])),
  },
  join: (first, other, pages) => ({
    ...first,
    ...Object.fromEntries(
      Object.entries(other).map(([name, to]) => [name in first ? `${name}-2` : name, movedTarget(to, pages)]),
    ),
  }),
});

interface Link {
  readonly page: number;
  readonly rect: readonly number[];
  readonly to: To;
}

function linksRow(which: (to: To) => boolean): AnyRow {
  return defineRow<readonly Link[]>({
    async read({ document }) {
      const links: Link[] = [];
      for (let page = 1; page <= document.numPages; page++) {
        for (const annotation of await (await document.getPage(page)).getAnnotations()) {
          if (annotation.subtype !== "Link") continue;
          const to =
            annotation.unsafeUrl ?? (await targetOf(document, annotation.dest)) ?? annotation.action ?? null;
          if (which(to)) links.push({ page, rect: annotation.rect, to });
        }
      }
      return links;
    },
    has: (links) => links.length > 0,
    after: {
      select: (links, { pages }) =>
        pages.flatMap((page, place) =>
          links
            .filter((link) => link.page === page)
            .flatMap((link) => {
              const to = selectedTarget(link.to, pages);
              return to === undefined ? [] : [{ ...link, page: place + 1, to }];
            }),
        ),
      scale: (links, { factor }) =>
        links.map(({ page, rect, to }) => ({
          page,
          rect: rect.map((side) => side * factor),
          to: scaledTarget(to, factor),
        })),
      arrange: (links, arranged) =>
        onSheets(links, arranged).map((link) => ({ ...link, to: placedTarget(link.to, arranged) })),
    },
    join: (first, other, pages) => [
      ...first,
      ...other.map((link) => ({ ...link, page: link.page + pages, to: movedTarget(link.to, pages) })),
    ],
  });
}

/** null if the document has no page labels. */
interface Labels {
  readonly labels: readonly string[] | null;
  readonly count: number;
}
const counted = ({ labels, count }: Labels) =>
  labels ?? Array.from({ length: count }, (_, k) => String(k + 1));

const pageLabels = defineRow<Labels>({
  read: async ({ document }) => ({ labels: await document.getPageLabels(), count: document.numPages }),
  has: ({ labels }) => labels !== null,
  after: {
    select: ({ labels }, { pages }) => ({
      labels: labels && pages.map((page) => labels[page - 1] ?? ""),
      count: pages.length,
    }),
    arrange({ labels }, { places, sheets }) {
      const firsts = Array.from({ length: sheets }, (_, k) =>
        places.findIndex(({ sheet }) => sheet === k + 1),
      );
      return { labels: labels && firsts.map((page) => labels[page] ?? ""), count: sheets };
    },
  },
  join: (first, other) => ({
    labels: first.labels === null && other.labels === null ? null : [...counted(first), ...counted(other)],
    count: first.count + other.count,
  }),
});

const opening = defineRow<{ readonly shown: unknown; readonly at: To | undefined }>({
  async read({ document, objects }) {
    const opens = await document.getOpenAction();
    return {
      shown: {
        preferences: await document.getViewerPreferences(),
        mode: await document.getPageMode(),
        layout: await document.getPageLayout(),
        direction: asDict(objects.resolve(objects.catalog["/ViewerPreferences"]))["/Direction"],
      },
      at: opens?.dest ? ((await targetOf(document, opens.dest)) ?? undefined) : opens?.action,
    };
  },
  has: ({ shown, at }) => at !== undefined || JSON.stringify(shown).includes("true"),
  after: {
    select: ({ shown, at }, { pages }) => ({ shown, at: at === undefined ? at : selectedTarget(at, pages) }),
    scale: ({ shown, at }, { factor }) => ({ shown, at: at === undefined ? at : scaledTarget(at, factor) }),
    arrange: ({ shown, at }, arranged) => ({ shown, at: at === undefined ? at : placedTarget(at, arranged) }),
  },
  join: (first) => first,
});

export const navigationRows = {
  outline,
  "named destinations": namedDestinations,
  "internal links": linksRow((to) => typeof to === "object"),
  "external links": linksRow((to) => typeof to === "string"),
  "page labels": pageLabels,
  "viewer preferences": opening,
};
