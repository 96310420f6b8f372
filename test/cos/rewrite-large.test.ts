/** Files too large for memory: only the source and the sink know their sizes. */
import { describe, expect, it } from "vitest";
import type { ByteSink, ByteSource } from "../../src/core/document-io.ts";
import { createEncryption } from "../../src/cos/crypt/security-handler.ts";
import { openCos } from "../../src/cos/document.ts";
import { isDict, ref } from "../../src/cos/syntax/value.ts";
import { appendUpdate } from "../../src/cos/write/append.ts";
import { ObjectCopier } from "../../src/cos/write/copy-objects.ts";
import { newOutput } from "../../src/cos/write/output.ts";
import type { RewriterOptions } from "../../src/cos/write/rewrite.ts";
import { Rewriter } from "../../src/cos/write/rewrite.ts";
import { addRow, newRows, rowInFile, writeXref } from "../../src/cos/write/xref-writer.ts";
import { bytesOf, entry, reasonOf, sourceOf } from "./files.ts";
import { memorySink } from "./sink.ts";

const piece = new Uint8Array(1024 * 1024).fill(0x78);

/** One page, and one stream with `length` bytes of `x` that exist only while they are read. */
function hugeSource(length: number): ByteSource & { readonly largest: number } {
  const objects = [
    "1 0 obj\n<</Type/Catalog/Pages 2 0 R/T 4 0 R>>\nendobj\n",
    "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n",
    "3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n",
    `4 0 obj\n<</Length ${length}>>\nstream\n`,
  ];
  let head = "%PDF-1.7\n";
  let rows = entry(0, 65_535, "f");
  for (const object of objects) {
    rows += entry(head.length);
    head += object;
  }
  const start = head.length + length;
  const ending = "\nendstream\nendobj\n";
  const tail = `${ending}xref\n0 5\n${rows}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${start + ending.length}\n%%EOF\n`;
  const ends = [bytesOf(head), bytesOf(tail)] as const;
  let largest = 0;
  return {
    size: start + tail.length,
    get largest() {
      return largest;
    },
    read(offset, count) {
      largest = Math.max(largest, count);
      const end = Math.min(offset + count, start + tail.length);
      if (offset >= head.length && end <= start && end - offset <= piece.length) {
        return piece.subarray(0, end - offset);
      }
      const out = new Uint8Array(end - offset).fill(0x78);
      if (offset < head.length) out.set(ends[0].subarray(offset, end));
      if (end > start) {
        const from = Math.max(offset, start);
        out.set(ends[1].subarray(from - start, end - start), from - offset);
      }
      return out;
    },
  };
}

function countingSink(): ByteSink & { readonly tail: () => string } {
  let position = 0;
  let last = new Uint8Array(0);
  return {
    get position() {
      return position;
    },
    write(bytes) {
      position += bytes.length;
      if (bytes.length < piece.length) last = Uint8Array.from(bytes);
    },
    tail: () => Buffer.from(last).toString("latin1"),
  };
}

function rewrite(source: ByteSource, options: RewriterOptions = {}) {
  const sink = countingSink();
  const rewriter = new Rewriter(sink, options);
  rewriter.finish({ root: new ObjectCopier(openCos(source), rewriter).map(1) });
  return sink;
}

describe("large files", () => {
  it("beyond 4 GB are rewritten and appended to in pieces of 1 MB", () => {
    const length = 2 ** 32 + 1;
    const source = hugeSource(length);
    const before = process.memoryUsage().rss;
    const sink = rewrite(source);
    expect(sink.position).toBeGreaterThan(length);
    const at = Number(/startxref\n(\d+)/.exec(sink.tail())?.[1]);
    expect(at).toBeGreaterThan(length);
    const update = countingSink();
    appendUpdate(openCos(source), new Map([[3, null]]), update);
    expect(update.position).toBeGreaterThan(source.size);
    expect(update.tail()).toContain(`${source.size} 00000 n`);
    expect(source.largest).toBeLessThanOrEqual(piece.length);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it("are encrypted in pieces", () => {
    const source = hugeSource(200_000_000);
    const before = process.memoryUsage().rss;
    const sink = rewrite(source, { encrypt: createEncryption({ userPassword: "p" }) });
    expect(sink.position).toBeGreaterThan(200_000_000);
    expect(source.largest).toBeLessThanOrEqual(piece.length);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it("are refused if an offset exceeds ten digits, in a table as in a stream", () => {
    const endOf = (start: number, asStream: boolean) => {
      const out = Object.assign(newOutput(countingSink()), { flushed: start });
      const rows = newRows(2);
      addRow(rows, 1, rowInFile, start, 0);
      return reasonOf(() => writeXref(out, rows, { asStream, size: 2, rest: new Map() }));
    };
    const largest = 9_999_999_999;
    for (const asStream of [false, true]) {
      expect(endOf(largest, asStream)).toBe("none");
      expect(endOf(largest + 1, asStream)).toBe("limit");
    }
  });

  it("with 60,000 objects only take memory for their offsets", () => {
    const count = 60_000;
    let text = "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/T 3 0 R>>\nendobj\n";
    const offsets = [0, 9];
    const put = (num: number, body: string) => {
      offsets[num] = text.length;
      text += `${num} 0 obj\n${body}\nendobj\n`;
    };
    put(2, "<</Type/Pages/Kids[]/Count 0>>");
    put(3, `[${Array.from({ length: count }, (_, k) => `${k + 4} 0 R`).join(" ")}]`);
    for (let k = 0; k < count; k++) put(k + 4, `<</Number ${k}/Back 3 0 R>>`);
    const start = text.length;
    const rows = offsets.map((at, num) => (num === 0 ? entry(0, 65_535, "f") : entry(at))).join("");
    text += `xref\n0 ${offsets.length}\n${rows}trailer\n<</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
    const document = openCos(sourceOf(text));
    const sink = memorySink();
    const rewriter = new Rewriter(sink);
    rewriter.finish({ root: new ObjectCopier(document, rewriter).map(1) });
    const out = openCos(sourceOf(sink.bytes()));
    expect(out.objectCount).toBe(count + 4);
    const last = out.object(count + 3);
    expect(isDict(last) && last.get("Number")).toBe(count - 1);
    expect(isDict(last) && last.get("Back")).toEqual(ref(3));
    expect(sink.calls).toBeLessThan(60);
  });
});
