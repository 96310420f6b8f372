/** Documents without cross-references are recovered object by object. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { ref } from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { openAttempt } from "../../src/recovery/strategies/open-attempt.ts";
import { salvaged } from "../../src/recovery/strategies/salvage.ts";
import {
  bytesOf,
  draft,
  minimalObjects,
  sourceOf,
  streamFile,
  tableFile,
  updatedFile,
} from "../cos/files.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";
import { runProgram } from "../support/run-program.ts";
import { withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const seed = Number(process.env.PDFD_SEED ?? 20_260_101);
const rounds = Number(process.env.PDFD_ROUNDS ?? 500);

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** Streams of all kinds, indirect lengths, an update, generations, and dangling references. */
function richFile(): string {
  const objects = [
    [5, "<</Length 6 0 R>>\nstream\n9 0 obj nothing endobj\nendstream"],
    [6, "22"],
    [7, "[(a\\(b\\051 1 0 obj) <48 65> /N#20ame -1.5 true null [[[]]] 3 0 R 99 0 R]"],
    [8, "<</Length 6 0 R>>\nstream\n1234567890123456789012\nendstream"],
  ] as const;
  return updatedFile(objects, "<</Type/Page/Parent 2 0 R/Rotate 90>>", "/Info 7 0 R");
}

/** Ways to lose or damage cross-references of any kind. */
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

/** The objects by number, except object streams and cross-reference streams, which only describe the file. */
function contents(cos: CosDocument): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (let num = 1; num < cos.objectCount; num++) {
    const text = latin1(serialize(cos.object(num)));
    if (!/\/XRef|\/ObjStm/.test(text)) found.set(num, text);
  }
  return found;
}

/** The minimal file and more objects, truncated before its table. */
function lost(more: ReadonlyMap<number, string>): string {
  return draft(new Map([...minimalObjects, ...more])).text;
}

const foundAgain = (file: string | Uint8Array) => salvaged(openAttempt(sourceOf(file)))?.cos;

describe("a document without a cross-reference", () => {
  const files = [
    ["a table", tableFile()],
    ["streams and an update", richFile()],
    ["object streams", streamFile()],
  ] as const;
  it.each(files.flatMap(([name, file]) => losses.map(([loss, lose]) => [name, loss, file, lose] as const)))(
    "gets back all objects of %s after %s",
    (_, __, file, lose) => {
      const again = foundAgain(lose(file));
      const before = contents(openCos(sourceOf(file)));
      const after = again && contents(again);
      for (const [num, text] of before) expect(after?.get(num)).toBe(text === "null" ? undefined : text);
      expect([again?.trailer.has("Info"), again?.catalog.has("Pages")]).toEqual([
        file.includes("/Info"),
        true,
      ]);
    },
  );

  const file = richFile().replaceAll("startxref", "#########");
  const minimal = tableFile().replaceAll("startxref", "#########");

  it("gets back its information without a trailer if one object looks like it", () => {
    const information = (count: number) =>
      lost(new Map(Array.from({ length: count }, (_, k) => [4 + k, "<</Producer(a)>>"])));
    expect(foundAgain(information(1))?.trailer.get("Info")).toEqual(ref(4));
    expect(foundAgain(information(2))?.trailer.has("Info")).toBe(false);
    expect(foundAgain(minimal.replace("trailer", "trailer<</Root 1 0 R>>"))?.trailer.has("Info")).toBe(false);
  });

  it("keeps its object streams", () => {
    const packed = streamFile();
    const cut = foundAgain(packed.slice(0, packed.indexOf("5 0 obj")));
    expect([cut?.xrefKind, foundAgain(minimal)?.xrefKind]).toEqual(["stream", "table"]);
    expect(cut && contents(cut).get(3)).toBe(contents(openCos(sourceOf(packed))).get(3));
  });

  it("yields a document or a CosError, whatever else is damaged", () => {
    const random = randomNumbers(seed);
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const bytes = damaged(bytesOf(round % 2 === 0 ? file : streamFile().replace("startxref", "")), random);
      try {
        const again = foundAgain(bytes);
        if (again && contents(again).size > 2) found++;
      } catch (error) {
        if (!(error instanceof CosError)) throw error;
      }
    }
    expect(found).toBeGreaterThan(rounds / 2);
  });

  const sound = corpusPdfs().filter(({ category }) => !/^[dh]/.test(category));
  const small = sound.filter(({ file: path }) => statSync(corpusPath(path)).size < 200_000);
  /** Objects by `obj:n g R`, as qpdf reads them. */
  const byQpdf = (bytes: Uint8Array): ReadonlyMap<string, string> =>
    withFile(bytes, (path) => {
      const args = ["--json=2", "--json-key=qpdf", "--json-stream-data=inline", path];
      const stdout = runProgram("qpdf", args).stdout.toString();
      const [, table]: [unknown, Record<string, unknown>] = JSON.parse(stdout).qpdf;
      const all = Object.entries(table).map(([key, value]) => [key, JSON.stringify(value)] as const);
      return new Map(all.filter(([key, text]) => key !== "trailer" && !/"\/(?:XRef|ObjStm)"/.test(text)));
    });
  it.skipIf(requireTool("qpdf"))("finds the same as qpdf in sound files of the corpus", () => {
    let compared = 0;
    const wrong: string[] = [];
    for (const { file: path } of small.filter((_, k) => k % 12 === 0)) {
      const bytes = readFileSync(corpusPath(path));
      const before = runProgram("qpdf", ["--check", corpusPath(path)]);
      const again =
        before.status === 0 ? foundAgain(latin1(bytes).replaceAll("startxref", "#########")) : undefined;
      if (!again) continue;
      compared++;
      const after = byQpdf(again.source.read(0, again.source.size));
      for (const [key, text] of byQpdf(bytes)) if (after.get(key) !== text) wrong.push(`${path} ${key}`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(8);
  });
});
