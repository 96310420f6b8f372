/** Which calls a command answers in its own process: by what its inputs hold, or by what is read of them. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tool } from "../../src/core/tool.ts";
import { openScope } from "../../src/files/scope.ts";
import { runQuick } from "../../src/run/quick.ts";
import { pdfInfo } from "../../src/tools/pdf-info.ts";
import { pdfMerge } from "../../src/tools/pdf-merge.ts";

const folder = mkdtempSync(join(tmpdir(), "pdfd-quick-"));
const path = join(folder, "large.pdf");
const scope = openScope([folder]);
const imageBytes = 20_000_000;

/** One page and an image of 20 MB, which is a hole of the file: it takes no room on the disk. */
beforeAll(() => {
  const fd = openSync(path, "w");
  let at = 0;
  const offsets: number[] = [];
  const write = (text: string) => {
    at += writeSync(fd, text, at);
  };
  const object = (text: string) => {
    offsets.push(at);
    write(`${offsets.length} 0 obj\n${text}`);
  };
  write("%PDF-1.7\n");
  object("<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
  object("<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n");
  object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>\nendobj\n");
  object(`<</Length ${imageBytes}>>\nstream\n`);
  at += imageBytes;
  write("\nendstream\nendobj\n");
  const xref = at;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  write(`xref\n0 5\n0000000000 65535 f \n${rows.join("")}`);
  write(`trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`);
  closeSync(fd);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a call in the command's own process", () => {
  it("looks at a large document where that reads little of it", async () => {
    const info = await runQuick(pdfInfo, { input: path }, scope);
    expect(info).toMatchObject({ pages: 1, dimensions: [{ page: 1, width: 300, height: 200, rotation: 0 }] });
  });

  it("is left to an engine where a tool takes all of a large document", async () => {
    const output = join(folder, "out.pdf");
    expect(await runQuick(pdfMerge, { inputs: [path, path], output }, scope)).toBeUndefined();
  });

  it("ends where more is read than was promised", async () => {
    let reads = 0;
    const reader: Tool = {
      ...pdfInfo,
      run(_, { files }) {
        using file = files.openInput(path, "input");
        for (let at = 0; at < file.size; at += 1_000_000, reads++) file.read(at, 1_000_000);
        return {};
      },
    };
    expect(await runQuick(reader, { input: path }, scope)).toBeUndefined();
    expect(reads).toBe(16);
  });
});
