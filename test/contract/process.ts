/** The service as processes: busy lanes, time limits, disconnecting clients, shutdown and crashes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { endlessPdf } from "../support/pdf.ts";
import { alive, childrenOf, holdsOpen, linux, until, visibleOf } from "../support/processes.ts";
import { type Answer, ask, callTool } from "./client.ts";
import { expectOk, expectProblem, inOneForm, sharedService, snapshot } from "./expect.ts";
import { runsWhole, type Service, type Target } from "./target.ts";

export function processes(target: Target): void {
  // Its queue is the same in every form.
  describe.runIf(linux && runsWhole(target))("calls that never end", () => {
    const service = sharedService(target, { flags: ["--deadline", "120"] });

    it("yield to others; 64 more wait, another is refused immediately, and all end when their clients disconnect", async () => {
      const leaving = new AbortController();
      let ended = 0;
      const begin = (call: Promise<Answer>) => call.catch(() => "left").finally(() => void ended++);
      const running = Array.from({ length: 4 }, () => begin(endless(service(), leaving.signal)));
      await until("4 calls run", () => enginesOn(service()).length === 4);
      for (let k = 0; k < 3; k++) expectOk(await info(service()));
      expect(ended).toBe(0);
      const others = Array.from({ length: 65 }, () =>
        begin(callTool(service(), "pdf_read_text", endlessInput, leaving.signal)),
      );
      const refused = await Promise.race(others);
      if (typeof refused === "string") throw new Error("it was not refused");
      expectProblem(refused, 429, "busy");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      // Requests that need no lane are answered immediately, even if all lanes are busy.
      expectOk(await ask(service(), "/openapi.json"));
      expect(ended).toBe(1);
      leaving.abort();
      expect(await Promise.all(running)).toEqual(["left", "left", "left", "left"]);
      expect((await Promise.all(others)).filter((answer) => answer === "left")).toHaveLength(64);
      // Their lanes are freed long before the time limit.
      await until("their engines end", () => enginesOn(service()).length === 0);
      expectOk(await callTool(service(), "pdf_read_text", { input: "ok.pdf" }));
    });

    it("leave no files in the folders", () => {
      const { allowed } = service().folders;
      const made = ["broken.pdf", "endless.pdf", "form.pdf", "ok.pdf", "two.pdf"];
      expect(Object.keys(snapshot(allowed)).sort()).toEqual(made);
    });
  });

  describe.skipIf(!linux)("secrets", () => {
    const service = sharedService(target, {
      environment: { HTTP_PROXY: "http://proxy.example:1", SERVICE_API_TOKEN: "t0ken-".repeat(8) },
    });

    it("appear in no log, no command line and no child's environment", async () => {
      expectOk(await info(service()));
      expectProblem(await callTool(service(), "pdf_info", { input: "../OUT/x.pdf" }), 422, "validation");
      await ask(service(), "/v1/tools?token=in-the-query", {
        headers: { authorization: "Bearer wrong-token" },
      });
      const { token, webhookSecret } = service();
      const children = childrenOf(pidOf(service()));
      expect(children.length).toBeGreaterThan(0);
      const printed = [service().log(), ...children.map(visibleOf)].join("\n");
      expect(service().log()).toContain("/v1/tools/pdf_info");
      for (const secret of [token, webhookSecret, "wrong-token", "in-the-query", "proxy.example", "x.pdf"])
        expect(printed).not.toContain(secret);
    });
  });

  describe.skipIf(!linux)("an engine that dies", () => {
    const service = sharedService(target, { flags: ["--deadline", "60"] });

    it("only fails its own call", async () => {
      const doomed = endless(service());
      const engine = await until("a call runs", () => enginesOn(service()).at(0));
      process.kill(engine, "SIGKILL");
      const answer = await doomed;
      expect([422, 500], answer.text).toContain(answer.status);
      const text = await callTool(service(), "pdf_read_text", { input: "ok.pdf" });
      expectOk(text);
    });
  });

  describe.skipIf(!linux)("shutdown", () => {
    // Both signals arrive the same way, and every form does the same after the first one.
    const once = inOneForm(target);
    it.each(runsWhole(target) ? (["SIGTERM", "SIGINT"] as const) : (["SIGTERM"] as const))(
      "by %s while idle exits with 0 and leaves nothing",
      async (signal) => {
        await using service = await target.start();
        expectOk(await info(service));
        const children = childrenOf(pidOf(service));
        service.process?.kill(signal);
        expect(await service.process?.exited).toEqual({ code: 0, signal: null });
        await until("the children end", () => !children.some(alive));
        const log = service.log();
        expect(log).toMatch(/ info service stopped\n$/);
        expect(log).not.toContain("SIGKILL");
      },
    );

    once("lets running calls finish first and accepts no new ones", async () => {
      // Long enough to be seen running, and shorter than the service waits for running calls.
      await using service = await target.start({ flags: ["--deadline", "6"] });
      const running = endless(service);
      await until("the call runs", () => enginesOn(service).length > 0);
      service.process?.kill("SIGTERM");
      expectProblem(await running, 422, "operation_failed");
      expect(await service.process?.exited).toEqual({ code: 0, signal: null });
      await expect(ask(service, "/openapi.json")).rejects.toThrow();
    });

    once("is immediate after a second signal, for all children too", async () => {
      await using service = await target.start();
      const running = endless(service).catch(() => "cut");
      await until("the call runs", () => enginesOn(service).length > 0);
      const children = childrenOf(pidOf(service));
      service.process?.kill("SIGTERM");
      await until("the service stops listening", () =>
        ask(service, "/openapi.json").then(
          () => false,
          () => true,
        ),
      );
      service.process?.kill("SIGINT");
      await service.process?.exited;
      // The call would have run until its time limit.
      expect(await running).toBe("cut");
      await until("the children end", () => !children.some(alive));
    });

    it("by a kill leaves no child, not even a spinning one", async () => {
      await using service = await target.start();
      const running = endless(service).catch(() => "cut");
      await until("the call runs", () => enginesOn(service).length > 0);
      const children = childrenOf(pidOf(service));
      service.process?.kill("SIGKILL");
      await running;
      await until("the children end", () => !children.some(alive));
    });
  });
}

function info(service: Service): Promise<Answer> {
  return callTool(service, "pdf_info", { input: "ok.pdf" });
}

/** A call that only a limit ends. */
function endless(service: Service, signal?: AbortSignal): Promise<Answer> {
  writeFileSync(join(service.folders.allowed, "endless.pdf"), endlessPdf());
  return callTool(service, "pdf_read_text", endlessInput, signal);
}

const endlessInput = { input: "endless.pdf" };

/** The parent of the engines. */
function pidOf(service: Service): number {
  return service.process?.pid ?? 0;
}

/** Engines working on the endless document. */
function enginesOn(service: Service): number[] {
  return childrenOf(pidOf(service)).filter((pid) => holdsOpen(pid, "endless.pdf"));
}
