/** The streaming rewriter: which objects it copies or drops, and where references lead. */
import { describe, expect, it } from "vitest";
import { type CosDocument, openCos } from "../../src/cos/document.ts";
import {
  bytesString,
  type CosDict,
  type CosValue,
  isDict,
  isRef,
  isStream,
  ref,
} from "../../src/cos/syntax/value.ts";
import { type CopyOptions, ObjectCopier } from "../../src/cos/write/copy-objects.ts";
import { Rewriter, type RewriterOptions } from "../../src/cos/write/rewrite.ts";
import { newStream } from "../../src/cos/write/serialize.ts";
import {
  add,
  bytesOf,
  draft,
  finishTable,
  minimalObjects,
  reasonOf,
  sourceOf,
  streamBody,
  streamFile,
  tableFile,
} from "./files.ts";
import { memorySink } from "./sink.ts";

interface Rewritten {
  readonly document: CosDocument;
  readonly bytes: Uint8Array;
  readonly text: string;
}

function rewrite(
  content: string | CosDocument,
  copying: CopyOptions = {},
  options: RewriterOptions = {},
): Rewritten {
  const document = typeof content === "string" ? openCos(sourceOf(content)) : content;
  const sink = memorySink();
  const rewriter = new Rewriter(sink, options);
  const root = document.trailer.get("Root");
  const copied = new ObjectCopier(document, rewriter, copying);
  rewriter.finish({ root: isRef(root) ? copied.map(root.num) : 0 });
  const bytes = sink.bytes();
  return { document: openCos(sourceOf(bytes)), bytes, text: Buffer.from(bytes).toString("latin1") };
}

/** The catalog's entry /T, resolved; the tests put their objects there. */
function entryT({ document }: Rewritten): CosValue {
  return document.resolve(document.catalog.get("T"));
}

function withT(objects: readonly (readonly [number, string])[], entry = "9 0 R"): Map<number, string> {
  return new Map([...minimalObjects, [1, `<</Type/Catalog/Pages 2 0 R/T ${entry}>>`], ...objects]);
}

const text = (value: CosValue, document: CosDocument) =>
  isStream(value) ? Buffer.from(document.decode(value)).toString("latin1") : "no stream";

