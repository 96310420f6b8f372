/** Models on disk: states, messages, import, verification, removal. */
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { modelNames } from "../../src/core/page-reading.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { takeLock } from "../../src/files/own/process-lock.ts";
import { dataFolderOf } from "../../src/host/data-folder.ts";
import { type ImportOptions, importModel } from "../../src/models/download/import.ts";
import { removeModel, verifyModel } from "../../src/models/download/keep.ts";
import { catalog, isWeights, neededFiles } from "../../src/models/store/catalog.ts";
import { readPlan } from "../../src/models/store/partial.ts";
import {
  installedModel,
  lockPath,
  missingModel,
  modelFolder,
  modelState,
  partialFolder,
  partialsFolder,
  unverifiedFolder,
} from "../../src/models/store/store.ts";
import { smallFiles } from "./fake-hub.ts";
import { never, type TestStore, testStore } from "./store-support.ts";

let place: TestStore;
let source: string;
beforeEach(() => {
  place = testStore();
  source = mkdtempSync(join(tmpdir(), "pdfd-import-"));
  for (const [path, bytes] of Object.entries(smallFiles)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), bytes);
  }
});
afterEach(() => {
  place[Symbol.dispose]();
  rmSync(source, { recursive: true, force: true });
});

function options(more: Partial<ImportOptions> = {}): ImportOptions {
  const { store } = place;
  return {
    store,
    unverified: false,
    signal: never,
    onProgress: () => {},
    freeBytes: () => undefined,
    ...more,
  };
}

/** Remains of a failed import. */
const left = () => readdirSync(partialsFolder(place.store));

