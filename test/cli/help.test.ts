/** The help of every command: it fits the terminal, shows required options and defaults, and gives a working example. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { helpText } from "../../src/cli/commands/help.ts";
import { commands, shownCommands } from "../../src/cli/commands.ts";
import type { Command } from "../../src/cli/flags/command.ts";
import { exitCodes } from "../../src/cli/flags/exit-codes.ts";
import { filled, table, usageOf } from "../../src/cli/flags/usage.ts";
import { linesCommand } from "../../src/cli/tools/jsonl/jsonl.ts";
import { commandOf } from "../../src/cli/tools/tool-command.ts";
import { toolFields } from "../../src/cli/tools/tool-fields.ts";
import { inputOf } from "../../src/cli/tools/tool-flags.ts";
import { validate } from "../../src/core/json/validate.ts";
import { version } from "../../src/core/version.ts";
import { tools } from "../../src/tools/index.ts";
import { executable } from "../contract/target.ts";
import { givenFlags } from "../support/given-flags.ts";
import { requireTool } from "../support/tools.ts";
import { run } from "./run.ts";

const others = await Promise.all(shownCommands.flatMap((name) => commands[name]?.() ?? []));
const shown: readonly (readonly [string, Command])[] = [...tools.map(commandOf), ...others, linesCommand].map(
  (command) => [command.meta.name, command],
);

const tooWide = (text: string) => text.split("\n").filter((line) => line.length > 80);

describe("the help", () => {
  it("lists every command, within 80 columns", () => {
    for (const [name] of shown) expect(helpText()).toContain(`\n  ${name} `);
    expect(tooWide(helpText())).toEqual([]);
  });

  it.each(shown)("for %s fits on a screen, has an example, and refers to flags", (name, command) => {
    const text = usageOf(command);
    expect(tooWide(text)).toEqual([]);
    expect(text.split("\n").length).toBeLessThanOrEqual(40);
    expect(text).toContain("\nExamples:\n  ");
    expect(command.examples.every((example) => example.includes(`pdfd ${name}`))).toBe(true);
    const fields = tools.flatMap(toolFields).map((field) => field.name);
    for (const field of fields.filter((one) => one.includes("_"))) expect(text).not.toContain(field);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "for %s marks required options, shows defaults, and gives a valid example",
    (_, tool) => {
      const command = commandOf(tool);
      const text = usageOf(command).replaceAll(/\s+/g, " ");
      for (const { flag, required, fallback, name } of toolFields(tool)) {
        // A command returns everything if the tool has a limit.
        const own = Object.hasOwn(command.args, flag) && !["max_chars", "max_hits"].includes(name);
        if (own && required && name !== "steps")
          expect(text).toMatch(new RegExp(`Usage: .* (--${flag}|-${command.args[flag]?.alias}) <`));
        if (own && (typeof fallback === "number" || (typeof fallback === "string" && fallback !== "")))
          expect(text).toContain(`default: ${fallback})`);
      }
      const [example = ""] = command.examples;
      const words = [...example.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? "",
      );
      // The password file doesn't exist here.
      const line = words.slice(2).filter((word) => word !== "--password-file" && word !== "secret.txt");
      const input = inputOf(tool, givenFlags(command, line), { PDFD_PASSWORD: "secret" });
      expect(() => validate(tool.input, input)).not.toThrow();
    },
  );

  it("describes every option, and what each --no option prevents", () => {
    for (const [name, { args }] of shown)
      for (const [flag, { description, negativeDescription = "Don't do it" }] of Object.entries(args)) {
        expect(description.length, `${name} --${flag}`).toBeGreaterThan(3);
        expect(negativeDescription).toMatch(/^Don't [a-z]/);
      }
  });

  it("shows the arguments after the search text", () => {
    expect(usageOf(shown.find(([name]) => name === "search")?.[1] ?? linesCommand)).toContain(
      "Usage: pdfd search [options] <query> [file or folder...]\n",
    );
  });

  it("covers --jsonl too", async () => {
    const help = await run(executable, ["--jsonl", "--help"], { cwd: "/" });
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("Usage: pdfd --jsonl");
  });
});

describe("pdfd help", () => {
  const help = async (...args: string[]) => (await run(executable, args, { cwd: "/" })).out;
  const flagsOf = (command: Command) => Object.entries(command.args);

  it("options lists every option that the commands' help omits", async () => {
    const text = await help("help", "options");
    expect(tooWide(text)).toEqual([]);
    for (const [, command] of shown)
      for (const [name] of flagsOf(command).filter(([, { isCommon }]) => isCommon))
        expect(text).toContain(`\n  --${name}`);
    expect(text).toContain("PDFD_PASSWORD");
  });

  it("omits options that don't matter to a command", () => {
    const usage = (name: string) => usageOf(shown.find(([one]) => one === name)?.[1] ?? linesCommand);
    expect(usage("merge").split("\n").length).toBeLessThanOrEqual(24);
    expect(usage("merge")).not.toMatch(/--password|--font-dir|--jsonl/);
    expect(usage("info")).not.toContain("--font-dir");
    expect(usage("protect")).toContain("--password-file");
  });

  it("exit-codes lists every exit code", async () => {
    const text = await help("help", "exit-codes");
    for (const code of Object.values(exitCodes)) expect(text).toMatch(new RegExp(`^ {2}${code} `, "m"));
  });

  it.skipIf(requireTool("groff"))("man prints a valid man page with every command", async () => {
    const input = await help("help", "man");
    const { stdout, stderr } = spawnSync("groff", ["-man", "-ww", "-Tascii"], { input, encoding: "utf8" });
    expect(stderr).toBe("");
    // A letter struck over itself is bold.
    const plain = stdout.replaceAll(/.\x08/g, "");
    for (const [name, command] of shown) {
      expect(plain).toContain(`\n   ${name}\n`);
      for (const example of command.examples) expect(plain.replaceAll(/\s+/g, " ")).toContain(example);
    }
  });

  it("is available in every usual way", async () => {
    expect(await help("help", "merge")).toBe(await help("merge", "--help"));
    expect(await help("--help")).toBe(await help("help"));
    for (const flag of ["version", "--version", "-v", "-V"]) expect(await help(flag)).toBe(`${version}\n`);
  });
});

describe("a line that is too wide", () => {
  it("continues below its text column", () => {
    const words = "word ".repeat(20).trim();
    const [first, second] = table([["--flag <x>", words]]).split("\n");
    expect(first).toBe(`  --flag <x>  ${"word ".repeat(13).trim()}`);
    expect(second).toBe(`              ${"word ".repeat(7).trim()}`);
    expect(filled(`plain ${words}`).split("\n")[1]).toMatch(/^word/);
    const long = table([["label", `${"x".repeat(100)} y`]]);
    expect(long).toBe(`  label  ${"x".repeat(100)}\n         y`);
    expect(
      table([
        ["--a-flag-with-a-very-long-name", "text"],
        ["-o", "text"],
      ]),
    ).toBe(`  --a-flag-with-a-very-long-name\n${" ".repeat(30)}text\n  -o${" ".repeat(26)}text`);
  });
});
