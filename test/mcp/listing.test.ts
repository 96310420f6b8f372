/** The list of tools is short, as counted in tokens, and never forbids anything that the full schemas allow. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { jsonSchema } from "../../src/core/json/schema.ts";
import { createMcpHttp } from "../../src/mcp/transports.ts";
import { agentTools, tools } from "../../src/tools/index.ts";
import { groupTools } from "../../src/tools/registry.ts";

const mostOfAll = 7800;
const mostOfOne = 350;
const mostOfReading = 3200;

/** A client of the registry. Its tool calls aren't handled. */
async function connect(): Promise<Client> {
  const never = () => {
    throw new Error("nothing is called");
  };
  const handle = createMcpHttp({
    ...{ tools, agentTools },
    call: never,
    jobs: { submit: never, list: never, get: never, cancel: never, wait: never },
    randomUUID: () => "uuid",
    onInternal: never,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("http://127.0.0.1/v1/mcp"), {
      fetch: (url, init) => {
        const request = new Request(String(url), { ...init, body: init?.body ?? null });
        return handle(request, typeof init?.body === "string" ? JSON.parse(init.body) : undefined);
      },
    }),
  );
  return client;
}

type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"];
const tokens = (value: unknown) => countTokens(JSON.stringify(value));

describe("the list of tools", () => {
  let client: Client;
  let listed: Listed;
  beforeAll(async () => {
    client = await connect();
    listed = (await client.listTools()).tools;
  });

  it(`takes at most ${mostOfAll} tokens, and at most ${mostOfOne} per tool`, () => {
    expect(listed.length).toBeGreaterThan(tools.length);
    const each = Object.fromEntries(listed.map((tool) => [tool.name, tokens(tool)]));
    expect(Object.entries(each).filter(([, count]) => count > mostOfOne)).toEqual([]);
    expect(tokens(listed), JSON.stringify(each)).toBeLessThanOrEqual(mostOfAll);
  });

  it(`takes at most ${mostOfReading} tokens for the reading tools and those that are always offered`, () => {
    const read = groupTools("read") ?? [];
    const others = [...tools, ...agentTools].map(({ name }) => name).filter((name) => !read.includes(name));
    const offered = listed.filter(({ name }) => !others.includes(name));
    expect(offered.length).toBeGreaterThan(read.length);
    expect(tokens(offered)).toBeLessThanOrEqual(mostOfReading);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "%s: allows everything that the full schema allows",
    (name, tool) => {
      const short = listed.find((one) => one.name === name)?.inputSchema;
      expect(weaker(short, jsonSchema(tool.input, "input"))).toBe(true);
    },
  );

  it("names every step with its options", () => {
    const text = JSON.stringify(listed.find(({ name }) => name === "pdf_run_pipeline"));
    expect(text).toContain("{action, options}: extract {pages}; remove {pages}; rotate {pages?, angle?};");
    expect(text).toContain("metadata-clear {}. Details: resource pdfd://tools/pdf_run_pipeline");
  });

  it("warns that document text is untrusted wherever a tool reads", () => {
    const reading = listed.filter(({ annotations }) => annotations?.readOnlyHint === true);
    expect(reading.map(({ name }) => name)).toContain("pdf_read_text");
    for (const { description } of reading) expect(description).toContain("untrusted");
  });

  it("offers every full schema as a resource, including results", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
    for (const [k, tool] of tools.entries()) {
      const { contents } = await client.readResource({ uri: resources[k]?.uri ?? "" });
      const [{ text } = { text: "" }] = JSON.parse(JSON.stringify(contents));
      expect(JSON.parse(text)).toMatchObject({
        name: tool.name,
        description: tool.description,
        input: { ...jsonSchema(tool.input, "input") },
        output: { ...jsonSchema(tool.output, "output") },
      });
    }
    await expect(client.readResource({ uri: "pdfd://tools/pdf_nothing" })).rejects.toThrow(/not found/i);
  });
});

type Json = Readonly<Record<string, unknown>>;

/** Whether each keyword of one schema has the same value in the other, ignoring descriptions. */
function weaker(short: unknown, whole: unknown): boolean {
  const [a, b]: [Json, Json] = [Object(short), Object(whole)];
  return Object.entries(a).every(([key, value]) => {
    if (key === "description") return typeof value === "string" && value !== "";
    if (key === "items" && Array.isArray(b.prefixItems))
      return b.prefixItems.every((member) => weaker(value, member));
    if (key === "items") return weaker(value, b.items);
    if (key === "properties") {
      const inner: Json = Object(value);
      return Object.keys(inner).every((name) => weaker(inner[name], Object(b.properties)[name]));
    }
    // If the short schema says object, all options of the union are objects.
    if (key === "type" && Array.isArray(b.oneOf))
      return b.oneOf.every((option: Json) => option.type === value);
    return JSON.stringify(value) === JSON.stringify(b[key]);
  });
}
