import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import type { Job } from "../../src/core/jobs.ts";
import { createDeliverer, type Send } from "../../src/jobs/delivery.ts";
import { eventBody } from "../../src/jobs/event.ts";
import { createSigner } from "../../src/jobs/signature.ts";

const key = new Uint8Array(32).map((_, k) => k * 7);
const secret = `whsec_${Buffer.from(key).toString("base64")}`;
const body = new TextEncoder().encode('{"type":"job.succeeded","é":1}');

function setUp(answers: readonly (number | Error)[]) {
  const sent: { headers: Readonly<Record<string, string>>; body: Uint8Array; timeoutMs: number }[] = [];
  const waits: number[] = [];
  let clock = Date.now();
  let ids = 0;
  const send: Send = async (_, headers, bytes, timeoutMs) => {
    const answer = answers[sent.length] ?? 500;
    sent.push({ headers, body: bytes, timeoutMs });
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const deliverer = createDeliverer({
    send,
    signer: createSigner(key),
    now: () => clock,
    wait: async (ms) => {
      waits.push(ms);
      clock += ms;
    },
    randomUUID: () => `uuid-${ids++}`,
  });
  return { deliverer, sent, waits };
}

describe("delivery", () => {
  it.each([
    [[204], "delivered", 1, 204],
    [[200], "delivered", 1, 200],
    [[299], "delivered", 1, 299],
    [[400], "failed", 1, 400],
    [[404], "failed", 1, 404],
    [[410], "failed", 1, 410],
    [[301], "failed", 1, 301],
    [[307], "failed", 1, 307],
    [[101], "failed", 1, 101],
    [[408, 429, 500, 599, 200], "delivered", 5, 200],
    [[503, 503, 503, 503, 503, 200], "failed", 5, 503],
    [[new Error("refused"), 200], "delivered", 2, 200],
    [[500, new Error("time-out"), 404], "failed", 3, 404],
    [[500, 500, 500, 500, new Error("refused")], "failed", 5, null],
  ] as const)("responses %j end %s after %i attempts", async (answers, status, attempts, last) => {
    const { deliverer, waits, sent } = setUp([...answers]);
    const delivery = deliverer.prepare(new URL("http://127.0.0.1:1/"));
    await delivery.run(body);
    expect(delivery.callback).toEqual({ url: "http://127.0.0.1:1/", status, attempts, last_status: last });
    expect(waits).toEqual([1000, 2000, 4000, 8000].slice(0, attempts - 1));
    expect(sent.every((one) => one.timeoutMs === 10_000)).toBe(true);
  });

  it("signs every attempt so that the published library verifies it", async () => {
    const { deliverer, sent } = setUp([500, 500, 200]);
    await deliverer.prepare(new URL("http://localhost/")).run(body);
    expect(sent).toHaveLength(3);
    for (const { headers, body: bytes } of sent) {
      expect(() => new Webhook(secret).verify(Buffer.from(bytes).toString(), { ...headers })).not.toThrow();
      expect(() => new Webhook(secret).verify(`${Buffer.from(bytes)} `, { ...headers })).toThrow();
      expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "service/0.1.0" });
      expect(Buffer.from(bytes).equals(Buffer.from(body))).toBe(true);
    }
    expect(new Set(sent.map((one) => one.headers["webhook-id"]))).toEqual(new Set(["msg_uuid-0"]));
    const stamps = sent.map((one) => Number(one.headers["webhook-timestamp"]));
    expect([(stamps[1] ?? 0) - (stamps[0] ?? 0), (stamps[2] ?? 0) - (stamps[1] ?? 0)]).toEqual([1, 2]);
  });

  it("gives each event its own ID", async () => {
    const { deliverer, sent } = setUp([200, 200]);
    await deliverer.prepare(new URL("http://localhost/")).run(body);
    await deliverer.prepare(new URL("http://localhost/")).run(body);
    expect(sent[0]?.headers["webhook-id"]).not.toBe(sent[1]?.headers["webhook-id"]);
  });

  it("reaches a healthy receiver at once, however many others hang at the same or other origins", async () => {
    const reached: string[] = [];
    const deliverer = createDeliverer({
      send: (url) => {
        reached.push(url.origin);
        return url.port === "9" ? Promise.resolve(204) : new Promise(() => {});
      },
      signer: createSigner(key),
      now: () => 0,
      wait: async () => {},
      randomUUID: () => "u",
    });
    const hanging = [
      ...Array.from({ length: 100 }, () => "http://localhost:1/"),
      ...Array.from({ length: 100 }, (_, k) => `http://localhost:${1000 + k}/`),
    ];
    const runs = hanging.map((url) => deliverer.prepare(new URL(url)).run(body));
    const honest = deliverer.prepare(new URL("http://localhost:9/"));
    await honest.run(body);
    expect(honest.callback).toMatchObject({ status: "delivered", attempts: 1 });
    expect(reached.filter((origin) => origin === "http://localhost:1").length).toBe(16);
    deliverer.close();
    expect((await Promise.allSettled(runs.slice(16, 100))).every(({ status }) => status === "rejected")).toBe(
      true,
    );
  });

  it("limits connections per receiver and overall, and drops the rest when closed", async () => {
    let open = 0;
    const deliverer = createDeliverer({
      send: () => {
        open++;
        return new Promise(() => {});
      },
      signer: createSigner(key),
      now: () => 0,
      wait: async () => {},
      randomUUID: () => "u",
    });
    const runs = Array.from({ length: 100 }, () => deliverer.prepare(new URL("http://localhost/")).run(body));
    await vi.waitFor(() => expect(open).toBe(16));
    for (let k = 0; k < 300; k++)
      deliverer
        .prepare(new URL(`http://localhost:${1000 + k}/`))
        .run(body)
        .catch(() => {});
    await vi.waitFor(() => expect(open).toBe(256));
    deliverer.close();
    const ended = await Promise.allSettled(runs.slice(16));
    expect(ended.every((one) => one.status === "rejected")).toBe(true);
  });
});

