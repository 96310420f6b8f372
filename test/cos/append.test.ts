/** Incremental updates on every kind of file. */
import { describe, expect, it } from "vitest";
import { createEncryption } from "../../src/cos/crypt/security-handler.ts";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import { bytesString, type CosValue, isStream, name, ref } from "../../src/cos/syntax/value.ts";
import { appendUpdate } from "../../src/cos/write/append.ts";
import { ObjectCopier } from "../../src/cos/write/copy-objects.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import { newStream } from "../../src/cos/write/serialize.ts";
import {
  add,
  bytesOf,
  draft,
  entry,
  finishTable,
  minimalObjects,
  packed,
  sourceOf,
  streamBody,
  streamFile,
  tableFile,
} from "./files.ts";
import { memorySink } from "./sink.ts";

type Changes = ReadonlyMap<number, CosValue | undefined>;

function append(content: string | Uint8Array, changes: Changes, password?: string) {
  const options = password === undefined ? {} : { password };
  const before = openCos(sourceOf(content), options);
  const sink = memorySink();
  appendUpdate(before, changes, sink);
  const bytes = sink.bytes();
  return {
    before,
    bytes,
    text: Buffer.from(bytes).toString("latin1"),
    after: openCos(sourceOf(bytes), options),
  };
}

const latin1 = (content: string | Uint8Array) =>
  typeof content === "string" ? content : Buffer.from(content).toString("latin1");

/** Changes the page, adds a string and a stream. */
function edits(document: CosDocument): Changes {
  const next = document.objectCount;
  return new Map<number, CosValue>([
    [next + 1, newStream(new Map(), bytesOf("new data"))],
    [
      3,
      new Map<string, CosValue>([
        ["Type", name("Page")],
        ["Parent", ref(2)],
        ["Rotate", 90],
        ["X", ref(next)],
        ["Y", ref(next + 1)],
      ]),
    ],
    [next, bytesString(bytesOf("new"))],
  ]);
}

function expectEdited(after: CosDocument): void {
  const page = after.object(3) as Map<string, CosValue>;
  expect(page.get("Rotate")).toBe(90);
  expect(after.resolve(page.get("X"))).toEqual(bytesString(bytesOf("new")));
  const stream = after.resolve(page.get("Y"));
  expect(isStream(stream) && Buffer.from(after.decode(stream)).toString()).toBe("new data");
}

function hybridFile(): string {
  const made = draft(minimalObjects);
  const packedAt = 6;
  add(made, packedAt, streamBody("4 0 (hidden)", "/Type/ObjStm/N 1/First 4"));
  const stream = made.text.length;
  const widths = [1, 4, 2];
  const data = Buffer.from(
    packed(
      [
        [2, packedAt, 0],
        [1, stream, 0],
      ],
      widths,
    ),
  ).toString("latin1");
  add(made, 7, streamBody(data, "/Type/XRef/Size 8/W[1 4 2]/Index[4 1 7 1]/Root 1 0 R"));
  made.offsets.delete(7);
  finishTable(made, `/Root 1 0 R/XRefStm ${stream}`);
  return made.text;
}

const encryption = createEncryption({ userPassword: "p" });
function encryptedFile(): Uint8Array {
  const sink = memorySink();
  const rewriter = new Rewriter(sink, { encrypt: encryption, objectStreams: true });
  const source = openCos(sourceOf(tableFile()));
  const copier = new ObjectCopier(source, rewriter);
  const [root, , page] = [1, 2, 3].map((num) => copier.map(num));
  expect(page).toBe(3);
  rewriter.finish({ root: root ?? 0 });
  return sink.bytes();
}

