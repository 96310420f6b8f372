/** Both transports, tested with the MCP inspector's command line, a client that others wrote to find faults in servers. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "../../src/tools/index.ts";
import { bareEnvironment, executable, type Service } from "../contract/target.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");
const packaged = join(modules, "@modelcontextprotocol/inspector-cli");

describe("the MCP inspector", () => {
  let service: Service;
  let inspector: string;
  beforeAll(async () => {
    service = await executable.start();
    // The package looks for a package.json in the parent folder of its sources, but doesn't ship one.
    inspector = mkdtempSync(join(tmpdir(), "pdfd-inspector-"));
    cpSync(join(packaged, "build"), join(inspector, "cli/build"), { recursive: true });
    for (const folder of [inspector, join(inspector, "cli")])
      writeFileSync(join(folder, "package.json"), '{"name":"inspector","version":"1.0.3","type":"module"}');
    symlinkSync(modules, join(inspector, "node_modules"));
    symlinkSync(join(packaged, "node_modules"), join(inspector, "cli/node_modules"));
  });
  afterAll(async () => {
    rmSync(inspector, { recursive: true, force: true });
    await service?.[Symbol.asyncDispose]();
  });

  const inspect = (target: readonly string[], args: readonly string[]) => {
    const ran = spawnSync(process.execPath, [join(inspector, "cli/build/index.js"), ...target, ...args], {
      env: { ...bareEnvironment },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(ran.stderr.replace(/^pdfd is serving MCP.*\n/m, "")).toBe("");
    expect(ran.status).toBe(0);
    return JSON.parse(ran.stdout);
  };

  const targets: readonly (readonly [string, () => readonly string[]])[] = [
    [
      "standard input and output",
      () => [...(executable.command ?? []), "mcp", "--allow-dir", service.folders.allowed],
    ],
    [
      "streamable HTTP",
      () => [
        ...[`http://127.0.0.1:${service.port}/v1/mcp`, "--transport", "http"],
        ...["--header", `Authorization: Bearer ${service.token}`],
      ],
    ],
  ];

  it.each(targets)("lists the tools and calls one over %s", (name, target) => {
    const names = tools.map((tool) => tool.name);
    const listed = inspect(target(), ["--method", "tools/list"]);
    expect(listed.tools.slice(0, names.length).map((tool: { name: string }) => tool.name)).toEqual(names);
    const output = `inspected-${name.length}.pdf`;
    const call = ["--method", "tools/call", "--tool-name", "pdf_merge"];
    const input = ["--tool-arg", 'inputs=["ok.pdf","two.pdf"]', `output=${output}`];
    const merged = inspect(target(), [...call, ...input]);
    expect(merged.structuredContent).toMatchObject({ pages: 5 });
    expect(existsSync(join(service.folders.allowed, output))).toBe(true);
    const again = inspect(target(), [...call, ...input]);
    expect(again.isError).toBe(true);
    expect(JSON.parse(again.content[0].text)).toMatchObject({ code: "conflict", status: 409 });
  });
});
