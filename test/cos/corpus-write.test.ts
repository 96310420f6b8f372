/**
 * Rewrites and appends to every PDF of the corpus that opens strictly, and has qpdf judge the results. Each point has its
 * own small test elsewhere.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEncryption } from "../../src/cos/crypt/security-handler.ts";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { isRef } from "../../src/cos/syntax/value.ts";
import { appendUpdate } from "../../src/cos/write/append.ts";
import { ObjectCopier } from "../../src/cos/write/copy-objects.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import { type CorpusFile, corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { qpdfCheckedPages, qpdfPages, requireTool } from "../support/tools.ts";
import { reasonOf, sourceOf } from "./files.ts";
import { memorySink } from "./sink.ts";

const missing = requireTool("qpdf");
const folder = mkdtempSync(join(tmpdir(), "pdfd-corpus-"));
afterAll(() => rmSync(folder, { recursive: true }));
const output = join(folder, "output.pdf");

const rootNumber = ({ trailer }: CosDocument) => {
  const root = trailer.get("Root");
  return root !== undefined && isRef(root) ? root.num : 0;
};

function rewrite(document: CosDocument, share: boolean, encrypt = document.encryption): Uint8Array {
  const sink = memorySink();
  const rewriter = new Rewriter(sink, { encrypt });
  const copier = new ObjectCopier(document, rewriter, { share });
  const info = document.trailer.get("Info");
  rewriter.finish({
    root: copier.map(rootNumber(document)),
    info: info !== undefined && isRef(info) ? copier.map(info.num) : undefined,
  });
  return sink.bytes();
}

function append(document: CosDocument): Uint8Array {
  const sink = memorySink();
  appendUpdate(document, new Map([[rootNumber(document), document.catalog]]), sink);
  return sink.bytes();
}

/** The document, or undefined if it can't be read reliably and must be repaired first. */
function openStrictly(bytes: Uint8Array, password: string): CosDocument | undefined {
  try {
    return openCos(sourceOf(bytes), { password });
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

const files = missing ? [] : everyNth(corpusPdfs(), 16);
const groups = new Map<string, CorpusFile[]>();
for (const file of files) groups.set(file.category, [...(groups.get(file.category) ?? []), file]);

describe.skipIf(missing)("corpus", () => {
  it.each([...groups])(
    "%s: written files are as clean as their source",
    { timeout: 600_000 },
    (category, all) => {
      let written = 0;
      for (const { id, file, user_password: password = "" } of all) {
        const path = corpusPath(file);
        const bytes = new Uint8Array(readFileSync(path));
        const document = openStrictly(bytes, password);
        if (!document) continue;
        // qpdf decodes every stream, and spends up to a quarter of a minute on a bomb, so bombs are only written here.
        const judged = !/bomb|predictor-huge/.test(id);
        const { exit, pages } = judged ? qpdfCheckedPages(path, password) : { exit: -1, pages: -1 };
        const clean = exit === 0;
        const done = new Set<string>();
        const expectGood = (what: string, made: () => Uint8Array, secret: string) => {
          let result: Uint8Array;
          try {
            result = made();
          } catch (error) {
            // Damage found only while reading also needs a repair, but never in a file that qpdf accepts.
            if (error instanceof CosError && !clean) return;
            throw new Error(`${what} ${id}`, { cause: error });
          }
          // The same bytes get the same verdict.
          const digest = createHash("sha256").update(result).digest("hex");
          if (!done.has(digest)) {
            writeFileSync(output, result);
            if (clean) {
              const verdict = qpdfCheckedPages(output, secret);
              expect(verdict, `${what} ${id}: ${verdict.output}`).toMatchObject({ exit: 0, pages });
            } else if (pages >= 0) expect(qpdfPages(output, secret), `${what} ${id}`).toBe(pages);
          }
          done.add(digest);
          if (what === "rewrite")
            expect(result.length, `${id} grew`).toBeLessThan(bytes.length * 1.03 + 1000);
          written++;
        };
        expectGood("rewrite", () => rewrite(document, false), password);
        expectGood("append", () => append(document), password);
        if (category === "c-encrypted") {
          const other = createEncryption({ userPassword: "other" });
          expectGood("protect", () => rewrite(document, false, other), "other");
        } else expectGood("share", () => rewrite(document, true), password);
      }
      // Damaged files may all have to be repaired first.
      if (category !== "d-damaged") expect(written).toBeGreaterThan(0);
    },
  );

  it.runIf(groups.has("c-encrypted"))("encrypted files only open with their passwords", () => {
    const encrypted = corpusPdfs().filter(({ category }) => category === "c-encrypted");
    expect(encrypted.length).toBeGreaterThan(20);
    for (const { id, file, user_password, owner_password } of encrypted as readonly (CorpusFile & {
      readonly owner_password?: string;
    })[]) {
      const source = sourceOf(new Uint8Array(readFileSync(corpusPath(file))));
      for (const password of [user_password, owner_password]) {
        if (typeof password !== "string") continue;
        expect(
          reasonOf(() => openCos(source, { password })),
          `${id} with ${JSON.stringify(password)}`,
        ).toBe("none");
      }
      expect(
        reasonOf(() => openCos(source, { password: "surely wrong" })),
        id,
      ).toBe("password");
    }
  });
});