describe("rewrite", () => {
  it("copies exactly the reachable objects", () => {
    const out = rewrite(tableFile(new Map([...minimalObjects, [9, "(forgotten)"], [10, "[9 0 R]"]])));
    expect(out.text).not.toContain("forgotten");
    expect(out.document.objectCount).toBe(4);
    const tree = out.document.resolve(out.document.catalog.get("Pages"));
    expect(isDict(tree) && tree.get("Count")).toBe(1);
  });

  it("replaces dangling references with null", () => {
    const out = rewrite(tableFile(withT([[9, "[50 0 R 0 0 R 99999999 0 R 3 1 R 3 0 R]"]])));
    expect(entryT(out)).toEqual([null, null, null, null, ref(4)]);
    // A free object, and a wrong generation of a used one: every reader sees null, so null is written.
    expect(out.text).toContain("[null null null null ");
  });

  it("keeps values but renumbers their references", () => {
    const out = rewrite(
      tableFile(
        withT([
          [
            9,
            "<< /A(1 0 R) /B#41 1.50 % 3 0 R\n/C [ 11 0 R]/D<80 0>/E(\\200\\)\r\n)/F 0.1000000000000000055>>",
          ],
          [11, "+07"],
        ]),
      ),
    );
    const dict = entryT(out);
    if (!isDict(dict)) throw new Error("no dictionary");
    expect(dict.get("A")).toEqual(bytesString(bytesOf("1 0 R")));
    expect(dict.get("BA")).toBe(1.5);
    expect(out.document.resolve((dict.get("C") as CosValue[])[0])).toBe(7);
    expect(dict.get("D")).toEqual(bytesString(bytesOf("\x80\0")));
    expect(dict.get("E")).toEqual(bytesString(bytesOf("\x80)\n")));
    expect(dict.get("F")).toBe(0.1);
  });

  it("writes stream lengths directly and drops the objects that held them", () => {
    const body = "<</Length 11 0 R/K 12 0 R>>\nstream\nfive!\nendstream";
    const out = rewrite(
      tableFile(
        withT([
          [9, body],
          [11, "5"],
          [12, "(kept)"],
        ]),
      ),
    );
    const stream = entryT(out);
    expect(text(stream, out.document)).toBe("five!");
    expect(isStream(stream) && stream.dict.get("Length")).toBe(5);
    expect(out.document.objectCount).toBe(6);
  });

  it("parses dictionaries that it can't copy", () => {
    const out = rewrite(tableFile(withT([[9, "<</L#65ngth 5/A 3 0 R>>\nstream\nfive!\nendstream"]])));
    expect(text(entryT(out), out.document)).toBe("five!");
  });

  it("never copies the old file's object streams and cross-references", () => {
    const holder = Math.max(...minimalObjects.keys()) + 2;
    const out = rewrite(streamFile(withT([[9, `[${holder + 6} 0 R ${holder + 5} 0 R 3 0 R]`]])));
    const streams = Array.from({ length: out.document.objectCount }, (_, num) => out.document.object(num));
    expect(streams.filter(isStream)).toHaveLength(2);
    expect(entryT(out)).toHaveLength(3);
  });

  it("marks reserved but unwritten numbers as free", () => {
    const document = openCos(sourceOf(tableFile()));
    const sink = memorySink();
    const rewriter = new Rewriter(sink, { version: "1.3" });
    rewriter.reserve();
    const copier = new ObjectCopier(document, rewriter);
    const extra = rewriter.add(new Map([["A", ref(copier.map(3))]]));
    rewriter.reserve();
    rewriter.finish({ root: copier.map(1), info: extra });
    const out = openCos(sourceOf(sink.bytes()));
    expect(out.inUse(1)).toBe(false);
    expect(out.version).toBe("1.3");
    expect(out.resolve(out.trailer.get("Info"))).toEqual(new Map([["A", ref(copier.map(3))]]));
    expect(() => rewriter.set(extra, null)).toThrow(RangeError);
    expect(() => rewriter.set(4711, null)).toThrow(RangeError);
  });

  it("replaces, drops and adds objects", () => {
    const replace = (num: number): CosValue | undefined => {
      if (num === 9) return [ref(3), ref(10), ref(77), newStream(new Map(), bytesOf("inner")).dict];
      if (num === 10) return null;
      if (num === 77) return newStream(new Map([["Next", ref(3)]]), bytesOf("new"));
      return undefined;
    };
    const out = rewrite(
      tableFile(
        withT([
          [9, "(old)"],
          [10, "(gone)"],
        ]),
      ),
      { replace },
    );
    const [page, gone, invented] = entryT(out) as CosValue[];
    expect(gone).toBeNull();
    expect(isDict(out.document.resolve(page))).toBe(true);
    const stream = out.document.resolve(invented);
    expect(text(stream, out.document)).toBe("new");
    expect(isStream(stream) && stream.dict.get("Next")).toEqual(page);
    expect(out.text).not.toMatch(/old|gone/);
  });

  it("translates the references in values and streams", () => {
    const source = openCos(sourceOf(tableFile(withT([[9, streamBody("data", "/A 3 0 R")]]))));
    const rewriter = new Rewriter(memorySink());
    rewriter.reserve();
    const copier = new ObjectCopier(source, rewriter);
    const moved = copier.translate([ref(3), ref(88), new Map([["K", ref(3)]]), 5]);
    const page = ref(copier.map(3));
    expect(page.num).toBe(2);
    expect(moved).toEqual([page, null, new Map([["K", page]]), 5]);
    const stream = copier.translate(source.object(9));
    expect(isStream(stream) && stream.dict.get("A")).toEqual(page);
    expect(isStream(stream) && Buffer.from(stream.encoded()).toString()).toBe("data");
  });

  it("follows references to any depth", () => {
    const chain = Array.from({ length: 50_000 }, (_, k) => [9 + k, `[${10 + k} 0 R]`] as const);
    const out = rewrite(tableFile(withT([...chain, [50_009, "(end)"]])));
    expect(out.document.objectCount).toBe(50_005);
    expect(out.document.object(50_004)).toEqual(bytesString(bytesOf("end")));
  });

  it("stops at an unreadable object", () => {
    const source = openCos(sourceOf(tableFile(withT([[9, "[1e38]"]]))));
    expect(reasonOf(() => rewrite(source))).toBe("syntax");
  });
});

