/**
 * Compares this program with others on scans, in one run: `bun bench/score/ocr-peers.ts`. Each file is read as text and, if the
 * program finds headings, as Markdown, then scored by the corpus's scripts. Times are the processor time of all processes per
 * word of the ground truth, run as commands. The others are given the language; pdfd isn't. Programs not installed are skipped.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { corpusFolder } from "../../test/support/corpus.ts";
import { entries, scoreFolder } from "./corpus-score.ts";

/** Tesseract's language names by a part of the corpus file name. */
const languages = { "-ar-": "ara", "-de-": "deu", "-ko-": "kor", "-zh-": "chi_sim" } as const;
const languageOf = (id: string) =>
  Object.entries(languages).find(([part]) => id.includes(part))?.[1] ?? "eng";
const tessdata = "/usr/share/tesseract-ocr/5/tessdata";
const pdfd = resolve(import.meta.dirname, "../../dist/pdfd");
const scratch = mkdtempSync(join(tmpdir(), "pdfd-ocr-peers-"));
let cpuMs = 0;

/** Runs a command, adds its processor time to the total and returns its standard output. */
function run(...command: readonly string[]): string {
  const done = Bun.spawnSync([...command], {
    // Time that threads spend waiting for each other would count.
    env: { ...process.env, TESSDATA_PREFIX: tessdata, OMP_THREAD_LIMIT: "1" },
    stdout: "pipe",
    stderr: "ignore",
  });
  cpuMs += Number(done.resourceUsage.cpuTime.total) / 1000;
  if (done.exitCode !== 0) console.error(`exit ${done.exitCode}: ${command.join(" ")}`);
  return done.stdout.toString();
}

interface Reader {
  readonly name: string;
  /** The executable to look for. */
  readonly program: string;
  text(file: string, language: string): string;
  markdown?(file: string, language: string): string;
}

const ocr = ["--high-accuracy", "--model", "ocr"];
const readers: readonly Reader[] = [
  {
    name: "pdfd",
    program: pdfd,
    text: (file) => run(pdfd, "read-text", file, ...ocr),
    markdown: (file) => run(pdfd, "extract-structure", file, ...ocr, "--format", "markdown"),
  },
  {
    name: "liteparse",
    program: "lit",
    text: (file, language) => run("lit", "parse", "-q", file, "--format", "text", "--ocr-language", language),
    markdown: (file, language) =>
      run("lit", "parse", "-q", file, "--format", "markdown", "--ocr-language", language),
  },
  {
    name: "Tesseract, pages drawn by pdftoppm",
    program: "tesseract",
    text(file, language) {
      const folder = mkdtempSync(join(scratch, "pages-"));
      run("pdftoppm", "-r", "150", "-gray", file, join(folder, "page"));
      const pages = readdirSync(folder).sort();
      return pages.map((page) => run("tesseract", join(folder, page), "-", "-l", language)).join("\n\n");
    },
  },
  {
    name: "OCRmyPDF",
    program: "ocrmypdf",
    text(file, language) {
      const [text, pdf] = [join(scratch, "sidecar.txt"), join(scratch, "out.pdf")];
      const made = ["--output-type", "pdf", "--sidecar", text];
      run("ocrmypdf", "-q", "--force-ocr", "--rotate-pages", "--deskew", ...made, "-l", language, file, pdf);
      return readFileSync(text, "utf8");
    },
  },
];

const files = entries().filter(({ group, text }) => group === "scan" && text !== undefined);
const words = files.reduce((sum, { text = "" }) => {
  const truth = readFileSync(join(corpusFolder, text), "utf8");
  return sum + [...new Intl.Segmenter().segment(truth)].length / 6;
}, 0);
console.log(`${files.length} scans, about ${Math.round(words)} words of six characters`);
console.log(
  "| program | word F1 | ratioN | NID | MHS | overall | ms a word |\n|---|---|---|---|---|---|---|",
);
try {
  for (const { name, program, text, markdown } of readers) {
    if (!existsSync(program) && spawnSync("which", [program]).status !== 0) continue;
    const folder = join(scratch, name.replaceAll(/\W/g, "-"));
    mkdirSync(folder);
    cpuMs = 0;
    for (const { id, file } of files)
      writeFileSync(join(folder, `${id}.txt`), text(join(corpusFolder, file), languageOf(id)));
    const perWord = cpuMs / words;
    if (markdown !== undefined)
      for (const { id, file } of files)
        writeFileSync(join(folder, `${id}.md`), markdown(join(corpusFolder, file), languageOf(id)));
    const ids = files.map(({ id }) => id);
    const { groups } = scoreFolder(folder, ids).report;
    const shown = ["wordF1", "ratioN", ...(markdown === undefined ? [] : ["nid", "mhs", "overall"])];
    const figures = shown.map((key) => (groups.scan?.[key] ?? Number.NaN).toFixed(3));
    const row = [name, ...figures, ...(markdown === undefined ? ["", "", ""] : []), perWord.toFixed(1)];
    console.log(`| ${row.join(" | ")} |`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
