/** In-memory files with the rules that tools rely on: 422 for a missing file, 409 for an existing name. */
import type { ByteSource, Files, InputFile, NewFile, NewFolder } from "../../src/core/document-io.ts";
import { inWords, registryNames } from "../../src/core/message.ts";
import type { PageReading } from "../../src/core/page-reading.ts";
import { conflict, invalid } from "../../src/core/problem.ts";
import type { Readers } from "../../src/core/readers.ts";
import type { Progress, ToolContext } from "../../src/core/tool.ts";
import { startWork } from "../../src/core/work.ts";

export function memorySource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) };
}

export interface MemoryFiles extends Files {
  readonly stored: Map<string, Uint8Array>;
  /** New files that were neither published nor disposed. */
  readonly open: Set<string>;
}

/** When all files changed last. */
const modified = Date.parse("2026-01-02T03:04:05Z");

const root = "/files";
const resolve = (path: string) => (path.startsWith("/") ? path : `${root}/${path}`);

export function memoryFiles(initial: Readonly<Record<string, Uint8Array>> = {}): MemoryFiles {
  const stored = new Map(Object.entries(initial).map(([path, bytes]) => [resolve(path), bytes]));
  const open = new Set<string>();

  const newFile = (path: string, field: string): NewFile => {
    const full = resolve(path);
    if (stored.has(full)) throw conflict(field, `${full} already exists`);
    const parts: Uint8Array[] = [];
    let position = 0;
    open.add(full);
    return {
      path: full,
      get position() {
        return position;
      },
      write(bytes) {
        parts.push(new Uint8Array(bytes));
        position += bytes.length;
      },
      reread: () => memorySource(Buffer.concat(parts)),
      publish() {
        if (stored.has(full)) throw conflict(field, `${full} already exists`);
        stored.set(full, Buffer.concat(parts));
        open.delete(full);
        return { path: full, bytes: position };
      },
      [Symbol.dispose]: () => open.delete(full),
    };
  };

  const newFolder = (path: string, field: string): NewFolder => {
    const folder = resolve(path);
    const created: NewFile[] = [];
    return {
      path: folder,
      reserve(names) {
        const taken = names.find((name) => stored.has(`${folder}/${name}`));
        if (taken !== undefined) throw conflict(field, `${folder}/${taken} already exists`);
      },
      create(name) {
        const file = newFile(`${folder}/${name}`, field);
        created.push(file);
        return file;
      },
      settle: async () => {},
      publishAll() {
        for (const file of created) file.publish();
      },
      [Symbol.dispose]() {
        for (const file of created) file[Symbol.dispose]();
      },
    };
  };

  return {
    stored,
    open,
    absolute: resolve,
    openInput(path, field): InputFile {
      const full = resolve(path);
      const bytes = stored.get(full);
      if (!bytes) throw invalid(field, `${full} does not exist`);
      const stem = (full.split("/").at(-1) ?? "").replace(/\.[^.]*$/, "");
      return { ...memorySource(bytes), path: full, stem, field, modifiedMs: modified, [Symbol.dispose]() {} };
    },
    newFile: (path, field) => newFile(path, field),
    newFolder,
    listPdf: (folder) => ({
      folder: resolve(folder ?? root),
      files: [...stored]
        .filter(([path]) => path.toLowerCase().endsWith(".pdf"))
        .map(([path, bytes]) => ({ path, bytes: bytes.length, modified: new Date(modified).toISOString() })),
      skipped: [],
    }),
  };
}

const unexpected = (): never => {
  throw new Error("this call must not need an engine");
};

/** Fails the test if a page needs an engine. */
export const noEngines = { openMupdfText: unexpected };

export interface TestContext extends ToolContext {
  readonly files: MemoryFiles;
  readonly warnings: string[];
  readonly states: Progress[];
  /** Messages logged at debug level. */
  readonly notes: string[];
}

/** A tool context with in-memory files. Without `readers`, a call that needs an engine fails the test. */
export function testContext(
  files: Readonly<Record<string, Uint8Array>>,
  readers: Partial<Readers> = {},
  reading: Partial<PageReading> = {},
): TestContext {
  const warnings: string[] = [];
  const states: Progress[] = [];
  const notes: string[] = [];
  return {
    files: memoryFiles(files),
    work: startWork(Object.values(files).reduce((sum, { length }) => sum + length, 0)),
    readers: {
      ...noEngines,
      openPages: unexpected,
      decodeImage: unexpected,
      readBarcodes: unexpected,
      openPdfjsText: unexpected,
      decodeJpeg: unexpected,
      encodeJpeg: unexpected,
      drawBoxes: unexpected,
      fallbackFont: unexpected,
      standardProgram: unexpected,
      fontFolders: () => [],
      drawAppearances: unexpected,
      ...readers,
    },
    reading: { ready: unexpected, read: unexpected, ...reading },
    office: { convert: unexpected },
    warnings,
    states,
    names: registryNames,
    warn: (message) => warnings.push(inWords(message, registryNames)),
    progress: (state) => states.push(state),
    pause: async () => {},
    notes,
    debug: (message) => notes.push(message),
  };
}
