/**
 * `bun scripts/examples.ts` writes examples/letter.pdf and examples/report.pdf, which the README's first steps use.
 * They are small, contain only text, and are our own work.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../examples");

/** A4 pages with lines in Helvetica; the first line is the title. */
function document(title: string, pages: readonly (readonly string[])[]): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/Lang(en)>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${5 + 2 * at} 0 R`).join(" ")}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    `<</Title(${title})>>`,
    ...pages.flatMap((lines, at) => {
      const [first = "", ...rest] = lines;
      const shown = rest.map((line) => `0 -20 Td (${line}) Tj`).join("\n");
      const content = `BT\n/F1 20 Tf 72 750 Td (${first}) Tj\n/F1 12 Tf 0 -12 Td\n${shown}\nET`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${6 + 2 * at} 0 R>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.7\n";
  const rows = objects.map((object, at) => {
    const row = `${String(file.length).padStart(10, "0")} 00000 n \n`;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size ${size}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}

const letter = [
  ["A letter", "Dear reader,", "this is the first of two documents to try things with.", "Yours, pdfd"],
];
const report = [
  [
    "A report",
    "It has three pages. This is the first.",
    "Merge it with the letter, or take a page out of it.",
  ],
  ["The second page", "Rotate the page, stamp it, or drop it."],
  ["The third page", "Here it ends."],
];

await mkdir(folder, { recursive: true });
await writeFile(join(folder, "letter.pdf"), document("A letter", letter), "latin1");
await writeFile(join(folder, "report.pdf"), document("A report", report), "latin1");
