/** The app in process: web-standard requests in, web-standard responses out. */
import { describe, expect, it, vi } from "vitest";
import type { Job, JobRequest, Jobs } from "../../src/core/jobs.ts";
import { conflict, invalid, ProblemError, toProblem } from "../../src/core/problem.ts";
import { allowedOrigin, createTestApp, type Options, token } from "./service.ts";

interface Ask {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(options: Options, path: string, { method, body, headers }: Ask = {}) {
  const { app, events } = createTestApp(options);
  const response = await app.fetch(
    new Request(`http://127.0.0.1:7341${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const json: unknown = text === "" ? undefined : JSON.parse(text);
  return { response, status: response.status, json, events };
}

const failing = (error: unknown): Options => ({ call: () => Promise.reject(error) });

describe("tools", () => {
  it("passes name, input and request ID to the call and responds with its result", async () => {
    const seen: unknown[] = [];
    const call: Options["call"] = (name, input, { requestId, signal }) => {
      seen.push(name, input, requestId, signal.aborted);
      return Promise.resolve({ pages: 3 });
    };
    const { response, status, json } = await ask({ call }, "/v1/tools/pdf_info", {
      body: { input: "a.pdf" },
    });
    expect(status).toBe(200);
    expect(json).toEqual({ pages: 3 });
    expect(seen).toEqual(["pdf_info", { input: "a.pdf" }, response.headers.get("x-request-id"), false]);
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  it.each<[unknown, number, string, Record<string, string>]>([
    [conflict("output", "x.pdf exists"), 409, "conflict", {}],
    [invalid("pages", "page 9 of 5"), 422, "validation", {}],
    [new ProblemError("operation_failed", "damaged"), 422, "operation_failed", {}],
    [new ProblemError("busy", "too many"), 429, "busy", { "retry-after": "1" }],
    [new TypeError("/secret/path"), 500, "internal", {}],
  ])("turns %s into a problem response", async (error, status, code, headers) => {
    const options = { body: { input: "a" }, headers: { origin: allowedOrigin } };
    const { response, json, events } = await ask(failing(error), "/v1/tools/pdf_info", options);
    expect(response.status).toBe(status);
    expect(json).toMatchObject({ status, code, request_id: response.headers.get("x-request-id") });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("access-control-allow-origin")).toBe(allowedOrigin);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value);
    expect(JSON.stringify(json)).not.toContain("/secret/path");
    expect(events.filter(({ kind }) => kind === "failure")).toHaveLength(status === 500 ? 1 : 0);
  });
});

describe("the log", () => {
  it("has one line per request, without query or body, and with control characters escaped", async () => {
    const { app, events } = createTestApp();
    const incoming = {
      method: "GET",
      url: `/v1/\x1b[31m\u202e?access_token=${token}`,
      rawHeaders: ["Host", "127.0.0.1:7341", "Authorization", `Bearer ${token}`],
    };
    const { headers } = await app.fetch(new Request("http://127.0.0.1"), { incoming });
    expect(events).toEqual([
      {
        kind: "request",
        method: "GET",
        path: "/v1/\\u001b[31m\\u202e",
        status: 404,
        ms: expect.any(Number),
        requestId: headers.get("x-request-id"),
        tool: undefined,
        code: "not_found",
      },
    ]);
  });

  it("suggests the nearest tool, and explains how to pass files", async () => {
    const answer = await ask({}, "/v1/tools/pdf_inof", { body: {} });
    expect(answer.json).toMatchObject({
      status: 404,
      detail: expect.stringContaining("did you mean pdf_info?"),
    });
    const view = await ask({}, "/v1/tools/pdf_view_page", { body: {} });
    expect(view.json).toMatchObject({ status: 404, detail: expect.stringContaining("over MCP only") });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const upload = await ask({}, "/v1/tools/pdf_info", { body: {}, headers });
    expect(upload.json).toMatchObject({ status: 415, detail: expect.stringContaining("names their paths") });
  });

  it("includes the tool and the problem code", async () => {
    const { app, events } = createTestApp({ mcp: async () => Response.json({}) });
    const post = async (path: string, body: object) =>
      await app.fetch(
        new Request(`http://127.0.0.1:7341${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      );
    await post("/v1/tools/pdf_rotate_pages", { angle: 5 });
    await post("/v1/mcp", { method: "tools/call", params: { name: "pdf_info" } });
    expect(events).toMatchObject([
      { status: 422, tool: "pdf_rotate_pages", code: "validation" },
      { status: 200, tool: "pdf_info", code: undefined },
    ]);
  });

  it.each(["read", "cancelled"])("includes the code of a call whose streamed response is %s", async (end) => {
    let fail = () => {};
    const { app, events } = createTestApp({
      async mcp(_, __, { onProblem }) {
        const body = new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode(": open\n\n"));
            fail = () => {
              onProblem("validation");
              if (end === "read") stream.close();
            };
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
      },
    });
    const response = await app.fetch(
      new Request("http://127.0.0.1:7341/v1/mcp", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ method: "tools/call", params: { name: "pdf_info" } }),
      }),
    );
    expect(events).toEqual([]);
    fail();
    if (end === "read") expect(await response.text()).toBe(": open\n\n");
    else await response.body?.cancel();
    await vi.waitFor(() => expect(events).toHaveLength(1));
    const requestId = response.headers.get("x-request-id");
    expect(events).toMatchObject([{ status: 200, tool: "pdf_info", code: "validation", requestId }]);
  });

  it("records 499, not a service error, if the client is gone", async () => {
    const { app, events } = createTestApp(failing(new DOMException("aborted", "AbortError")));
    const gone = new AbortController();
    gone.abort();
    await app.fetch(
      new Request("http://127.0.0.1:7341/v1/tools/pdf_info", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: "{}",
        signal: gone.signal,
      }),
    );
    expect(events).toMatchObject([{ kind: "request", status: 499 }]);
  });
});

