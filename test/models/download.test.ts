/** Downloads from a local hub are resumed, verified, and complete or not installed at all. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { type DownloadOptions, downloadModel, type Transfer } from "../../src/models/download/download.ts";
import { fileAddress, hubAddress } from "../../src/models/download/hub.ts";
import { catalog } from "../../src/models/store/catalog.ts";
import { lockPath, modelFolder, modelState, partialFolder } from "../../src/models/store/store.ts";
import { bun, deno } from "../contract/target.ts";
import { type FakeHub, hashOf, noise, smallFiles, startHub } from "./fake-hub.ts";
import { never, type TestStore, testStore, testWeb } from "./store-support.ts";

const large = "onnx/decoder_model_merged_q4.onnx_data";

let hub: FakeHub;
/** Whether writes to open files fail, as on a full disk. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock("node:fs", async (importReal) => {
  const real = await importReal<typeof import("node:fs")>();
  const writeSync = (...args: readonly unknown[]): unknown => {
    if (disk.full) throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    return Reflect.apply(real.writeSync, undefined, args);
  };
  return { ...real, writeSync };
});

let place: TestStore;
beforeEach(async () => {
  hub = await startHub({ ...smallFiles });
  place = testStore();
});
afterEach(async () => {
  place[Symbol.dispose]();
  await hub[Symbol.asyncDispose]();
});

function options(more: Partial<DownloadOptions> = {}): DownloadOptions {
  return { store: place.store, web: testWeb(), hub: hub.url, signal: never, onProgress: () => {}, ...more };
}
const partPath = () => join(partialFolder(place.store, "0.8b"), `${large}.part`);
const gets = () => hub.asked.filter((line) => line.startsWith(`GET ${large}`));

/** All published files match the hub's. */
function expectWhole(folder: string): void {
  for (const [path, bytes] of Object.entries(smallFiles))
    expect(hashOf(readFileSync(join(folder, path))), path).toBe(hashOf(bytes));
}

