/** Programs that print HTML, each by its own ideas of how text is painted. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "./chromium.ts";

/** A page to print, and where to. */
export interface Print {
  readonly html: string;
  readonly pdf: string;
}

export interface Producer {
  readonly name: string;
  readonly needs: readonly string[];
  /** The languages whose letters it has no glyphs for. */
  readonly without?: readonly string[];
  /** Prints pages; those that it can't print are missing afterwards. */
  print(pages: readonly Print[]): void | Promise<void>;
}

const limit = 1_800_000;
/** Runs a program and ignores its complaints: what counts is the file. */
function run(program: string, args: readonly string[], input?: Uint8Array): Uint8Array {
  const { stdout } = spawnSync(program, args, {
    timeout: limit,
    maxBuffer: 1 << 26,
    env: { ...process.env, QT_QPA_PLATFORM: "offscreen" },
    ...(input && { input }),
  });
  return stdout ?? new Uint8Array();
}

function inFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-print-"));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const each = (print: (page: Print) => void) => (pages: readonly Print[]) => pages.forEach(print);

/** From the file that Chromium printed before. */
const printed = (pdf: string) => pdf.replace(/\.\w+\.pdf$/, ".chromium.pdf");

/** One process for all pages: its start takes longer than a page. */
function weasyprint(pages: readonly Print[]): void {
  const script = `import json, sys, weasyprint
for page in json.load(sys.stdin): weasyprint.HTML(page["html"]).write_pdf(page["pdf"])`;
  run("/usr/bin/python3", ["-c", script], Buffer.from(JSON.stringify(pages)));
}

function wkhtmltopdf(pages: readonly Print[]): void {
  const lines = pages.map(({ html, pdf }) => `"${html}" "${pdf}"\n`);
  const flags = ["-q", "--enable-local-file-access", "--read-args-from-stdin"];
  run("wkhtmltopdf", flags, Buffer.from(lines.join("")));
}

function libreoffice(pages: readonly Print[]): void {
  if (pages.length === 0) return;
  inFolder((folder) => {
    const documents = pages.map((page, k) => ({ ...page, docx: join(folder, `${k}.docx`) }));
    for (const { html, docx } of documents) run("pandoc", [html, "-o", docx]);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const convert = ["--headless", "--convert-to", "pdf", "--outdir", folder];
    run("soffice", [profile, ...convert, ...documents.map(({ docx }) => docx)]);
    for (const { docx, pdf } of documents) {
      const made = docx.replace(".docx", ".pdf");
      if (existsSync(made)) renameSync(made, pdf);
    }
  });
}

export const producers: readonly Producer[] = [
  { name: "chromium", needs: ["chromium"], print: (pages) => chromium(pages, true) },
  { name: "untagged", needs: ["chromium"], print: (pages) => chromium(pages, false) },
  {
    name: "cairo",
    needs: ["chromium", "pdftocairo"],
    print: each(({ pdf }) => run("pdftocairo", ["-pdf", printed(pdf), pdf])),
  },
  {
    name: "ghostscript",
    needs: ["chromium", "gs"],
    // Its ToUnicode maps lose the first byte of characters, as in <0103> <0104> <0141>: pdftotext and MuPDF read it alike.
    without: ["ar", "ja"],
    print: each(({ pdf }) =>
      run("gs", ["-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", `-sOutputFile=${pdf}`, printed(pdf)]),
    ),
  },
  { name: "weasyprint", needs: ["weasyprint"], print: weasyprint },
  // It cuts lines from the right off at the edge of its page.
  { name: "wkhtmltopdf", needs: ["wkhtmltopdf"], without: ["ar"], print: wkhtmltopdf },
  { name: "libreoffice", needs: ["pandoc", "soffice"], print: libreoffice },
  {
    name: "xelatex",
    needs: ["pandoc", "xelatex"],
    without: ["ar", "ja"],
    print: each(({ html, pdf }) =>
      run("pandoc", [html, "--pdf-engine=xelatex", "-V", "mainfont=DejaVu Serif", "-o", pdf]),
    ),
  },
  {
    name: "groff",
    needs: ["pandoc", "groff"],
    without: ["ar", "ja", "pl"],
    print: each(({ html, pdf }) => {
      const ms = run("pandoc", [html, "-t", "ms", "-s"]);
      const made = run("groff", ["-Kutf8", "-t", "-ms", "-Tpdf"], ms);
      if (made.length > 0) writeFileSync(pdf, made);
    }),
  },
];

/** Whether a program is installed. */
export function installed(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
