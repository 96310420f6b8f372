/** ONNX Runtime's files are extracted completely or not at all, even by several processes, or fetched from a registry. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noExecIn } from "../../src/host/assets/native-runtime.ts";
import { runtimeCatalog } from "../../src/models/runtime/runtime-catalog.ts";
import { downloadRuntime, registryAddress } from "../../src/models/runtime/runtime-download.ts";
import {
  missingRuntime,
  nativeRuntime,
  ownRuntimePlace,
  type RuntimePlace,
  runtimeState,
} from "../../src/models/runtime/runtime-files.ts";
import { bun, launch } from "../contract/target.ts";
import { hashOf, noise } from "./fake-hub.ts";
import { never, testWeb } from "./store-support.ts";

const contents = { "onnxruntime_binding.node": noise(20_000, 1), "libonnxruntime.so.1": noise(2_000_000, 2) };
const [binding, library] = Object.entries(contents).map(([name, bytes]) => ({
  ...{ name, bytes: bytes.length, sha256: hashOf(bytes) },
}));
if (!binding || !library) throw new Error("two files");
const small = { "linux-x64": { folder: "linux/x64", files: [binding, library] as const } };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pdfd-runtime-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A system for which this program knows two small files but has none. */
function place(more: Partial<RuntimePlace> = {}): RuntimePlace {
  return {
    ...{ folder, platform: "linux-x64", catalog: small },
    embedded: async () => [],
    fromPackage: () => undefined,
    isNoExec: () => false,
    ...more,
  };
}

/** The files are embedded in the program. */
const inside = (files: Readonly<Record<string, Uint8Array>> = contents): Partial<RuntimePlace> => ({
  embedded: async () => Object.entries(files).map(([name, bytes]) => ({ name, read: () => bytes })),
});

function expectWhole(path: string | undefined): void {
  for (const [name, bytes] of Object.entries(contents))
    expect(readFileSync(join(dirname(path ?? ""), name)).equals(bytes), name).toBe(true);
  expect(readdirSync(join(folder, "runtime"))).toHaveLength(1);
}

describe("the catalog", () => {
  it("matches the files of the installed package", () => {
    const root = resolve(import.meta.dirname, "../../node_modules/onnxruntime-node/bin/napi-v6");
    for (const { folder: system, files } of Object.values(runtimeCatalog))
      for (const { name, bytes, sha256 } of files) {
        const found = readFileSync(join(root, system, name));
        expect({ name, bytes: found.length, sha256: hashOf(found) }).toEqual({ name, bytes, sha256 });
      }
  });

  it("locates the files in a checkout", async () => {
    const found = await nativeRuntime();
    expect(await runtimeState()).toEqual({ state: "installed", folder: dirname(found ?? "") });
    expect(statSync(found ?? "").isFile()).toBe(true);
  });
});

describe("embedded files", () => {
  it("are extracted once, on demand", async () => {
    expect(await runtimeState(place(inside()))).toEqual({ state: "embedded" });
    expect(readdirSync(folder)).toEqual([]);
    const first = await nativeRuntime(place(inside()));
    expectWhole(first);
    // The second time, nothing is read from the program.
    expect(await nativeRuntime(place())).toEqual(first);
    expect(await runtimeState(place())).toEqual({
      state: "installed",
      folder: dirname(first ?? ""),
    });
  });

  it("are extracted again if one is truncated, and a dead process's remains are removed", async () => {
    const first = await nativeRuntime(place(inside()));
    writeFileSync(first ?? "", "cut");
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await import("../../src/files/temporary/temp-name.ts").then(({ newTempPath }) =>
      mkdirSync(newTempPath(join(folder, "runtime")).replace(`-${process.pid}-`, `-${pid}-`)),
    );
    expectWhole(await nativeRuntime(place(inside())));
  });

  it("aren't extracted if they differ from the catalog", async () => {
    const changed = { ...contents, [library.name]: noise(2_000_000, 3) };
    await expect(nativeRuntime(place(inside(changed)))).rejects.toThrow(
      /libonnxruntime.so.1 .* wrong SHA-256/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("can be extracted by several processes at once", async () => {
    const script = join(import.meta.dirname, "lay-out-once.ts");
    const [program = "", ...before] = (bun.command ?? []).slice(0, -1);
    const runs = [1, 2, 3].map(() => launch([program, ...before, script, folder], { cwd: "/" }));
    await Promise.all(runs.map(({ exited }) => exited));
    for (const run of runs) {
      expect(await run.exited, run.log()).toMatchObject({ code: 0 });
      expectWhole(run.output().trim());
    }
  });

  it("report a problem with the folder", async () => {
    writeFileSync(join(folder, "file"), "");
    const taken = place({ ...inside(), folder: join(folder, "file/data") });
    await expect(nativeRuntime(taken)).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringMatching(/Cannot create the folder .*PDFD_DATA_DIR/),
    });
    await expect(nativeRuntime(place({ ...inside(), isNoExec: () => true }))).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringMatching(/noexec.*PDFD_DATA_DIR/),
    });
  });

  it.skipIf(process.getuid?.() === 0)("report that the folder isn't writable", async () => {
    chmodSync(folder, 0o555);
    await expect(nativeRuntime(place(inside()))).rejects.toThrow(/permission denied.*PDFD_DATA_DIR/);
  });

  it("don't exist for systems without official builds", async () => {
    const alpine = place({ ...inside(), platform: "linux-x64-musl" });
    expect(await nativeRuntime(alpine)).toBeUndefined();
    expect(await runtimeState(alpine)).toEqual({ state: "unsupported" });
    expect(missingRuntime("0.8b", alpine)).toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("--model-endpoint"),
    });
    expect(missingRuntime("0.8b", ownRuntimePlace()).hint?.command).toBe("pdfd models download 0.8b");
  });
});

