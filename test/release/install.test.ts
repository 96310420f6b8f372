/** The ways to install the executables: the script, with a local release server, and the completed templates. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { load } from "js-yaml";
import { beforeAll, describe, expect, it } from "vitest";
import { manifests } from "../../scripts/release/manifests.ts";
import { checkout, fileServer, ran, temporaryFolder } from "./support.ts";

const names = [
  ...["pdfd-linux-x64", "pdfd-linux-arm64", "pdfd-linux-x64-musl", "pdfd-linux-arm64-musl"],
  ...["pdfd-darwin-x64", "pdfd-darwin-arm64", "pdfd-windows-x64.exe"],
];
const sums = new Map(names.map((name) => [name, sha256(name)]));
const repository = "https://git.example/pdfd/pdfd";
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  files = new Map(await manifests({ version: "1.2.3", repository, sums }));
});

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

const fileNamed = (name: string) => files.get(name) ?? `${name} is missing`;

describe("templates", () => {
  it("are filled completely", () => {
    expect([...files.keys()].sort()).toEqual([
      ...["install.ps1", "install.sh"],
      ...["pdfd.pdfd.installer.yaml", "pdfd.pdfd.locale.en-US.yaml", "pdfd.pdfd.yaml", "pdfd.rb"],
    ]);
    for (const [name, text] of files) expect(text, name).not.toMatch(/\{\{|\}\}(?!$)/);
  });

  it("reference only existing executables", async () => {
    const some = new Map([...sums].slice(1));
    await expect(manifests({ version: "1.2.3", repository, sums: some })).rejects.toThrow(
      "sha256 pdfd-linux-x64",
    );
  });

  it("give Homebrew each system's executable with its own checksum", () => {
    const formula = fileNamed("pdfd.rb");
    const pairs = [...formula.matchAll(/url "(.+)\/(.+)"\n\s+sha256 "([0-9a-f]{64})"/g)];
    expect(pairs.map(([, , name]) => name)).toEqual([
      ...["pdfd-darwin-arm64", "pdfd-darwin-x64", "pdfd-linux-arm64", "pdfd-linux-x64"],
    ]);
    for (const [, from, name = "", sum] of pairs) {
      expect(from).toBe(`${repository}/releases/download/v1.2.3`);
      expect(sum).toBe(sums.get(name));
    }
  });

  it("give winget three manifests of one package", () => {
    const [version, installer, locale] = [
      "pdfd.pdfd.yaml",
      "pdfd.pdfd.installer.yaml",
      "pdfd.pdfd.locale.en-US.yaml",
    ].map((name) => load(fileNamed(name)));
    const common = { PackageIdentifier: "pdfd.pdfd", PackageVersion: "1.2.3", ManifestVersion: "1.9.0" };
    expect(version).toMatchObject({ ...common, ManifestType: "version", DefaultLocale: "en-US" });
    expect(locale).toMatchObject({ ...common, ManifestType: "defaultLocale", PackageLocale: "en-US" });
    expect(installer).toMatchObject({
      ...common,
      ManifestType: "installer",
      InstallerType: "portable",
      Installers: [
        {
          Architecture: "x64",
          InstallerUrl: `${repository}/releases/download/v1.2.3/pdfd-windows-x64.exe`,
          InstallerSha256: sums.get("pdfd-windows-x64.exe")?.toUpperCase(),
        },
      ],
    });
  });
});

/** The script runs where its executables do; Windows has its own script. */
describe.skipIf(process.platform === "win32")("install.sh", () => {
  const program = "#!/bin/sh\necho 9.9.9\n";

  interface Attempt {
    /** The executable that the server returns. */
    readonly program?: string | Uint8Array;
    /** The same in gzip format; null if the release has no such file. */
    readonly compressed?: Uint8Array | null;
    /** Its checksum in SHA256SUMS. */
    readonly sum?: string;
    readonly environment?: Readonly<Record<string, string>>;
    /** A program that is already installed. */
    readonly present?: string;
  }

  /** Runs the script against a release server. */
  async function install(attempt: Attempt) {
    const folder = temporaryFolder();
    const content = attempt.program ?? program;
    const sum = attempt.sum ?? sha256(content);
    const asked: string[] = [];
    await using server = await fileServer((path) => {
      asked.push(path);
      const name = path.split("/").at(-1) ?? "";
      if (name === "SHA256SUMS")
        return [...names, ...(attempt.compressed === null ? [] : names.map((one) => `${one}.gz`))]
          .map((one) => `${sum}  ${one}\n`)
          .join("");
      if (name.endsWith(".gz")) return attempt.compressed ?? gzipSync(content, { level: 1 });
      return names.includes(name) ? content : undefined;
    });
    const home = join(folder.path, "home");
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    const target = join(home, ".local/bin/pdfd");
    if (attempt.present !== undefined) writeFileSync(target, attempt.present, { mode: 0o755 });
    writeFileSync(join(folder.path, "install.sh"), fileNamed("install.sh"));
    const environment = { HOME: home, PDFD_BASE_URL: server.url, ...attempt.environment };
    const result = await ran(["sh", "install.sh"], { cwd: folder.path, environment });
    return {
      ...result,
      asked,
      home,
      target,
      left: readdirSync(join(home, ".local/bin")),
      [Symbol.dispose]: () => folder[Symbol.dispose](),
    };
  }

  it("installs the latest release and reports where", async () => {
    using done = await install({});
    expect(done).toMatchObject({ code: 0, left: ["pdfd"] });
    expect(done.err).toContain(`installed pdfd 9.9.9 as ${done.target}`);
    expect(done.err).toContain("add ");
    expect(done.asked).toEqual([
      "/latest/download/SHA256SUMS",
      expect.stringMatching(/^\/latest\/download\/pdfd-[a-z0-9-]+\.gz$/),
    ]);
    expect((await ran([done.target], { cwd: done.home })).out).toBe("9.9.9\n");
  });

  it("installs a given release into a given folder", async () => {
    using folder = temporaryFolder();
    const environment = { PDFD_VERSION: "v0.1.0", PDFD_INSTALL_DIR: join(folder.path, "own bin") };
    using done = await install({ environment });
    expect(done).toMatchObject({ code: 0, left: [] });
    expect(done.asked[0]).toBe("/download/v0.1.0/SHA256SUMS");
    expect(existsSync(join(folder.path, "own bin/pdfd"))).toBe(true);
  });

  it.each([
    ["a checksum that is not the file's", { sum: sha256("another") }, "SHA256SUMS says"],
    ["sums without a checksum", { sum: "none" }, "has no checksum"],
    ["a compressed file that is cut short", { compressed: gzipSync(program).subarray(0, 20) }, "is damaged"],
    ["a compressed file of another program", { compressed: gzipSync("another") }, "SHA256SUMS says"],
    ["a program that does not run", { program: "#!/bin/sh\nexit 3\n" }, "does not run on this computer"],
    [
      "a release that does not exist",
      { environment: { PDFD_BASE_URL: "http://127.0.0.1:9" } },
      "cannot download",
    ],
  ] as const)("refuses %s and leaves the existing program", async (_, attempt, reason) => {
    using done = await install({ present: "#!/bin/sh\necho old\n", ...attempt });
    expect(done.code).toBe(1);
    expect(done.err).toContain(reason);
    expect(done.left).toEqual(["pdfd"]);
    expect(readFileSync(done.target, "utf8")).toContain("echo old");
  });

  it("installs an old release without compressed files", async () => {
    using done = await install({ compressed: null });
    expect(done).toMatchObject({ code: 0, left: ["pdfd"] });
    expect(done.asked[1]).toMatch(/^\/latest\/download\/pdfd-[a-z0-9-]+$/);
  });

  it("replaces an older version", async () => {
    using done = await install({ present: "#!/bin/sh\necho old\n" });
    expect(done).toMatchObject({ code: 0, left: ["pdfd"] });
    expect(readFileSync(done.target, "utf8")).toBe(program);
  });

  it("installs the real executable of this computer", async () => {
    using done = await install({ program: readFileSync(join(checkout, "dist/pdfd")) });
    expect(done).toMatchObject({ code: 0, left: ["pdfd"] });
    expect((await ran([done.target, "--version"], { cwd: done.home })).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
