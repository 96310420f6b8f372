/** What is measured: each row is one call of a tool beside the native command that does the same. */
import { join } from "node:path";
import type { Workloads } from "./workloads.ts";

export interface Row {
  readonly tool: string;
  readonly workload: string;
  /** Pages of the workload, for the time per page. */
  readonly pages: number;
  /** Calls in one round: small work is repeated, since the clock of /proc ticks every 10 ms. */
  readonly calls: number;
  /** The aim for the ratio of processor times, from the issue; absent where none is named. */
  readonly goal?: number;
  /** Input of a call that writes to `out`, a path that does not exist. */
  input(out: string): object;
  /** The native command for the same, writing to `out`. */
  native(out: string): readonly string[];
  /** Whether the native command needs `out` to be a folder that exists. */
  readonly nativeFolder?: boolean;
}

const null_ = "/dev/null";

export function rows(files: Workloads): Row[] {
  const sets = [
    { workload: "small, 5 pages", file: files.small, pages: 5, calls: 100 },
    { workload: "text, 1,000 pages", file: files.text, pages: 1000, calls: 10 },
    { workload: "images, 140 MB", file: files.images, pages: 110, calls: 3 },
    { workload: "rich, 300 pages", file: files.rich, pages: 300, calls: 10 },
    { workload: "text, 20,000 pages", file: files.huge, pages: 20_000, calls: 2 },
  ];
  const perFile = sets.flatMap(({ workload, file, pages, calls }): Row[] => {
    const small = pages === 5;
    const half = `1-${Math.ceil(pages / 2)}`;
    const middle = `${Math.ceil(pages / 2)}-${Math.ceil(pages / 2) + (small ? 1 : 9)}`;
    const rest = `1-${Math.ceil(pages / 2) - 1},${Math.ceil(pages / 2) + (small ? 2 : 10)}-z`;
    const pageRow = { workload, pages, calls };
    return [
      {
        ...pageRow,
        tool: "pdf_info",
        goal: small ? 0.1 : 0.8,
        input: () => ({ input: file }),
        native: () => ["qpdf", "--show-npages", file],
      },
      {
        ...pageRow,
        tool: "pdf_rotate_pages",
        goal: 0.25,
        input: (output) => ({ input: file, output }),
        native: (out) => ["qpdf", "--rotate=+90", file, out],
      },
      {
        ...pageRow,
        tool: "pdf_extract_pages",
        goal: 0.3,
        input: (output) => ({ input: file, pages: half, output }),
        // qpdf takes most of a minute for half of 20,000 pages; 500 keep the run short and flatter it.
        native: (out) => ["qpdf", file, "--pages", ".", pages > 5000 ? "1-500" : half, "--", out],
      },
      {
        ...pageRow,
        tool: "pdf_remove_pages",
        goal: 0.3,
        input: (output) => ({ input: file, pages: middle, output }),
        native: (out) => ["qpdf", file, "--pages", ".", pages > 5000 ? "1-500" : rest, "--", out],
      },
      {
        ...pageRow,
        tool: "pdf_read_text",
        goal: 1.6,
        calls: small ? 50 : Math.max(1, Math.floor(2000 / pages)),
        input: () => ({ input: file, max_chars: 200_000 }),
        // The call stops once it has 200,000 characters; the native command is given the pages that hold as many.
        native: () => ["mutool", "draw", "-q", "-F", "txt", "-o", null_, file, pagesOf200k(workload)],
      },
    ];
  });
  const merge = (workload: string, inputs: readonly string[], calls: number, goal: number): Row => ({
    tool: "pdf_merge",
    workload,
    pages: inputs.length,
    calls,
    goal,
    input: (output) => ({ inputs, output }),
    native: (out) => ["qpdf", "--empty", "--pages", ...inputs, "--", out],
  });
  return [
    ...perFile,
    merge("100 files", files.merge100, 5, 0.3),
    merge("2,000 files", files.merge2000, 1, 0.1),
    {
      tool: "pdf_split",
      workload: "5,000 pages",
      pages: 5000,
      calls: 1,
      goal: 0.5,
      input: (folder) => ({ input: files.many, mode: "pages", output_folder: folder }),
      native: (folder) => ["qpdf", "--split-pages", files.many, join(folder, "page-%d.pdf")],
      nativeFolder: true,
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
