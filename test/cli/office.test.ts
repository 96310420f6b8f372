/**
 * `--soffice` and PDFD_SOFFICE everywhere a conversion can be requested: a converter that doesn't exist is reported as
 * missing.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveCommand, serveSettingsOf } from "../../src/cli/serve/serve.ts";
import { bareEnvironment, createFolders, executable, type Folders } from "../contract/target.ts";
import { docx, paragraph } from "../office/documents.ts";
import { givenFlags } from "../support/given-flags.ts";
import { run } from "./run.ts";

const nowhere = "/nonexistent/soffice";

describe("the office converter", () => {
  let folders: Folders;
  beforeAll(() => {
    folders = createFolders();
    writeFileSync(join(folders.allowed, "letter.docx"), docx(paragraph("Hello")));
  });
  afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

  const command = (args: readonly string[], environment = {}, input = "") =>
    run(executable, args, { cwd: folders.allowed, environment, input });
  const convert = ["from-office", "letter.docx", "-o", "letter.pdf"];

  it("is the one named by a flag or a variable", async () => {
    const wrong = await command([...convert, "--soffice", nowhere]);
    expect(wrong.code).toBe(6);
    expect(wrong.err).toMatch(
      /^pdfd: The office converter's path in --soffice .* does not exist .*: correct it/,
    );
    expect(await command(convert, { PDFD_SOFFICE: nowhere })).toMatchObject({ code: 6 });
    const call = `{"tool":"pdf_from_office","input":{"input":"letter.docx","output":"letter.pdf"}}\n`;
    expect(JSON.parse((await command(["--jsonl", "--soffice", nowhere], {}, call)).out)).toMatchObject({
      error: { hint: { kind: "converter" } },
    });
    const { out } = await command(["doctor", "--json"], { PDFD_SOFFICE: nowhere });
    const found = JSON.parse(out).findings.find(({ part }: { part: string }) => part === "office converter");
    expect(found).toMatchObject({ ok: false, command: expect.stringMatching(/office/i) });
  });

  it("must be given as an absolute path", async () => {
    for (const [args, environment, name] of [
      [[...convert, "--soffice", "soffice"], {}, "--soffice"],
      [convert, { PDFD_SOFFICE: "./soffice" }, "PDFD_SOFFICE"],
      [["mcp", "--allow-dir", ".", "--soffice", "soffice"], {}, "--soffice"],
      [["serve", "--allow-dir", "."], { PDFD_SOFFICE: "soffice" }, "PDFD_SOFFICE"],
    ] as const)
      expect(await command(args, environment)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${name} `),
      });
    expect(await command([...convert, "--office-deadline", "0"])).toMatchObject({ code: 2 });
  });

  it("must exist when the MCP server starts", async () => {
    const mcp = ["mcp", "--allow-dir", "."];
    const refused = { code: 2, out: "", err: expect.stringContaining(nowhere) };
    expect(await command([...mcp, "--soffice", nowhere])).toMatchObject(refused);
    expect(await command(mcp, { PDFD_SOFFICE: nowhere })).toMatchObject(refused);
  });

  it("is the one configured for the service, with the flag taking precedence", () => {
    const soffice = (flags: readonly string[], PDFD_SOFFICE: string) =>
      serveSettingsOf(givenFlags(serveCommand, ["--allow-dir", ".", ...flags]), { PDFD_SOFFICE }).soffice;
    expect(soffice([], nowhere)).toBe(nowhere);
    expect(soffice(["--soffice", "/opt/soffice"], nowhere)).toBe("/opt/soffice");
    expect(soffice([], "")).toBeUndefined();
  });

  it("is the one configured for the MCP server", async () => {
    const [program = "", ...before] = executable.command ?? [];
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: program,
        args: [...before, "mcp", "--allow-dir", folders.allowed, "--soffice", "/bin/false"],
        env: { ...bareEnvironment },
        stderr: "ignore",
      }),
    );
    try {
      const input = { input: "letter.docx", output: "letter.pdf" };
      const result = await client.callTool({ name: "pdf_from_office", arguments: input });
      expect(JSON.stringify(result)).toContain("LibreOffice could not");
      expect(result.isError).toBe(true);
    } finally {
      await client.close();
    }
  });
});
