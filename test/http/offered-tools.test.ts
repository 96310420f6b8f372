/** `serve --tools`: tools that aren't offered don't appear anywhere. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveCommand, serveSettingsOf } from "../../src/cli/serve/serve.ts";
import { ask } from "../contract/client.ts";
import { inProcess, type Service } from "../contract/target.ts";
import { givenFlags } from "../support/given-flags.ts";

let service: Service;
beforeAll(async () => {
  service = await inProcess.start({ flags: ["--tools", "convert, info"] });
});
afterAll(async () => await service[Symbol.asyncDispose]());

it("lists and describes only the named groups and tools", async () => {
  const listed = Object(JSON.parse((await ask(service, "/v1/tools")).text));
  const names = listed.tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["pdf_info", "pdf_from_office", "pdf_render_pages"]));
  expect(names).not.toContain("pdf_merge");
  const { text } = await ask(service, "/openapi.json");
  expect(text).toContain("/v1/tools/pdf_info");
  expect(text).not.toContain("/v1/tools/pdf_merge");
});

it("responds 404 to any other tool, and 422 in a job", async () => {
  const input = { inputs: ["ok.pdf", "ok.pdf"], output: "x.pdf" };
  expect(await ask(service, "/v1/tools/pdf_merge", { body: input })).toMatchObject({
    status: 404,
    body: { code: "not_found" },
  });
  expect(await ask(service, "/v1/jobs", { body: { tool: "pdf_merge", input } })).toMatchObject({
    status: 422,
    body: { code: "validation", errors: [{ field: "tool" }] },
  });
  const info = await ask(service, "/v1/tools/pdf_info", { body: { input: "ok.pdf" } });
  expect(info.status).toBe(200);
});

it("rejects an unknown name at the start", () => {
  const start = (tools: string) =>
    serveSettingsOf(givenFlags(serveCommand, ["--allow-dir", ".", "--tools", tools]), {});
  expect(() => start("edits")).toThrow('there is no tool "edits"; did you mean edit?');
  expect(start("spec").tools?.filter((name) => name.startsWith("pdf_run"))).toEqual([
    "pdf_run_pipeline",
    "pdf_run_batch",
  ]);
});
