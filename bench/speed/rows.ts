/** What is measured: each row is one call of a tool beside the native command that does the same. */
import { join } from "node:path";
import { password, type Workloads } from "./workloads.ts";

export interface Row {
  readonly tool: string;
  readonly workload: string;
  /** Pages of the workload, for the time per page. */
  readonly pages: number;
  /** Calls before anything is counted; more follow where these cost less than `warmMs` of bench.ts. */
  readonly warmCalls: number;
  /** The aim for the ratio of processor times, from the issue; absent where none is named. */
  readonly goal?: number;
  /** Input of a call that writes to `out`, a path that does not exist. */
  input(out: string): object;
  /** The native command for the same, or the nearest to it, writing to `out`. */
  native(out: string): readonly string[];
  /** The input, where the output is about as large: `cp` of it is beside the row. */
  readonly floor?: string;
  /** Whether the native command needs `out` to be a folder that exists. */
  readonly nativeFolder?: boolean;
}

const null_ = "/dev/null";

export function rows(files: Workloads): Row[] {
  const none = { locked: "", damaged: "", numbers: "" };
  const sets = [
    { ...none, workload: "small, 5 pages", file: files.small, pages: 5, warmCalls: 1500 },
    {
      workload: "text, 1,000 pages",
      file: files.text,
      locked: files.lockedText,
      damaged: files.damagedText,
      numbers: files.numbers1000,
      pages: 1000,
      warmCalls: 30,
    },
    {
      ...none,
      workload: "images, 140 MB",
      file: files.images,
      locked: files.lockedImages,
      damaged: files.damagedImages,
      pages: 110,
      warmCalls: 5,
    },
    { ...none, workload: "rich, 300 pages", file: files.rich, pages: 300, warmCalls: 50 },
    {
      workload: "text, 20,000 pages",
      file: files.huge,
      locked: files.lockedHuge,
      damaged: files.damagedHuge,
      numbers: files.numbers20000,
      pages: 20_000,
      warmCalls: 5,
    },
  ];
  const perFile = sets.flatMap((set): Row[] => {
    const { workload, file, locked, damaged, numbers, pages, warmCalls } = set;
    const small = pages === 5;
    const half = `1-${Math.ceil(pages / 2)}`;
    const middle = `${Math.ceil(pages / 2)}-${Math.ceil(pages / 2) + (small ? 1 : 9)}`;
    const rest = `1-${Math.ceil(pages / 2) - 1},${Math.ceil(pages / 2) + (small ? 2 : 10)}-z`;
    const pageRow = { workload, pages, warmCalls };
    const writes = { ...pageRow, floor: file };
    return [
      {
        ...pageRow,
        tool: "pdf_info",
        goal: small ? 0.1 : 0.8,
        input: () => ({ input: file }),
        native: () => ["qpdf", "--show-npages", file],
      },
      {
        ...writes,
        tool: "pdf_rotate_pages",
        goal: 0.25,
        input: (output) => ({ input: file, output }),
        native: (out) => ["qpdf", "--rotate=+90", file, out],
      },
      {
        ...writes,
        tool: "pdf_extract_pages",
        goal: 0.3,
        input: (output) => ({ input: file, pages: half, output }),
        // qpdf takes minutes for half of 20,000 pages; 500 keep the run shorter and flatter it.
        native: (out) => ["qpdf", file, "--pages", ".", pages > 5000 ? "1-500" : half, "--", out],
      },
      {
        ...writes,
        tool: "pdf_remove_pages",
        goal: 0.3,
        input: (output) => ({ input: file, pages: middle, output }),
        native: (out) => ["qpdf", file, "--pages", ".", pages > 5000 ? "1-500" : rest, "--", out],
      },
      {
        ...pageRow,
        tool: "pdf_read_text",
        goal: 1.6,
        warmCalls: small ? 500 : 5,
        input: () => ({ input: file, max_chars: 200_000 }),
        // The call stops once it has 200,000 characters; the native command is given the pages that hold as many.
        native: () => ["mutool", "draw", "-q", "-F", "txt", "-o", null_, file, pagesOf200k(workload)],
      },
      ...(pages > 1000 ? [] : newer(writes, file)),
      ...(locked === "" ? [] : protection(writes, file, locked)),
      ...(damaged === "" ? [] : repair(writes, file, damaged)),
      ...(numbers === "" ? [] : stamps(writes, file, numbers, files.watermark)),
    ];
  });
  const merge = (workload: string, inputs: readonly string[], warmCalls: number, goal: number): Row => ({
    tool: "pdf_merge",
    workload,
    pages: inputs.length,
    warmCalls,
    goal,
    input: (output) => ({ inputs, output }),
    native: (out) => ["qpdf", "--empty", "--pages", ...inputs, "--", out],
  });
  return [
    ...perFile,
    merge("100 files", files.merge100, 20, 0.3),
    merge("2,000 files", files.merge2000, 3, 0.1),
    {
      tool: "pdf_split",
      workload: "5,000 pages",
      pages: 5000,
      warmCalls: 1,
      goal: 0.5,
      input: (folder) => ({ input: files.many, mode: "pages", output_folder: folder }),
      native: (folder) => ["qpdf", "--split-pages", files.many, join(folder, "page-%d.pdf")],
      nativeFolder: true,
    },
  ];
}

