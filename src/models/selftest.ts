/** `pdfd models selftest`: renders and reads a built-in page, so that users know within a minute what works on their computer. */

import type { ModelName } from "../core/page-reading.ts";

/** The result. Times are in milliseconds. */
export interface SelftestResult {
  readonly model: ModelName;
  /** The text of the page, as Markdown. */
  readonly expected: string;
  /** The model's text, cleaned like that in the tools. */
  readonly text: string;
  /** Which of the expected parts (heading, table, formula, sentence) were found in the text. */
  readonly found: Readonly<Record<string, boolean>>;
  /** Whether all were found. */
  readonly passed: boolean;
  readonly times: {
    /** Time to render the page. */
    readonly render: number;
    /** Time to start the process and load the model; 0 for a model server. */
    readonly load: number;
    /** Time to read the page. */
    readonly read: number;
  };
}

const sentence = "The quick brown fox jumps over the lazy dog; 1,234.50 is a number.";

/** A good model's output for the page. */
export const selftestText = `# Reading test

${sentence}

<table>
<tr><th>Fruit</th><th>Pieces</th></tr>
<tr><td>Apples</td><td>12</td></tr>
<tr><td>Pears</td><td>7</td></tr>
</table>

$$E = mc^2$$`;

/** The parts, matched as loosely as models may write them. */
const pieces: Readonly<Record<string, readonly RegExp[]>> = {
  heading: [/^#{1,3} \**Reading test\**$/im],
  sentence: [/quick brown fox jumps over the lazy dog; 1,234\.50 is a number/i],
  table: [/<table>/, /Apples<\/t[dh]><t[dh]>12</, /Pears<\/t[dh]><t[dh]>7</, /<\/table>/],
  formula: [/\$/, /E\s*=\s*m\s*c\s*\^\s*\{?2\}?/, /\$/],
};

export function judge(text: string): Pick<SelftestResult, "found" | "passed"> {
  const found = Object.fromEntries(
    Object.entries(pieces).map(([name, patterns]) => [name, inOrder(text, patterns)]),
  );
  return { found, passed: Object.values(found).every(Boolean) };
}

/** Whether patterns match a text in order. */
function inOrder(text: string, patterns: readonly RegExp[]): boolean {
  let rest = text;
  for (const pattern of patterns) {
    const match = pattern.exec(rest);
    if (!match) return false;
    rest = rest.slice(match.index + match[0].length);
  }
  return true;
}

/** The page as a PDF: A5, with fonts that every reader has. */
export function selftestPdf(): Uint8Array {
  const show = (font: string, size: number, x: number, y: number, text: string) =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
  const content = [
    show("B", 22, 40, 530, "Reading test"),
    show("R", 11, 40, 490, sentence),
    "0.8 w 40 370 240 90 re S 40 400 m 280 400 l S 40 430 m 280 430 l S 170 370 m 170 460 l S",
    ...[show("B", 12, 50, 440, "Fruit"), show("B", 12, 180, 440, "Pieces")],
    ...[show("R", 12, 50, 410, "Apples"), show("R", 12, 180, 410, "12")],
    ...[show("R", 12, 50, 380, "Pears"), show("R", 12, 180, 380, "7")],
    ...[show("I", 20, 160, 310, "E = mc"), show("R", 13, 224, 319, "2")],
  ].join("\n");
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
  const fonts = `<</B ${font("Helvetica-Bold")}/R ${font("Helvetica")}/I ${font("Times-Italic")}>>`;
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font ${fonts}>>/Contents 4 0 R>>`;

  return withObjects([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    page,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ]);
}

/** A file with these objects, numbered from 1, and a cross-reference table (ISO 32000-2, 7.5). */
function withObjects(objects: readonly string[]): Uint8Array {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const size = objects.length + 1;
  const start = file.length;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
  return new TextEncoder().encode(`${file}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
}
