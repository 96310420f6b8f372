/** The npm package: its contents, the results of package checkers, and how it works installed in an empty folder. */
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { bin, checkout, denoProgram, ran, type TemporaryFolder, temporaryFolder } from "./support.ts";

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[];
}

/** Another program: a service on its own folder, called without a network. */
const embedding = `
import { createApp, version } from "pdfd";
const app = createApp({ allowDirs: ["."], hosts: ["docs.example"] });
const ask = async (tool, input, host = "docs.example:8080", token = app.token) => {
  const body = JSON.stringify(input);
  const headers = { authorization: "Bearer " + token, "content-type": "application/json", host };
  const answer = await app.fetch(new Request("http://" + host + "/v1/tools/" + tool, { method: "POST", headers, body }));
  return { status: answer.status, body: await answer.json() };
};
const said = {
  version,
  read: await ask("pdf_read_text", { input: "a.pdf" }),
  stamp: await ask("pdf_add_watermark", { input: "a.pdf", text: "Über", output: process.argv[2] }),
  host: (await ask("pdf_info", { input: "a.pdf" }, "localhost:8080")).status,
  token: (await ask("pdf_info", { input: "a.pdf" }, undefined, "wrong")).status,
  called: await app.call("pdf_info", { input: "a.pdf" }),
  refused: await app.call("pdf_info", { input: "none.pdf" }).catch((error) => ({ code: error.code, errors: error.errors, name: error.constructor.name })),
  described: (await app.fetch(new Request("http://docs.example/openapi.json"))).status,
};
await app.close();
said.closed = (await ask("pdf_read_text", { input: "a.pdf" })).status;
console.log(JSON.stringify(said));
`;

/**
 * Mounted below a path of another server, which either strips the path (Hono's \`mount\`) or keeps it; follows the links
 * in the answers.
 */
const mounting = `
import { createServer } from "node:http";
import { createApp } from "pdfd";
import { Hono } from ${JSON.stringify(pathToFileURL(join(checkout, "node_modules/hono/dist/index.js")).href)};
const pdfs = createApp({ allowDirs: ["."], basePath: "/pdfs" });
const serve = async (fetch) => {
  if (globalThis.Bun) return Bun.serve({ hostname: "127.0.0.1", port: 0, fetch }).port;
  if (globalThis.Deno) return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, fetch).addr.port;
  const server = createServer(async (incoming, outgoing) => {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
    const { method, headers, url } = incoming;
    const answer = await fetch(new Request("http://" + headers.host + url, { method, headers, body }));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server.address().port;
};
const headers = { authorization: "Bearer " + pdfs.token, "content-type": "application/json" };
const said = [];
for (const fetched of [new Hono().mount("/pdfs", pdfs.fetch).fetch, pdfs.fetch]) {
  const at = "http://127.0.0.1:" + (await serve((request) => fetched(request)));
  const described = await fetch(at + "/pdfs/openapi.json");
  const { servers, paths } = await described.json();
  const api = new URL(servers[0].url, described.url).href;
  const listed = await fetch(api + Object.keys(paths).find((path) => path.endsWith("/tools")), { headers });
  const body = JSON.stringify({ tool: "pdf_info", input: { input: "a.pdf" } });
  const queued = await fetch(api + "/v1/jobs", { method: "POST", headers, body });
  const place = queued.headers.get("location");
  const job = await fetch(new URL(place + "?wait=30", queued.url), { headers });
  const { id, status } = await job.json();
  said.push({ listed: listed.status, queued: queued.status, placed: place === "/pdfs/v1/jobs/" + id, status });
}
await pdfs.close();
console.log(JSON.stringify(said));
process.exit(0);
`;

