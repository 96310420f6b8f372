/**
 * `pdfd models` as users see it, in every form of the program. The catalog is the real one; only the weights can't be
 * downloaded here.
 */
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { barOf, linesOf, megabytes } from "../../src/cli/models/transfer-progress.ts";
import { modelNames } from "../../src/core/page-reading.ts";
import { runtimeCatalog } from "../../src/models/runtime/runtime-catalog.ts";
import { runtimeExists } from "../../src/models/runtime/runtime-files.ts";
import { catalog } from "../../src/models/store/catalog.ts";
import { callTool } from "../contract/client.ts";
import { expectOk, expectProblem, inOneForm } from "../contract/expect.ts";
import { lightPage, scripts, writeGreyPdfs } from "../contract/reading-pages.ts";
import { executable } from "../contract/target.ts";
import { type FakeHub, hashOf, noise, smallFiles, startHub } from "../models/fake-hub.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { thaiLines, thaiModel } from "../ocr/thai.ts";
import { until } from "../support/processes.ts";
import { forms, type Ran, run } from "./run.ts";

const revision = catalog["4b"].revision.slice(0, 12);
const large = "onnx/embed_tokens_q4.onnx_data";

describe.each(forms)("$name", (form) => {
  const once = inOneForm(form);
  let root: string;
  let data: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "pdfd-models-"));
    data = join(root, "data");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const models = (args: readonly string[], more: Parameters<typeof run>[2] = { cwd: root }): Promise<Ran> =>
    run(form, ["models", ...args], { ...more, environment: { PDFD_DATA_DIR: data, ...more.environment } });
  const listed = async (): Promise<{ id: string; state: string }[]> =>
    JSON.parse((await models(["list", "--json"])).out).models.slice(0, modelNames.length);

  once("lists the models and their folders, and explains invalid arguments", async () => {
    const list = await models(["list"]);
    expect(list).toMatchObject({ code: 0, err: "" });
    expect(list.out).toMatch(
      /^0\.8b +absent +871 MB +Apache-2\.0.*\n4b +absent +3\.8 GB .*\nruntime +ONNX Runtime 1\.30\.0/,
    );
    expect(await models(["path"])).toEqual({ code: 0, out: `${join(data, "models")}\n`, err: "" });
    const missing = await models(["verify", "4b"]);
    expect(missing).toMatchObject({ code: 6, out: "" });
    expect(missing.err).toContain('Run "pdfd models download 4b" once (3.8 GB)');
    const problem = await models(["path", "4b", "--json"]);
    expect(problem).toMatchObject({ code: 6, err: "" });
    expect(JSON.parse(problem.out)).toMatchObject({
      ...{ code: "operation_failed", status: 422 },
      hint: { kind: "model", command: "pdfd models download 4b" },
    });
    for (const line of [
      [],
      ["get"],
      ["download"],
      ["download", "9b"],
      ["path", "4b", "x"],
      ["list", "--unverified"],
    ])
      expect(await models(line), line.join(" ")).toMatchObject({ code: 2, out: "" });
    const odd = await models(["list"], { cwd: root, environment: { PDFD_DATA_DIR: "data" } });
    expect(odd).toMatchObject({ code: 5, err: expect.stringContaining("not an absolute path") });
    expect(existsSync(data)).toBe(false);
  });

  once("reads an unsupported script with a local model, and names the missing one", async () => {
    writeFileSync(join(root, "scan.pdf"), thaiLines());
    const read = (folder: string) =>
      run(form, ["read-text", "scan.pdf", "--high-accuracy", "--model", "ocr"], {
        cwd: root,
        environment: { PDFD_DATA_DIR: data, TESSDATA_PREFIX: join(root, folder) },
      });
    mkdirSync(join(root, "here"));
    writeFileSync(join(root, "here", "Thai.traineddata"), thaiModel());
    expect(await read("here")).toMatchObject({ code: 0, out: expect.stringContaining("นครราชสีมา") });
    expect(await read("nowhere")).toMatchObject({
      ...{ code: 0, out: expect.not.stringContaining("นคร") },
      err: expect.stringContaining(
        'page 1 seems to be in Thai script; to read it, run "pdfd models download ocr-thai"',
      ),
    });
  });

  once("imports weights from a folder, verifies and removes them", async () => {
    for (const [path, bytes] of Object.entries(smallFiles)) {
      mkdirSync(dirname(join(root, "w", path)), { recursive: true });
      writeFileSync(join(root, "w", path), bytes);
    }
    const pinned = await models(["import", "w", "0.8b"]);
    expect(pinned).toMatchObject({ code: 5, out: "" });
    expect(pinned.err).toMatch(/--unverified/);
    const taken = await models(["import", "w", "0.8b", "--unverified", "--json"]);
    expect(taken.code, taken.err).toBe(0);
    const { folder } = JSON.parse(taken.out);
    expect(folder).toBe(join(data, "models/0.8b/unverified"));
    expect((await models(["path", "0.8b"])).out).toBe(`${folder}\n`);
    expect((await models(["list"])).out).toMatch(/^0\.8b +installed, unverified/);
    expect(await models(["verify", "0.8b", "--quiet"])).toEqual({ code: 0, out: "", err: "" });
    writeFileSync(join(folder, "config.json"), noise(200, 77));
    const bad = await models(["verify", "0.8b"]);
    expect(bad).toMatchObject({ code: 5, out: "" });
    expect(bad.err).toMatch(/config\.json was changed: its SHA-256 is/);
    expect((await models(["remove", "0.8b"])).out).toBe("0.8b: 3 MB removed\n");
    expect(await listed()).toMatchObject([{ state: "absent" }, { state: "absent" }]);
  });

  describe("with a hub", () => {
    let hub: FakeHub;
    beforeAll(async () => {
      const own = catalog["4b"].files.filter(({ sha256 }) => sha256 === undefined);
      const files = own.map(
        ({ path }, at) => [path, noise(path === large ? 4_000_000 : 500 + at, at)] as const,
      );
      hub = await startHub({
        ...Object.fromEntries(files),
        "onnx/decoder_model_merged_q4.onnx": noise(576_621, 1),
      });
    });
    afterAll(() => hub[Symbol.asyncDispose]());
    beforeEach(() => {
      hub.asked.length = 0;
      hub.faults.clear();
    });
    const environment = () => ({ PDFD_MODEL_ENDPOINT: hub.url });
    const part = () => join(data, "models/.partial", `4b-${revision}`, `${large}.part`);

    /** Sends a signal once this many bytes have arrived. */
    function stopped(signal: "SIGINT" | "SIGKILL", bytes: number): Promise<Ran> {
      const started = async (child: ChildProcess) => {
        await until("a part arrived", () => existsSync(part()) && statSync(part()).size >= bytes, 30_000);
        child.kill(signal);
      };
      return models(["download", "4b"], { cwd: root, environment: environment(), started });
    }

    it("resumes after Ctrl+C and after a kill, and stops at a file it can't download", async () => {
      hub.faults.set(large, [{ holdAfter: 1_000_000 }, { holdAfter: 1_000_000 }]);
      const first = await stopped("SIGINT", 1_000_000);
      expect(first).toMatchObject({ code: 130, out: "" });
      expect(first.err).toMatch(
        /^pdfd: 4b: 0 %, .*\n[\s\S]*pdfd: interrupted; the partial download can be resumed/,
      );
      expect(await listed()).toMatchObject([{ state: "absent" }, { id: "4b", state: "partial", percent: 4 }]);
      expect((await stopped("SIGKILL", 2_000_000)).code).toBe(137);
      // The remaining files are 404: the tokenizer of the weights isn't available here.
      const last = await models(["download", "4b"], { cwd: root, environment: environment() });
      expect(last).toMatchObject({ code: 5, out: "" });
      expect(last.err).toMatch(/tokenizer\.json answered 404.*PDFD_MODEL_ENDPOINT/);
      const gets = hub.asked.filter((line) => line.startsWith(`GET ${large}`));
      expect(gets).toEqual([`GET ${large}`, `GET ${large} bytes=1000000-`, `GET ${large} bytes=2000000-`]);
      // Queried once at the start: seven files whose hashes aren't known.
      expect(hub.asked.filter((line) => line.startsWith("HEAD"))).toHaveLength(7);
      expect(readFileSync(join(dirname(part()), "embed_tokens_q4.onnx_data")).length).toBe(4_000_000);
      expect(await models(["remove", "4b"])).toMatchObject({ code: 0 });
      expect(readdirSync(join(data, "models/.partial"))).toEqual([]);
    });

    once("discards files whose hash differs from the pinned one", async () => {
      const wrong = await startHub({ "onnx/embed_tokens_q4.onnx": noise(857, 1) });
      const ran = await models(["download", "0.8b", "--quiet"], {
        ...{ cwd: root, environment: { HF_ENDPOINT: wrong.url } },
      });
      expect(ran).toMatchObject({ code: 5, out: "" });
      expect(ran.err).toMatch(/^pdfd: Cannot download .*wrong SHA-256.*8773dcf4858f.*twice.*\n$/);
      expect(wrong.asked).toHaveLength(2);
      await wrong[Symbol.asyncDispose]();
      expect(await listed()).toMatchObject([{ state: "partial", percent: 0 }, { state: "absent" }]);
    });
  });
});

