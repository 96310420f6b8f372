/**
 * pdf_find_leaks on the files of x-ray (freelawproject/x-ray, tests/assets), judged as its tests expect: which hide text below
 * a box or in its color, and which only look so. `bun bench/redact/xray.ts <folder of the files>`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../../test/support/run-tool.ts";

/** Letters and signs that are hidden in a file; all others hide none. */
const hidden: Readonly<Record<string, number>> = {
  // x-ray counts 639: a space between two lines more.
  "bad_cross_hatched_redactions.pdf": 638,
  // x-ray knows that these are there, and does not find them.
  "hidden_text_on_visible_text.pdf": "TROOPPER, LLC".length,
  "rectangles_yes.pdf": 64,
  "rectangles_yes_2.pdf": "def".length,
};
/** Text that is hidden indeed, which x-ray passes over for what it says: dates, and the word "Privilege". */
const passedOver: Readonly<Record<string, RegExp>> = {
  "no_bad_redactions.8.1.pdf": /^\d\d\/\d\d\/\d+$/,
  "ok_words.pdf": /^Privilege$/,
  // White letters of 1 point, which no box covers.
  "unfilled_rect.pdf": /^YVer1f$/,
};
const kinds = new Set(["covered_text", "background_text"]);

const [folder = "."] = process.argv.slice(2);
let wrong = 0;
const names = readdirSync(folder).filter((name) => name.endsWith(".pdf"));
for (const name of names) {
  const { result } = await runTool(
    "pdf_find_leaks",
    { input: "a.pdf" },
    { "a.pdf": readFileSync(join(folder, name)) },
  );
  const { leaks }: { readonly leaks: readonly { kind: string; text?: string }[] } = Object(result);
  const texts = leaks.filter(({ kind }) => kinds.has(kind)).map(({ text = "" }) => text);
  const forgiven = passedOver[name];
  const length = texts.filter((text) => !forgiven?.test(text)).join("").length;
  const expected = hidden[name] ?? 0;
  if (length === expected) continue;
  wrong += 1;
  console.log(`${name}: ${length} hidden letters instead of ${expected}: ${texts.join(" | ")}`);
}
console.log(`${names.length} files, ${wrong} judged otherwise`);
process.exitCode = wrong > 0 ? 1 : 0;
