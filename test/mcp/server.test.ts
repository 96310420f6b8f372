import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { Job, Jobs } from "../../src/core/jobs.ts";
import { conflict } from "../../src/core/problem.ts";
import { defineTool, reads, writes } from "../../src/core/tool.ts";
import { createMcpHttp } from "../../src/mcp/transports.ts";

const never = () => {
  throw new Error("tools run through deps.call");
};
const reader = defineTool({
  name: "pdf_fake_read",
  title: "Read",
  description: "Reads.",
  input: v.strictObject({ input: v.string() }),
  output: v.strictObject({ text: v.string() }),
  annotations: reads,
  reportsProgress: false,
  lane: "document",
  run: never,
});
const writer = defineTool({
  name: "pdf_fake_write",
  title: "Write",
  description: "Writes.",
  input: v.strictObject({ output: v.string(), angle: v.optional(v.number(), 90) }),
  output: v.strictObject({ output: v.string() }),
  annotations: writes,
  reportsProgress: true,
  lane: "document",
  run: never,
});

const job: Job = {
  id: "job_1",
  tool: "pdf_fake_write",
  status: "queued",
  progress: null,
  created_at: "t",
  started_at: null,
  finished_at: null,
};

type Call = Parameters<typeof createMcpHttp>[0]["call"];

type Offers = Parameters<typeof createMcpHttp>[0]["offers"];

async function connect(call: Call, mode: "legacy" | { pin: string }, offers?: Offers) {
  const waited: number[] = [];
  const internal: unknown[] = [];
  const problems: string[] = [];
  const jobs: Jobs = {
    submit: (request) => ({ ...job, tool: request.tool }),
    list: () => [job],
    get: () => job,
    cancel: (id) => (id === job.id ? job : undefined),
    wait: async (id, ms) => {
      waited.push(ms);
      return id === job.id ? job : undefined;
    },
  };
  const handle = createMcpHttp({
    tools: [reader, writer],
    call,
    jobs,
    offers,
    randomUUID: () => "uuid",
    onInternal: (...failure) => internal.push(failure),
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1/v1/mcp"), {
      fetch: (url, init) => {
        const request = new Request(String(url), { ...init, body: init?.body ?? null });
        const { body } = init ?? {};
        const message = typeof body === "string" ? JSON.parse(body) : undefined;
        return handle(request, message, { requestId: "request", onProblem: (code) => problems.push(code) });
      },
    }),
  );
  return { client, waited, internal, problems };
}

/** The problem in an error result. */
function problemOf(result: { isError?: boolean | undefined; content: unknown }) {
  expect(result.isError).toBe(true);
  const [first] = v.parse(v.array(v.object({ type: v.literal("text"), text: v.string() })), result.content);
  return JSON.parse(first?.text ?? "");
}

