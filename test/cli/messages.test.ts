/** Messages of failed commands: they refer to commands and flags, never to tools and JSON fields. */
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/cli/flags/flags.ts";
import { commandOf } from "../../src/cli/tools/tool-command.ts";
import { toolFields } from "../../src/cli/tools/tool-fields.ts";
import { commandNames, inputOf, problemLines, toolFlags } from "../../src/cli/tools/tool-flags.ts";
import { remarks } from "../../src/cli/tools/tool-output.ts";
import { validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import type { Tool } from "../../src/core/tool.ts";
import { CosError } from "../../src/cos/syntax/error.ts";
import { problemOf } from "../../src/document/translate-errors.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { execute } from "../../src/run/execute.ts";
import { findTool, tools } from "../../src/tools/index.ts";
import { givenFlags } from "../support/given-flags.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { runTool } from "../support/run-tool.ts";

const good = samplePdf({ pages: pageTexts("good", 3) });
const { file } = await runTool(
  "pdf_protect",
  { input: "good.pdf", password: "secret", output: "locked.pdf" },
  { "good.pdf": good },
);
const files = {
  "good.pdf": good,
  "locked.pdf": file("locked.pdf"),
  "damaged.pdf": new TextEncoder().encode("%PDF-1.7\nnothing of a document"),
  "there.pdf": good,
  "letter.docx": new TextEncoder().encode("not a letter"),
};

const rotated = JSON.stringify([{ action: "rotate" }]);

/** A correct command line for each tool; the test replaces `good.pdf` and `new.pdf` with invalid names. */
const lines: Readonly<Record<string, readonly string[]>> = {
  pdf_list_files: [],
  pdf_info: ["good.pdf"],
  pdf_read_text: ["good.pdf"],
  pdf_extract_structure: ["good.pdf"],
  pdf_merge: ["good.pdf", "good.pdf", "-o", "new.pdf"],
  pdf_extract_pages: ["good.pdf", "--pages", "1", "-o", "new.pdf"],
  pdf_remove_pages: ["good.pdf", "--pages", "1", "-o", "new.pdf"],
  pdf_rotate_pages: ["good.pdf", "-o", "new.pdf"],
  pdf_add_page_labels: ["good.pdf", "-o", "new.pdf"],
  pdf_add_watermark: ["good.pdf", "--text", "Draft", "-o", "new.pdf"],
  pdf_split: ["good.pdf", "--mode", "pages", "-o", "parts"],
  pdf_from_office: ["letter.docx", "-o", "new.pdf"],
  pdf_remove_metadata: ["good.pdf", "-o", "new.pdf"],
  pdf_repair: ["good.pdf", "-o", "new.pdf"],
  pdf_protect: ["good.pdf", "-o", "new.pdf"],
  pdf_unlock: ["good.pdf", "-o", "new.pdf"],
  pdf_search: ["good", "good.pdf"],
  pdf_render_pages: ["good.pdf", "-o", "pictures"],
  pdf_fill_form: ["good.pdf", "--set", "name=Ada", "-o", "new.pdf"],
  pdf_optimize: ["good.pdf", "-o", "new.pdf"],
  pdf_find_leaks: ["good.pdf"],
  pdf_check_signatures: ["good.pdf"],
  pdf_check: ["good.pdf", "--profile", "pdfa-2b"],
  pdf_make_pdfa: ["good.pdf", "-o", "new.pdf"],
  pdf_redact: ["good.pdf", "--text", "good", "-o", "new.pdf"],
  pdf_attach: ["good.pdf", "--files", '[{"path":"good.pdf"}]', "-o", "new.pdf"],
  pdf_from_images: ["picture.png", "-o", "new.pdf"],
  pdf_add_text_layer: ["good.pdf", "-o", "new.pdf"],
  pdf_extract_attachments: ["good.pdf", "-o", "files"],
  pdf_set_document: ["good.pdf", "--title", "New", "-o", "new.pdf"],
  pdf_arrange_pages: ["good.pdf", "--per-sheet", "2", "-o", "new.pdf"],
  pdf_overlay: ["good.pdf", "--stamp", "picture.png", "-o", "new.pdf"],
  pdf_extract_tables: ["good.pdf"],
  pdf_run_pipeline: ["good.pdf", "--steps", rotated, "-o", "new.pdf"],
  pdf_run_batch: ["good.pdf", "--steps", rotated, "-o", "parts"],
};

interface Said {
  readonly refused: readonly string[];
  /** The whole result, including warnings and a batch's failed files. */
  readonly result: object;
}

async function say(tool: Tool, args: readonly string[], more = {}): Promise<Said> {
  const names = commandNames(tool);
  try {
    const input = inputOf(tool, givenFlags(commandOf(tool), args), {});
    const result = await execute(tool, validate(tool.input, input), {
      files: memoryFiles({ ...files, ...more }),
      readers: createReaders(),
      names,
      progress: () => {},
    });
    return { refused: [], result };
  } catch (error) {
    if (error instanceof UsageError) return { refused: error.message.split("\n"), result: {} };
    if (error instanceof ProblemError) return { refused: problemLines(error, names), result: {} };
    throw error;
  }
}

/** Names that nobody types on a command line. */
const registryName = new RegExp(
  `\\b(${tools
    .flatMap((tool) => [tool.name, ...toolFields(tool).map(({ name }) => name)])
    .filter((name) => name.includes("_"))
    .join("|")})\\b`,
);

/** Invalid command lines for a tool. */
function wrongLines(tool: Tool): readonly (readonly string[])[] {
  const right = lines[tool.name] ?? [];
  const instead = (name: string, other: string) =>
    right.includes(name) ? [right.map((word) => (word === name ? other : word))] : [];
  const flags = toolFields(tool).filter(
    ({ kind, name }) => kind !== "switch" && `--${name}` in toolFlags(tool),
  );
  return [
    [],
    ...["nowhere.pdf", "locked.pdf", "damaged.pdf"].flatMap((name) => instead("good.pdf", name)),
    ...instead("new.pdf", "there.pdf"),
    ...flags.map(({ flag }) => [...right, `--${flag}`, "\u0000"]),
    ...["--pages", "--angle", "--max-chars", "--mode", "--suffix", "--format", "--model", "--position"]
      .filter((flag) => flag.slice(2) in toolFlags(tool) && !right.includes(flag))
      .map((flag) => [...right, flag, "9?"]),
  ];
}

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  it("has a command line here to vary", () => expect(lines).toHaveProperty(name));

  it.each(wrongLines(tool).map((line) => [line]))("refuses %j in command-line terms", async (line) => {
    const { refused, result } = await say(tool, line);
    // The values of the result, not its field names.
    const values = JSON.stringify(result).replaceAll(/"\w+":/g, "");
    for (const text of [...refused, values]) expect(text).not.toMatch(registryName);
  });
});

