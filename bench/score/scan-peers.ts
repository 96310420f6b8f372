/**
 * pdf_from_images beside img2pdf, and pdf_add_text_layer beside OCRmyPDF, in one run: `bun bench/score/scan-peers.ts [rounds]`, after
 * `npm run build`. Prints sizes, whether image data is kept byte for byte, the word F1 of pdftotext's text, and processor and
 * wall time (the least of the rounds) with Tesseract's threads limited to one and without a limit. By default, OCRmyPDF compresses
 * images again; with `--optimize 0` it keeps them, as pdfd does.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { corpusFolder } from "../../test/support/corpus.ts";
import { entries, scoreFolder } from "./corpus-score.ts";

const pdfd = resolve(import.meta.dirname, "../../dist/pdfd");
const rounds = Number(process.argv[2] ?? 2);
const folder = mkdtempSync(join(tmpdir(), "pdfd-scan-peers-"));
const at = (name: string) => join(folder, name);

interface Run {
  readonly cpu: number;
  readonly wall: number;
  readonly text: string;
}

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const begin = performance.now();
  const done = Bun.spawnSync([...command], { env: { ...process.env, ...env }, stderr: "pipe" });
  if (done.exitCode !== 0) throw new Error(`${command.join(" ")}: ${done.stderr}`);
  const cpu = Number(done.resourceUsage.cpuTime.total) / 1e6;
  return { cpu, wall: (performance.now() - begin) / 1000, text: done.stdout.toString() };
}

const sizeOf = (name: string) => readFileSync(at(name)).length;

function printImages(): void {
  console.log("| image | bytes | pdfd | img2pdf | kept byte for byte |\n|---|---|---|---|---|");
  for (const [name, options] of [
    ["a.jpg", ["-quality", "85"]],
    ["a.png", []],
    ["a.tif", ["-monochrome", "-compress", "Group4"]],
  ] as const) {
    run(["convert", "-size", "1200x1600", "-seed", "7", "plasma:gray-white", ...options, at(name)]);
    rmSync(at("own.pdf"), { force: true });
    run([pdfd, "from-images", at(name), "-o", at("own.pdf")]);
    run(["img2pdf", at(name), "-o", at("peer.pdf")]);
    const [own, peer] = ["own.pdf", "peer.pdf"].map(imageData);
    console.log(
      `| ${[name, sizeOf(name), sizeOf("own.pdf"), sizeOf("peer.pdf"), own === peer].join(" | ")} |`,
    );
  }
}

/** The digests of a document's raw image streams. */
function imageData(name: string): string {
  const { text } = run(["qpdf", "--json", "--json-stream-data=inline", at(name)]);
  const [, objects]: { readonly stream?: { readonly dict: object; readonly data: string } }[][] =
    JSON.parse(text).qpdf;
  return Object.values(objects ?? {})
    .flatMap(({ stream }) => (stream && Object(stream.dict)["/Subtype"] === "/Image" ? stream.data : []))
    .sort()
    .join();
}

function printLayers(): void {
  const scans = entries().filter(
    ({ group, id, text }) => group === "scan" && text !== undefined && id.includes("rfc3595.latex-art"),
  );
  console.log(
    "\n| scan | program | word F1 | bytes | images kept | processor, one thread | no limit | wall, one thread | no limit |",
  );
  console.log(`|${"---|".repeat(9)}`);
  for (const { id, file } of scans) {
    const input = join(corpusFolder, file);
    const peer = ["ocrmypdf", "-q", "--output-type", "pdf", "-l", "eng"];
    const commands = {
      pdfd: [pdfd, "add-text-layer", input, "-o", at("layer.pdf")],
      OCRmyPDF: [...peer, input, at("layer.pdf")],
      "OCRmyPDF --optimize 0": [...peer, "--optimize", "0", input, at("layer.pdf")],
    };
    writeFileSync(at("input.pdf"), readFileSync(input));
    for (const [program, command] of Object.entries(commands)) {
      const runs = [{ OMP_THREAD_LIMIT: "1" }, {}].map((env) =>
        Array.from({ length: rounds }, () => {
          rmSync(at("layer.pdf"), { force: true });
          return run(command, env);
        }),
      );
      const least = (key: "cpu" | "wall") =>
        runs.map((all) => Math.min(...all.map((one) => one[key])).toFixed(2));
      writeFileSync(at(`${id}.txt`), run(["pdftotext", at("layer.pdf"), "-"]).text);
      const { files } = scoreFolder(folder, [id]).report;
      const kept = imageData("layer.pdf") === imageData("input.pdf");
      const f1 = Number(files[0]?.wordF1).toFixed(3);
      const row = [id, program, f1, sizeOf("layer.pdf"), kept, ...least("cpu"), ...least("wall")];
      console.log(`| ${row.join(" | ")} |`);
    }
  }
}

try {
  printImages();
  printLayers();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
