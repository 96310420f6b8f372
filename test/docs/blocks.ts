/** Fenced code blocks of README.md and the other documents, with their instructions for running them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "../..");

/** Paths of the documents from the checkout: README.md, AGENTS.md, .github, docs and each source folder's README.md. */
export const documents: readonly string[] = [
  "README.md",
  "AGENTS.md",
  ...filesIn(".github").filter((name) => name.endsWith(".md")),
  ...filesIn("docs").filter((name) => name.endsWith(".md") || name === "docs/llms.txt"),
  ...filesIn("src").filter((name) => name.endsWith("README.md")),
];

/** Paths of all files under a folder, relative to the checkout. */
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
  /** Where the fence is: `README.md:27`. */
  readonly place: string;
  /** `sh`, `json`, …; empty for plain text. */
  readonly language: string;
  readonly text: string;
  /** Instructions to the tests from the comment right above the block, without `test:`: `<!-- test: not run: reason -->`. */
  readonly remark: string;
  /** The second-level heading the block appears under. */
  readonly section: string;
}

/** The document's blocks, in order. */
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
      // The comment may be right above the fence or above one blank line.
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

/** The code of the only block whose first comment begins with this title, such as `# Slurm`. */
export function recipe(title: string): string {
  const found = documents
    .flatMap(blocksOf)
    .filter(({ text }) => /^(?:#!.*\n)?# (.*)$/m.exec(text)?.[1]?.startsWith(title));
  const [first, second] = found;
  if (!first || second)
    throw new Error(`the documents have ${found.length} recipes "${title}" instead of one`);
  return first.text;
}