describe("mounts", () => {
  const mounts = [
    "/dev/sda1 / ext4 rw,relatime 0 0",
    "tmpfs /tmp tmpfs rw,nosuid,noexec 0 0",
    "/dev/sdb /home/a\\040b ext4 rw,noexec 0 0",
    "/dev/sdc /home/a\\040b/run ext4 rw 0 0",
    "tmpfs /over tmpfs rw 0 0",
    "tmpfs /over tmpfs rw,noexec 0 0",
    "",
  ].join("\n");
  it.each([
    ["/tmp", true],
    ["/tmp/x/y", true],
    ["/tmpx", false],
    ["/home/a b/data", true],
    ["/home/a b/run/data", false],
    ["/over/x", true],
    ["/usr", false],
  ])("%s: %s", (path, answer) => {
    expect(noExecIn(mounts, path)).toBe(answer);
  });
});

describe("a download from a registry", () => {
  /** A package made by tar, with files for two systems. */
  function packageFile(files: Readonly<Record<string, Uint8Array>>): Buffer {
    const root = mkdtempSync(join(tmpdir(), "pdfd-package-"));
    const inner = (name: string) => join(root, "package/bin/napi-v6", name);
    for (const system of ["linux/x64", "win32/x64"]) mkdirSync(inner(system), { recursive: true });
    writeFileSync(inner("win32/x64/onnxruntime.dll"), noise(300_001, 9));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(inner(`linux/x64/${name}`), bytes);
    writeFileSync(join(root, "package/package.json"), "{}");
    spawnSync("tar", ["--format=ustar", "-czf", join(root, "p.tgz"), "-C", root, "package"]);
    const bytes = readFileSync(join(root, "p.tgz"));
    rmSync(root, { recursive: true });
    return bytes;
  }

  /** `cuts`: the bytes after which the first responses break off. */
  async function registry(bytes: Buffer, cuts: number[] = []) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const cut = cuts.shift();
      response.writeHead(200, { "content-length": bytes.length });
      if (cut === undefined) response.end(bytes);
      else response.write(bytes.subarray(0, cut), () => response.socket?.end());
    });
    await new Promise<void>((ready) => void server.listen(0, "127.0.0.1", ready));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    return {
      asked,
      url: `http://127.0.0.1:${port}/npm`,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      },
    };
  }

  const download = (url: string, web = testWeb(), at = place()) =>
    downloadRuntime(at, { web, registry: url, signal: never, onBytes: () => {} });

  it("keeps only this system's files, and isn't started if they exist", async () => {
    await using server = await registry(packageFile(contents), [1000, 1_000_000]);
    const web = testWeb();
    expect(await download(server.url, web)).toBe(true);
    expect(web.pauses).toEqual([1000, 2000]);
    expect(server.asked.at(-1)).toBe("/npm/onnxruntime-node/-/onnxruntime-node-1.30.0.tgz");
    const found = await nativeRuntime(place());
    expectWhole(found);
    expect(readdirSync(dirname(found ?? "")).sort()).toEqual(Object.keys(contents).sort());
    expect(await download(server.url)).toBe(true);
    expect(await download(server.url, web, place({ ...inside(), folder: "/nowhere" }))).toBe(true);
    expect(await download(server.url, web, place({ platform: "linux-x64-musl" }))).toBe(false);
    expect(server.asked).toHaveLength(3);
  });

  it("rejects files that differ, and packages without them", async () => {
    await using other = await registry(packageFile({ ...contents, [library.name]: noise(2_000_000, 5) }));
    await expect(download(other.url)).rejects.toThrow(/wrong SHA-256/);
    await using without = await registry(
      packageFile({ [binding.name]: contents["onnxruntime_binding.node"] }),
    );
    await expect(download(without.url)).rejects.toThrow(/does not contain ONNX Runtime/);
    await using nonsense = await registry(Buffer.from("no archive at all"));
    await expect(download(nonsense.url)).rejects.toThrow(/cannot be read/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("uses the same registry as npm", () => {
    const from = (environment: Readonly<Record<string, string | undefined>>) => (name: string) =>
      environment[name];
    expect(registryAddress(from({}))).toBe("https://registry.npmjs.org");
    expect(registryAddress(from({ npm_config_registry: "https://npm.example/a/" }))).toBe(
      "https://npm.example/a",
    );
    const both = { npm_config_registry: "https://npm.example", PDFD_NPM_REGISTRY: "http://127.0.0.1:9" };
    expect(registryAddress(from(both))).toBe("http://127.0.0.1:9");
    expect(() => registryAddress(from({ PDFD_NPM_REGISTRY: "http://npm.example" }))).toThrow(
      /PDFD_NPM_REGISTRY/,
    );
  });
});
