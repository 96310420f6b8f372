/**
 * Shows random pages of a folder's PDFs beside their Markdown, to be judged by eye: `npm run score:eyes -- --count 60 --seed 1
 * <folder>` writes `eyes.html`, or `--to <file>`. The same seed and folder give the same pages.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { createReaders } from "../../src/engines/engines.ts";
import { runTool } from "../../test/support/run-tool.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    to: { type: "string", default: "eyes.html" },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("Name a folder of PDFs: npm run score:eyes -- <folder>");

/** Reproducible numbers from 0 to 1 (a linear congruential generator, Numerical Recipes). */
let state = Number(options.seed) >>> 0;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const readers = createReaders();
const call = async (tool: string, path: string, input: object) =>
  runTool(tool, { input: "a.pdf", ...input }, { "a.pdf": readFileSync(path) }, readers);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page's image, Markdown as it is rendered, and its source. */
async function shown(path: string, page: number): Promise<string> {
  const pages = String(page);
  const drawn = await call("pdf_render_pages", path, { pages, dpi: 80, output_folder: "drawn" });
  const [image] = Object(drawn.result).outputs;
  const picture = Buffer.from(drawn.file(image.output)).toString("base64");
  const { result } = await call("pdf_extract_structure", path, { pages, max_chars: 400_000 });
  const markdown = String(Object(result).content);
  const rendered = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return `<img src="data:image/png;base64,${picture}"><div>${rendered}<details><summary>Markdown</summary><pre>${escaped(markdown)}</pre></details></div>`;
}

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.toLowerCase().endsWith(".pdf"))
  .sort()
  .map((file) => join(folder, file));
const sections: string[] = [];
/** Files that can't be read are passed over, but not without end. */
for (let tries = 0; sections.length < Number(options.count) && tries < 4 * Number(options.count); tries++) {
  const path = files[Math.floor(random() * files.length)];
  const place = random();
  if (path === undefined) throw new Error(`${folder} has no PDFs`);
  try {
    const { result } = await call("pdf_info", path, {});
    const page = 1 + Math.floor(place * Number(Object(result).pages));
    const name = escaped(`${relative(folder, path)}, page ${page}`);
    sections.push(`<section><h6>${sections.length + 1}. ${name}</h6>${await shown(path, page)}</section>`);
  } catch (error) {
    console.log(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}
const style = `section{display:grid;grid-template-columns:auto 1fr;gap:1em;border-top:2px solid;margin-bottom:2em}
h6{grid-column:1/-1;margin:.5em 0} img{border:1px solid #999;align-self:start} table{border-collapse:collapse}
td,th{border:1px solid #999;padding:2px 6px} pre{white-space:pre-wrap} body{font:14px sans-serif}`;
writeFileSync(
  options.to,
  `<!doctype html><meta charset="utf-8"><title>Pages and their Markdown</title><style>${style}</style>${sections.join("\n")}`,
);
console.log(`${options.to}: ${sections.length} pages`);