describe.each(forms)("a running service ($name)", (form) => {
  it.skipIf(!runtimeExists())(
    "notices added and removed models, and the executable unpacks its runtime once",
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-models-")));
      const environment = { PDFD_DATA_DIR: join(root, "data") };
      try {
        writeScriptedModel(join(root, "w"), scripts);
        await using service = await form.start({ environment });
        writeGreyPdfs(service.folders.allowed);
        const read = () => callTool(service, "pdf_read_text", { input: "light.pdf", high_accuracy: true });
        expectProblem(await read(), 422, "operation_failed");
        expect(existsSync(environment.PDFD_DATA_DIR)).toBe(false);
        const taken = await run(form, ["models", "import", "w", "0.8b", "--unverified", "--quiet"], {
          ...{ cwd: root, environment },
        });
        expect(taken).toEqual({ code: 0, out: "", err: "" });
        for (const _ of [1, 2]) expect(expectOk(await read()).pages).toEqual([{ page: 1, text: lightPage }]);
        const runtimes = join(root, "data/runtime");
        if (form === executable) {
          const [folder = "", ...more] = readdirSync(runtimes);
          expect([folder, more]).toEqual([expect.stringMatching(/^ort-1\.30\.0-[0-9a-f]{12}$/), []]);
          const known = runtimeCatalog[`${process.platform}-${process.arch}`]?.files ?? [];
          for (const { name, sha256 } of known)
            expect(hashOf(readFileSync(join(runtimes, folder, name)))).toBe(sha256);
          expect(readdirSync(join(runtimes, folder))).toHaveLength(known.length);
        } else expect(existsSync(runtimes)).toBe(false);
        expect((await run(form, ["models", "remove", "0.8b"], { cwd: root, environment })).code).toBe(0);
        expectProblem(await read(), 422, "operation_failed");
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    },
  );
});