const types = `
import { type App, type AppOptions, createApp } from "pdfd";
const options: AppOptions = { allowDirs: ["."], log: (line: string) => console.log(line) };
const app: App = createApp(options);
export const answer: Promise<Response> = app.fetch(new Request("http://localhost/openapi.json"));
export const pages: Promise<number> = app.call("pdf_info", { input: "a.pdf" }).then((info) => info.pages);
// @ts-expect-error: a merge has inputs
app.call("pdf_merge", { input: "a.pdf", output: "b.pdf" });
// @ts-expect-error: there is no such tool
app.call("pdf_nothing", {});
// @ts-expect-error: folders are needed
createApp({});
`;

let folder: TemporaryFolder;
let clone: TemporaryFolder;
let packed: Packed;

beforeAll(async () => {
  folder = temporaryFolder();
  clone = temporaryFolder();
  await cloneCheckout(clone.path);
  // As `npm pack` does with its scripts, but for the build: the one before the tests is the same.
  const manifest = (action: string) => [bin("bun"), "scripts/release/npm-manifest.ts", action];
  const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder.path];
  const steps = [];
  for (const command of [manifest("use"), pack, manifest("undo")])
    steps.push(await ran(command, { cwd: clone.path }));
  for (const { code, err } of steps) expect(code, err).toBe(0);
  const said: readonly Packed[] | Readonly<Record<string, Packed>> = JSON.parse(steps[1]?.out ?? "");
  const [first] = Object.values(said);
  if (!first) throw new Error("npm packed nothing");
  packed = first;
  writeFileSync(join(folder.path, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(folder.path, "a.pdf"), samplePdf({ pages: pageTexts("packed", 1) }));
  writeFileSync(join(folder.path, "embedding.js"), embedding);
  writeFileSync(join(folder.path, "mounting.js"), mounting);
  writeFileSync(join(folder.path, "types.ts"), types);
  // Offline, because it has no dependencies.
  const install = ["npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`];
  const installed = await ran(install, { cwd: folder.path });
  expect(installed.code, installed.err).toBe(0);
});
afterAll(() => {
  folder?.[Symbol.dispose]();
  clone?.[Symbol.dispose]();
});

/** Copies the state of a fresh clone of this checkout after `npm ci` and a build. */
async function cloneCheckout(to: string): Promise<void> {
  const listed = await ran(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: checkout,
  });
  expect(listed.code, listed.err).toBe(0);
  for (const name of listed.out.split("\0"))
    if (/^(?:src|scripts|[^/]+$)/.test(name) && existsSync(join(checkout, name)))
      cpSync(join(checkout, name), join(to, name));
  for (const name of ["dist/package", "dist/npm-package.json"])
    cpSync(join(checkout, name), join(to, name), { recursive: true });
  symlinkSync(join(checkout, "node_modules"), join(to, "node_modules"), "junction");
}