describe("the catalog", () => {
  it("has exactly the 871 MB that the documents state, and a hash for each file", () => {
    const { files, bytes } = catalog["0.8b"];
    expect(files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)).toBe(871_364_778);
    expect(bytes).toBe(871_364_778);
    for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(modelNames)("%s has a commit and all needed files", (id) => {
    const model = catalog[id];
    expect(model.revision).toMatch(/^[0-9a-f]{40}$/);
    const paths = model.files.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(expect.arrayContaining([...neededFiles]));
    for (const path of paths) if (path.includes("_data")) expect(isWeights(path), path).toBe(true);
  });
});

describe("a missing model", () => {
  it("fails the operation and names the command to install it", async () => {
    await expect(installedModel("0.8b", place.store)).rejects.toThrow(/is not installed yet/);
    expect(missingModel("0.8b", { state: "absent" })).toMatchObject({
      code: "operation_failed",
      message:
        'The model 0.8b is not installed yet. Run "pdfd models download 0.8b" once (871 MB), then repeat the call. The model "ocr" needs no download.',
      hint: { kind: "model", command: "pdfd models download 0.8b" },
    });
    expect(missingModel("4b", { state: "partial", percent: 43 }).message).toBe(
      'The model 4b is not installed yet (download started, 43 % done). Run "pdfd models download 4b" once (3.8 GB), then repeat the call. The model "ocr" needs no download.',
    );
  });

  it("isn't mistaken for installed because of another program's files", async () => {
    const folder = modelFolder(place.store, "0.8b");
    mkdirSync(folder, { recursive: true });
    for (const text of ["", "{}", "nonsense", '{"format":1,"files":[{"path":"../x","bytes":1}]}']) {
      writeFileSync(join(folder, "manifest.json"), text);
      expect(await modelState("0.8b", place.store)).toEqual({ state: "absent" });
    }
    const partial = partialFolder(place.store, "0.8b");
    mkdirSync(partial, { recursive: true });
    writeFileSync(join(partial, "plan.json"), '[{"path":"x","bytes":1,"sha256":"0"}]');
    expect(readPlan(partial, place.store.catalog["0.8b"])).toBeUndefined();
    expect(await modelState("0.8b", place.store)).toEqual({ state: "absent" });
  });
});

describe("import", () => {
  it("takes the pinned files, laid out as in the repository or in one folder, and leaves the originals", async () => {
    const flat = mkdtempSync(join(tmpdir(), "pdfd-flat-"));
    for (const path of Object.keys(smallFiles)) copyFileSync(join(source, path), join(flat, basename(path)));
    for (const folder of [source, flat]) {
      const model = await importModel("0.8b", folder, options());
      expect(model).toMatchObject({ state: "installed", verified: true, bytes: 3_043_000 });
      for (const [path, bytes] of Object.entries(smallFiles))
        expect(readFileSync(join(model.folder, path)).equals(bytes), path).toBe(true);
      expect(left()).toEqual([]);
      expect(removeModel("0.8b", place.store)).toBeGreaterThan(3_043_000);
    }
    expect(readdirSync(flat)).toHaveLength(Object.keys(smallFiles).length);
    rmSync(flat, { recursive: true });
  });

  it("names a file that is missing, truncated or different", async () => {
    const path = join(source, "onnx/vision_encoder_fp16.onnx");
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] ?? 0) ^ 4;
    writeFileSync(path, bytes);
    await expect(importModel("0.8b", source, options())).rejects.toThrow(
      /vision_encoder_fp16.onnx is not .* SHA-256/,
    );
    expect(left()).toEqual([]);
    writeFileSync(path, bytes.subarray(1));
    await expect(importModel("0.8b", source, options())).rejects.toThrow(/799 bytes instead of 800/);
    rmSync(path);
    await expect(importModel("0.8b", source, options())).rejects.toThrow(
      /vision_encoder_fp16.onnx .* is not in/,
    );
    await expect(importModel("0.8b", join(source, "none"), options())).rejects.toThrow(/is not a folder/);
    expect(await modelState("0.8b", place.store)).toEqual({ state: "absent" });
    expect(left()).toEqual([]);
  });

  it("accepts other weights only on request, records their hashes, and marks the model as unverified", async () => {
    writeFileSync(join(source, "config.json"), "{}");
    writeFileSync(join(source, "onnx/vision_encoder_fp16.onnx_data_3"), "weights");
    writeFileSync(join(source, "onnx/readme.md"), "not taken");
    await expect(importModel("0.8b", source, options())).rejects.toThrow(/--unverified/);
    const model = await importModel("0.8b", source, options({ unverified: true }));
    expect(model).toMatchObject({ verified: false, folder: unverifiedFolder(place.store, "0.8b") });
    expect(model.files.map(({ path }) => path)).toContain("onnx/vision_encoder_fp16.onnx_data_3");
    expect(readdirSync(join(model.folder, "onnx"))).not.toContain("readme.md");
    expect(await modelState("0.8b", place.store)).toEqual(model);
    const checked = await verifyModel("0.8b", place.store, options());
    expect(checked.every(({ ok }) => ok)).toBe(true);
    await expect(importModel("0.8b", source, options())).rejects.toThrow(
      /already installed.*pdfd models remove 0.8b/,
    );
    rmSync(join(source, "tokenizer.json"));
    await expect(importModel("4b", source, options({ unverified: true }))).rejects.toThrow(/tokenizer.json/);
  });

  it("can't verify a model with unknown hashes", async () => {
    await expect(importModel("4b", source, options())).rejects.toThrow(
      /does not know the hashes.*--unverified/,
    );
  });

  it("checks for free space first, and stops when asked to", async () => {
    await expect(importModel("0.8b", source, options({ freeBytes: () => 0 }))).rejects.toThrow(/more bytes/);
    const stop = new AbortController();
    const stopped = importModel(
      "0.8b",
      source,
      options({
        signal: stop.signal,
        onProgress: () => stop.abort(new ProblemError("cancelled", "interrupted")),
      }),
    );
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect(left()).toEqual([]);
  });
});