describe("event body", () => {
  const job: Job = {
    id: "job_1",
    tool: "pdf_split",
    status: "succeeded",
    progress: null,
    created_at: "2026-01-01T00:00:00.000Z",
    started_at: "2026-01-01T00:00:00.000Z",
    finished_at: "2026-01-01T00:00:01.000Z",
  };
  const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

  it("lists output files but none of their content", () => {
    const result = { outputs: [{ output: "/a/1.pdf", pages: 1 }, { output: "/a/2.pdf" }], text: "SECRET" };
    const event = parse(eventBody({ ...job, result }, "2026-01-01T00:00:01.000Z"));
    expect(event).toEqual({
      type: "job.succeeded",
      timestamp: "2026-01-01T00:00:01.000Z",
      data: {
        job_id: "job_1",
        tool: "pdf_split",
        status: "succeeded",
        created_at: job.created_at,
        finished_at: job.finished_at,
        outputs: ["/a/1.pdf", "/a/2.pdf"],
      },
    });
    expect(parse(eventBody({ ...job, result: { output: "/a/x.pdf" } }, "t")).data.outputs).toEqual([
      "/a/x.pdf",
    ]);
    expect(parse(eventBody({ ...job, result: { pages: [{ text: "SECRET" }] } }, "t")).data.outputs).toEqual(
      [],
    );
  });

  it("includes the code and detail of a failure", () => {
    const error = {
      type: "urn:service:problem:conflict",
      title: "Output already exists",
      status: 409,
      detail: "taken",
      instance: "urn:service:request:1",
      code: "conflict",
      request_id: "1",
    } as const;
    const event = parse(eventBody({ ...job, status: "failed", error }, "t"));
    expect(event.type).toBe("job.failed");
    expect(event.data.error).toEqual({ code: "conflict", detail: "taken" });
    expect(event.data.outputs).toEqual([]);
  });
});
