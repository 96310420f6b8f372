/** The help of every command: it fits a terminal, says what is needed and what is usual, and shows a line that works. */
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import type { Command } from "../../src/cli/flags/command.ts";
import { usageOf, wrapped } from "../../src/cli/flags/usage.ts";
import { helpText } from "../../src/cli/help.ts";
import { linesCommand } from "../../src/cli/tools/jsonl.ts";
import { commandOf } from "../../src/cli/tools/tool-command.ts";
import { toolFields } from "../../src/cli/tools/tool-fields.ts";
import { readToolLine, toolFlags } from "../../src/cli/tools/tool-flags.ts";
import { validate } from "../../src/core/json/validate.ts";
import { tools } from "../../src/tools/index.ts";
import { executable } from "../contract/target.ts";
import { run } from "./run.ts";

const others = await Promise.all(Object.values(commands).map((load) => load()));
const shown: readonly (readonly [string, Command])[] = [...tools.map(commandOf), ...others, linesCommand]
  .filter(({ hidden }) => !hidden)
  .map((command) => [command.name, command]);

const tooWide = (text: string) => text.split("\n").filter((line) => line.length > 80);

describe("the help", () => {
  it("lists every command, within 80 columns", () => {
    for (const [name] of shown) expect(helpText()).toContain(`\n  ${name} `);
    expect(tooWide(helpText())).toEqual([]);
  });

  it.each(shown)("of %s fits 80 columns, has an example, and speaks of flags", async (name, command) => {
    const text = await usageOf(command);
    expect(tooWide(text)).toEqual([]);
    expect(text).toContain("\nEXAMPLES\n\n  ");
    expect(command.examples.every((example) => example.includes(`pdfd ${name}`))).toBe(true);
    const fields = tools.flatMap(toolFields).map((field) => field.name);
    for (const field of fields.filter((one) => one.includes("_"))) expect(text).not.toContain(field);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "of %s marks what is required, shows what is usual, and its example is right",
    async (_, tool) => {
      const command = commandOf(tool);
      const text = (await usageOf(command)).replaceAll(/\s+/g, " ");
      for (const { flag, required, fallback, name } of toolFields(tool)) {
        // A command reads the whole text where the tool has a limit.
        const own = Object.hasOwn(command.flags, flag) && name !== "max_chars";
        if (own && required && name !== "steps")
          expect(text).toMatch(new RegExp(`--${flag}=<[^>]*> .*\\(Required\\)`));
        if (own && typeof fallback === "string" && fallback !== "")
          expect(text).toContain(`(Default: ${fallback})`);
        if (own && typeof fallback === "number") expect(text).toContain(`(Default: ${fallback})`);
      }
      const [example = ""] = command.examples;
      const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? "",
      );
      // The file of the password is not there.
      const line = words.slice(2).filter((word) => word !== "--password-file" && word !== "secret.txt");
      const { input } = readToolLine(tool, toolFlags(tool), line, { PDFD_PASSWORD: "secret" });
      expect(() => validate(tool.input, input)).not.toThrow();
    },
  );

  it("is there for --jsonl too", async () => {
    const help = await run(executable, ["--jsonl", "--help"], { cwd: "/" });
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("USAGE pdfd --jsonl");
  });
});

describe("a line that is too wide", () => {
  it("goes on below its text", () => {
    const words = "word ".repeat(20).trim();
    const [first, second] = wrapped(`   --flag=<x>    ${words}`).split("\n");
    expect(first).toBe(`   --flag=<x>    ${"word ".repeat(12).trim()}`);
    expect(second).toBe(`                 ${"word ".repeat(8).trim()}`);
    expect(wrapped(`plain ${words}`).split("\n")[1]).toMatch(/^word/);
    const long = `  label  ${"x".repeat(100)} y`;
    expect(wrapped(long)).toBe(`  label  ${"x".repeat(100)}\n         y`);
  });

  it("is measured without its colours", () => {
    const coloured = `  \x1b[36m--flag\x1b[39m    ${"word ".repeat(13)}w`;
    expect(wrapped(coloured)).toBe(coloured);
  });
});