describe("the npm package", () => {
  it("contains only the bundle, its files and its documents", () => {
    const paths = packed.files.map(({ path }) => path);
    const papers = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
    const other = paths.filter((path) => !path.startsWith("dist/package/") && !papers.includes(path));
    expect(other).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([...papers, "dist/package/main.js", "dist/package/index.d.ts"]),
    );
    const kinds = new Set(
      paths.flatMap((path) => /^dist\/package\/.*?(\.d\.ts|\.\w+)$/.exec(path)?.[1] ?? []),
    );
    expect([...kinds].sort()).toEqual([".br", ".d.ts", ".js", ".py", ".sh", ".ts", ".txt", ".wasm", ".woff"]);
    const wasm = packed.files.filter(({ path }) => path.endsWith(".wasm"));
    expect(wasm.map(({ path }) => path).sort()).toEqual([
      "dist/package/harfbuzz.wasm",
      "dist/package/magick.wasm",
      "dist/package/mupdf-wasm.wasm",
      "dist/package/tesseract-core-simd.wasm",
      "dist/package/zxing_reader.wasm",
    ]);
    const models = packed.files.filter(({ path }) => path.endsWith(".br"));
    const sizeOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);
    expect(sizeOf(models)).toBeLessThan(11_600_000);
    expect(packed.unpackedSize - sizeOf(wasm) - sizeOf(models)).toBeLessThan(8_300_000);
    const manifest = JSON.parse(readFileSync(join(folder.path, "node_modules/pdfd/package.json"), "utf8"));
    for (const name of ["dependencies", "devDependencies", "scripts"])
      expect(manifest).not.toHaveProperty(name);
    const [here, packedFrom] = [checkout, clone.path].map((at) =>
      readFileSync(join(at, "package.json"), "utf8"),
    );
    expect(packedFrom, "package.json after packing").toBe(here);
    expect(readdirSync(join(folder.path, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "pdfd",
    ]);
  });

  it("passes publint and arethetypeswrong", async () => {
    const file = join(folder.path, packed.filename);
    const [lint, wrong] = await Promise.all([
      ran([bin("publint"), file, "--strict"], { cwd: folder.path }),
      // It's a package of ES modules, which every supported runtime loads.
      ran([bin("attw"), file, "--profile", "esm-only", "--no-color", "--no-emoji"], { cwd: folder.path }),
    ]);
    expect(lint.code, lint.out + lint.err).toBe(0);
    expect(lint.out).toContain("All good!");
    expect(wrong.code, wrong.out + wrong.err).toBe(0);
  });

  it("has types that compile in strict mode", async () => {
    const flags = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    const lib = ["--lib", "es2022,dom", "--types", ""];
    const checked = await ran([bin("tsc"), ...flags, ...lib, "types.ts"], { cwd: folder.path });
    expect(checked).toMatchObject({ code: 0, out: "" });
  });

  it("runs with npx and bunx, and merges", async () => {
    const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    const commands = [
      ["npx", "--offline", "pdfd", "--version"],
      [bin("bun"), "x", "--no-install", "pdfd", "--version"],
    ];
    for (const command of commands)
      expect(await ran(command, { cwd: folder.path }), command.join(" ")).toMatchObject({
        code: 0,
        out: `${version}\n`,
      });
    const merge = ["npx", "--offline", "pdfd", "merge", "a.pdf", "a.pdf", "-o", "twice.pdf"];
    expect(await ran(merge, { cwd: folder.path })).toMatchObject({
      code: 0,
      out: expect.stringContaining("twice.pdf: 2 pages"),
    });
  });

  const runtimes = [
    ["node", ["node"]],
    ["bun", [bin("bun")]],
    ["deno", [denoProgram, "run", "--allow-all"]],
  ] as const;

  it.each(runtimes)("can be mounted below a path on %s", async (_, command) => {
    const mounted = await ran([...command, "mounting.js"], { cwd: folder.path });
    expect(mounted.code, mounted.err).toBe(0);
    const right = { listed: 200, queued: 202, placed: true, status: "succeeded" };
    expect(JSON.parse(mounted.out)).toEqual([right, right]);
  });

  it.each(runtimes)("answers inside another program on %s", async (name, command) => {
    const embedded = await ran([...command, "embedding.js", `${name}.pdf`], { cwd: folder.path });
    expect(embedded.code, embedded.err).toBe(0);
    expect(JSON.parse(embedded.out)).toMatchObject({
      read: { status: 200, body: { pages: [{ page: 1, text: "packed page 1" }] } },
      stamp: { status: 200, body: { pages: 1, output: join(folder.path, `${name}.pdf`) } },
      host: 403,
      token: 401,
      described: 200,
      called: { pages: 1 },
      refused: { code: "validation", errors: [{ field: "input" }], name: "ProblemError" },
      closed: 429,
    });
  });

  it("explains what to do if it was bundled into another program", async () => {
    const bundled = await ran([bin("bun"), "build", "embedding.js", "--target=node", "--outdir=away"], {
      cwd: folder.path,
    });
    expect(bundled.code, bundled.err).toBe(0);
    const started = await ran(["node", "away/embedding.js", "never.pdf"], { cwd: folder.path });
    expect(started.code).toBe(1);
    expect(started.err).toContain("createApp: engine processes are started from");
    expect(started.err).toContain("keep pdfd out of the bundle (external)");
  });
});