describe("file identifier", () => {
  const id = (first: string) => `/Root 1 0 R/ID[<${first}><ffff>]`;
  const halves = (document: CosDocument) =>
    (document.trailer.get("ID") as { readonly bytes: Uint8Array }[]).map(({ bytes }) =>
      Buffer.from(bytes).toString("hex"),
    );

  it("keeps its first half and derives the second from the content", () => {
    const content = tableFile(minimalObjects, id("0011"));
    const one = halves(rewrite(content).document);
    expect(one[0]).toBe("0011");
    expect(one[1]).not.toBe("ffff");
    expect(halves(rewrite(content).document)).toEqual(one);
    const other = tableFile(withT([[9, "(other)"]]), id("0011"));
    expect(halves(rewrite(other).document)[1]).not.toBe(one[1]);
  });

  it("depends on every byte of large data", () => {
    const of = (data: string) => halves(rewrite(tableFile(withT([[9, streamBody(data)]]))).document)[1];
    const data = "x".repeat(2_000_000);
    expect(of(data)).toBe(of(data));
    expect(of(`${data.slice(0, 1_500_000)}y${data.slice(1_500_001)}`)).not.toBe(of(data));
  });

  it("is new if there was none", () => {
    const [first, second] = halves(rewrite(tableFile()).document);
    expect(first).toHaveLength(32);
    expect(first).toBe(second);
  });
});

describe("object streams", () => {
  const many = (count: number) =>
    withT([
      [9, `[${Array.from({ length: count }, (_, k) => `${10 + k} 0 R`).join(" ")}]`],
      ...Array.from({ length: count }, (_, k) => [10 + k, `<</Kind/Small/Number ${k}/Page 3 0 R>>`] as const),
    ]);

  it("are used if the source has them, so that the file doesn't grow", () => {
    const source = streamFile(many(1000));
    const out = rewrite(source);
    expect(out.document.xrefKind).toBe("stream");
    expect(out.bytes.length).toBeLessThan(source.length * 1.15);
    const list = entryT(out) as CosValue[];
    expect(list).toHaveLength(1000);
    list.forEach((item, k) => {
      const value = out.document.resolve(item);
      expect(isDict(value) && value.get("Number")).toBe(k);
    });
    const plain = rewrite(source, {}, { objectStreams: false });
    expect(plain.document.xrefKind).toBe("table");
    expect(plain.bytes.length).toBeGreaterThan(source.length * 3);
  });

  it("hold at most 200 objects, and none that must stay outside", () => {
    const made = draft(many(450));
    add(made, 600, "3 0 R");
    add(made, 601, "<</ByteRange[0 1 2 3]/Contents<00>>>");
    add(made, 9, "[600 0 R 601 0 R]");
    finishTable(made);
    const out = rewrite(made.text, {}, { objectStreams: true, version: "1.2" });
    expect(out.document.version).toBe("1.5");
    const [first, second] = entryT(out) as CosValue[];
    // Both are written directly to the file, where their headers are visible.
    for (const item of [first, second])
      expect(out.text).toContain(`\n${(item as { num: number }).num} 0 obj\n`);
    const all = rewrite(tableFile(many(450)), {}, { objectStreams: true });
    const counts = Array.from({ length: all.document.objectCount }, (_, num) => all.document.object(num))
      .filter(isStream)
      .map(({ dict }) => dict.get("N"))
      .filter((count) => count !== undefined);
    expect(counts).toEqual([200, 200, 54]);
  });
});

