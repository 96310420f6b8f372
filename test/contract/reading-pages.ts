/** Documents whose pages tell the scripted model what to type, and the texts that it types. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scripts } from "../models/scripted-model.ts";
import { type BuiltPdf, pagesPdf } from "../support/pdf-builder.ts";

/** A page as a model should transcribe it, with everything that the tools support. */
export const lightPage = [
  "# Jahresbericht Ä 中文 ✓",
  "Ein Absatz mit **fett** und $E = mc^2$.",
  '<table>\n<tr><th>Jahr</th><th colspan="2">Wert</th></tr>\n<tr><td>2024</td><td>1,5</td><td>a &lt; b</td></tr>\n</table>',
  "$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$",
  "## Anhang",
  "- eins\n- zwei",
].join("\n\n");

export const lightHtml = [
  "<h1>Jahresbericht Ä 中文 ✓</h1>",
  "<p>Ein Absatz mit <b>fett</b> und $E = mc^2$.</p>",
  '<table>\n<tr><th>Jahr</th><th colspan="2">Wert</th></tr>\n<tr><td>2024</td><td>1,5</td><td>a &lt; b</td></tr>\n</table>',
  "<p>$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$</p>",
  "<h2>Anhang</h2>",
  "<ul>\n<li>eins</li>\n<li>zwei</li>\n</ul>",
].join("\n\n");

export const darkPage = "Die andere Seite.";

/** Dark pages, pages that make the model repeat itself, pages that it never finishes, and all others. */
export const scripts: Scripts = {
  scripts: [
    { below: 0.3, types: darkPage },
    { below: 0.5, types: "immer wieder ".repeat(60) },
    { below: 2, types: lightPage },
  ],
  hangs: [0.55, 0.65],
};

/** The gray levels of pages, by the model's reaction. */
export const greys = { dark: 0.1, loops: 0.4, hangs: 0.6, light: 0.9 } as const;

/** A page of one gray level with a mark on it, or an empty page if undefined. */
export function greyPdf(pages: readonly (number | undefined)[]): Uint8Array {
  const more: Record<number, BuiltPdf["objects"][number]> = {};
  const dicts = pages.map((grey, at) => {
    if (grey === undefined) return "/MediaBox[0 0 420 595]";
    const content = 3 + pages.length + at;
    more[content] = { dict: "", data: `${grey} g 0 0 420 595 re f 0 g 20 20 9 9 re f` };
    return `/MediaBox[0 0 420 595]/Contents ${content} 0 R`;
  });
  return pagesPdf(dicts, { more });
}

/** A page with invisible text. */
function hiddenPdf(): Uint8Array {
  const page = "/MediaBox[0 0 420 595]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R";
  const more: Record<number, BuiltPdf["objects"][number]> = {
    4: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    5: { dict: "", data: "BT 3 Tr /F 18 Tf 40 500 Td (hidden *words* here) Tj ET" },
  };
  return pagesPdf([page], { more });
}

/** Writes the documents to a folder. */
export function writeGreyPdfs(folder: string): void {
  const { dark, loops, hangs, light } = greys;
  const write = (name: string, pages: readonly (number | undefined)[]) =>
    writeFileSync(join(folder, name), greyPdf(pages));
  write("light.pdf", [light]);
  write("pages.pdf", [light, undefined, dark, light]);
  write("loops.pdf", [loops]);
  write("hangs.pdf", [hangs]);
  write("hangs-late.pdf", [light, hangs, light]);
  writeFileSync(join(folder, "hidden.pdf"), hiddenPdf());
}
