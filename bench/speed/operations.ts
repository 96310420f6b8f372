/** The operations that `npm run bench` measures: as a call of the service, as a command, and in other programs. */
import { join } from "node:path";
import { password, type Workloads } from "./workloads.ts";

/** Programs that are measured too, in the order of the columns. `cp` shows what moving the bytes costs. */
export const programs = ["cp", "qpdf", "mutool", "liteparse", "pdf-inspector"] as const;
export type Program = (typeof programs)[number];

/** At most so many times the processor time of the other program, or of the fastest. */
export interface Goal {
  readonly side: "call" | "command";
  readonly program: Program | "fastest";
  readonly atMost: number;
}

export interface Operation {
  readonly name: string;
  /** Whether the README shows it too. */
  readonly inReadme?: boolean;
  /** The tool and its fields. */
  readonly call?: readonly [tool: string, input: object];
  /** Arguments of `pdfd`. */
  readonly command?: readonly string[];
  /** Whether it writes, and to a file or to a folder. Calls and commands get the path. */
  readonly writes?: "file" | "folder";
  /** The input, if the work is mostly moving its bytes. */
  readonly large?: string;
  /** The same in other programs, or the nearest to it. */
  readonly others?: Partial<Record<Program, (out: string) => readonly string[]>>;
  readonly goal?: Goal;
}

type Sides = Omit<Operation, "name">;

const upTo = (count: number) => Array.from({ length: count }, (_, k) => k + 1).join(",");

function pages(files: Workloads): Operation[] {
  const steps = [
    { action: "extract", options: { pages: "2-1000" } },
    { action: "remove", options: { pages: "1" } },
    { action: "rotate", options: { angle: 90 } },
    { action: "crop", options: { margins: 10 } },
    { action: "scale", options: { factor: 0.5 } },
    { action: "flatten", options: {} },
    { action: "labels", options: {} },
    { action: "watermark", options: { text: "CONFIDENTIAL" } },
    { action: "metadata-clear", options: {} },
    { action: "rotate", options: { angle: 270 } },
  ];
  const three = files.merge100.slice(0, 3);
  const merge = (inputs: readonly string[]): Sides => ({
    call: ["pdf_merge", { inputs }],
    command: ["merge", ...inputs],
    writes: "file",
    others: {
      qpdf: (out) => ["qpdf", "--empty", "--pages", ...inputs, "--", out],
      mutool: (out) => ["mutool", "merge", "-o", out, ...inputs],
    },
  });
  const split = (file: string): Sides => ({
    call: ["pdf_split", { input: file, mode: "pages" }],
    command: ["split", file, "--mode", "pages", "--quiet"],
    writes: "folder",
    others: { qpdf: (out) => ["qpdf", "--split-pages", file, join(out, "page-%d.pdf")] },
  });
  const rotate = (file: string): Sides => ({
    call: ["pdf_rotate_pages", { input: file }],
    command: ["rotate-pages", file],
    writes: "file",
    others: { qpdf: (out) => ["qpdf", "--rotate=+90", file, out] },
  });
  const extract = (file: string, range: string): Sides => ({
    call: ["pdf_extract_pages", { input: file, pages: range }],
    command: ["extract-pages", file, "--pages", range],
    writes: "file",
    others: {
      qpdf: (out) => ["qpdf", file, "--pages", ".", range, "--", out],
      mutool: (out) => ["mutool", "merge", "-o", out, file, range],
    },
  });
  const copied = (out: string) => ["cp", files.images, out];
  const turned = rotate(files.images);
  const half = extract(files.images, "1-55");
  return [
    { name: "Version", command: ["--version"], others: { qpdf: () => ["qpdf", "--version"] } },
    {
      name: "Info of 5 pages",
      inReadme: true,
      call: ["pdf_info", { input: files.small }],
      command: ["info", files.small, "--json"],
      others: {
        qpdf: () => ["qpdf", "--json", "--json-key=pages", files.small],
        mutool: () => ["mutool", "pages", files.small],
      },
      goal: { side: "command", program: "qpdf", atMost: 3 },
    },
    {
      name: "Info of 20,000 pages (qpdf: page count only)",
      call: ["pdf_info", { input: files.huge }],
      command: ["info", files.huge, "--json"],
      others: {
        qpdf: () => ["qpdf", "--show-npages", files.huge],
        mutool: () => ["mutool", "pages", files.huge],
      },
      goal: { side: "call", program: "qpdf", atMost: 0.8 },
    },
    { name: "Rotate 5 pages", inReadme: true, ...rotate(files.small) },
    {
      name: "Rotate 110 pages of images, 140 MB",
      inReadme: true,
      ...turned,
      large: files.images,
      others: { ...turned.others, cp: copied },
      goal: { side: "call", program: "qpdf", atMost: 0.9 },
    },
    { name: "Rotate 20,000 pages", ...rotate(files.huge) },
    {
      name: "Merge 3 files",
      ...merge(three),
      goal: { side: "command", program: "qpdf", atMost: 4 },
    },
    { name: "Merge 100 files", inReadme: true, ...merge(files.merge100) },
    { name: "Merge 2,000 files", ...merge(files.merge2000) },
    {
      name: "Split 5 pages",
      ...split(files.small),
      goal: { side: "command", program: "qpdf", atMost: 4 },
    },
    { name: "Split 5,000 pages", ...split(files.many) },
    { name: "Extract 500 of 1,000 pages", inReadme: true, ...extract(files.text, "1-500") },
    {
      name: "Extract 55 pages of images, 70 of 140 MB",
      ...half,
      large: files.images,
      goal: { side: "call", program: "qpdf", atMost: 0.9 },
    },
    {
      name: "Ten steps in one pipeline, 1,000 pages",
      call: ["pdf_run_pipeline", { input: files.text, steps }],
      writes: "file",
    },
  ];
}

