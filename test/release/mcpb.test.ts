/** The bundle for MCP hosts, opened with the official tool and started like a host does. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { unpackExtension, validateManifest } from "@anthropic-ai/mcpb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withBundle } from "../../scripts/release/mcpb.ts";
import { version } from "../../src/core/version.ts";
import { tools } from "../../src/tools/index.ts";
import { bareEnvironment } from "../contract/target.ts";
import { samplePdf } from "../support/pdf.ts";

const bundle = resolve(import.meta.dirname, "../../dist/pdfd.mcpb");

describe("the MCP bundle", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pdfd-mcpb-"));
    const opened = await unpackExtension({ mcpbPath: bundle, outputDir: join(folder, "open"), silent: true });
    expect(opened).toBe(true);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const manifestPath = () => join(folder, "open/manifest.json");

  it("has a valid manifest with every tool", () => {
    expect(validateManifest(manifestPath())).toBe(true);
    const manifest = JSON.parse(readFileSync(manifestPath(), "utf8"));
    expect(manifest).toMatchObject({ name: "pdfd", version });
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name));
  });

  it("is listed in the registry's entry with its digest", () => {
    const entry = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../server.json"), "utf8"));
    const sha256 = createHash("sha256").update(readFileSync(bundle)).digest("hex");
    const [npm, mcpb, ...others] = withBundle(entry, { repository: entry.repository.url, sha256 }).packages;
    expect(npm).toEqual(entry.packages[0]);
    expect(mcpb).toMatchObject({
      registryType: "mcpb",
      identifier: `https://github.com/pdfd/pdfd/releases/download/v${version}/pdfd.mcpb`,
      fileSha256: sha256,
      transport: { type: "stdio" },
    });
    expect(others).toEqual([]);
  });

  it("serves the folder that the user chose", async () => {
    const manifest = JSON.parse(readFileSync(manifestPath(), "utf8"));
    const documents = join(folder, "my documents");
    spawnSync("mkdir", [documents]);
    writeFileSync(join(documents, "a.pdf"), samplePdf({ pages: ["one"] }));
    const { command, args } = manifest.server.mcp_config;
    const filled = args.map((arg: string) =>
      arg.replace(/\$\{__dirname\}/, join(folder, "open")).replace(/\$\{user_config\.folder\}/, documents),
    );
    const message = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
    const client = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const call = { name: "pdf_info", arguments: { input: "a.pdf" } };
    const host = spawn(command, filled, { env: { ...bareEnvironment }, stdio: ["pipe", "pipe", "inherit"] });
    host.stdin.write(message(1, "initialize", client) + message(2, "tools/call", call));
    const lines: string[] = [];
    // A host keeps the input open until it has its answers.
    for await (const line of createInterface({ input: host.stdout }))
      if (lines.push(line) === 2) host.stdin.end();
    const [, answer = "{}"] = lines;
    expect(JSON.parse(answer)).toMatchObject({ id: 2, result: { structuredContent: { pages: 1 } } });
  });
});
