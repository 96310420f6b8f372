/** Jobs and callbacks: order, limits, cancellation, delivery and signatures. */
import { copyFileSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { endlessPdf } from "../support/pdf.ts";
import { until } from "../support/processes.ts";
import { type Answer, ask } from "./client.ts";
import { expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { startReceiver } from "./receiver.ts";
import type { Service, Target } from "./target.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function jobs(target: Target): void {
  describe("jobs", () => {
    const service = sharedService(target, { flags: ["--deadline", "30"] });

    it("return 202 with their position, run, and hold the same body as the tool's own answer", async () => {
      const answer = await submit(service(), "pdf_info", { input: "ok.pdf" });
      const job = expectObject(answer.body);
      expect(answer.status, answer.text).toBe(202);
      expect(job.id).toMatch(new RegExp(`^job_${uuid}$`));
      expect(answer.headers.location).toBe(`/v1/jobs/${job.id}`);
      expect(job).toMatchObject({ tool: "pdf_info", created_at: expect.stringMatching(stamp) });
      expect(["queued", "running"]).toContain(job.status);
      const done = await ended(service(), job.id);
      expect(done).toMatchObject({
        status: "succeeded",
        progress: null,
        result: { pages: 3, title: "Contract title" },
      });
      for (const key of ["started_at", "finished_at"]) expect(done[key]).toMatch(stamp);
      const direct = expectOk(await ask(service(), "/v1/tools/pdf_info", { body: { input: "ok.pdf" } }));
      expect(done.result).toEqual(direct);
      expect(Object.keys(done)).not.toContain("input");
      expect(Object.keys(done)).not.toContain("callback");
    });

    it("are listed newest first", async () => {
      const ids: unknown[] = [];
      for (let k = 0; k < 3; k++)
        ids.push(expectObject((await submit(service(), "pdf_list_files", {})).body).id);
      for (const id of ids) await ended(service(), id);
      const { jobs: listed } = expectOk(await ask(service(), "/v1/jobs"));
      const seen = (Array.isArray(listed) ? listed : []).map((job: { id: string }) => job.id);
      expect(seen.slice(0, 3)).toEqual([...ids].reverse());
    });

    it("report progress that ends at its total", async () => {
      const inputs = ["ok.pdf", "two.pdf", "ok.pdf"];
      const answer = await submit(service(), "pdf_merge", { inputs, output: "job-merged.pdf" });
      const done = await ended(service(), expectObject(answer.body).id);
      expect(done).toMatchObject({
        status: "succeeded",
        progress: { progress: 3, total: 3 },
        result: { pages: 8 },
      });
      expect(existsSync(join(service().folders.allowed, "job-merged.pdf"))).toBe(true);
    });

    it("fail with the tool's own problem, including the field", async () => {
      const cases = [
        ["pdf_info", { input: "missing.pdf" }, 422, "validation", "input"],
        ["pdf_info", { input: "../OUT/secret.pdf" }, 422, "validation", "input"],
        ["pdf_info", { input: "broken.pdf" }, 422, "operation_failed", undefined],
        ["pdf_extract_pages", { input: "ok.pdf", pages: "9", output: "x.pdf" }, 422, "validation", "pages"],
        ["pdf_rotate_pages", { input: "ok.pdf", output: "two.pdf" }, 409, "conflict", "output"],
      ] as const;
      for (const [tool, input, status, code, field] of cases) {
        const answer = await submit(service(), tool, input);
        expect(answer.status).toBe(202);
        const done = await ended(service(), expectObject(answer.body).id);
        expect(done).toMatchObject({
          status: "failed",
          error: { status, code, type: `urn:service:problem:${code}` },
        });
        expect(done.started_at).toMatch(stamp);
        const { errors, detail, reason } = expectObject(done.error);
        expect(reason).toBe(code === "operation_failed" ? "not_a_pdf" : undefined);
        expect(detail).toBeTypeOf("string");
        if (field) expect(errors).toEqual([expect.objectContaining({ field })]);
      }
    });

    it("never expose a password", async () => {
      const password = "open-sesame-4711";
      const answer = await submit(service(), "pdf_unlock", {
        input: "ok.pdf",
        password,
        output: "unlocked.pdf",
      });
      const done = await ended(service(), expectObject(answer.body).id);
      const list = await ask(service(), "/v1/jobs");
      for (const text of [answer.text, JSON.stringify(done), list.text, service().log()])
        expect(text).not.toContain(password);
    });

    it("send one signed event to their callback", async () => {
      await using receiver = await startReceiver();
      const input = { input: "ok.pdf", output: "called-back.pdf" };
      const answer = await submit(service(), "pdf_rotate_pages", input, receiver.url);
      const job = expectObject(answer.body);
      expect(job.callback).toEqual({ url: receiver.url, status: "pending", attempts: 0, last_status: null });
      const done = await delivered(service(), job.id);
      expect(done.callback).toEqual({
        url: receiver.url,
        status: "delivered",
        attempts: 1,
        last_status: 204,
      });
      expect(receiver.got).toHaveLength(1);
      const [event] = receiver.got;
      const headers = expectObject(event?.headers);
      expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "service/0.1.0" });
      expect(headers["webhook-id"]).toMatch(new RegExp(`^msg_${uuid}$`));
      expect(headers["webhook-timestamp"]).toMatch(/^\d{10}$/);
      const verifier = new Webhook(service().webhookSecret);
      const signed = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)]));
      expect(() => verifier.verify(event?.body ?? "", signed)).not.toThrow();
      expect(() => verifier.verify(`${event?.body} `, signed)).toThrow();
      expect(JSON.parse(event?.body ?? "")).toEqual({
        type: "job.succeeded",
        timestamp: expect.stringMatching(stamp),
        data: {
          job_id: job.id,
          tool: "pdf_rotate_pages",
          status: "succeeded",
          created_at: job.created_at,
          finished_at: done.finished_at,
          outputs: [join(service().folders.allowed, "called-back.pdf")],
        },
      });
    });

    it("neither follow redirects nor retry after a final answer", async () => {
      await using other = await startReceiver();
      const statuses = [301, 302, 303, 307, 308, 404];
      await using receiver = await startReceiver((n) => ({
        status: statuses[n] ?? 500,
        headers: { location: other.url },
      }));
      for (const status of statuses) {
        const answer = await submit(service(), "pdf_list_files", {}, receiver.url);
        const done = await delivered(service(), expectObject(answer.body).id);
        expect(done.callback).toMatchObject({ status: "failed", attempts: 1, last_status: status });
      }
      expect(other.got).toEqual([]);
    });

    it("get a final 401 if their callback is the service itself", async () => {
      const answer = await submit(
        service(),
        "pdf_list_files",
        {},
        `http://127.0.0.1:${service().port}/v1/jobs`,
      );
      const done = await delivered(service(), expectObject(answer.body).id);
      expect(done.callback).toMatchObject({ status: "failed", attempts: 1, last_status: 401 });
    });

    it("that run a batch are cancelled between files, and list the files that remain", async () => {
      const { allowed } = service().folders;
      const inputs = Array.from({ length: 50 }, (_, k) => `copy-${k}.pdf`);
      for (const name of inputs) copyFileSync(join(allowed, "ok.pdf"), join(allowed, name));
      const steps = Array.from({ length: 10 }, () => ({ action: "watermark", options: { text: "stays" } }));
      const answer = await submit(service(), "pdf_run_batch", { inputs, steps, output_folder: "batch" });
      const { id } = expectObject(answer.body);
      const folder = join(allowed, "batch");
      const written = () =>
        existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pdf")) : [];
      await until("the first file is written", () => written().length > 0);
      expectOk(await ask(service(), `/v1/jobs/${id}`, { method: "DELETE" }));
      const job = await ended(service(), id);
      const files = written().map((name) => join(folder, name));
      expect(job).toMatchObject({ status: "failed", error: { code: "cancelled" } });
      expect(expectObject(job.error).outputs).toEqual(expect.arrayContaining(files));
      expect(files.length).toBeGreaterThan(0);
      expect(files.length).toBeLessThan(50);
    });
  });

  describe("a full queue", () => {
    const service = sharedService(target, { flags: ["--deadline", "60"] });

    it("accepts 100 jobs, refuses another, runs one at a time, and allows each to be cancelled", async () => {
      writeFileSync(join(service().folders.allowed, "endless.pdf"), endlessPdf());
      const first = await submit(service(), "pdf_read_text", { input: "endless.pdf" });
      expect(first.status).toBe(202);
      const rest = await Promise.all(
        Array.from({ length: 99 }, () =>
          submit(service(), "pdf_rotate_pages", { input: "ok.pdf", output: "never.pdf" }),
        ),
      );
      expect(rest.every(({ status }) => status === 202)).toBe(true);
      const refused = await submit(service(), "pdf_list_files", {});
      expectProblem(refused, 429, "too_many_jobs");
      expect(refused.headers.location).toBeUndefined();
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      // Jobs have their own lane, so tool calls still run.
      expectOk(await ask(service(), "/v1/tools/pdf_info", { body: { input: "ok.pdf" } }));

      const ids = rest.map(({ body }) => String(expectObject(body).id));
      const statuses = await Promise.all(
        ids.map(async (id) => expectOk(await ask(service(), `/v1/jobs/${id}`)).status),
      );
      expect(new Set(statuses)).toEqual(new Set(["queued"]));
      for (const id of ids) {
        const gone = expectOk(await ask(service(), `/v1/jobs/${id}`, { method: "DELETE" }));
        expect(gone).toMatchObject({ status: "failed", error: { code: "cancelled" } });
      }
      const running = String(expectObject(first.body).id);
      await ask(service(), `/v1/jobs/${running}`, { method: "DELETE" });
      expect(await ended(service(), running)).toMatchObject({
        status: "failed",
        error: { code: "cancelled" },
      });
      expect(existsSync(join(service().folders.allowed, "never.pdf"))).toBe(false);
      const again = await submit(service(), "pdf_info", { input: "ok.pdf" });
      expect(await ended(service(), expectObject(again.body).id)).toMatchObject({ status: "succeeded" });
    });
  });

  describe("callbacks and the environment", () => {
    const proxy = { url: "" };
    it("bypass proxies, and are limited to the origins of --webhook-allow", async () => {
      await using listener = await startReceiver();
      proxy.url = listener.url.replace(/\/hook$/, "");
      const environment = {
        HTTP_PROXY: proxy.url,
        http_proxy: proxy.url,
        HTTPS_PROXY: proxy.url,
        https_proxy: proxy.url,
        ALL_PROXY: proxy.url,
        all_proxy: proxy.url,
        NODE_USE_ENV_PROXY: "1",
      };
      await using service = await target.start({
        flags: ["--webhook-allow", "https://a.example"],
        environment,
      });
      await using receiver = await startReceiver();
      const answer = await submit(
        service,
        "pdf_list_files",
        {},
        receiver.url.replace("127.0.0.1", "localhost"),
      );
      const done = await delivered(service, expectObject(answer.body).id);
      expect(done.callback).toMatchObject({ status: "delivered" });
      expect(listener.got).toEqual([]);
      for (const url of ["http://a.example/", "https://a.example:8443/", "https://a.example.evil/"])
        expectProblem(await submit(service, "pdf_list_files", {}, url), 422, "validation", "callback_url");
    });
  });
}

/** Submits a job. */
export function submit(service: Service, tool: string, input: object, callbackUrl?: string): Promise<Answer> {
  return ask(service, "/v1/jobs", {
    body: { tool, input, ...(callbackUrl && { callback_url: callbackUrl }) },
  });
}

/** Returns the job once it has finished. */
export async function ended(service: Service, id: unknown): Promise<Record<string, unknown>> {
  for (;;) {
    const job = expectOk(await ask(service, `/v1/jobs/${id}?wait=30`));
    if (job.status === "succeeded" || job.status === "failed") return job;
  }
}

/** Returns the job once its callback is delivered or has failed. */
async function delivered(service: Service, id: unknown): Promise<Record<string, unknown>> {
  const start = performance.now();
  await ended(service, id);
  for (;;) {
    const job = expectOk(await ask(service, `/v1/jobs/${id}`));
    const { status } = expectObject(job.callback);
    if (status === "delivered" || status === "failed") return job;
    if (performance.now() - start > 10_000) throw new Error(`the callback is still ${status}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
