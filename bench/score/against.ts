/** The guard of reading: what another executable or commit reads from the same files, and what got better or worse. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { corpusFolder } from "../../test/support/corpus.ts";
import { type Entry, entries, type Row } from "./corpus-score.ts";

const root = resolve(import.meta.dirname, "../..");

interface Answer {
  readonly result?: { readonly content?: string; readonly pages?: readonly { readonly text: string }[] };
}

/** Reads files with a program's `--jsonl`, into `<id>.txt` and `<id>.md` of a folder. */
function readWith(command: readonly string[], files: readonly Entry[], folder: string): void {
  const calls = files.flatMap(({ file }) => [
    { tool: "pdf_read_text", input: { input: join(corpusFolder, file), max_chars: 200_000 } },
    { tool: "pdf_extract_structure", input: { input: join(corpusFolder, file), max_chars: 400_000 } },
  ]);
  const [program = "", ...args] = command;
  const { stdout } = spawnSync(program, [...args, "--jsonl", "--jobs", "1"], {
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  const answers: readonly Answer[] = stdout
    .split("\n")
    .filter(Boolean)
    .map((answer) => JSON.parse(answer));
  if (answers.length !== calls.length)
    throw new Error(`${command.join(" ")} answered ${answers.length} of ${calls.length} calls`);
  files.forEach(({ id }, k) => {
    const text = answers[2 * k]?.result?.pages?.map((page) => page.text).join("\n\n");
    if (text !== undefined) writeFileSync(join(folder, `${id}.txt`), text);
    const markdown = answers[2 * k + 1]?.result?.content;
    if (markdown !== undefined) writeFileSync(join(folder, `${id}.md`), markdown);
  });
}

/** Reads files with an executable, or with the sources of a commit, whose readings are kept for the next comparison. */
export function readAgainst(other: string, files: readonly Entry[], folder: string): string {
  if (existsSync(other)) {
    mkdirSync(folder, { recursive: true });
    readWith([resolve(other)], files, folder);
    return folder;
  }
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const commit = git("rev-parse", "--verify", `${other}^{commit}`);
  const kept = join(tmpdir(), `pdfd-score-${commit.slice(0, 12)}`);
  mkdirSync(kept, { recursive: true });
  const missing = files.filter(({ id }) => !existsSync(join(kept, `${id}.md`)));
  if (missing.length === 0) return kept;
  const sources = join(tmpdir(), `pdfd-sources-${commit.slice(0, 12)}-${process.pid}`);
  git("worktree", "add", "--quiet", "--detach", sources, commit);
  try {
    symlinkSync(join(root, "node_modules"), join(sources, "node_modules"));
    readWith([process.execPath, join(sources, "src/main.ts")], missing, kept);
  } finally {
    rmSync(join(sources, "node_modules"), { force: true });
    git("worktree", "remove", "--force", sources);
  }
  return kept;
}

const measures = ["overall", "nid", "teds", "mhs", "headF1", "listF1", "ratioN", "wordF1", "olmPass"];
/** Differences that count, and those that need a reason. */
const [least, most] = [0.0005, 0.02];

const blocksOf = (folder: string, id: string) => {
  const path = join(folder, `${id}.md`);
  return existsSync(path) ? readFileSync(path, "utf8").split(/\n{2,}/) : [];
};
const short = (block: string) =>
  (block.length > 110 ? `${block.slice(0, 110)}…` : block).replaceAll("\n", " ⏎ ");

/** Lists each file whose score changed, worst first, with the blocks that changed; whether one is worse by more than 0.02. */
export function compare(
  before: { readonly rows: readonly Row[]; readonly folder: string },
  after: { readonly rows: readonly Row[]; readonly folder: string },
): boolean {
  const references = new Map(entries().map(({ id, markdown }) => [id, markdown]));
  const changes = after.rows.flatMap((row) => {
    const old = before.rows.find(({ id }) => id === row.id);
    const changed = measures
      .map((name) => ({ name, from: Number(old?.[name] ?? Number.NaN), to: Number(row[name] ?? Number.NaN) }))
      .filter(({ from, to }) => Math.abs(to - from) > least);
    const [first] = changed;
    return first ? [{ id: row.id, changed, by: first.to - first.from }] : [];
  });
  for (const { id, changed, by } of changes.sort((a, b) => a.by - b.by)) {
    const figures = changed.map(({ name, from, to }) => `${name} ${from.toFixed(3)} → ${to.toFixed(3)}`);
    console.log(`${by < 0 ? "worse " : "better"} ${by.toFixed(3)}  ${id}: ${figures.join(", ")}`);
    const reference = references.get(id);
    const wanted = new Set(
      reference ? readFileSync(join(corpusFolder, reference), "utf8").split(/\n{2,}/) : [],
    );
    const [old, now] = [blocksOf(before.folder, id), blocksOf(after.folder, id)];
    const show = (block: string, mark: string) =>
      console.log(`    ${mark} ${wanted.has(block) ? "(as the truth) " : ""}${short(block)}`);
    const gone = old.filter((block) => !now.includes(block));
    const come = now.filter((block) => !old.includes(block));
    for (const block of gone.slice(0, 6)) show(block, "-");
    for (const block of come.slice(0, 6)) show(block, "+");
    const more = Math.max(0, gone.length - 6) + Math.max(0, come.length - 6);
    if (more > 0) console.log(`    and ${more} more`);
  }
  const worse = changes.filter(({ by }) => by < -most);
  console.log(
    `${changes.filter(({ by }) => by > 0).length} files better, ${changes.filter(({ by }) => by < 0).length} worse, ${worse.length} by more than ${most}`,
  );
  return worse.length > 0;
}