type RowOfFile = Pick<Row, "workload" | "pages" | "warmCalls" | "floor">;

/** The tools beyond the eighteen; nothing redacts on a command line, so what rewrites the file is beside it. */
function newer(row: RowOfFile, file: string): Row[] {
  const smaller = ["--object-streams=generate", "--recompress-flate", "--compression-level=9"];
  const area = { page: 1, bbox: [50, 50, 200, 100] };
  const text = () => ["mutool", "draw", "-q", "-F", "txt", "-o", null_, file];
  const { floor: _, ...reads } = { ...row, warmCalls: Math.min(row.warmCalls, 5) };
  const writes = { ...row, warmCalls: reads.warmCalls };
  return [
    {
      ...writes,
      tool: "pdf_optimize",
      goal: 2,
      input: (output) => ({ input: file, output }),
      native: (out) => ["qpdf", ...smaller, file, out],
    },
    {
      ...writes,
      tool: "pdf_redact",
      input: (output) => ({ input: file, areas: [area], output }),
      native: (out) => ["qpdf", file, out],
    },
    { ...reads, tool: "pdf_search", input: () => ({ input: file, query: "links forms" }), native: text },
    { ...reads, tool: "pdf_find_leaks", input: () => ({ input: file }), native: text },
    {
      ...reads,
      tool: "pdf_render_pages",
      input: (folder) => ({ input: file, pages: "1-5", dpi: 72, output_folder: folder }),
      native: (folder) => ["mutool", "draw", "-q", "-r", "72", "-o", join(folder, "%d.png"), file, "1-5"],
      nativeFolder: true,
    },
  ];
}

/** A sound file and its twin without a cross-reference. */
function repair(row: RowOfFile, file: string, damaged: string): Row[] {
  const of = (workload: string, input: string): Row => ({
    ...row,
    workload,
    tool: "pdf_repair",
    goal: 0.3,
    input: (output) => ({ input, output }),
    native: (out) => ["qpdf", input, out],
  });
  return [of(row.workload, file), of(`${row.workload}, damaged`, damaged)];
}

/** Text on every page; the native program has it in a document that it lays over. */
function stamps(row: RowOfFile, file: string, numbers: string, watermark: string): Row[] {
  return [
    {
      ...row,
      tool: "pdf_add_page_labels",
      goal: 0.1,
      input: (output) => ({ input: file, output }),
      native: (out) => ["qpdf", file, "--overlay", numbers, "--", out],
    },
    {
      ...row,
      tool: "pdf_add_watermark",
      goal: 0.1,
      input: (output) => ({ input: file, text: "CONFIDENTIAL", output }),
      native: (out) => ["qpdf", file, "--overlay", watermark, "--from=", "--repeat=1", "--", out],
    },
  ];
}

/** The tools about passwords and metadata on one file and its encrypted twin. */
function protection(row: RowOfFile, file: string, locked: string): Row[] {
  return [
    {
      ...row,
      tool: "pdf_remove_metadata",
      goal: 0.3,
      input: (output) => ({ input: file, output }),
      // qpdf 11 has no option for it: a plain rewrite.
      native: (out) => ["qpdf", file, out],
    },
    {
      ...row,
      tool: "pdf_protect",
      goal: 0.5,
      input: (output) => ({ input: file, password, output }),
      native: (out) => ["qpdf", "--encrypt", password, password, "256", "--", file, out],
    },
    {
      ...row,
      tool: "pdf_unlock",
      goal: 0.4,
      input: (output) => ({ input: locked, password, output }),
      native: (out) => ["qpdf", `--password=${password}`, "--decrypt", locked, out],
    },
  ];
}

/** Pages that hold the first 200,000 characters of a workload (every page, where there are fewer). */
function pagesOf200k(workload: string): string {
  if (workload.startsWith("text, 1,000")) return "1-50";
  if (workload.startsWith("text, 20,000")) return "1-219";
  if (workload.startsWith("rich")) return "1-92";
  return "1-N";
}
