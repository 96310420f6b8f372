/** The description passes two independent validators, is complete, and matches what the tools accept. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { validate as validateOpenApi } from "@readme/openapi-parser";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import type { Tool } from "../../src/core/tool.ts";
import { openApiDocument } from "../../src/http/openapi/openapi.ts";
import { tools } from "../../src/tools/index.ts";
import { fakeTools } from "./fake-tools.ts";

/** The parts of the description that these tests read. */
const documentSchema = v.object({
  openapi: v.literal("3.1.0"),
  info: v.object({ version: v.literal("0.1.0") }),
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.union([
        v.object({
          operationId: v.string(),
          security: v.optional(v.array(v.unknown())),
          requestBody: v.optional(
            v.object({
              content: v.object({
                "application/json": v.object({ schema: v.unknown(), example: v.unknown() }),
              }),
            }),
          ),
          responses: v.record(v.string(), v.unknown()),
        }),
        v.array(v.unknown()),
      ]),
    ),
  ),
  webhooks: v.optional(v.record(v.string(), v.unknown())),
  components: v.object({
    schemas: v.record(v.string(), v.record(v.string(), v.unknown())),
    responses: v.record(v.string(), v.object({ headers: v.record(v.string(), v.unknown()) })),
  }),
});

const describeTools = (list: readonly Tool[], jobs = true) =>
  v.parse(documentSchema, structuredClone(openApiDocument(list, { jobs, mcp: jobs, metrics: jobs })));

type Operation = Extract<ReturnType<typeof describeTools>["paths"][string][string], { operationId: string }>;

function operations(document: ReturnType<typeof describeTools>): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): [string, Operation][] =>
      "operationId" in operation ? [[`${method} ${path}`, operation]] : [],
    ),
  );
}

