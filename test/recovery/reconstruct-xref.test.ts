/** Documents without their cross-references: found again object by object where that is certain, and left alone where not. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { sourceWith } from "../../src/cos/syntax/source-window.ts";
import { ref } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { withNewXref } from "../../src/recovery/strategies/reconstruct-xref.ts";
import {
  add,
  bytesOf,
  deflated,
  draft,
  finishTable,
  minimalObjects,
  sourceOf,
  streamBody,
  streamFile,
  tableFile,
} from "../cos/files.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";
import { withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const seed = Number(process.env.PDFD_SEED ?? 20_260_101);
const rounds = Number(process.env.PDFD_ROUNDS ?? 1500);

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Streams of all kinds, lengths of their own, an update, generations, and references that lead nowhere. */
function richFile(): string {
  const objects = new Map(minimalObjects);
  objects.set(4, streamBody(deflated("BT (hello) Tj ET ".repeat(20)), "/Filter/FlateDecode"));
  objects.set(5, "<</Length 6 0 R>>\nstream\n9 0 obj nothing endobj\nendstream");
  objects.set(6, "22");
  objects.set(7, "[(a\\(b\\051 1 0 obj) <48 65> /N#20ame -1.5 true null [[[]]] 3 0 R 99 0 R]");
  objects.set(8, "<</Length 6 0 R>>\nstream\n1234567890123456789012\nendstream");
  const made = draft(objects);
  const first = finishTable(made, "/Root 1 0 R/Info 7 0 R");
  add(made, 3, "<</Type/Page/Parent 2 0 R/Rotate 90>>");
  finishTable(made, `/Root 1 0 R/Prev ${first}`);
  return made.text;
}

/** Ways in which cross-references are lost or wrong, whatever they are. */
const losses: readonly (readonly [string, (file: string) => string])[] = [
  ["no startxref", (file) => file.replaceAll("startxref", "#########")],
  ["no tables", (file) => file.replace(/(?<=\n)xref|startxref/g, (word) => "#".repeat(word.length))],
  ["a wrong startxref", (file) => file.replace(/startxref\n\d+/g, "startxref\n7")],
  ["a startxref of no number", (file) => file.replace(/startxref\n\d+/g, "startxref\n")],
  ["wrong offsets", (file) => file.replace(/^\d{10} (?=\d{5} n)/gm, "0000000011 ")],
  ["bytes put in front", (file) => file.replace("\n", "\n% a line more\n")],
  ["bytes before the header", (file) => `HTTP/1.1 200 OK\r\n\r\n${file.replace("\n", "\n%\n")}`],
  ["a long tail", (file) => `${file}${"\0\n".repeat(4000)}`],
  ["a cut tail", (file) => file.slice(0, file.lastIndexOf("startxref") + 4)],
];

/** What the objects are, by number; cross-reference streams are nobody's matter. */
function contents(bytes: Uint8Array): ReadonlyMap<number, string> {
  const cos = openCos(sourceOf(bytes));
  const found = new Map<number, string>();
  for (let num = 1; num < cos.objectCount; num++) {
    const text = latin1(serialize(cos.object(num)));
    if (!text.includes("/XRef")) found.set(num, text);
  }
  return found;
}

/** The smallest file and more objects, cut off before its table. */
function lost(more: ReadonlyMap<number, string>): string {
  return draft(new Map([...minimalObjects, ...more])).text;
}

const bytesAgain = (file: string | Uint8Array): Uint8Array | undefined => {
  const found = withNewXref(sourceOf(file));
  return found && new Uint8Array(found.read(0, found.size));
};

