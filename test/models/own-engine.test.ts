/** The page-reading process: sequential pages, cancellation, hangs, kills, idling, and the end of its parent. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { failed } from "../../src/core/problem.ts";
import { createReading } from "../../src/models/reading/reading.ts";
import { fakeTimers } from "../run/fake-timers.ts";
import { alive, childrenOf, linux, until } from "../support/processes.ts";
import { writeScriptedModel } from "./scripted-model.ts";
import { base64Page, type EngineUnderTest, engineOn } from "./support.ts";

const light = "# Licht Ä 中文\n\nText.";
const scripts = {
  scripts: [
    { below: 0.5, types: "dark" },
    { below: 2, types: light },
  ],
  hangs: [0.55, 0.65],
} as const;

describe("the page-reading process", () => {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-own-engine-"));
  writeScriptedModel(folder, scripts);
  const open: EngineUnderTest[] = [];
  const start = (...options: Parameters<typeof engineOn> extends [string, ...infer Rest] ? Rest : never) => {
    const one = engineOn(folder, ...options);
    open.push(one);
    return { ...one, reading: createReading(async () => one.engine) };
  };
  afterEach(async () => {
    for (const { engine, children } of open.splice(0)) {
      await engine.close();
      for (const child of children) expect(alive(child.pid)).toBe(false);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const page = (grey: number, number = 1, model: "0.8b" | "4b" = "0.8b") => ({
    model,
    png: base64Page(grey),
    page: number,
  });
  const lightPage = { text: light, end: "stop" };

  it("reads pages one after another in the same process", async () => {
    const { reading, children, events } = start();
    const pages = await Promise.all([1, 0.1, 1].map((grey, at) => reading.read(page(grey, at + 1))));
    expect(pages).toEqual([lightPage, { text: "dark", end: "stop" }, lightPage]);
    expect(children).toHaveLength(1);
    expect(events).toMatchObject([{ event: "model", what: "ready" }]);
  });

  it("is replaced when another model is needed", async () => {
    const { reading, children, events } = start();
    const both = [reading.read(page(1)), reading.read(page(1, 2, "4b"))];
    expect(await Promise.all(both)).toEqual([lightPage, lightPage]);
    expect(children).toHaveLength(2);
    expect(alive(children[0]?.pid ?? 0)).toBe(false);
    expect(events.map(({ what }) => what)).toEqual(["ready", "retired", "ready"]);
  });

  it("is killed when a page exceeds its deadline, and restarted for the next", async () => {
    const { reading, children } = start({ pageDeadlineMs: 300 });
    const [hung, next] = await Promise.allSettled([reading.read(page(0.6, 7)), reading.read(page(1))]);
    expect(hung).toMatchObject({ status: "rejected", reason: { code: "operation_failed" } });
    expect(String(hung.status === "rejected" && hung.reason)).toMatch(
      /^ProblemError: Page 7 took longer than 0.3 s/,
    );
    expect(next).toMatchObject({ value: lightPage });
    expect(children).toHaveLength(2);
  });

  it("reports if it was killed, and is restarted for the next page", async () => {
    const { reading, children } = start();
    const hung = reading.read(page(0.6, 3));
    await until("the process to start", () => children.length === 1);
    process.kill(children[0]?.pid ?? 0, "SIGKILL");
    await expect(hung).rejects.toThrow(
      /^Page 3 could not be read: the model process ended \(SIGKILL\)|could not be loaded/,
    );
    expect(await reading.read(page(1))).toEqual(lightPage);
    expect(children).toHaveLength(2);
  });

  it("abandons a page as soon as it is canceled and continues with the next one", async () => {
    const { reading } = start();
    await reading.read(page(1));
    const leave = new AbortController();
    const started = performance.now();
    const hung = reading.read(page(0.6), leave.signal);
    const waiting = reading.read(page(1), leave.signal);
    const next = reading.read(page(0.1));
    leave.abort();
    await expect(hung).rejects.toMatchObject({ code: "cancelled" });
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(await next).toMatchObject({ text: "dark" });
  });

  it("ends after being idle for a while, and is restarted on demand", async () => {
    const timers = fakeTimers();
    const { reading, children } = start({ timers, idleMs: 5000 });
    await reading.read(page(1));
    timers.pass(4999);
    expect(alive(children[0]?.pid ?? 0)).toBe(true);
    timers.pass(1);
    await until("the process to end", () => !alive(children[0]?.pid ?? 0));
    expect(await reading.read(page(1))).toEqual(lightPage);
    expect(children).toHaveLength(2);
  });

  it("survives invalid pictures", async () => {
    const { reading, children } = start();
    const nonsense = { ...page(1, 9), png: Buffer.from("no picture").toString("base64") };
    await expect(reading.read(nonsense)).rejects.toThrow(/^Page 9 could not be read by the model: .*PNG/);
    expect(await reading.read(page(1))).toEqual(lightPage);
    expect(children).toHaveLength(1);
  });

  it("reports why a model can't be loaded", async () => {
    const broken = mkdtempSync(join(tmpdir(), "pdfd-broken-"));
    writeScriptedModel(broken, scripts);
    writeFileSync(join(broken, "onnx/decoder_model_merged_q4.onnx"), "no graph");
    const { engine } = engineOn(broken);
    await expect(engine.read(page(1), undefined)).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringMatching(/^The model 0\.8b could not be loaded: .* pdfd models verify 0\.8b$/s),
    });
    await engine.close();
    rmSync(broken, { recursive: true, force: true });
  });

  it("isn't started for a missing model", async () => {
    const missing = async () => Promise.reject(failed("no such model"));
    const { engine, children } = start({ installed: missing });
    await expect(engine.ready("0.8b")).rejects.toThrow("no such model");
    await expect(engine.read(page(1), undefined)).rejects.toThrow("no such model");
    expect(children).toEqual([]);
  });

  it("isn't started without a runtime or enough memory", async () => {
    const bare = start({ withoutRuntime: () => failed("none for this system") });
    await expect(bare.engine.ready("4b")).rejects.toThrow("none for this system");
    const full = start({ availableBytes: () => 1e9 });
    await expect(full.engine.ready("4b")).rejects.toThrow(
      /needs about 2.0 GB of free memory, and 1.0 GB are free/,
    );
    await expect(full.engine.read(page(1), undefined)).rejects.toThrow(/free memory/);
    expect([...bare.children, ...full.children]).toEqual([]);
  });

  it.skipIf(!linux)("ends when its parent is killed, even in the middle of a page", async () => {
    const script = join(folder, "parent.ts");
    const source = (name: string) => JSON.stringify(resolve(import.meta.dirname, name));
    writeFileSync(
      script,
      `import { engineOn, base64Page } from ${source("support.ts")};
       const { engine, children } = engineOn(${JSON.stringify(folder)});
       const read = (grey) => engine.read({ model: "0.8b", png: base64Page(grey), page: 1 }, undefined);
       await read(1);
       setTimeout(() => console.log(children[0].pid), 200);
       await read(0.6);`,
    );
    const bun = resolve(import.meta.dirname, "../../node_modules/.bin/bun");
    const parent = spawn(bun, ["--no-env-file", script], { stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    parent.stdout.on("data", (part) => {
      printed += part;
    });
    const worker = await until("the process to read", () => Number(printed) || undefined, 30_000);
    const [child] = childrenOf(parent.pid ?? 0);
    expect(child).toBe(worker);
    const nice = Number(execFileSync("ps", ["-o", "ni=", "-p", String(worker)], { encoding: "utf8" }));
    expect(nice).toBeGreaterThan(0);
    parent.kill("SIGKILL");
    await until("the process to end", () => !alive(worker), 5000);
  });
});