describe("an installed model", () => {
  it("is damaged if a file is missing or truncated, and verification finds a single flipped bit", async () => {
    const { folder } = await importModel("0.8b", source, options());
    const path = join(folder, "onnx/decoder_model_merged_q4.onnx_data");
    const bytes = readFileSync(path);
    bytes[2_000_000] = (bytes[2_000_000] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await modelState("0.8b", place.store)).toMatchObject({ state: "installed" });
    const bad = (await verifyModel("0.8b", place.store, options())).filter(({ ok }) => !ok);
    expect(bad).toEqual([
      { path: "onnx/decoder_model_merged_q4.onnx_data", ok: false, why: expect.stringContaining("SHA-256") },
    ]);
    // Altering the manifest's hash as well doesn't help: the program has its own.
    const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
    const found = /SHA-256 is (\w+) instead of (\w+)/.exec(bad[0]?.why ?? "");
    writeFileSync(join(folder, "manifest.json"), manifest.replace(found?.[2] ?? "", found?.[1] ?? ""));
    expect((await verifyModel("0.8b", place.store, options())).filter(({ ok }) => !ok)).toHaveLength(1);
    writeFileSync(path, bytes.subarray(1));
    const state = await modelState("0.8b", place.store);
    if (state.state !== "damaged") throw new Error(`it is ${state.state}`);
    expect(missingModel("0.8b", state).message).toMatch(
      /is damaged: onnx\/decoder_model.*"pdfd models download 0.8b"/,
    );
    await expect(installedModel("0.8b", place.store)).rejects.toThrow(/damaged/);
  });

  it("is removed completely, even while another process reads it", async () => {
    const { folder } = await importModel("0.8b", source, options());
    const fd = openSync(join(folder, "onnx/decoder_model_merged_q4.onnx_data"), "r");
    mkdirSync(partialFolder(place.store, "0.8b"), { recursive: true });
    expect(removeModel("0.8b", place.store)).toBeGreaterThan(3_043_000);
    expect(existsSync(folder)).toBe(false);
    expect(left()).toEqual([]);
    expect(await modelState("0.8b", place.store)).toEqual({ state: "absent" });
    expect(readSync(fd, new Uint8Array(10))).toBe(10);
    expect(removeModel("0.8b", place.store)).toBe(0);
  });

  it("isn't removed while another process works on it", async () => {
    await importModel("0.8b", source, options());
    using _lock = takeLock(lockPath(place.store, "0.8b"));
    expect(() => removeModel("0.8b", place.store)).toThrow(/Another pdfd process is using the model 0.8b/);
    expect(await modelState("0.8b", place.store)).toMatchObject({ state: "installed" });
  });
});

describe("locks", () => {
  it("have one holder, and are taken over from dead processes", async () => {
    const path = join(place.store.folder, "x.lock");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const theirs = () =>
      readFileSync(path, "utf8").replace(new RegExp(`-${process.pid}-\\d+-`), `-${child.pid}-`);
    const mine = takeLock(path);
    writeFileSync(path, theirs());
    expect(takeLock(path)).toBeUndefined();
    // The lock is no longer ours, so it stays.
    mine?.[Symbol.dispose]();
    expect(existsSync(path)).toBe(true);
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
    using taken = takeLock(path);
    expect(taken).toBeDefined();
    expect(takeLock(path)).toBeUndefined();
    expect(readdirSync(place.store.folder)).toEqual(["x.lock"]);
  });
});

describe("the data folder", () => {
  const none: Record<string, string | undefined> = {};
  it.each([
    ["linux", none, "/home/a/.local/share/pdfd"],
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/pdfd"],
    ["linux", { XDG_DATA_HOME: "data" }, "/home/a/.local/share/pdfd"],
    ["linux", { XDG_DATA_HOME: "/data", PDFD_DATA_DIR: "/own" }, "/own"],
    ["darwin", { XDG_DATA_HOME: "/data" }, "/home/a/Library/Application Support/pdfd"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/pdfd"],
    ["win32", none, "/home/a/AppData/Local/pdfd"],
  ])("on %s with %j: %s", (platform, environment: Record<string, string | undefined>, folder) => {
    expect(
      dataFolderOf(
        platform,
        () => "/home/a",
        (name) => environment[name],
      ),
    ).toBe(folder);
  });

  it("must be an absolute path", () => {
    expect(() =>
      dataFolderOf(
        "linux",
        () => "/",
        () => "data",
      ),
    ).toThrow(/PDFD_DATA_DIR "data" is not an absolute path/);
  });
});