describe("a command", () => {
  const lineOf = async (command: string, args: readonly string[], more = {}) => {
    const tool = findTool(command);
    if (!tool) throw new Error(command);
    const { refused, result } = await say(tool, args, more);
    return [...refused, ...remarks(result)].join("\n");
  };

  it("names the password flag, and the command that takes one", async () => {
    expect(await lineOf("pdf_info", ["locked.pdf"])).toBe(
      "/files/locked.pdf needs a password: use pdfd unlock with it, or give it as --password-file, --password-stdin or PDFD_PASSWORD",
    );
    expect(await lineOf("pdf_unlock", ["locked.pdf", "-o", "new.pdf"])).toBe(
      "/files/locked.pdf needs a password: give it as --password-file, --password-stdin or PDFD_PASSWORD",
    );
    expect(await lineOf("pdf_protect", ["good.pdf", "-o", "new.pdf"])).toBe(
      "--password-file, --password-stdin or PDFD_PASSWORD: is required",
    );
    expect(await lineOf("pdf_merge", ["locked.pdf", "good.pdf", "-o", "new.pdf"])).toContain("pdfd unlock");
  });

  it("names the command that may repair a file", () => {
    const [tool] = tools;
    const problem = problemOf("a.pdf", new CosError("syntax", "why"));
    if (!tool || !(problem instanceof ProblemError)) throw new Error("no tool, or no problem");
    expect(problemLines(problem, commandNames(tool))).toEqual([
      "a.pdf is damaged: why. pdfd repair may repair it",
    ]);
    expect(problem.message).toBe("a.pdf is damaged: why. pdf_repair may repair it");
  });

  it("takes the names of a list one by one or comma-separated", () => {
    const tool = findTool("pdf_redact");
    if (!tool) throw new Error("no tool");
    const args = ["good.pdf", "--kinds", "email,phone", "--kinds", "ip", "-o", "new.pdf"];
    const input = inputOf(tool, givenFlags(commandOf(tool), args), {});
    expect(input).toMatchObject({ kinds: ["email", "phone", "ip"] });
  });

  it("reads page images if a model is named", () => {
    const tool = findTool("pdf_read_text");
    if (!tool) throw new Error("no tool");
    const input = inputOf(tool, givenFlags(commandOf(tool), ["good.pdf", "--model", "ocr"]), {});
    expect(input).toMatchObject({ model: "ocr", high_accuracy: true });
  });

  it("names flags in its advice", async () => {
    expect(await lineOf("pdf_split", ["good.pdf", "-o", "parts"])).toMatch(
      /^--pages: .* or use --mode pages$/,
    );
    expect(await lineOf("pdf_read_text", ["good.pdf", "--max-chars", "x"])).toMatch(/^--max-chars: must be/);
    const steps = JSON.stringify([{ action: "rotate", options: { angle: 45 } }]);
    expect(await lineOf("pdf_run_pipeline", ["good.pdf", "--steps", steps, "-o", "new.pdf"])).toMatch(
      /^--steps\[0\]\.options\.angle: /,
    );
  });

  it("words its warnings and a batch's failures in command-line terms", async () => {
    const lines = Array.from({ length: 20 }, (_, k) => `1 0 0 1 50 ${700 - 20 * k} Tm (a long text) Tj`);
    const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    const data = `BT /F 12 Tf ${lines.join(" ")} ET`;
    const long = pagesPdf([`${font}/Contents 20 0 R`], { more: { 20: { dict: "", data } } });
    const said = await lineOf("pdf_read_text", ["long.pdf", "--max-chars", "100"], { "long.pdf": long });
    expect(said).toMatch(/cut at --max-chars; read it whole with --pages "1" and --max-chars \d+/);
    const batch = findTool("pdf_run_batch");
    if (!batch) throw new Error("no tool");
    const { result: done } = await say(batch, ["locked.pdf", "--steps", rotated, "-o", "parts"]);
    expect(JSON.stringify(done)).toContain("use pdfd unlock");
  });
});