describe("a download", () => {
  it("fetches every file, reports progress, and installs the model once it is complete", async () => {
    const told: Transfer[] = [];
    expect(await modelState("0.8b", place.store)).toEqual({ state: "absent" });
    const model = await downloadModel("0.8b", options({ onProgress: (state) => told.push(state) }));
    expect(model).toMatchObject({
      state: "installed",
      verified: true,
      folder: modelFolder(place.store, "0.8b"),
    });
    expectWhole(model.folder);
    expect(readdirSync(join(place.store.folder, "models/.partial"))).toEqual([]);
    expect(told.at(-1)).toMatchObject({ done: model.bytes, total: model.bytes });
    expect(told.every(({ done }, at) => at === 0 || done >= (told[at - 1]?.done ?? 0))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(model.folder, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ id: "0.8b", repo: "somebody/small", source: hub.url, verified: true });
    expect(existsSync(join(model.folder, "plan.json"))).toBe(false);
  });

  it("doesn't download an installed model again", async () => {
    await downloadModel("0.8b", options());
    const before = hub.asked.length;
    await downloadModel("0.8b", options());
    expect(hub.asked.length).toBe(before);
  });

  it("resumes after lost connections and fetches only the missing part", async () => {
    hub.faults.set(large, [{ cutAfter: 1_200_000 }, { cutAfter: 1_300_000 }]);
    const web = testWeb();
    expectWhole((await downloadModel("0.8b", options({ web }))).folder);
    const starts = gets().map((line) => Number(/bytes=(\d+)-$/.exec(line)?.[1] ?? 0));
    expect(starts[0]).toBe(0);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[2]).toBeGreaterThan(starts[1] ?? 0);
    // Each attempt received more than a megabyte, so the count of attempts starts over.
    expect(web.pauses).toEqual([1000, 1000]);
  });

  it("backs off 1, 2, 4, 8, 16 seconds, or as long as the hub asks, and then gives up", async () => {
    const web = testWeb();
    hub.faults.set(
      large,
      Array.from({ length: 6 }, () => ({ status: 503 })),
    );
    await expect(downloadModel("0.8b", options({ web }))).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringMatching(/answered 503.*PDFD_MODEL_ENDPOINT/),
    });
    expect(web.pauses).toEqual([1000, 2000, 4000, 8000, 16_000]);
    const slow = testWeb();
    hub.faults.set(large, [{ status: 429, headers: { "retry-after": "7" } }, { status: 500 }]);
    expectWhole((await downloadModel("0.8b", options({ web: slow }))).folder);
    expect(slow.pauses).toEqual([7000, 2000]);
  });

  it.each([401, 403, 404, 410])("doesn't retry after %d", async (status) => {
    const web = testWeb();
    hub.faults.set(large, [{ status }]);
    await expect(downloadModel("0.8b", options({ web }))).rejects.toThrow(`answered ${status}`);
    expect(web.pauses).toEqual([]);
    expect(await modelState("0.8b", place.store)).toMatchObject({ state: "partial" });
  });

  it("retries once after a wrong hash, then fails and discards the file", async () => {
    hub.faults.set(large, [{ corrupt: true }]);
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(gets()).toEqual([`GET ${large}`, `GET ${large}`]);
    hub.faults.set(large, [{ corrupt: true }, { corrupt: true }]);
    const other = testStore();
    try {
      const store = other.store;
      await expect(downloadModel("0.8b", options({ store }))).rejects.toThrow(/wrong SHA-256.*twice/);
      expect(existsSync(join(partialFolder(store, "0.8b"), `${large}.part`))).toBe(false);
      expect(existsSync(join(partialFolder(store, "0.8b"), large))).toBe(false);
      expect(await modelState("0.8b", store)).toMatchObject({ state: "partial", percent: 0 });
    } finally {
      other[Symbol.dispose]();
    }
  });

  it("detects a part of a different file and starts over", async () => {
    await begun(noise(1_000_000, 99));
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(gets()).toEqual([`GET ${large} bytes=1000000-`, `GET ${large}`]);
  });

  it("stops if a file is longer than expected", async () => {
    hub.faults.set(large, [{ longer: true }]);
    await expect(downloadModel("0.8b", options())).rejects.toThrow(/more than its 3000000 bytes/);
    expect(existsSync(partPath())).toBe(false);
  });

  it("starts over if the server ignores ranges or sends a different one", async () => {
    hub.faults.set(large, [
      { cutAfter: 500_000 },
      { ignoreRange: true, cutAfter: 100 },
      { wrongRange: true },
    ]);
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(gets()).toEqual([
      `GET ${large}`,
      expect.stringMatching(/bytes=\d+-$/),
      `GET ${large} bytes=100-`,
      `GET ${large}`,
    ]);
  });

  it("abandons a silent connection", async () => {
    hub.faults.set(large, [{ holdAfter: 100_000 }]);
    const web = testWeb();
    expectWhole((await downloadModel("0.8b", options({ web, onProgress: whenHeld(web.silence) }))).folder);
    expect(web.pauses).toEqual([1000]);
  });

  it("takes an unpinned hash from the hub, once, and sticks to it", async () => {
    hub.faults.set(large, [{ status: 404 }]);
    await expect(downloadModel("4b", options())).rejects.toThrow("404");
    const model = await downloadModel("4b", options());
    expectWhole(model.folder);
    expect(hub.asked.filter((line) => line.startsWith("HEAD"))).toEqual([`HEAD ${large}`]);
    expect(model.files.find(({ path }) => path === large)).toMatchObject({ hash_from: "hub" });
    expect(model.files.find(({ path }) => path === "config.json")).toMatchObject({ hash_from: "pdfd" });
  });

  it("rejects a file whose hash is unknown", async () => {
    hub.silent.add(large);
    await expect(downloadModel("4b", options())).rejects.toThrow(/does not say its SHA-256/);
    expect(gets()).toEqual([]);
  });

  it("reports how many bytes are missing on disk, before fetching any", async () => {
    const freeBytes = () => 1_000_000;
    const failure = downloadModel("0.8b", options({ freeBytes }));
    await expect(failure).rejects.toThrow(`${3_043_000 + 64_000_000 - 1_000_000} more bytes are needed`);
    expect(gets()).toEqual([]);
  });

  it("reports a full disk and doesn't retry", async () => {
    await begun(new Uint8Array());
    const web = testWeb();
    disk.full = true;
    try {
      await expect(downloadModel("0.8b", options({ web }))).rejects.toThrow(/no space is left on the disk/);
    } finally {
      disk.full = false;
    }
    expect(web.pauses).toEqual([]);
  });

  it("runs only once at a time", async () => {
    const web = testWeb();
    hub.faults.set(large, [{ holdAfter: 100_000 }]);
    let second: Promise<unknown> = Promise.resolve();
    const onProgress = whenHeld(() => {
      second = expect(downloadModel("0.8b", options())).rejects.toThrow(
        /Another pdfd process is using the model 0.8b/,
      );
      second.then(web.silence);
    });
    expectWhole((await downloadModel("0.8b", options({ web, onProgress }))).folder);
    await second;
  });

  it("takes over the lock of a dead process only", async () => {
    mkdirSync(join(place.store.folder, "models/.partial"), { recursive: true });
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const mine = await lockName();
    const lock = lockPath(place.store, "0.8b");
    writeFileSync(lock, mine.replace(`-${process.pid}-`, `-${pid}-`));
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(existsSync(lock)).toBe(false);
    const other = testStore();
    mkdirSync(join(other.store.folder, "models/.partial"), { recursive: true });
    // Another computer, which may share the folder: this one can't know whether the process is alive.
    writeFileSync(lockPath(other.store, "0.8b"), mine.replace(/\.pdfd-.{8}/, ".pdfd-00000000"));
    await expect(downloadModel("0.8b", options({ store: other.store }))).rejects.toThrow(/Another pdfd/);
    other[Symbol.dispose]();
  });

  it("stops when asked to, and later resumes there", async () => {
    hub.faults.set(large, [{ holdAfter: 1_000_000 }]);
    const stop = new AbortController();
    const onProgress = ({ file, done }: Transfer) => {
      if (file === large && done > 900_000) stop.abort(new ProblemError("cancelled", "interrupted"));
    };
    const first = downloadModel("0.8b", options({ signal: stop.signal, onProgress }));
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    const have = statSync(partPath()).size;
    expect(have).toBeGreaterThan(0);
    const state = await modelState("0.8b", place.store);
    expect(state).toEqual({ state: "partial", percent: Math.floor((100 * (have + 1600)) / 3_043_000) });
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(gets().at(-1)).toBe(`GET ${large} bytes=${have}-`);
  });

  it("replaces a model with a truncated file, and removes a partial download of an older version", async () => {
    const { folder } = await downloadModel("0.8b", options());
    writeFileSync(join(folder, "config.json"), "");
    const old = join(place.store.folder, "models/.partial/0.8b-aaaaaaaaaaaa");
    mkdirSync(old, { recursive: true });
    expect(await modelState("0.8b", place.store)).toMatchObject({ state: "damaged", file: "config.json" });
    expectWhole((await downloadModel("0.8b", options())).folder);
    expect(existsSync(old)).toBe(false);
  });

  /** Calls `call` once, after the first 100,000 bytes of the large file have arrived. */
  function whenHeld(call: () => void): (state: Transfer) => void {
    let called = false;
    return ({ file, done }) => {
      if (called || file !== large || done < 100_000) return;
      called = true;
      call();
    };
  }

  async function lockName(): Promise<string> {
    let seen = "";
    const onProgress = () => {
      seen ||= readFileSync(lockPath(place.store, "4b"), "utf8");
    };
    await downloadModel("4b", options({ onProgress }));
    return seen;
  }

  /** Leaves a partial download with only `part` of the large file. */
  async function begun(part: Uint8Array): Promise<void> {
    hub.faults.set(large, [{ status: 404 }]);
    await downloadModel("0.8b", options()).catch(() => {});
    writeFileSync(partPath(), part);
    hub.asked.length = 0;
  }
});

