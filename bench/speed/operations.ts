/** The operations that `npm run bench` measures: as a call of the service, as a command, and in other programs. */
import { dirname, join } from "node:path";
import { password, type Workloads } from "./workloads.ts";

/** Programs that are measured too, in the table's order. `cp` shows what moving the bytes costs. */
export const programs = [
  "cp",
  "qpdf",
  "mutool",
  "pdftk",
  "pdfdetach",
  "pdfsig",
  "pdfgrep",
  "exiftool",
  "gs",
  "verapdf",
  "liteparse",
  "pdf-inspector",
] as const;
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
      name: "Remove 500 of 1,000 pages",
      call: ["pdf_remove_pages", { input: files.text, pages: "501-1000" }],
      command: ["remove-pages", files.text, "--pages", "501-1000"],
      writes: "file",
      others: { qpdf: (out) => ["qpdf", files.text, "--pages", ".", "1-500", "--", out] },
    },
    {
      name: "Two pages on a sheet, 1,000 pages",
      call: ["pdf_arrange_pages", { input: files.text, per_sheet: 2, paper: "A4" }],
      command: ["arrange-pages", files.text, "--per-sheet", "2", "--paper", "A4"],
      writes: "file",
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
      name: "Letterhead under 1,000 pages",
      call: ["pdf_overlay", { input: files.text, stamp: files.watermark, under: true }],
      command: ["overlay", files.text, "--stamp", files.watermark, "--under"],
      writes: "file",
      others: {
        qpdf: (out) => [
          "qpdf",
          files.text,
          "--underlay",
          files.watermark,
          "--from=",
          "--repeat=1",
          "--",
          out,
        ],
      },
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

function parts(files: Workloads): Operation[] {
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, k) => [`field${2 * k}`, `filled ${k}`]));
  return [
    {
      name: "Fill 150 fields",
      call: ["pdf_fill_form", { input: files.rich, fields }],
      writes: "file",
      others: { pdftk: (out) => ["pdftk", files.rich, "fill_form", files.fieldValues, "output", out] },
    },
    {
      name: "Set a title, 1,000 pages",
      call: ["pdf_set_document", { input: files.text, title: "Report" }],
      command: ["set-document", files.text, "--title", "Report"],
      writes: "file",
      others: { exiftool: (out) => ["exiftool", "-q", "-Title=Report", "-o", out, files.text] },
    },
    {
      name: "Remove metadata, 1,000 pages",
      call: ["pdf_remove_metadata", { input: files.text }],
      command: ["remove-metadata", files.text],
      writes: "file",
      others: { exiftool: (out) => ["exiftool", "-q", "-all=", "-o", out, files.text] },
    },
    {
      name: "Attach a file, 1,000 pages",
      call: ["pdf_attach", { input: files.text, files: [{ path: files.note }] }],
      writes: "file",
      others: { qpdf: (out) => ["qpdf", files.text, "--add-attachment", files.note, "--", out] },
    },
    {
      name: "Extract an attachment of 300 pages",
      call: ["pdf_extract_attachments", { input: files.rich }],
      command: ["extract-attachments", files.rich],
      writes: "folder",
      others: { pdfdetach: (out) => ["pdfdetach", "-saveall", "-o", out, files.rich] },
    },
    {
      name: "Redact a word on 50 pages",
      call: ["pdf_redact", { input: files.fifty, text: ["outline"] }],
      command: ["redact", files.fifty, "--text", "outline"],
      writes: "file",
    },
    {
      name: "Find leaks in 50 pages",
      call: ["pdf_find_leaks", { input: files.fifty }],
    },
    {
      name: "Tables of 50 pages",
      call: ["pdf_extract_tables", { input: files.fifty }],
      command: ["extract-tables", files.fifty],
    },
    {
      name: "Make PDF/A-2b of 50 pages",
      call: ["pdf_make_pdfa", { input: files.fifty }],
      command: ["make-pdfa", files.fifty],
      writes: "file",
      others: {
        gs: (out) => [
          ...["gs", "-q", "-dPDFA=2", "-dPDFACompatibilityPolicy=1", "-sColorConversionStrategy=RGB"],
          ...["-sDEVICE=pdfwrite", "-dNOPAUSE", "-dBATCH", "-o", out, files.fifty],
        ],
      },
    },
    {
      name: "Check 50 pages for PDF/A-2b",
      call: ["pdf_check", { input: files.fifty, profile: "pdfa-2b" }],
      command: ["check", files.fifty, "--profile", "pdfa-2b"],
      others: { verapdf: () => ["verapdf", "--flavour", "2b", "--format", "text", files.fifty] },
    },
    {
      name: "Check a signature",
      call: ["pdf_check_signatures", { input: files.signed }],
      others: { pdfsig: () => ["pdfsig", "-nocert", files.signed] },
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
      name: "Search a folder of 100 files for a word",
      call: ["pdf_search", { folder: dirname(files.merge100[0] ?? ""), query: "outline" }],
      command: ["search", "outline", dirname(files.merge100[0] ?? "")],
      others: { pdfgrep: () => ["pdfgrep", "-r", "outline", dirname(files.merge100[0] ?? "")] },
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
  return [...pages(files), ...rewriting(files, passwordFile), ...parts(files), ...reading(files)];
}