function rewriting(files: Workloads, passwordFile: string): Operation[] {
  const overlay = (stamps: string, ...how: string[]) => ({
    qpdf: (out: string) => ["qpdf", files.text, "--overlay", stamps, ...how, "--", out],
  });
  return [
    {
      name: "Page labels on 1,000 pages",
      call: ["pdf_add_page_labels", { input: files.text }],
      command: ["add-page-labels", files.text],
      writes: "file",
      others: overlay(files.numbers1000),
    },
    {
      name: "Watermark on 1,000 pages",
      call: ["pdf_add_watermark", { input: files.text, text: "CONFIDENTIAL" }],
      command: ["add-watermark", files.text, "--text", "CONFIDENTIAL"],
      writes: "file",
      others: overlay(files.watermark, "--from=", "--repeat=1"),
    },
    {
      name: "Encrypt 140 MB with AES-256",
      inReadme: true,
      call: ["pdf_protect", { input: files.images, password }],
      command: ["protect", files.images, "--password-file", passwordFile],
      writes: "file",
      large: files.images,
      others: { qpdf: (out) => ["qpdf", "--encrypt", password, password, "256", "--", files.images, out] },
    },
    {
      name: "Decrypt 140 MB",
      call: ["pdf_unlock", { input: files.lockedImages, password }],
      command: ["unlock", files.lockedImages, "--password-file", passwordFile],
      writes: "file",
      large: files.lockedImages,
      others: { qpdf: (out) => ["qpdf", `--password=${password}`, "--decrypt", files.lockedImages, out] },
    },
    {
      name: "Repair 1,000 pages without a cross-reference",
      inReadme: true,
      call: ["pdf_repair", { input: files.damagedText }],
      command: ["repair", files.damagedText],
      writes: "file",
      others: {
        qpdf: (out) => ["qpdf", files.damagedText, out],
        mutool: (out) => ["mutool", "clean", files.damagedText, out],
      },
    },
    {
      name: "Optimize 1,000 pages",
      call: ["pdf_optimize", { input: files.text }],
      command: ["optimize", files.text],
      writes: "file",
      others: {
        qpdf: (out) => [
          ...["qpdf", "--object-streams=generate", "--recompress-flate", "--compression-level=9"],
          ...[files.text, out],
        ],
      },
    },
  ];
}

function reading(files: Workloads): Operation[] {
  const mutool = (file: string, range: string) => ({
    mutool: () => ["mutool", "draw", "-q", "-F", "txt", "-o", "/dev/null", file, range],
  });
  const text = (file: string, range: string): Sides => ({
    call: ["pdf_read_text", { input: file, pages: range, max_chars: 200_000 }],
    command: ["read-text", file, "--pages", range, "--max-chars", "200000"],
  });
  const markdown: Sides = {
    call: ["pdf_extract_structure", { input: files.text, pages: "1-50", max_chars: 400_000 }],
    command: ["extract-structure", files.text, "--pages", "1-50", "--max-chars", "400000"],
  };
  const liteparse = ["liteparse", "parse", "-q", "--no-ocr", "--target-pages", "1-50"];
  return [
    {
      name: "Text of 50 pages",
      inReadme: true,
      ...text(files.text, "1-50"),
      others: { ...mutool(files.text, "1-50"), liteparse: () => [...liteparse, files.text] },
      goal: { side: "call", program: "mutool", atMost: 0.9 },
    },
    {
      name: "Text of 92 tagged pages with links and fields",
      ...text(files.rich, "1-92"),
      others: mutool(files.rich, "1-92"),
      goal: { side: "call", program: "mutool", atMost: 0.9 },
    },
    {
      name: "Markdown of 50 pages",
      inReadme: true,
      ...markdown,
      others: {
        liteparse: () => [...liteparse, "--format", "markdown", files.text],
        "pdf-inspector": () => ["pdf-inspector", files.text, "--pages", upTo(50)],
      },
    },
    {
      name: "Search 1,000 pages for two words",
      call: ["pdf_search", { input: files.text, query: "links forms" }],
      others: mutool(files.text, "1-N"),
    },
    {
      name: "Draw 5 pages at 72 dpi",
      call: ["pdf_render_pages", { input: files.text, pages: "1-5", dpi: 72 }],
      command: ["render-pages", files.text, "--pages", "1-5", "--dpi", "72"],
      writes: "folder",
      others: {
        mutool: (out) => ["mutool", "draw", "-q", "-r", "72", "-o", join(out, "%d.png"), files.text, "1-5"],
      },
    },
  ];
}

export function operations(files: Workloads, passwordFile: string): readonly Operation[] {
  return [...pages(files), ...rewriting(files, passwordFile), ...reading(files)];
}
