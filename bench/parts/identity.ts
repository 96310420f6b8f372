/**
 * Whether pdf_set_document writes what pdf_info reads with `details`: `bun bench/parts/identity.ts <files…>` prints the
 * documents of which it doesn't; without names, those of the corpus. Each is written as it is, back after other values were
 * written, and onto the document without any.
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Bookmark } from "../../src/document/details/bookmarks.ts";
import type { Details } from "../../src/document/details/details.ts";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";
import { callOrError } from "../../test/support/run-tool.ts";

async function call(tool: string, fields: object, bytes: Uint8Array) {
  const made = await callOrError(tool, { input: "a.pdf", ...fields }, { "a.pdf": bytes });
  if (made.error) throw made.error;
  return made;
}

async function read(bytes: Uint8Array): Promise<Details> {
  const { result } = await call("pdf_info", { details: true }, bytes);
  return Object(result).document;
}

async function set(bytes: Uint8Array, details: object): Promise<Uint8Array> {
  const { context } = await call("pdf_set_document", { ...details, output: "b.pdf" }, bytes);
  return context.files.stored.get("/files/b.pdf") ?? bytes;
}

/** Bookmarks whose targets can be written without the document that has them. */
const plain = (list: readonly Bookmark[]): Bookmark[] =>
  list.flatMap(({ other, children, open, ...own }) => {
    const below = plain(children ?? []);
    if (other) return below;
    return [{ ...own, ...(below.length > 0 && { children: below, ...(open === false && { open }) }) }];
  });

const others = {
  ...{ title: "a", author: "b; c", subject: "d", keywords: "e, f", creator: "g", producer: "h", lang: "en" },
  ...{ created: "2001-02-03T04:05:06+07:00", modified: "2002-03-04T05:06:07Z", open: { page: 1, zoom: 0.5 } },
  ...{ page_labels: [{ from: 1, style: "roman", start: 3 }], viewer: { copies: 7, layout: "one_column" } },
};

/** The fields that differ after each way, with the beginnings of their values. */
async function faultsOf(bytes: Uint8Array, before: Details): Promise<string[]> {
  const { boxes, bookmarks = [], ...own } = before;
  const nothing = Object.fromEntries(Object.keys({ ...own, ...others }).map((key) => [key, null]));
  const faults: string[] = [];
  const compare = async (way: string, wanted: object, made: Uint8Array) => {
    const after = await read(made);
    for (const field of Object.keys({ ...wanted, ...after })) {
      const [one, other] = [wanted, after].map((details) => Reflect.get(details, field));
      const shown = [one, other].map((value) => JSON.stringify(value)?.slice(0, 120)).join(" became ");
      if (!isDeepStrictEqual(one, other)) faults.push(`${way}: ${field} ${shown}`);
    }
  };

  await compare("as it is", before, await set(bytes, before));
  const other = await set(bytes, { ...others, bookmarks: [{ title: "more" }, ...bookmarks] });
  const back = await set(other, { ...nothing, ...own, viewer: null, bookmarks });
  await compare("back", before, own.viewer ? await set(back, { viewer: own.viewer }) : back);
  const empty = await set(bytes, { ...nothing, bookmarks: null });
  const kept = plain(bookmarks);
  const wanted = { ...own, ...(kept.length > 0 && { bookmarks: kept }), boxes };
  await compare("onto nothing", wanted, await set(empty, wanted));
  return faults;
}

const given = process.argv.slice(2);
const paths = given.length > 0 ? given : corpusPdfs().map(({ file }) => corpusPath(file));
let [count, unread] = [0, 0];
for (const path of paths) {
  const bytes = readFileSync(path);
  const before = await read(bytes).catch(() => undefined);
  const faults = before ? await faultsOf(bytes, before).catch((error: unknown) => [String(error)]) : [];
  before ? count++ : unread++;
  for (const fault of faults) console.log(`${path} ${fault}`);
}
console.log(`${count} documents, and ${unread} that can't be read`);
