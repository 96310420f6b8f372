/** Encryption in both directions: qpdf reads our files, and we read qpdf's. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEncryption, type Encryption } from "../../src/cos/crypt/security-handler.ts";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { isRef, isStream } from "../../src/cos/syntax/value.ts";
import { ObjectCopier } from "../../src/cos/write/copy-objects.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import { runProgram } from "../support/run-program.ts";
import { qpdfCheck, qpdfPages, requireTool } from "../support/tools.ts";
import { minimalObjects, reasonOf, sourceOf, streamBody, streamFile, tableFile } from "./files.ts";
import { memorySink } from "./sink.ts";

const missing = requireTool("qpdf");
const folder = mkdtempSync(join(tmpdir(), "pdfd-cos-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fresh = () => join(folder, `${files++}.pdf`);

const secret = "(a secret \\(string\\))";
const plain = tableFile(
  new Map([
    ...minimalObjects,
    [1, "<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R/T 4 0 R/U 5 0 R/V 7 0 R>>"],
    [4, `[${secret} <5365637265> <</Deep ()>>]`],
    [5, streamBody("stream data", `/Title${secret}`)],
    [6, streamBody("<x:xmpmeta/>", "/Type/Metadata/Subtype/XML")],
    [7, streamBody("", "/Empty true")],
  ]),
);
const packed = streamFile(
  new Map([
    ...minimalObjects,
    [1, "<</Type/Catalog/Pages 2 0 R/T 4 0 R>>"],
    [4, `[${secret} <5365637265> <</Deep ()>>]`],
  ]),
);

function save(bytes: string | Uint8Array): string {
  const path = fresh();
  writeFileSync(path, typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return path;
}

function rewrite(document: CosDocument, encrypt: Encryption | undefined): string {
  const sink = memorySink();
  const rewriter = new Rewriter(sink, { encrypt });
  const copier = new ObjectCopier(document, rewriter);
  const root = document.trailer.get("Root");
  rewriter.finish({ root: isRef(root) ? copier.map(root.num) : 0 });
  return save(sink.bytes());
}

function qpdfEncrypt(input: string, args: readonly string[]): string {
  const output = fresh();
  const run = runProgram("qpdf", ["--allow-weak-crypto", "--encrypt", ...args, "--", input, output]);
  expect(run.status).toBe(0);
  return output;
}

const open = (path: string, password?: string) =>
  openCos(sourceOf(readFileSync(path)), password === undefined ? {} : { password });

/** The catalog's entries, decrypted and without object numbers. */
function content(document: CosDocument): unknown {
  return ["T", "U", "V", "Metadata"].map((key) => {
    const value = document.resolve(document.catalog.get(key));
    if (!isStream(value)) return value;
    return [Buffer.from(document.decode(value)).toString("latin1"), value.dict.get("Title") ?? null];
  });
}

const kinds: readonly (readonly [string, readonly string[]])[] = [
  ["RC4-40", ["user", "owner", "40"]],
  ["RC4-128", ["user", "owner", "128", "--use-aes=n"]],
  ["RC4-128, crypt filters", ["user", "owner", "128", "--use-aes=n", "--force-V4"]],
  ["AES-128", ["user", "owner", "128", "--use-aes=y"]],
  ["AES-128, metadata clear", ["user", "owner", "128", "--use-aes=y", "--cleartext-metadata"]],
  ["AES-256 R5", ["user", "owner", "256", "--force-R5"]],
  ["AES-256 R6", ["user", "owner", "256"]],
  ["AES-256 R6, metadata clear", ["user", "owner", "256", "--cleartext-metadata"]],
  ["AES-256 R6, empty user password", ["", "owner", "256"]],
];
const cases = kinds.map(([kind, args], k) =>
  k % 2 === 0
    ? ([kind, "plain objects", args, plain] as const)
    : ([kind, "object streams", args, packed] as const),
);

describe.skipIf(missing)("encrypted by qpdf", () => {
  it.each(cases)("%s, %s: opens, unlocks, keeps and changes its encryption", (_, __, args, source) => {
    const expected = content(openCos(sourceOf(source)));
    const path = qpdfEncrypt(save(source), args);
    const [user = "", owner = ""] = args;
    expect(reasonOf(() => open(path, "wrong"))).toBe("password");
    for (const password of [user, owner]) {
      const document = open(path, password);
      expect(content(document)).toEqual(expected);
      const { encryption } = document;
      expect(encryption?.isOwner).toBe(password === owner);
      const unlocked = rewrite(document, undefined);
      expect(qpdfCheck(unlocked)).toMatchObject({ exit: 0 });
      expect(content(open(unlocked))).toEqual(expected);

      const kept = rewrite(document, encryption);
      for (const again of [user, owner]) {
        expect(qpdfCheck(kept, again)).toMatchObject({ exit: 0 });
        expect(content(open(kept, again))).toEqual(expected);
      }
      expect(open(kept, user).encryption?.permissions).toBe(encryption?.permissions);
      if (user !== "") expect(reasonOf(() => open(kept))).toBe("password");

      const changed = rewrite(document, createEncryption({ userPassword: "other" }));
      expect(qpdfCheck(changed, "other")).toMatchObject({ exit: 0 });
      expect(content(open(changed, "other"))).toEqual(expected);
      expect(reasonOf(() => open(changed, user))).toBe("password");
    }
  });
});

describe.skipIf(missing)("our encryption", () => {
  it.each(["a,b", "x,decrypt", '"', "=", " ", "né", "Ünïcödé ✓ 密码", "x".repeat(127), "é".repeat(63)])(
    "opens in qpdf only with %j",
    (password) => {
      const path = rewrite(openCos(sourceOf(plain)), createEncryption({ userPassword: password }));
      expect(qpdfCheck(path, password)).toMatchObject({ exit: 0 });
      expect(qpdfPages(path, password)).toBe(1);
      expect(qpdfPages(path, "")).toBe(-1);
      const shown = runProgram("qpdf", [
        `--password=${password}`,
        "--show-encryption",
        path,
      ]).stdout.toString();
      expect(shown).toContain("R = 6");
      expect(shown).toContain("stream encryption method: AESv3");
      expect(readFileSync(path, "latin1")).not.toContain("secret");
      expect(readFileSync(path, "latin1")).not.toContain("stream data");
    },
  );

  it("gives qpdf the original strings and data", () => {
    const path = rewrite(
      openCos(sourceOf(plain)),
      createEncryption({ userPassword: "p", permissions: -1340 }),
    );
    const output = fresh();
    const run = runProgram("qpdf", ["--password=p", "--decrypt", "--stream-data=uncompress", path, output]);
    expect(run.status).toBe(0);
    expect(content(open(output))).toEqual(content(openCos(sourceOf(plain))));
  });
});