describe("completion and doctor", () => {
  it("know the actions, the models and missing components", async () => {
    const environment = { PDFD_DATA_DIR: join(tmpdir(), "pdfd-none") };
    const { out } = await run(executable, ["completion", "bash"], { cwd: "/" });
    expect(out).toMatch(
      /^ {2}models\)\n.*--unverified.*\n +rest="list path download .* 0\.8b 4b ocr-armenian .*"/m,
    );
    const doctor = await run(executable, ["doctor", "--json"], { cwd: "/", environment });
    expect(JSON.parse(doctor.out).findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ part: "reading model 4b", ok: false, command: "pdfd models download 4b" }),
        expect.objectContaining({
          part: "model runtime",
          ok: true,
          detail: expect.stringContaining("inside"),
        }),
      ]),
    );
  });
});

describe("progress", () => {
  it("prints a line for every 5% in a log", () => {
    let written = "";
    const lines = linesOf("0.8b", (text) => {
      written += text;
    });
    for (let done = 0; done <= 200; done++) lines.show({ done: done * 1e6, total: 200e6, file: "x" });
    const all = written.trimEnd().split("\n");
    expect(all).toHaveLength(21);
    expect(all.slice(0, 2)).toEqual(["pdfd: 0.8b: 0 %, 0 of 200 MB", "pdfd: 0.8b: 5 %, 10 of 200 MB"]);
    expect(all.at(-1)).toBe("pdfd: 0.8b: 100 %, 200 of 200 MB");
  });

  it("shows a bar with the current speed on a terminal", () => {
    let written = "";
    let now = 0;
    using bar = barOf(
      (text) => {
        written = text;
      },
      () => now,
    );
    bar.show({ done: 400e6, total: 871e6, file: "x" });
    now = 2000;
    bar.show({ done: 424e6, total: 871e6, file: "x" });
    expect(written).toMatch(/\] +48 % 424 of 871 MB, 12\.0 MB\/s/);
    expect([megabytes(871_364_778), megabytes(857), megabytes(40_000)]).toEqual([
      "871 MB",
      "857 bytes",
      "40 kB",
    ]);
  });
});
