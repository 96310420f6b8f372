/**
 * `bun scripts/first-minute.ts` draws docs/first-minute.svg: a terminal with the commands in the README's Start section and
 * their output. The tests run those commands, so the image shows real output.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "..");
export const picture: string = resolve(checkout, "docs/first-minute.svg");

/** The height of a text row, the width of a character, and the margin, in SVG units. */
const row = 20;
const character = 8.43;
const margin = 18;

interface Line {
  readonly text: string;
  /** Whether the user types it. */
  readonly typed: boolean;
}

/** The section's commands and output, in order. Skips the commands for a checkout, because their output varies. */
function linesOf(readme: string): Line[] {
  const [, section = ""] = /^## Start\n(.*?)^## /ms.exec(readme) ?? [];
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, language, text = ""]) => {
    const typed = language === "sh";
    if (text.startsWith("npm ci")) return [];
    return text
      .trimEnd()
      .split("\n")
      .map((line, at) => ({ text: typed && at === 0 ? `$ ${line}` : line, typed }));
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function drawn(readme: string): string {
  const lines = linesOf(readme);
  const width = Math.ceil(2 * margin + character * Math.max(...lines.map(({ text }) => text.length)));
  const height = 2 * margin + row * lines.length;
  const texts = lines.map(({ text, typed }, at) => {
    const colour = typed ? "#e6e6e6" : "#8fd18f";
    return `<text x="${margin}" y="${margin + row * (at + 0.75)}" fill="${colour}" xml:space="preserve">${escaped(text)}</text>\n`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">\n`,
    `<title>A service starts, a call merges two files, and a command does the same</title>\n`,
    `<rect width="100%" height="100%" rx="8" fill="#1e1e24"/>\n${texts.join("")}</svg>\n`,
  ].join("");
}

if (import.meta.main) writeFileSync(picture, drawn(readFileSync(resolve(checkout, "README.md"), "utf8")));
