/** The fenced code of README.md and the documents beside it, with what the reader is told about running it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "../..");

/** Paths of the documents, relative to the checkout: README.md, AGENTS.md, those of GitHub, docs, and what rooms say of themselves. */
export const documents: readonly string[] = [
  "README.md",
  "AGENTS.md",
  ...filesIn(".github").filter((name) => name.endsWith(".md")),
  ...filesIn("docs").filter((name) => name.endsWith(".md") || name === "docs/llms.txt"),
  ...filesIn("src").filter((name) => name.endsWith("README.md")),
];

/** Paths of all files below a folder, relative to the checkout. */
export function filesIn(folder: string): string[] {
  const path = join(checkout, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(checkout, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

export function readDocument(name: string): string {
  return readFileSync(join(checkout, name), "utf8");
}

export interface Block {
  /** `README.md:27`: the line of its fence. */
  readonly place: string;
  /** `sh`, `json`, …; empty for plain text. */
  readonly language: string;
  readonly text: string;
  /** What the comment right above it says to the tests, without `test:`: `<!-- test: not run: reason -->`. */
  readonly remark: string;
  /** The heading of the second level that it stands under. */
  readonly section: string;
}

/** The blocks of a document, in order. */
export function blocksOf(document: string): Block[] {
  const lines = readDocument(document).split("\n");
  const blocks: Block[] = [];
  let section = "";
  let remark = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    section = /^## (.*)$/.exec(line)?.[1] ?? section;
    const fence = /^```(\w*)$/.exec(line);
    if (!fence) {
      // Above the fence, or above an empty line above it.
      if (line !== "") remark = /^<!-- test: (.*) -->$/.exec(line)?.[1] ?? "";
      continue;
    }
    const start = at;
    while (lines[at + 1] !== "```" && at + 1 < lines.length) at++;
    const text = `${lines.slice(start + 1, at + 1).join("\n")}\n`;
    blocks.push({ place: `${document}:${start + 1}`, language: fence[1] ?? "", text, remark, section });
    remark = "";
    at++;
  }
  return blocks;
}

/** The code of the one block whose first comment begins with this title: `# Slurm`. */
export function recipe(title: string): string {
  const found = documents
    .flatMap(blocksOf)
    .filter(({ text }) => /^(?:#!.*\n)?# (.*)$/m.exec(text)?.[1]?.startsWith(title));
  const [first, second] = found;
  if (!first || second)
    throw new Error(`the documents have ${found.length} recipes "${title}" instead of one`);
  return first.text;
}
