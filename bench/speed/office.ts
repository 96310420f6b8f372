/**
 * `bun bench/speed/office.ts` compares a conversion by the running service with a bare `soffice --convert-to pdf` of the same
 * file, alternating in one run. The bare soffice has a used profile, like a user's. Options: --rounds <n, 5>,
 * --folder <office files; generates small ones if omitted>.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { docx, odf, paragraph, pptx, slideText, xlsx } from "../../test/office/documents.ts";
import { median } from "./measure.ts";
import { startService } from "./service.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, folder: { type: "string" } },
});

/** The goal for a cold conversion: the ratio of its wall time to that of bare soffice. */
const goal = 1.1;

const root = mkdtempSync(join(tmpdir(), "pdfd-bench-office-"));
const allowed = join(root, "files");
mkdirSync(allowed);
if (values.folder !== undefined) {
  for (const name of readdirSync(values.folder)) {
    const path = join(values.folder, name);
    if (/\.(docx|xlsx|pptx|odt|ods|odp)$/i.test(name) && statSync(path).isFile())
      copyFileSync(path, join(allowed, name));
  }
} else {
  const words = Array.from(
    { length: 400 },
    (_, k) => `paragraph ${k} of some length, to fill a line or two of a page`,
  );
  writeFileSync(join(allowed, "text.docx"), docx(words.map(paragraph).join("")));
  writeFileSync(
    join(allowed, "text.odt"),
    odf("text", words.map((word) => `<text:p>${word}</text:p>`).join("")),
  );
  const rows = words.map((_, k) => `<row r="${k + 1}"><c r="A${k + 1}"><v>${k}</v></c></row>`);
  writeFileSync(join(allowed, "cells.xlsx"), xlsx(rows.join("")));
  writeFileSync(join(allowed, "slide.pptx"), pptx(slideText("a slide")));
}

const profile = `-env:UserInstallation=${pathToFileURL(join(root, "profile")).href}`;
const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const bare = (file: string) =>
  timed(() =>
    spawnSync("soffice", [
      profile,
      "--headless",
      "--convert-to",
      "pdf",
      "--outdir",
      root,
      join(allowed, file),
    ]),
  );

try {
  await using service = await startService([allowed]);
  let n = 0;
  const ours = (file: string) =>
    timed(() => service.call("pdf_from_office", { input: file, output: `out-${n++}.pdf` }));
  const files = readdirSync(allowed).sort();
  await bare(files[0] ?? "");
  console.log("file                                      ours ms   bare ms   ratio");
  const ratios: number[] = [];
  for (const file of files) {
    const rounds: { ours: number; bare: number }[] = [];
    for (let k = 0; k < Number(values.rounds); k++)
      rounds.push({ ours: await ours(file), bare: await bare(file) });
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    ratios.push(ratio);
    const cells = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.bare))];
    console.log(
      file.slice(0, 40).padEnd(40),
      ...cells.map((ms) => ms.toFixed(0).padStart(9)),
      ratio.toFixed(2).padStart(7),
    );
  }
  const worst = Math.max(...ratios);
  console.log(
    `median ratio ${median(ratios).toFixed(2)}, worst ${worst.toFixed(2)}; goal ${goal} ${worst <= goal ? "met" : "MISSED"}`,
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
