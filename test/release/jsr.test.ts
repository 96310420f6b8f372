/** The JSR package: its contents, and how it runs from a registry with the documented permissions. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../contract/client.ts";
import { bareEnvironment } from "../contract/target.ts";
import { blocksOf } from "../docs/blocks.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import {
  checkout,
  denoProgram,
  type FileServer,
  fileServer,
  ran,
  type TemporaryFolder,
  temporaryFolder,
} from "./support.ts";

interface Settings {
  readonly name: string;
  readonly version: string;
  readonly exports: string;
  readonly publish: { readonly include: readonly string[] };
}

const settings: Settings = JSON.parse(readFileSync(join(checkout, "deno.json"), "utf8"));
const bundle = join(checkout, "dist/jsr");

/** The files that deno.json publishes, by path in the package. */
function publishedFiles(): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) add(join(path, name));
    else files.set(`/${relative(checkout, path).replaceAll("\\", "/")}`, readFileSync(path));
  };
  for (const path of settings.publish.include) add(join(checkout, path));
  return files;
}

let registry: FileServer;
let folder: TemporaryFolder;
let cache: TemporaryFolder;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  const files = publishedFiles();
  const at = `/${settings.name}`;
  const version = `${at}/${settings.version}`;
  const manifest = Object.fromEntries(
    [...files].map(([path, bytes]) => {
      const checksum = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
      return [path, { size: bytes.length, checksum }];
    }),
  );
  const pages = new Map<string, string>([
    [`${at}/meta.json`, JSON.stringify({ latest: settings.version, versions: { [settings.version]: {} } })],
    [`${version}_meta.json`, JSON.stringify({ manifest, exports: { ".": settings.exports } })],
  ]);
  registry = await fileServer(
    (path) =>
      pages.get(path) ?? (path.startsWith(version) ? files.get(path.slice(version.length)) : undefined),
  );
  folder = temporaryFolder();
  cache = temporaryFolder();
  for (const name of ["a.pdf", "b.pdf"])
    writeFileSync(join(folder.path, name), samplePdf({ pages: pageTexts(name, 2) }));
  const path = [dirname(denoProgram), bareEnvironment.PATH].join(delimiter);
  environment = { JSR_URL: `${registry.url}/`, DENO_DIR: cache.path, PATH: path };
  const first = await ran(["deno", "run", "-A", `jsr:${settings.name}`, "--version"], place());
  expect(first, first.err).toMatchObject({ code: 0, out: `${settings.version}\n` });
});
afterAll(async () => {
  await registry?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
  cache?.[Symbol.dispose]();
});

const place = () => ({ cwd: folder.path, environment });

/** The words of the documented command for the service or for a command. */
function documented(command: string): readonly string[] {
  const lines = blocksOf("docs/install.md").flatMap(({ text }) => text.split("\n"));
  const line = lines.find(
    (one) => one.startsWith("deno run --no-config --allow-") && one.includes(` ${command} `),
  );
  if (line === undefined) throw new Error(`the documents show no permissions for ${command}`);
  return line.split(" ");
}

/** The documented command without some of its words, on any free port instead of the default. */
function serving(without?: string): readonly string[] {
  const words = documented("serve").filter((word) => without === undefined || !word.startsWith(without));
  const [deno = "", run = "", ...rest] = words.map((word) => word.replace(":7341", ":0"));
  return [deno, run, "--no-prompt", ...rest, "--port", "0", "--ready-json"];
}

/** Starts the service, makes a call that needs an engine and writes a file, and stops it. Undefined if it doesn't start. */
async function serve(command: readonly string[], output: string) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder.path,
    env: { ...bareEnvironment, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<void>((done) => void child.once("close", () => done()));
  try {
    const line = await new Promise<string | undefined>((done) => {
      child.stdout.once("data", (part: Buffer) => done(part.toString()));
      exited.then(() => done(undefined));
    });
    if (line === undefined) return undefined;
    const service: { port: number; token: string } = JSON.parse(line);
    const read = await ask(service, "/v1/tools/pdf_read_text", { body: { input: "a.pdf" } });
    const write = await ask(service, "/v1/tools/pdf_add_watermark", {
      body: { input: "a.pdf", text: "Über שלום", output },
    });
    return { read: read.status, text: read.text, write: write.status };
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

describe("the package for JSR", () => {
  it("passes every check made before publishing, including slow types", async () => {
    const dry = await ran([denoProgram, "publish", "--dry-run", "--allow-dirty"], { cwd: checkout });
    expect(dry.code, dry.out + dry.err).toBe(0);
    const said = dry.out + dry.err;
    expect(said).toContain("Checking for slow types in the public API");
    expect(said).toContain(`Simulating publish of ${settings.name}@${settings.version}`);
    const listed = [...said.matchAll(/^ {3}file:\/\/(.+) \([\d.]+ ?[KM]?i?B\)$/gm)].map(
      ([, path = ""]) => path,
    );
    expect(listed.map((path) => path.slice(checkout.length)).sort()).toEqual(
      [...publishedFiles().keys(), "/deno.json"].sort(),
    );
  });

  it("contains only modules and documents, within the registry's 20 MiB", () => {
    const names = readdirSync(bundle);
    expect(names.filter((name) => !/^[\w-]+(?:\.traineddata[\w-]*)?\.js$|^mod\.d\.ts$/.test(name))).toEqual(
      [],
    );
    const sizes = [...publishedFiles().values()].map(({ length }) => length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 2 ** 20);
  });

  it("serves with the documented permissions", async () => {
    const served = await serve(serving(), "served.pdf");
    expect(served).toMatchObject({ read: 200, write: 200 });
    expect(served?.text).toContain("a.pdf page 2");
  });

  it.each([
    ["--allow-net", undefined],
    ["--allow-run", { read: 500 }],
  ] as const)("doesn't start without %s", async (permission, outcome) => {
    const served = await serve(serving(permission), "never.pdf");
    if (outcome === undefined) expect(served).toBeUndefined();
    else expect(served).toMatchObject(outcome);
  });

  it("runs a command with the documented permissions, but not with fewer", async () => {
    const [deno = "", run = "", ...rest] = documented("merge");
    for (const missing of ["--allow-read", "--allow-write"]) {
      const fewer = rest.filter((word) => !word.startsWith(missing));
      const refused = await ran([deno, run, "--no-prompt", ...fewer], place());
      expect(refused.code, missing).toBeGreaterThan(0);
      expect(refused.out).toBe("");
    }
    const merged = await ran([deno, run, "--no-prompt", ...rest], place());
    expect(merged, merged.err).toMatchObject({ code: 0, err: "" });
    expect(merged.out).toContain("both.pdf: 4 pages");
  });

  it("can be imported as a library, with types", async () => {
    const program = `
      import { type App, createApp } from "jsr:${settings.name}";
      const app: App = createApp({ allowDirs: ["."] });
      const answer = await app.fetch(new Request("http://localhost/v1/tools/pdf_read_text", {
        method: "POST",
        headers: { authorization: \`Bearer \${app.token}\`, "content-type": "application/json" },
        body: JSON.stringify({ input: "b.pdf" }),
      }));
      console.log(await answer.text());
      await app.close();`;
    writeFileSync(join(folder.path, "program.ts"), program);
    const done = await ran(["deno", "run", "--check", "-A", "program.ts"], place());
    expect(done.code, done.err).toBe(0);
    expect(done.out).toContain("b.pdf page 2");
  });
});
