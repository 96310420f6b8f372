/**
 * The architecture as data: what each folder of src may import, and the order inside it. test/layers.test.ts holds the sources
 * to these tables, and docs/architecture.md shows them (`bun test/readme.ts` writes them there).
 */

/** Folder (or file at the top of src) → folders it may import besides itself. */
export const layers: Record<string, readonly string[]> = {
  core: [],
  cos: ["core"],
  files: ["core", "host"],
  host: ["core"],
  engines: ["core", "host"],
  typeset: ["core", "host"],
  document: ["core", "cos", "typeset"],
  recovery: ["core", "cos", "document", "engines"],
  reading: ["core", "cos", "document", "typeset", "engines"],
  optimize: ["core", "cos", "document", "typeset", "reading"],
  steps: ["core", "document"],
  office: ["core", "files", "host"],
  models: ["core", "files", "host"],
  ocr: ["core", "host"],
  tools: ["core", "steps", "document", "recovery", "reading", "optimize", "office", "models", "ocr"],
  run: ["core", "tools", "files", "host", "engines"],
  jobs: ["core"],
  http: ["core", "tools"],
  mcp: ["core", "tools"],
  "settings.ts": ["core", "host"],
  "calls.ts": ["core", "tools", "run", "jobs", "files", "models", "host", "settings.ts"],
  "service.ts": ["core", "tools", "jobs", "http", "mcp", "host", "run", "models", "settings.ts", "calls.ts"],
  "stdio.ts": ["core", "tools", "mcp", "http", "run", "models", "host", "settings.ts", "calls.ts"],
  clients: ["core"],
  cli: [
    ...["core", "tools", "run", "files", "host", "office", "models", "clients"],
    ...["settings.ts", "service.ts", "stdio.ts"],
  ],
  "main.ts": ["cli"],
  "index.ts": ["core", "cli", "host", "settings.ts", "service.ts"],
};

/**
 * The order inside a room, from below to above: a folder may import those of the levels before its own. `.` is the room's own
 * files; a folder that is not named is one with the folder it lies in.
 */
export const orders: Record<string, readonly (readonly string[])[]> = {
  cos: [["syntax"], ["filters", "crypt"], ["xref"], ["."], ["write"]],
  engines: [["mupdf", "pdfjs"], ["."]],
  typeset: [["opentype"], ["."]],
  document: [
    ["pages"],
    ["."],
    ["composite-fonts", "metadata", "protect", "tags"],
    ["conformance", "navigation"],
    ["assemble/joins", "stamp"],
    ["assemble", "forms"],
    ["flatten", "scale"],
  ],
  recovery: [["edits", "strategies"], ["."]],
  reading: [
    ["interpreter/fonts/encodings"],
    ["interpreter/fonts/programs"],
    ["interpreter/fonts"],
    ["interpreter/state"],
    ["interpreter/content", "interpreter/device"],
    ["interpreter/marked-content"],
    ["interpreter"],
    ["lines/words"],
    ["lines"],
    ["lines/right-to-left"],
    ["layout/outline", "layout/tolerances"],
    ["layout/model"],
    ["layout/markers", "layout/columns", "layout/notes"],
    ["layout/tables"],
    ["layout/headers-footers"],
    ["layout/paragraphs"],
    ["layout/headings"],
    ["layout/lists"],
    ["layout/blocks"],
    ["layout/tagged"],
    ["layout"],
    ["formats"],
    ["."],
    ["model-output"],
  ],
  tools: [["shared"], ["read", "edit", "convert"], ["."]],
  cli: [["flags"], ["tools", "serve"], ["call"], ["commands", "models"], ["doctor"], ["."]],
  files: [["disk"], ["scope"], ["temporary"], ["write", "own"], ["."]],
  models: [["store"], ["download"], ["runtime"], ["page-model"], ["reading"], ["."]],
  http: [["openapi"], ["."], ["listener"]],
};