describe.each([
  ["fake tools", fakeTools],
  ["the registry", tools],
])("the description of %s", (_, list) => {
  it("is valid according to readme's parser", async () => {
    const result = await validateOpenApi(
      JSON.parse(JSON.stringify(openApiDocument(list, { jobs: true, mcp: true, metrics: true }))),
    );
    expect(result).toMatchObject({ valid: true });
  });

  it("is valid according to redocly", () => {
    const folder = mkdtempSync(join(tmpdir(), "pdfd-openapi-"));
    try {
      const file = join(folder, "openapi.json");
      writeFileSync(file, JSON.stringify(openApiDocument(list, { jobs: true, mcp: true, metrics: true })));
      const redocly = resolve(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");
      const run = spawnSync("node", [redocly, "lint", "--format", "json", file], {
        encoding: "utf8",
        timeout: 60_000,
        cwd: folder,
        env: {
          PATH: process.env.PATH ?? "",
          HOME: folder,
          REDOCLY_TELEMETRY: "off",
          REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        },
      });
      const report: { problems: unknown[] } = JSON.parse(run.stdout.slice(run.stdout.indexOf("{")));
      expect(report.problems).toEqual([]);
      expect(run.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has an example for every tool, and the tool accepts it", () => {
    const { paths } = describeTools(list);
    for (const tool of list) {
      const operation = paths[`/v1/tools/${tool.name}`]?.post;
      if (!operation || !("requestBody" in operation)) throw new Error(`${tool.name} is not described`);
      const example = operation.requestBody?.content["application/json"].example;
      expect(() => validate(tool.input, example), tool.name).not.toThrow();
    }
  });

  it("gives each operation a unique ID", () => {
    const ids = operations(describeTools(list)).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("types generated from the description by openapi-typescript", () => {
  const used = `
import type { components } from "./types.ts";
type Schemas = components["schemas"];
export const turned: Schemas["PdfRotatePagesInput"] = { input: "a.pdf", output: "b.pdf" };
export const jobs: Schemas["JobRequest"][] = [
  { tool: "pdf_rotate_pages", input: { input: "a.pdf", output: "b.pdf", angle: 180 }, callback_url: "http://127.0.0.1:1/" },
  { tool: "pdf_list_files", input: {} },
  { tool: "pdf_run_pipeline", input: { input: "a.pdf", output: "b.pdf", steps: [{ action: "rotate", options: {} }] } },
  // @ts-expect-error pdf_info has no output
  { tool: "pdf_info", input: { input: "a.pdf", output: "b.pdf" } },
  // @ts-expect-error the input lacks what it must have
  { tool: "pdf_merge", input: { inputs: ["a.pdf", "b.pdf"] } },
  // @ts-expect-error there is no such tool
  { tool: "pdf_nothing", input: {} },
];
export function pagesOf(job: Schemas["Job"]): number | undefined {
  // @ts-expect-error not every result has pages
  if (job.status === "succeeded") job.result.pages;
  if (job.status === "failed") job.error.detail satisfies string;
  return job.tool === "pdf_merge" && job.status === "succeeded" ? job.result.pages : undefined;
}
`;

  it("compile for correct jobs and nothing else", async () => {
    const bin = (name: string) => resolve(import.meta.dirname, "../../node_modules/.bin", name);
    const folder = mkdtempSync(join(tmpdir(), "pdfd-openapi-"));
    try {
      writeFileSync(
        join(folder, "openapi.json"),
        JSON.stringify(openApiDocument(tools, { jobs: true, mcp: true, metrics: true })),
      );
      writeFileSync(join(folder, "use.ts"), used);
      const made = spawnSync(bin("openapi-typescript"), ["openapi.json", "-o", "types.ts"], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(made.status, made.stderr).toBe(0);
      const flags = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--ignoreConfig", "--types", ""];
      const checked = spawnSync(bin("tsc"), [...flags, "use.ts"], { cwd: folder, encoding: "utf8" });
      expect(checked.stdout).toBe("");
      expect(checked.status).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  // From version 7 on, openapi-typescript treats a field as required if its schema has a default.
  it("allow omitting fields with a default", () => {
    const { schemas } = describeTools(tools).components;
    for (const tool of tools) {
      const { properties } = v.parse(
        v.object({ properties: v.record(v.string(), v.looseObject({})) }),
        schemas[`${tool.name.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}Input`],
      );
      for (const [name, field] of Object.entries(properties))
        expect(field, `${tool.name}.${name}`).not.toHaveProperty("default");
    }
  });
});

describe("the description", () => {
  const document = describeTools(fakeTools);

  it("lists every path and method, without jobs and agents if these are off", () => {
    const toolPaths = fakeTools.map(({ name }) => `post /v1/tools/${name}`);
    const jobPaths = ["get /v1/jobs", "post /v1/jobs", "get /v1/jobs/{id}", "delete /v1/jobs/{id}"];
    const all = ["get /openapi.json", "get /v1/tools", ...toolPaths];
    expect(operations(document).map(([name]) => name)).toEqual([
      ...all,
      ...jobPaths,
      "post /v1/mcp",
      "get /v1/metrics",
    ]);
    const plain = describeTools(fakeTools, false);
    expect(operations(plain).map(([name]) => name)).toEqual(all);
    expect(plain.webhooks).toBeUndefined();
    expect(plain.components.schemas).not.toHaveProperty("Job");
  });

  it("lists the statuses of each kind of endpoint", () => {
    const statuses = new Map(
      operations(document).map(([name, { responses }]) => [name, Object.keys(responses)]),
    );
    expect(statuses.get("post /v1/tools/pdf_info")).toEqual([
      "200",
      "400",
      "401",
      "403",
      "405",
      "409",
      "413",
      "415",
      "422",
      "429",
      "500",
    ]);
    expect(statuses.get("get /v1/tools")).toEqual(["200", "401", "403", "405"]);
    expect(statuses.get("post /v1/jobs")).toEqual([
      "202",
      "400",
      "401",
      "403",
      "405",
      "413",
      "415",
      "422",
      "429",
    ]);
    expect(statuses.get("get /v1/jobs/{id}")).toEqual(["200", "401", "403", "404", "405", "422"]);
    expect(statuses.get("get /openapi.json")).toEqual(["200", "403", "405"]);
  });

  it("describes the headers of each status", () => {
    const names = (response: string) => Object.keys(document.components.responses[response]?.headers ?? {});
    const every = ["X-Request-Id", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Vary"];
    expect(names("Unauthorized")).toEqual([...every, "WWW-Authenticate"]);
    expect(names("MethodNotAllowed")).toEqual([...every, "Allow"]);
    expect(names("Busy")).toEqual([...every, "Retry-After"]);
    expect(names("Conflict")).toEqual(every);
  });

  it("shows a tool's fields, bounds and defaults", () => {
    expect(document.components.schemas.PdfRotatePagesInput).toMatchObject({
      required: ["input", "output"],
      additionalProperties: false,
      properties: {
        angle: { enum: [90, 180, 270], description: expect.stringMatching(/Default: 90\.$/) },
        pages: { type: "string", maxLength: 200 },
      },
    });
  });

  it("names shared and recursive schemas instead of repeating them", () => {
    const { schemas } = document.components;
    expect(schemas.Section).toMatchObject({
      properties: { children: { type: "array", items: { $ref: "#/components/schemas/Section" } } },
    });
    expect(schemas.PdfRunPipelineInput).toMatchObject({
      properties: { steps: { items: { $ref: "#/components/schemas/PipelineStep" } } },
    });
    expect(schemas).toHaveProperty("NewFile");
    expect(schemas).not.toHaveProperty("PdfRotatePagesResult");
  });

  it("leaves results open to future fields", () => {
    for (const name of ["NewFile", "PdfInfoResult", "Section", "Job", "Problem"])
      expect(document.components.schemas[name]).not.toHaveProperty("additionalProperties");
  });

  it("requires the token for everything but itself", () => {
    const open = operations(document).filter(([, { security }]) => security?.length === 0);
    expect(open.map(([name]) => name)).toEqual(["get /openapi.json"]);
  });
});