/** A queue that only stores jobs. */
function fakeJobs(overrides: Partial<Jobs> = {}): Jobs & { readonly submitted: JobRequest[] } {
  const submitted: JobRequest[] = [];
  const known = new Map<string, Job>();
  const make = (id: string, tool: string): Job => ({
    id,
    tool,
    status: "queued",
    progress: null,
    created_at: "2026-01-01T00:00:00.000Z",
    started_at: null,
    finished_at: null,
  });
  return {
    submitted,
    submit(request) {
      submitted.push(request);
      const job = make(`job_${submitted.length}`, request.tool);
      known.set(job.id, job);
      return job;
    },
    list: () => [...known.values()].toReversed(),
    get: (id) => known.get(id) ?? (id === "job_known" ? make(id, "pdf_info") : undefined),
    cancel(id) {
      if (id !== "job_known") return undefined;
      const error = toProblem(new ProblemError("cancelled", "Cancelled."), "id");
      return { ...make(id, "pdf_info"), status: "failed", error };
    },
    wait: (id, ms) => Promise.resolve({ ...make(id, "pdf_info"), status: "running", started_at: String(ms) }),
    ...overrides,
  };
}

describe("jobs", () => {
  it("don't exist without a queue", async () => {
    expect((await ask({}, "/v1/jobs")).status).toBe(404);
  });

  it("are queued with 202 and a Location", async () => {
    const jobs = fakeJobs();
    const body = { tool: "pdf_info", input: { input: "a.pdf" }, callback_url: "http://localhost:9/" };
    const { response, status, json } = await ask({ jobs }, "/v1/jobs", { body });
    expect(status).toBe(202);
    expect(json).toMatchObject({ id: "job_1", status: "queued", progress: null });
    expect(response.headers.get("location")).toBe("/v1/jobs/job_1");
    expect(jobs.submitted).toEqual([body]);
  });

  it.each<[string, unknown, string[]]>([
    ["nothing", {}, ["tool", "input"]],
    ["unknown tool", { tool: "pdf_nope", input: {} }, ["tool"]],
    ["prototype name", { tool: "constructor", input: {} }, ["tool"]],
    ["an input other than an object", { tool: "pdf_info", input: [] }, ["input"]],
    ["the tool's own fields", { tool: "pdf_info", input: { page: 1 } }, ["input.input", "input.page"]],
    ["unknown field", { tool: "pdf_info", input: { input: "a" }, callback: "x" }, ["callback"]],
    [
      "long callback_url",
      { tool: "pdf_info", input: { input: "a" }, callback_url: `http://localhost/${"x".repeat(2048)}` },
      ["callback_url"],
    ],
    ["null callback_url", { tool: "pdf_info", input: { input: "a" }, callback_url: null }, ["callback_url"]],
  ])("are rejected: %s", async (_, body, fields) => {
    const jobs = fakeJobs();
    const { status, json } = await ask({ jobs }, "/v1/jobs", { body });
    expect(status).toBe(422);
    expect(json).toMatchObject({ code: "validation", errors: fields.map((field) => ({ field })) });
    expect(jobs.submitted).toEqual([]);
  });

  it("get 429 with Retry-After and no Location beyond the limit", async () => {
    const full = fakeJobs({
      submit: () => {
        throw new ProblemError("too_many_jobs", "full");
      },
    });
    const { response, status } = await ask({ jobs: full }, "/v1/jobs", {
      body: { tool: "pdf_info", input: { input: "a" } },
    });
    expect(status).toBe(429);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(response.headers.has("location")).toBe(false);
  });

  it("can be listed, read, awaited and canceled", async () => {
    const jobs = fakeJobs();
    expect((await ask({ jobs }, "/v1/jobs")).json).toEqual({ jobs: [] });
    expect((await ask({ jobs }, "/v1/jobs/job_known")).json).toMatchObject({ id: "job_known" });
    expect((await ask({ jobs }, "/v1/jobs/job_known?wait=30")).json).toMatchObject({
      status: "running",
      started_at: "30000",
    });
    const cancelled = await ask({ jobs }, "/v1/jobs/job_known", { method: "DELETE" });
    expect(cancelled.status).toBe(200);
    expect(cancelled.json).toMatchObject({ status: "failed", error: { code: "cancelled" } });
  });

  it.each(["job_none", "JOB_KNOWN", "job%5Fknown", "..", "x".repeat(9000), "job_none?wait=60"])(
    "respond 404 to an unknown ID: %s",
    async (id) => {
      for (const method of ["GET", "DELETE"])
        expect((await ask({ jobs: fakeJobs() }, `/v1/jobs/${id}`, { method })).status).toBe(404);
    },
  );

  it.each(["wait=61", "wait=-1", "wait=x", "wait=", "wait=1&wait=2", "wait=1.5"])(
    "reject ?%s",
    async (query) => {
      const { status, json } = await ask({ jobs: fakeJobs() }, `/v1/jobs/job_known?${query}`);
      expect(status).toBe(422);
      expect(json).toMatchObject({ errors: [{ field: "wait" }] });
    },
  );

  it.each([
    ["/v1/jobs", "GET, POST", "DELETE"],
    ["/v1/jobs/job_known", "GET, DELETE", "POST"],
  ])("%s allows only %s", async (path, allow, method) => {
    const { response, status } = await ask({ jobs: fakeJobs() }, path, { method });
    expect(status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
  });
});

describe("HEAD", () => {
  it.each(["/openapi.json", "/v1/tools", "/v1/jobs", "/v1/jobs/job_known"])(
    "returns the headers of GET %s without the body",
    async (path) => {
      const { response, status } = await ask({ jobs: fakeJobs() }, path, { method: "HEAD" });
      const whole = await ask({ jobs: fakeJobs() }, path);
      expect([status, await response.text()]).toEqual([200, ""]);
      for (const name of ["content-type", "content-length"])
        expect(response.headers.get(name)).toBe(whole.response.headers.get(name));
    },
  );

  it("is rejected on paths without GET", async () => {
    expect((await ask({}, "/v1/tools/pdf_info", { method: "HEAD" })).status).toBe(405);
  });
});

describe("the MCP endpoint", () => {
  const mcp: Options["mcp"] = async (request, message) => Response.json({ method: request.method, message });

  it("is protected by the same gate and receives the request with its message", async () => {
    const { response, json } = await ask({ mcp }, "/v1/mcp", { body: { jsonrpc: "2.0" } });
    expect(json).toEqual({ method: "POST", message: { jsonrpc: "2.0" } });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const anonymous = await ask({ mcp }, "/v1/mcp", { body: {}, headers: { authorization: "" } });
    expect(anonymous.status).toBe(401);
    const foreign = await ask({ mcp }, "/v1/mcp", { body: {}, headers: { host: "evil.example" } });
    expect(foreign.status).toBe(403);
  });

  it.each(["GET", "DELETE", "PUT"])("answers %s itself", async (method) => {
    const { response, status } = await ask({ mcp }, "/v1/mcp", { method });
    expect(status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });

  it("receives no body over the limit", async () => {
    const { status } = await ask({ mcp }, "/v1/mcp", { body: "x".repeat(1_000_000) });
    expect(status).toBe(413);
  });
});

describe("mounted under a path", () => {
  const mounted = (path: string, jobs = fakeJobs()) => {
    const body = { tool: "pdf_info", input: { input: "a.pdf" } };
    return ask({ jobs, basePath: "/pdfs" }, path, { body });
  };

  it.each(["/pdfs/v1/jobs", "/v1/jobs"])("points Location there for %s", async (path) => {
    const { response, status } = await mounted(path);
    expect(status).toBe(202);
    expect(response.headers.get("location")).toBe("/pdfs/v1/jobs/job_1");
  });

  it.each(["/pdfs", "/pdfsv1/jobs", "/pdfs//v1/jobs", "/PDFS/v1/jobs", "/pdfs/pdfs/v1/jobs"])(
    "doesn't know %s",
    async (path) => {
      expect((await mounted(path)).status).toBe(404);
    },
  );

  it("names it in the description", async () => {
    const server = { url: "/pdfs", description: "Here." };
    const { json } = await ask({ server }, "/openapi.json");
    expect(json).toMatchObject({ servers: [server] });
  });
});

describe("embedding", () => {
  it("uses the URL's host if the request has no Host header", async () => {
    const { app } = createTestApp();
    const request = (url: string) =>
      app.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
    expect((await request("http://localhost:7341/v1/tools")).status).toBe(200);
    expect((await request("http://evil.example/v1/tools")).status).toBe(403);
  });
});
