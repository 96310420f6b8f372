/** The Tasks extension turns long calls into tasks for clients that declare it. Also the only skill. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { defineTool, reads } from "../../src/core/tool.ts";
import { skill } from "../../src/mcp/instructions.ts";
import { createMcpHttp, type McpHttp } from "../../src/mcp/transports.ts";

const revision = "2026-07-28";
const never = () => {
  throw new Error("nothing of this is called");
};
const slow = defineTool({
  ...{ name: "pdf_slow", title: "Slow", description: "Takes long.", annotations: reads },
  input: v.strictObject({}),
  output: v.strictObject({ done: v.boolean() }),
  run: never,
});

/** A server whose only call ends when the test says so, and whose timer expires at once. */
function serve() {
  let finish: (body: object) => void = never;
  let fail: (error: Error) => void = never;
  let aborted = false;
  let onProgress: ((state: { progress: number; total: number; message: string }) => void) | undefined;
  const handle = createMcpHttp({
    tools: [slow],
    call: (_tool, _input, context) => {
      onProgress = context.onProgress;
      context.signal.addEventListener("abort", () => {
        aborted = true;
      });
      return new Promise((done, failed) => {
        finish = done;
        fail = failed;
      });
    },
    jobs: { submit: never, list: never, get: never, cancel: never, wait: never },
    randomUUID: () => "1",
    now: () => Date.parse("2026-11-25T12:00:00Z"),
    wait: async () => {},
    onInternal: never,
  });
  return {
    handle,
    finish: (body: object) => finish(body),
    fail: (error: Error) => fail(error),
    progress: (message: string) => onProgress?.({ progress: 1, total: 2, message }),
    aborted: () => aborted,
  };
}

async function ask(handle: McpHttp, method: string, params: object, tasks = true) {
  const name = Reflect.get(params, "name") ?? Reflect.get(params, "taskId") ?? Reflect.get(params, "uri");
  const headers = new Headers({
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": method,
  });
  if (typeof name === "string") headers.set("mcp-name", name);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {
      ...(tasks && { extensions: { "io.modelcontextprotocol/tasks": {} } }),
    },
  };
  const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } };
  const request = new Request("http://127.0.0.1/v1/mcp", {
    ...{ method: "POST", headers, body: JSON.stringify(message) },
  });
  const text = await (await handle(request, message)).text();
  const line = text.startsWith("{") ? text : (text.match(/^data: (.*)$/m)?.[1] ?? "{}");
  const answer: { readonly result?: Record<string, unknown>; readonly error?: { code: number } } =
    JSON.parse(line);
  return answer;
}

const call = { name: "pdf_slow", arguments: {} };

it("turns a long call into a task and returns its result", async () => {
  const { handle, finish, progress } = serve();
  const { result: task } = await ask(handle, "tools/call", call);
  const times = { createdAt: "2026-11-25T12:00:00.000Z", lastUpdatedAt: "2026-11-25T12:00:00.000Z" };
  expect(task).toMatchObject({ resultType: "task", taskId: "task_1", status: "working", ...times });
  expect(task).not.toHaveProperty("result");

  progress("3 of 9 pages");
  const asked = await ask(handle, "tasks/get", { taskId: "task_1" });
  expect(asked.result).toMatchObject({ status: "working", statusMessage: "3 of 9 pages" });

  finish({ done: true });
  await new Promise((done) => setImmediate(done));
  const ended = await ask(handle, "tasks/get", { taskId: "task_1" });
  expect(ended.result).toMatchObject({
    resultType: "complete",
    status: "completed",
    result: { structuredContent: { done: true } },
  });
});

it("completes a task with the problem if its tool failed", async () => {
  const { handle, fail } = serve();
  await ask(handle, "tools/call", call);
  fail(new ProblemError("operation_failed", "The document is damaged."));
  await new Promise((done) => setImmediate(done));
  const { result } = await ask(handle, "tasks/get", { taskId: "task_1" });
  expect(result).toMatchObject({ status: "completed", result: { isError: true } });
});

it("cancels a task, even repeatedly", async () => {
  const { handle, aborted } = serve();
  await ask(handle, "tools/call", call);
  for (let times = 0; times < 2; times += 1)
    expect((await ask(handle, "tasks/cancel", { taskId: "task_1" })).result).toMatchObject({
      resultType: "complete",
    });
  expect(aborted()).toBe(true);
  expect((await ask(handle, "tasks/get", { taskId: "task_1" })).result).toMatchObject({
    status: "cancelled",
  });
});

it.each(["tasks/get", "tasks/cancel"])("%s knows no other task", async (method) => {
  const { handle } = serve();
  expect((await ask(handle, method, { taskId: "task_2" })).error).toMatchObject({ code: -32602 });
});

it("shows job tools only to clients without tasks, and creates no tasks for them", async () => {
  const { handle, finish } = serve();
  const names = async (tasks: boolean) =>
    JSON.stringify((await ask(handle, "tools/list", {}, tasks)).result?.tools).match(/pdf_\w+_job"/g) ?? [];
  expect(await names(true)).toEqual([]);
  expect(new Set(await names(false)).size).toBe(3);

  const waiting = ask(handle, "tools/call", call, false);
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => setImmediate(done));
  finish({ done: true });
  expect((await waiting).result).toMatchObject({ structuredContent: { done: true } });
});

it("serves the instructions for agents as a skill, with its digest", async () => {
  const { handle } = serve();
  const uri = "skill://pdfd/SKILL.md";
  const entry = {
    uri,
    frontmatter: { name: "pdfd", description: expect.stringContaining("PDF") },
    resources: [
      {
        uri,
        digest: `sha256:${createHash("sha256").update(skill).digest("hex")}`,
        size: Buffer.byteLength(skill),
      },
    ],
  };
  expect((await ask(handle, "skills/list", {})).result).toMatchObject({ skills: [entry] });
  expect((await ask(handle, "skills/get", { uri })).result).toMatchObject({ skill: entry });
  expect((await ask(handle, "resources/read", { uri: 5 })).error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("uri: Invalid type"),
  });
  expect((await ask(handle, "resources/read", { uri })).result).toMatchObject({
    contents: [{ uri, text: skill }],
  });
});

it("describes itself and its revision without a session, and lets clients cache its lists for hours", async () => {
  const { handle } = serve();
  const { result = {} } = await ask(handle, "server/discover", {});
  expect(result).toMatchObject({
    supportedVersions: expect.arrayContaining([revision]),
    ttlMs: expect.any(Number),
    capabilities: {
      extensions: { "io.modelcontextprotocol/skills": {}, "io.modelcontextprotocol/tasks": {} },
    },
  });
  expect(JSON.stringify(result)).toContain("image/svg+xml");
  for (const method of ["tools/list", "resources/list", "skills/list"])
    expect(Number((await ask(handle, method, {})).result?.ttlMs)).toBeGreaterThanOrEqual(3_600_000);
});
