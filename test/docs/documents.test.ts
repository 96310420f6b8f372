/** The examples in README.md and the other documents run as shown and print the output shown. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { load, loadAll } from "js-yaml";
import { describe, expect, it } from "vitest";
import { type Block, blocksOf, documents, filesIn, readDocument } from "./blocks.ts";
import { commandFault } from "./commands.ts";
import { found, masked, openSession, type Session, syntaxFault } from "./session.ts";

const checkout = resolve(import.meta.dirname, "../..");

const howToMark = `Every block of sh is run, unless a comment on a line of its own right above the fence says otherwise:
  <!-- test: not run: why it cannot be run here -->   only its syntax is checked
  <!-- test: needs parallel -->                       run where the program is installed
  <!-- test: serves -->                               starts a service for the blocks after it
  <!-- test: needs a service -->                      run with a service, as $PDFD_TOKEN and 127.0.0.1:7341
  <!-- test: run by python3 - -->                     code of another language, run so with a service
  <!-- test: fails with 2 -->                         ends with this exit code
and a block of another language under <!-- test: prints --> is what the block before it prints.`;

/** The sections of a document with their blocks. Each section is a session of its own. */
function sections(document: string): [string, readonly Block[]][] {
  const shown = blocksOf(document).filter(({ language, remark }) => language === "sh" || remark !== "");
  const names = [...new Set(shown.map(({ section }) => section))];
  return names.map((name) => [name, shown.filter(({ section }) => section === name)]);
}

async function follow(blocks: readonly Block[], session: Session): Promise<void> {
  let printed: string | undefined;
  for (const { place, language, text, remark } of blocks) {
    const [, program = ""] = /^run by ((\S+).*)$/.exec(remark) ?? [];
    if (remark === "prints") {
      // A block that wasn't run has no output to compare with.
      if (printed !== undefined) expect(masked(printed), place).toBe(masked(text));
      continue;
    }
    expect(language === "sh" || program !== "", `${place}: ${howToMark}`).toBe(true);
    if (language === "sh") expect(syntaxFault(text), place).toBe("");
    const needed = program.split(" ")[0] || /^needs (\S+)$/.exec(remark)?.[1];
    printed = undefined;
    if (/^not run: .{10}/.test(remark) || (needed !== undefined && !found(needed))) continue;
    if (remark === "serves") {
      await session.serve(text);
      continue;
    }
    const failure = /^fails with (\d+)$/.exec(remark)?.[1];
    const service = program !== "" || remark === "needs a service";
    if (service) await session.service();
    if (needed === undefined && failure === undefined && !service)
      expect(remark, `${place}: ${howToMark}`).toBe("");
    const { code, out } = session.run(
      program === "" ? text : `${program} <<'END OF BLOCK'\n${text}END OF BLOCK\n`,
    );
    expect(code, `${place} printed:\n${out}\n${howToMark}`).toBe(Number(failure ?? 0));
    printed = out;
  }
}

describe.each(documents)("%s", (document) => {
  it.each(sections(document))("%s: commands run as shown", async (_, blocks) => {
    using session = openSession();
    await follow(blocks, session);
  });

  it("uses only commands and options that exist", async () => {
    const prose = readDocument(document).replaceAll(/^```[\s\S]*?^```$/gm, "");
    for (const [, line = ""] of prose.matchAll(/`(pdfd [^`]+)`/g))
      expect(await commandFault(line), `\`${line}\``).toBeUndefined();
  });

  it("shows valid JSON", () => {
    for (const { place, language, text } of blocksOf(document)) {
      const values = language === "jsonl" ? text.trimEnd().split("\n") : [text];
      if (language.startsWith("json"))
        for (const value of values) expect(() => JSON.parse(value), place).not.toThrow();
    }
  });

  it("shows valid YAML", () => {
    for (const { place, language, text } of blocksOf(document))
      if (language === "yaml") expect(() => loadAll(text), place).not.toThrow();
  });

  it("has no broken links", () => {
    const text = readDocument(document).replaceAll(/^```[\s\S]*?^```$/gm, "");
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? document : resolve(checkout, dirname(document), path);
      expect(existsSync(resolve(checkout, file)), target).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...readFileSync(resolve(checkout, file), "utf8").matchAll(/^#+ (.*)$/gm)];
      expect(
        headings.map(([, heading = ""]) => slug(heading)),
        target,
      ).toContain(anchor);
    }
  });
});

describe("issue forms", () => {
  it.each(filesIn(".github/ISSUE_TEMPLATE"))("%s: is YAML with the keys GitHub requires", (path) => {
    const form: unknown = load(readDocument(path));
    const needed = path.endsWith("config.yml") ? ["blank_issues_enabled"] : ["name", "description", "body"];
    for (const key of needed) expect(form).toHaveProperty(key);
  });
});

describe("paths in documents", () => {
  it.each(documents)("%s: all exist in the repository", (document) => {
    const prose = readDocument(document).replaceAll(/^```[\s\S]*?^```$/gm, "");
    for (const [, path = ""] of prose.matchAll(/`((?:src|test|scripts|docs|\.github)\/[\w./-]+)`/g))
      expect(existsSync(resolve(checkout, path)), path).toBe(true);
  });
});

/** The anchor GitHub generates for a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