describe("appendUpdate", () => {
  it.each<[string, string | Uint8Array, "table" | "stream"]>([
    ["a table", tableFile(), "table"],
    ["a stream", streamFile(), "stream"],
    ["a hybrid file", hybridFile(), "table"],
    ["no line end at the end", tableFile().trimEnd(), "table"],
    ["a file with an identifier", tableFile(minimalObjects, "/Root 1 0 R/ID[<01><02>]"), "table"],
  ])("keeps the old bytes and adds the changes: %s", (_, content, kind) => {
    const { before, text, after } = append(content, edits(openCos(sourceOf(content))));
    expect(text.startsWith(latin1(content))).toBe(true);
    expect(after.xrefKind).toBe(kind);
    expect(after.revisions).toHaveLength(before.revisions.length + 1);
    expect(after.revisions[1]?.offset).toBe(before.startXref);
    expectEdited(after);
    expect(after.objectCount).toBe(before.objectCount + (kind === "stream" ? 3 : 2));
  });

  it("still finds objects that only the hybrid file's stream lists", () => {
    const { after } = append(hybridFile(), new Map([[5, true]]));
    expect(after.object(4)).toEqual(bytesString(bytesOf("hidden")));
    expect(after.trailer.has("XRefStm")).toBe(false);
    const { after: over } = append(hybridFile(), new Map([[4, false]]));
    expect(over.object(4)).toBe(false);
  });

  it("can be repeated", () => {
    let content: string | Uint8Array = streamFile();
    for (let k = 0; k < 5; k++) content = append(content, new Map([[3, k]])).bytes;
    const document = openCos(sourceOf(content));
    expect(document.object(3)).toBe(4);
    expect(document.revisions).toHaveLength(6);
  });

  it("frees objects and keeps generations", () => {
    const made = draft(minimalObjects);
    add(made, 4, "(old)", 2);
    const at = made.text.length;
    made.text += `xref\n0 5\n${entry(0, 65_535, "f")}`;
    for (let num = 1; num < 5; num++) made.text += entry(made.offsets.get(num) ?? 0, num === 4 ? 2 : 0);
    made.text += `trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
    const { after, text } = append(
      made.text,
      new Map<number, CosValue | undefined>([
        [4, 1],
        [3, undefined],
      ]),
    );
    expect(after.generation(4)).toBe(2);
    expect(after.resolve(ref(4, 2))).toBe(1);
    expect(after.inUse(3)).toBe(false);
    expect(text).toContain("0000000000 00001 f ");
  });

  it.each(["counted", "not counted"])("computes correct offsets after junk that is %s", (how) => {
    const junk = "junk before the header\n";
    const plain = tableFile();
    const content =
      how === "counted"
        ? plain
            .replace(
              /(\d{10}) 00000 n/g,
              (_, at) => `${String(Number(at) + junk.length).padStart(10, "0")} 00000 n`,
            )
            .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) + junk.length}`)
        : plain;
    const { after } = append(junk + content, edits(openCos(sourceOf(plain))));
    expectEdited(after);
  });

  it("copies the trailer except the entries of a single section", () => {
    const content = tableFile(minimalObjects, "/Root 1 0 R/Info 2 0 R/Own(entry)/ID[<0a><0b>]");
    const { after } = append(content, new Map([[3, null]]));
    expect(after.trailer.get("Info")).toEqual(ref(2));
    expect(after.trailer.get("Own")).toEqual(bytesString(bytesOf("entry")));
    const [first, second] = after.trailer.get("ID") as { readonly bytes: Uint8Array }[];
    expect(first?.bytes).toEqual(Uint8Array.of(10));
    expect(second?.bytes).toHaveLength(16);
  });

  it("encrypts its additions to an encrypted file", () => {
    const content = encryptedFile();
    const source = openCos(sourceOf(content), { password: "p" });
    const { text, after } = append(content, edits(source), "p");
    const update = text.slice(content.length);
    expect(update).not.toContain("new data");
    expect(update).not.toContain("(new)");
    expectEdited(after);
    expect(() => appendUpdate(source, new Map([[source.encryptNum ?? 0, 1]]), memorySink())).toThrow(
      RangeError,
    );
  });
});