describe("sharing", () => {
  const noise = (seed: number, length: number) =>
    Array.from({ length }, (_, k) =>
      String.fromCharCode(33 + ((k * 7919 + seed * 104_729 + k * k) % 90)),
    ).join("");
  /** An image with a mask and a color space with a profile, a font with its file, and a form that uses both. */
  const rich = (seed: number) =>
    tableFile(
      withT(
        [
          [9, "[10 0 R 15 0 R 20 0 R 12 0 R]"],
          [10, streamBody(noise(seed, 40_000), "/Type/XObject/Subtype/Image/SMask 11 0 R/ColorSpace 12 0 R")],
          [11, streamBody(noise(seed + 1, 20_000), "/Type/XObject/Subtype/Image")],
          [12, "[/ICCBased 13 0 R]"],
          [13, streamBody(noise(seed + 2, 10_000), "/N 3")],
          [15, "<</Type/Font/FontDescriptor 16 0 R/Widths 18 0 R>>"],
          [16, "<</Type/FontDescriptor/FontFile2 17 0 R>>"],
          [17, streamBody(noise(seed + 3, 30_000))],
          [18, "[1 2 3]"],
          [
            20,
            streamBody(
              noise(seed + 4, 5000),
              "/Subtype/Form/Resources<</XObject<</I 10 0 R>>/Font<</F 15 0 R>>>>",
            ),
          ],
        ],
        "9 0 R",
      ),
    );

  function merge(
    contents: readonly string[],
    share: boolean,
  ): { readonly bytes: Uint8Array; readonly lists: CosValue[] } {
    const sink = memorySink();
    const rewriter = new Rewriter(sink);
    const roots = contents.map((content) => {
      const document = openCos(sourceOf(content));
      const copier = new ObjectCopier(document, rewriter, { share });
      const root = copier.map(1);
      copier.drain();
      return root;
    });
    const list = rewriter.add(roots.map((root) => ref(root)));
    rewriter.finish({ root: roots[0] ?? 0, info: list });
    const bytes = sink.bytes();
    const out = openCos(sourceOf(bytes));
    const lists = (out.resolve(out.trailer.get("Info")) as CosValue[]).map((root) =>
      out.resolve((out.resolve(root) as CosDict).get("T")),
    );
    return { bytes, lists };
  }

  it("stores equal images, fonts and forms once, including the objects they refer to", () => {
    const one = rich(1);
    const { bytes, lists } = merge(
      Array.from({ length: 20 }, () => one),
      true,
    );
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(bytes.length).toBeLessThan(one.length + 20 * 1000);
    expect(merge([one, one], false).bytes.length).toBeGreaterThan(one.length * 1.9);
  });

  it("keeps objects apart that differ in data, dictionary or referenced objects", () => {
    const one = rich(1);
    const otherData = one.replace(noise(1, 40_000), `${noise(1, 39_999)}!`);
    const otherKey = one.replace("/N 3", "/N 4");
    const { lists } = merge([one, otherData, otherKey], true);
    const [first, second, third] = lists as CosValue[][];
    expect(second?.[0]).not.toEqual(first?.[0]);
    expect(second?.[1]).toEqual(first?.[1]);
    // The profile differs, so the color space, image and form do too; the font doesn't.
    expect(third?.[0]).not.toEqual(first?.[0]);
    expect(third?.[2]).not.toEqual(first?.[2]);
    expect(third?.[1]).toEqual(first?.[1]);
  });

  it("terminates for circular references", () => {
    const circle = tableFile(
      withT([
        [9, streamBody("data", "/Self 9 0 R/Other 10 0 R")],
        [10, streamBody("more", "/Back 9 0 R")],
      ]),
    );
    const { lists } = merge([circle, circle], true);
    expect(lists.every(isStream)).toBe(true);
  });

  it("copies thousands of small files cheaply", () => {
    const sink = memorySink();
    const rewriter = new Rewriter(sink);
    const document = openCos(sourceOf(tableFile()));
    const before = process.memoryUsage().arrayBuffers;
    let root = 0;
    for (let k = 0; k < 2000; k++) {
      const copier = new ObjectCopier(document, rewriter, { share: true });
      root = copier.map(1);
      copier.drain();
    }
    rewriter.finish({ root });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
    expect(sink.calls).toBeLessThan(5);
    expect(openCos(sourceOf(sink.bytes())).objectCount).toBe(6001);
  });
});