describe.each(["legacy", { pin: "2026-07-28" }] as const)("MCP server, %j", (mode) => {
  it("lists the registry and the job tools with schemas and annotations", async () => {
    const { client } = await connect(async () => ({}), mode);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      "pdf_fake_read",
      "pdf_fake_write",
      "pdf_start_job",
      "pdf_get_job",
      "pdf_cancel_job",
      "pdf_get_rest",
    ]);
    expect(tools[0]).toMatchObject({
      title: "Read",
      inputSchema: { type: "object", required: ["input"] },
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
    expect(tools[0]?.description).toContain("untrusted");
    expect(tools[1]?.annotations).toEqual({ destructiveHint: false, openWorldHint: false });
  });

  it("returns the HTTP body as structured content and as text, and marks document content as untrusted", async () => {
    const { client } = await connect(
      async (tool, input) => ({ text: `${tool} ${JSON.stringify(input)}` }),
      mode,
    );
    const result = await client.callTool({ name: "pdf_fake_read", arguments: { input: "a.pdf" } });
    const body = { text: 'pdf_fake_read {"input":"a.pdf"}' };
    expect(result.structuredContent).toEqual(body);
    expect(result.content).toEqual([
      { type: "text", text: JSON.stringify(body) },
      { type: "text", text: expect.stringContaining("untrusted content") },
    ]);
  });

  it("returns a problem as an error result with all its members", async () => {
    const call = async () => Promise.reject(conflict("output", "x.pdf exists"));
    const { client, problems } = await connect(call, mode);
    const result = await client.callTool({ name: "pdf_fake_write", arguments: { output: "x.pdf" } });
    // The log gets the code.
    expect(problems).toEqual(["conflict"]);
    expect(problemOf(result)).toEqual({
      type: "urn:service:problem:conflict",
      title: "Output already exists",
      status: 409,
      detail: "x.pdf exists",
      instance: "urn:service:request:request",
      code: "conflict",
      request_id: "request",
      errors: [{ field: "output", message: "x.pdf exists" }],
    });
  });

  it("reveals nothing about an internal error to the client", async () => {
    const { client, internal } = await connect(async () => Promise.reject(new Error("/secret/path")), mode);
    const result = await client.callTool({ name: "pdf_fake_write", arguments: { output: "x.pdf" } });
    expect(JSON.stringify(problemOf(result))).not.toContain("secret");
    expect(internal).toEqual([[new Error("/secret/path"), "request"]]);
  });

  it("reports progress to a client that asked for it", async () => {
    const { client } = await connect(async (_, __, { onProgress }) => {
      onProgress?.({ progress: 1, total: 2 });
      onProgress?.({ progress: 2, total: 2, message: "done" });
      return { output: "x" };
    }, mode);
    const seen: unknown[] = [];
    await client.callTool(
      { name: "pdf_fake_write", arguments: { output: "x.pdf" } },
      { onprogress: (state) => seen.push(state) },
    );
    expect(seen).toEqual([
      { progress: 1, total: 2 },
      { progress: 2, total: 2, message: "done" },
    ]);
  });

  it("links the files that were written, also by jobs", async () => {
    const one = { output: "/tmp/a b.pdf", pages: 1, bytes: 5 };
    const { client } = await connect(async () => one, mode);
    const link = { type: "resource_link", name: "a b.pdf", mimeType: "application/pdf" };
    const uri = "file:///tmp/a%20b.pdf";
    const links = async (result: object) => {
      const { client } = await connect(async () => result, mode);
      const { content } = await client.callTool({ name: "pdf_fake_write", arguments: { output: "x" } });
      return content.slice(1);
    };
    const called = await client.callTool({ name: "pdf_fake_write", arguments: { output: "x" } });
    expect(called.content.slice(1)).toEqual([{ ...link, uri }]);
    const other = { ...link, name: "c.pdf", uri: "file:///tmp/c.pdf" };
    expect(await links({ outputs: [one, { ...one, output: "/tmp/c.pdf" }] })).toEqual([
      { ...link, uri },
      other,
    ]);
    expect(await links({ id: "job_1", result: one })).toEqual([{ ...link, uri }]);
    expect(await links({ id: "job_1", status: "queued" })).toEqual([]);
  });

  it("cuts long lists, says so, and returns the rest on request", async () => {
    const files = Array.from({ length: 120 }, (_, n) => ({ path: `/${n}.pdf` }));
    const { client } = await connect(async () => ({ folder: "/", files, warnings: ["before"] }), mode);
    const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
    const read = await call("pdf_fake_read", { input: "x" });
    expect(read.structuredContent).toEqual({
      folder: "/",
      files: files.slice(0, 50),
      warnings: [
        "before",
        "files has 120 entries; only the first 50 are included. pdf_get_rest with id list_uuid and from 51 returns more.",
      ],
    });
    const rest = (id: string, from: number) => call("pdf_get_rest", { id, from });
    expect((await rest("list_uuid", 51)).structuredContent).toEqual({
      entries: files.slice(50, 100),
      from: 51,
      total: 120,
    });
    expect((await rest("list_uuid", 101)).structuredContent).toMatchObject({ entries: files.slice(100) });
    expect(problemOf(await rest("list_other", 1))).toMatchObject({ code: "not_found" });
  });

  it("shows few of many entries that are alike but for the page", async () => {
    const sizes = (...widths: number[]) => widths.map((width, k) => ({ page: k + 1, width }));
    const shown = async (dimensions: readonly object[]) => {
      const { client } = await connect(async () => ({ dimensions }), mode);
      const { structuredContent } = await client.callTool({
        name: "pdf_fake_read",
        arguments: { input: "x" },
      });
      return structuredContent;
    };
    const equal = sizes(...Array.from({ length: 20 }, () => 612));
    expect(await shown(equal)).toEqual({
      dimensions: equal.slice(0, 3),
      warnings: [
        "dimensions has 20 entries, most of them alike but for the page; only the first 3 are included. pdf_get_rest with id list_uuid and from 4 returns more.",
      ],
    });
    const various = sizes(...Array.from({ length: 20 }, (_, k) => 600 + k));
    expect(await shown(various)).toEqual({ dimensions: various });
  });

  it("cuts trees by their number of entries, and keeps all pages of a text", async () => {
    const chapter = (n: number) => ({
      title: `${n}`,
      children: Array.from({ length: 9 }, (_, k) => ({ title: `${n}.${k}`, children: [] })),
    });
    const sections = [{ title: "Book", children: [0, 1, 2, 3, 4, 5].map(chapter) }];
    const pages = Array.from({ length: 60 }, (_, k) => ({ page: k + 1, text: "a" }));
    const { client } = await connect(async () => ({ sections, pages }), mode);
    const { structuredContent } = await client.callTool({ name: "pdf_fake_read", arguments: { input: "x" } });
    const { sections: shown, pages: read } = JSON.parse(JSON.stringify(structuredContent));
    expect(read).toHaveLength(60);
    // The book, four chapters of ten entries each, and nine entries of the fifth.
    expect(shown).toEqual([
      {
        title: "Book",
        children: [...[0, 1, 2, 3].map(chapter), { title: "4", children: chapter(4).children.slice(0, 8) }],
      },
    ]);
    const rest = await client.callTool({ name: "pdf_get_rest", arguments: { id: "list_uuid", from: 51 } });
    const { entries, total } = JSON.parse(JSON.stringify(rest.structuredContent));
    expect(total).toBe(61);
    expect(entries.map(({ title }: { title: string }) => title)).toEqual([
      "4.8",
      "5",
      ...chapter(5).children.map(({ title }) => title),
    ]);
  });

  it("offers, lists and runs only the selected tools", async () => {
    const answer = async () => ({ text: "a" });
    const { client } = await connect(answer, mode, ({ annotations }) => annotations.readOnlyHint);
    const { tools } = await client.listTools();
    // A job can only run an offered tool, so the job tools write nothing either.
    expect(tools.map(({ name }) => name)).toEqual([
      "pdf_fake_read",
      "pdf_start_job",
      "pdf_get_job",
      "pdf_cancel_job",
      "pdf_get_rest",
    ]);
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
    const write = { output: "x.pdf" };
    await expect(client.callTool({ name: "pdf_fake_write", arguments: write })).rejects.toThrow(
      /Unknown tool/,
    );
    const job = { tool: "pdf_fake_write", input: write };
    const refused = await client.callTool({ name: "pdf_start_job", arguments: job });
    expect(problemOf(refused)).toMatchObject({ code: "validation", errors: [{ field: "tool" }] });
    const { client: one } = await connect(answer, mode, ({ name }) => name === "pdf_fake_write");
    expect((await one.listTools()).tools.map(({ name }) => name)).toEqual(["pdf_fake_write"]);
  });

  it("rejects an unknown tool", async () => {
    const { client } = await connect(async () => ({}), mode);
    await expect(client.callTool({ name: "pdf_nothing", arguments: {} })).rejects.toThrow(/Unknown tool/);
  });

  it("starts, reads and cancels jobs", async () => {
    const { client, waited } = await connect(async () => ({}), mode);
    const started = await client.callTool({
      name: "pdf_start_job",
      arguments: { tool: "pdf_fake_write", input: { output: "x.pdf" } },
    });
    expect(started.structuredContent).toMatchObject({ id: "job_1", status: "queued" });
    const asked = await client.callTool({
      name: "pdf_get_job",
      arguments: { id: "job_1", wait_seconds: 45 },
    });
    expect(asked.structuredContent).toMatchObject({ id: "job_1" });
    expect(waited).toEqual([45_000]);
    const call = (name: string, args: object) =>
      client.callTool({ name, arguments: { ...args } }).then(problemOf);
    expect(await call("pdf_get_job", { id: "job_2" })).toMatchObject({ code: "not_found" });
    expect(await call("pdf_get_job", { id: "job_1", wait_seconds: 46 })).toMatchObject({
      code: "validation",
    });
    expect(await call("pdf_cancel_job", { id: "job_2" })).toMatchObject({ code: "not_found" });
    const unknown = await call("pdf_start_job", { tool: "pdf_nothing", input: {} });
    expect(unknown).toMatchObject({ code: "validation", errors: [{ field: "tool" }] });
    const wrong = await call("pdf_start_job", { tool: "pdf_fake_write", input: { outptu: "x" } });
    expect(wrong.errors.map((error: { field: string }) => error.field)).toContain("input.outptu");
  });
});

describe("MCP over HTTP", () => {
  it("answers each of two clients with the same IDs separately", async () => {
    const { client: a } = await connect(async (_, input) => ({ text: JSON.stringify(input) }), "legacy");
    const { client: b } = await connect(async (_, input) => ({ text: JSON.stringify(input) }), "legacy");
    const ask = (client: Client, n: string) =>
      client
        .callTool({ name: "pdf_fake_read", arguments: { input: n } })
        .then((result) => result.structuredContent);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(n % 2 ? a : b, `${n}`)));
    expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => ({ text: `{"input":"${n}"}` })));
  });

  it("aborts the call when the client cancels", async () => {
    let aborted: Promise<void> | undefined;
    const { client } = await connect(
      (_, __, { signal }) =>
        new Promise((_, fail) => {
          aborted = new Promise((done) => signal.addEventListener("abort", () => done()));
          signal.addEventListener("abort", () => fail(new Error("stopped")));
        }),
      { pin: "2026-07-28" },
    );
    const leave = new AbortController();
    const call = client.callTool(
      { name: "pdf_fake_read", arguments: { input: "a" } },
      { signal: leave.signal },
    );
    setImmediate(() => leave.abort());
    await expect(call).rejects.toThrow();
    await aborted;
  });
});