describe("addresses", () => {
  const from = (environment: Readonly<Record<string, string | undefined>>) => (name: string) =>
    environment[name];

  it.each([
    [{}, "https://huggingface.co"],
    [{ HF_ENDPOINT: "https://mirror.example/" }, "https://mirror.example"],
    [
      { HF_ENDPOINT: "https://a.example", PDFD_MODEL_ENDPOINT: "http://127.0.0.1:8/m/" },
      "http://127.0.0.1:8/m",
    ],
    [{ PDFD_MODEL_ENDPOINT: "http://localhost:80", HF_ENDPOINT: "" }, "http://localhost"],
  ])("given %j: %s", (environment, address) => {
    expect(hubAddress(catalog["0.8b"], from(environment))).toBe(address);
  });

  it("point to a script's own host, unless a mirror is set", () => {
    const script = catalog["ocr-thai"];
    expect(hubAddress(script, from({ HF_ENDPOINT: "https://mirror.example" }))).toBe(
      "https://raw.githubusercontent.com",
    );
    expect(hubAddress(script, from({ PDFD_MODEL_ENDPOINT: "https://mirror.example" }))).toBe(
      "https://mirror.example",
    );
    const file = script.files[0]?.path ?? "";
    expect(fileAddress("https://raw.githubusercontent.com", script, file)).toBe(
      "https://raw.githubusercontent.com/tesseract-ocr/tessdata_fast/65727574dfcd264acbb0c3e07860e4e9e9b22185/script/Thai.traineddata",
    );
  });

  it.each([
    "http://mirror.example",
    "ftp://127.0.0.1",
    "file:///etc",
    "mirror",
    "https://a.example/?x",
    "http://127.0.0.1.evil.example",
  ])("reject %s", (address) => {
    expect(() => hubAddress(catalog["0.8b"], from({ PDFD_MODEL_ENDPOINT: address }))).toThrow(
      /PDFD_MODEL_ENDPOINT .* is not usable/,
    );
  });

  it.each(["http://192.0.2.1/x", "file:///etc/passwd", "data:,x"])(
    "don't follow redirects to %s",
    async (address) => {
      hub.redirect = address;
      await expect(downloadModel("0.8b", options())).rejects.toThrow(
        /redirects to an address that is not https/,
      );
    },
  );

  it("only follow redirects from https to https", async () => {
    const asked: string[] = [];
    const to = (location: string) => {
      const answers = [
        new Response("", { status: 302, headers: { location } }),
        new Response("", { status: 404 }),
      ];
      const fetch = async (url: string) => {
        asked.push(url);
        return answers.shift() ?? Response.error();
      };
      return downloadModel("0.8b", options({ hub: "https://hub.example", web: { ...testWeb(), fetch } }));
    };
    await expect(to(`${hub.url}/x`)).rejects.toThrow(/redirects to an address that is not https/);
    expect(asked).toHaveLength(1);
    await expect(to("https://elsewhere.example/x")).rejects.toThrow(
      "https://elsewhere.example/x answered 404",
    );
  });

  it("reject a redirect loop", async () => {
    hub.redirect = `/somebody/small/resolve/${"0".repeat(40)}/config.json`;
    await expect(downloadModel("0.8b", options())).rejects.toThrow(/in a loop/);
  });

  it("are retried if unreachable", async () => {
    const web = testWeb();
    const nowhere = hub.url;
    await hub[Symbol.asyncDispose]();
    await expect(downloadModel("0.8b", options({ web, hub: nowhere }))).rejects.toThrow(/cannot be reached/);
    expect(web.pauses).toHaveLength(5);
    hub = await startHub({});
  });
});

describe.each([bun, deno])("under $name", ({ command = [] }) => {
  it("downloads, resumes and verifies the same way", async () => {
    hub.faults.set(large, [{ cutAfter: 1_200_000 }, { corrupt: true }]);
    const script = join(import.meta.dirname, "download-once.ts");
    const [program = "", ...before] = command.slice(0, -1);
    const { launch } = await import("../contract/target.ts");
    const running = launch([program, ...before, script, hub.url, place.store.folder], { cwd: "/" });
    expect(await running.exited).toMatchObject({ code: 0 });
    expect(running.log()).toBe("");
    expect(running.output().trim()).toBe(modelFolder(place.store, "0.8b"));
    expectWhole(modelFolder(place.store, "0.8b"));
    expect(gets()).toHaveLength(3);
  });
});