describe("withNewXref", () => {
  const files = [
    ["a table", tableFile()],
    ["streams and an update", richFile()],
    ["object streams", streamFile()],
  ] as const;
  it.each(files.flatMap(([name, file]) => losses.map(([loss, lose]) => [name, loss, file, lose] as const)))(
    "finds all of %s again after %s",
    (_, __, file, lose) => {
      const again = bytesAgain(lose(file));
      const before = contents(bytesOf(file));
      expect(again && contents(again)).toEqual(before);
      const { trailer, catalog } = openCos(sourceOf(again ?? new Uint8Array(0)));
      expect([trailer.has("Info"), catalog.has("Pages")]).toEqual([file.includes("/Info"), true]);
    },
  );

  const file = richFile().replaceAll("startxref", "#########");
  const minimal = tableFile().replaceAll("startxref", "#########");
  it.each<[string, string]>([
    ["the header of an object is damaged", file.replace("4 0 obj", "4 0 o!j")],
    ["a number of a header is damaged", file.replace("4 0 obj", "4 O obj")],
    ["a header is gone", file.replace("4 0 obj", "       ")],
    ["an object does not end", file.replace("0 R>>\nendobj", "0 R>\nendobj")],
    ["an object cannot be read", file.replace("-1.5", "--15")],
    ["a length is wrong", file.replace(/\/Length \d+>>\nstream/, "/Length 7>>\nstream")],
    ["a length that is an object is wrong", file.replace("\n22\n", "\n25\n")],
    ["a length is changed later", `${file}6 0 obj\n7\nendobj\n`],
    ["a length is an object that does not follow", file.replace("6 0 obj", "60 0 obj")],
    ["the type of a stream has an escape", file.replace("<</Filter", "<</Type/Obj#53tm/Filter")],
    ["the type of a stream is elsewhere", file.replace("<</Filter", "<</Type 7 0 R/Filter")],
    ["an object has number 0", file.replace("4 0 obj", "0 0 obj")],
    ["an object has a number too high", file.replace("4 0 obj", "9999999 0 obj")],
    ["data stands between objects", file.replace("\n4 0 obj", "\n<</Type/Page>>\n4 0 obj")],
    ["the end of an object stands alone", file.replace("\n4 0 obj", "\n12 endobj\n4 0 obj")],
    ["a page is cut off", minimal.slice(0, minimal.indexOf("/MediaBox"))],
    ["no trailer says which catalogue counts", lost(new Map([[4, "<</Type/Catalog/Pages 2 0 R>>"]]))],
    [
      "no trailer says which information counts",
      lost(new Map([4, 5].map((num) => [num, "<</Producer(a)>>"]))),
    ],
    ["no trailer says how it is locked", lost(new Map([[4, "<</O<00>/U<00>>>"]]))],
    ["the trailer is damaged", minimal.replace("trailer", "tralier")],
    ["the trailer names no root", minimal.replace("/Root", "/Boot")],
    ["trailers name two roots", `${minimal}\ntrailer\n<</Root 2 0 R>>\n`],
    ["one trailer of two is encrypted", `${minimal}\ntrailer\n<</Root 1 0 R/Encrypt 2 0 R>>\n`],
    [
      "an object stream is damaged",
      streamFile()
        .replace(/startxref\n\d+/, "")
        .replace("/First ", "/First 1"),
    ],
    ["an object stream is replaced", streamFile().replace(/startxref\n\d+/, "4 0 obj\n1\nendobj")],
    ["there is no header", minimal.replace("%PDF", "%PFD")],
    ["there is nothing", ""],
  ])("leaves it to others where %s", (_, broken) => {
    expect([file, minimal, streamFile()].includes(broken)).toBe(false);
    expect(bytesAgain(broken) === undefined).toBe(true);
  });

  it("names the root and the information where the trailer is lost", () => {
    const again = bytesAgain(lost(new Map([[4, "<</Producer(a)>>"]])));
    expect(contents(again ?? bytesOf("")).size).toBe(4);
    expect(openCos(sourceOf(again ?? "")).trailer.get("Info")).toEqual(ref(4));
    const packed = streamFile();
    const cut = bytesAgain(packed.slice(0, packed.indexOf("5 0 obj")));
    expect(cut && contents(cut).get(3)).toBe(contents(bytesOf(packed)).get(3));
  });

  it("keeps room for numbers that the trailer counts", () => {
    const again = bytesAgain(minimal.replace("/Size 4", "/Size 99"));
    expect(openCos(sourceOf(again ?? "")).objectCount).toBe(99);
  });

  it("throws nothing and finds sound documents, whatever is damaged", () => {
    const random = randomNumbers(seed);
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const bytes = damaged(bytesOf(round % 2 === 0 ? file : streamFile().replace("startxref", "")), random);
      const again = bytesAgain(bytes);
      if (!again) continue;
      found++;
      try {
        contents(again);
      } catch (error) {
        // What a root leads to is not looked at here, nor are data of streams.
        if (!(error instanceof CosError)) throw error;
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  const sound = corpusPdfs().filter(({ category }) => !/^[dh]/.test(category));
  const small = sound.filter(({ file: path }) => statSync(corpusPath(path)).size < 200_000);
  /** Objects by `obj:n g R` as qpdf reads them. */
  const byQpdf = (bytes: Uint8Array): ReadonlyMap<string, string> =>
    withFile(bytes, (path) => {
      const args = ["--json=2", "--json-key=qpdf", "--json-stream-data=inline", path];
      const { stdout } = spawnSync("qpdf", args, { encoding: "utf8", maxBuffer: 2 ** 28, timeout: 20_000 });
      const [, table]: [unknown, Record<string, unknown>] = JSON.parse(stdout).qpdf;
      const all = Object.entries(table).map(([key, value]) => [key, JSON.stringify(value)] as const);
      return new Map(all.filter(([key, text]) => key !== "trailer" && !text.includes('"/XRef"')));
    });
  it.skipIf(requireTool("qpdf"))("finds what qpdf finds in sound files of the corpus", () => {
    let compared = 0;
    const wrong: string[] = [];
    for (const { file: path } of small.filter((_, k) => k % 5 === 0)) {
      const bytes = readFileSync(corpusPath(path));
      const before = spawnSync("qpdf", ["--check", corpusPath(path)], { timeout: 20_000 });
      const again =
        before.status === 0 ? bytesAgain(latin1(bytes).replaceAll("startxref", "#########")) : undefined;
      if (!again) continue;
      compared++;
      const after = byQpdf(again);
      for (const [key, text] of byQpdf(bytes)) if (after.get(key) !== text) wrong.push(`${path} ${key}`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(15);
  });
});

describe("sourceWith", () => {
  const whole = sourceWith(
    {
      ...sourceOf("abcdef"),
      fill: (offset, into) => into.set(bytesOf("abcdef".slice(offset, offset + into.length))),
    },
    bytesOf("ghij"),
  );
  const spans = Array.from({ length: 11 }, (_, offset) =>
    Array.from({ length: 13 - offset }, (__, length) => [offset, length] as const),
  ).flat();

  it("reads, pours and fills over the seam as one", () => {
    for (const [offset, length] of spans) {
      const expected = "abcdefghij".slice(offset, offset + length);
      expect(latin1(whole.read(offset, length))).toBe(expected);
      let poured = "";
      whole.pour?.(offset, length, (piece) => {
        poured += latin1(piece);
      });
      expect(poured).toBe(expected);
      const into = new Uint8Array(expected.length);
      whole.fill?.(offset, into);
      expect(latin1(into)).toBe(expected);
    }
  });
});
