/**
 * Simulates bugs in a writer: bytes are damaged between the tool and the disk, and no damaged file may be published
 * (docs/decisions/0006). Tries each fault on each tool that writes. Without a fault, the same calls succeed.
 */

import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { ByteSource, Files, NewFile, NewFolder } from "../../src/core/document-io.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { findTool } from "../../src/tools/index.ts";
import { everyField, everyTool } from "../support/every-tool.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";

/** Throws `Inapplicable` if the bytes contain nothing this fault could damage. */
type Damage = (bytes: Buffer) => Buffer;
class Inapplicable extends Error {}

/** Files whose written bytes are damaged before they are read back or published. */
function faulty(files: Files, damage: Damage): Files {
  const wrap = (file: NewFile): NewFile => {
    const parts: Buffer[] = [];
    const damaged = (): ByteSource => memorySource(damage(Buffer.concat(parts)));
    return {
      path: file.path,
      get position() {
        return parts.reduce((sum, { length }) => sum + length, 0);
      },
      write: (bytes) => void parts.push(Buffer.from(bytes)),
      reread: damaged,
      publish() {
        const source = damaged();
        file.write(source.read(0, source.size));
        return file.publish();
      },
      [Symbol.dispose]: () => file[Symbol.dispose](),
    };
  };
  const wrapFolder = (folder: NewFolder): NewFolder => {
    const inner = new Map<NewFile, NewFile>();
    return {
      path: folder.path,
      reserve: (names) => folder.reserve(names),
      create(name) {
        const to = folder.create(name);
        const file = wrap(to);
        inner.set(file, to);
        return file;
      },
      // Everything is written at publishing.
      settle: async () => {},
      publishAll() {
        for (const [file, to] of inner) {
          const source = file.reread();
          to.write(source.read(0, source.size));
        }
        folder.publishAll();
      },
      [Symbol.dispose]: () => folder[Symbol.dispose](),
    };
  };
  return {
    ...files,
    newFile: (path, field) => wrap(files.newFile(path, field)),
    newFolder: (path, field) => wrapFolder(files.newFolder(path, field)),
  };
}

/** Replaces the last match with the same number of bytes, so that nothing else moves. */
const replaced =
  (pattern: RegExp, replace: (found: string) => string): Damage =>
  (bytes) => {
    const text = bytes.toString("latin1");
    const last = [...text.matchAll(new RegExp(pattern, "g"))].at(-1);
    if (!last) throw new Inapplicable(`nothing to damage: no ${pattern}`);
    const [found] = last;
    const by = replace(found);
    expect(by).toHaveLength(found.length);
    return Buffer.from(text.slice(0, last.index) + by + text.slice(last.index + found.length), "latin1");
  };

/** Inverts the last bytes of the match. */
function noise(found: string): string {
  const bytes = Buffer.from(found, "latin1");
  for (let k = bytes.length - 16; k < bytes.length; k++) bytes[k] = ~(bytes[k] ?? 0) & 255;
  return bytes.toString("latin1");
}

const faults: Readonly<Record<string, Damage>> = {
  "the last tenth is missing": (bytes) => bytes.subarray(0, bytes.length * 0.9),
  "everything is missing": () => Buffer.alloc(0),
  "the end is missing": (bytes) => bytes.subarray(0, bytes.lastIndexOf("startxref")),
  "a page is dropped from the tree": replaced(/\/Kids\s*\[\s*\d+ \d R/, (found) =>
    found.replace(/\d+ \d R/, (kid) => " ".repeat(kid.length)),
  ),
  "a page is dropped from the tree and the count": (bytes) => {
    const fewer = faults["a page is dropped from the tree"]?.(bytes) ?? bytes;
    return replaced(/\/Count\s*\d+/, (found) => found.replace(/\d+/, (count) => String(Number(count) - 1)))(
      fewer,
    );
  },
  "a page is a missing object": replaced(/\/Kids\s*\[\s*\d+ \d R/, (found) =>
    found.replace(/\d+(?= \d R)/, (num) => "9".repeat(num.length)),
  ),
  "the page tree contains itself": (bytes) => {
    const text = bytes.toString("latin1");
    const tree = [...text.matchAll(/(\d+) 0 obj\s*<<[^>]*\/Kids/g)].at(-1)?.[1] ?? "";
    return replaced(/\/Kids\s*\[\s*\d+/, (found) => found.replace(/\d+$/, (num) => tree.padEnd(num.length)))(
      bytes,
    );
  },
  "startxref is wrong": replaced(/startxref\s+\d+/, (found) =>
    found.replace(/\d$/, (digit) => String((Number(digit) + 3) % 10)),
  ),
  "every offset is wrong": (bytes) => {
    const text = bytes.toString("latin1");
    const wrong = text.replaceAll(/^\d{9}(\d) (\d{5} n)/gm, "000000000$1 $2");
    if (wrong === text) throw new Inapplicable("nothing to damage: no table");
    return Buffer.from(wrong, "latin1");
  },
  "the catalog is not named": replaced(/\/Root/, () => "/Roof"),
  "the catalog has no pages": replaced(/\/Pages \d/, (found) => found.replace("/Pages", "/Papes")),
  "an object stream is damaged": replaced(/\/Type\s*\/ObjStm[\s\S]*?stream\r?\n[\s\S]{40}/, noise),
  "a cross-reference stream is damaged": replaced(/\/Type\s*\/XRef[\s\S]*?stream\r?\n[\s\S]{20}/, noise),
  "the file is replaced by another": () => Buffer.from(samplePdf({ pages: pageTexts("other", 9) })),
};

const input = samplePdf({ pages: pageTexts("kept", 3), info: "/Title(T)", field: everyField });
/** Tools that write images or other files: these faults damage PDF files. */
const others: ReadonlySet<string> = new Set(["pdf_render_pages", "pdf_extract_attachments"]);
const calls = everyTool("in.pdf", "out").filter(
  ({ tool, writes }) => writes !== undefined && !others.has(tool),
);

async function run(tool: string, fields: object, damage: Damage) {
  const context = testContext({ "in.pdf": input, "ok.pdf": input }, lazyReaders());
  const found = findTool(tool);
  if (!found) throw new Error(`no ${tool}`);
  const files = faulty(context.files, damage);
  const running = Promise.resolve(found.run(v.parse(found.input, fields), { ...context, files }));
  const result = await running.catch((error: unknown) => error);
  const written = [...context.files.stored.keys()].filter((path) => !/\/(in|ok)\.pdf$/.test(path));
  return { result, written, open: context.files.open.size };
}

/** The number of faults tried on each tool. */
const applied = new Map<string, number>();

describe.each(calls)("$tool", ({ tool, input: fields }) => {
  it("writes a file that has no fault", async () => {
    const { result, written } = await run(tool, fields, (bytes) => bytes);
    expect(result).not.toBeInstanceOf(Error);
    expect(written.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(faults))("publishes nothing when %s", async (_, damage) => {
    const { result, written, open } = await run(tool, fields, damage);
    if (result instanceof Inapplicable) return;
    applied.set(tool, (applied.get(tool) ?? 0) + 1);
    expect(written).toEqual([]);
    expect(open).toBe(0);
    if (tool === "pdf_run_batch")
      expect(result).toMatchObject({ outputs: [], failed: [{ input: "/files/in.pdf" }] });
    else expect(result).toMatchObject({ code: "operation_failed" });
  });
});

it("tried most faults on every tool", () => {
  for (const { tool } of calls) expect(applied.get(tool) ?? 0, tool).toBeGreaterThanOrEqual(8);
});
