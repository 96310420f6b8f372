/** Runs the printed clients against the service, on every runtime they support. */
import { spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "../src/tools/index.ts";
import { run } from "./cli/run.ts";
import { bareEnvironment, bun, deno, executable, type Service } from "./contract/target.ts";
import { samplePdf } from "./support/pdf.ts";
import { requireTool } from "./support/tools.ts";

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString("base64")}`;
const body = '{"type":"job.succeeded","data":{"job_id":"job_1"}}';
const signature = (id: string, timestamp: number, text = body) =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64")}`;

let service: Service;
let folder: string;
let fake: Server;
let fakeUrl: string;
/** A URL where nothing listens. */
let absentUrl: string;
/** Requests that reached the fake service, by path. */
const hits = new Map<string, number>();

/** Answers according to the path: each number is one answer, 0 is a lost one, and the last is repeated. */
function answerAs(plan: readonly number[], seen: number): number {
  return plan[Math.min(seen, plan.length - 1)] ?? 500;
}

beforeAll(async () => {
  service = await executable.start();
  folder = mkdtempSync(join(tmpdir(), "pdfd-clients-"));
  // 100 characters hold two pages.
  const pages = Array.from({ length: 5 }, (_, k) => `page ${k + 1} ${"of a long text ".repeat(2)}`);
  writeFileSync(join(service.folders.allowed, "long.pdf"), samplePdf({ pages }));
  for (const [language, name] of [
    ["typescript", "pdfd.ts"],
    ["python", "pdfd.py"],
    ["sh", "pdfd.sh"],
  ] as const) {
    const printed = await run(executable, ["client", language], { cwd: folder });
    expect(printed).toMatchObject({ code: 0, err: "" });
    for (const { name: tool } of tools) expect(printed.out).toContain(tool);
    writeFileSync(join(folder, name), printed.out);
  }
  fake = createServer((request, response) => {
    const [, plan = ""] = (request.url ?? "").split("/");
    const seen = hits.get(plan) ?? 0;
    hits.set(plan, seen + 1);
    const status = answerAs(plan.split("-").map(Number).filter(Number.isFinite), seen);
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", "retry-after": "1" });
    response.end(
      JSON.stringify(status === 200 ? { pages: 1 } : { code: `c${status}`, detail: `d${status}`, status }),
    );
  });
  const absent = createServer();
  await new Promise<void>((done) => absent.listen(0, "127.0.0.1", done));
  absentUrl = urlOf(absent);
  await new Promise((done) => absent.close(done));
  await new Promise<void>((done) => fake.listen(0, "127.0.0.1", done));
  fakeUrl = urlOf(fake);
});

function urlOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}
afterAll(async () => {
  fake?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
  await service?.[Symbol.asyncDispose]();
});

/** Runs a program to completion and returns its output, parsed as JSON lines. Its environment gives the URL and token. */
function drive(
  program: string,
  args: readonly string[],
  extra: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const now = Math.floor(Date.now() / 1000);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...bareEnvironment,
      PDFD_TOKEN: service.token,
      PDFD_URL: `http://127.0.0.1:${service.port}`,
      FAKE: fakeUrl,
      ABSENT: absentUrl,
      SECRET: secret,
      NOW: String(now),
      GOOD: `v1,AAAA ${signature("msg_1", now)}`,
      BAD: signature("msg_1", now, "other"),
      BODY: body,
      ...extra,
    },
    timeout: 50_000,
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  return new Promise((done, fail) => {
    child.once("close", (code) => {
      if (code !== 0) fail(new Error(`exit ${code}: ${err}${out}`));
      else
        done(
          out
            .trimEnd()
            .split("\n")
            .map((line): unknown => JSON.parse(line)),
        );
    });
  });
}

/** The results that every driver must report, in any language. */
function expectAll(lines: unknown[], out: string): void {
  const path = join(service.folders.allowed, `${out}.pdf`);
  expect(lines).toEqual([
    ["merge", path, 5],
    ["error", "conflict", 409],
    [
      "parts",
      [[1, 2], [3, 4], [5]],
      [
        [1, 2],
        [4, 5],
      ],
    ],
    ["hits", [2, 2, 1]],
    ["job", 3],
    ["job error", "operation_failed"],
    ["retried", 1],
    ["once", "c500"],
    ["never", "c422"],
    ["webhook", "job_1"],
    ["forged", true],
    ["old", true],
    ["absent", `no pdfd at ${absentUrl}: start it with pdfd serve`],
  ]);
  expect(hits.get(`429-500-200-${out}`)).toBe(3);
  expect(hits.get(`500-${out}`)).toBe(2);
  expect(hits.get(`422-${out}`)).toBe(1);
}

const typescriptDriver = `
import { PdfdClient, PdfdError, verifyWebhook } from "./pdfd.ts";
const env = globalThis.process.env;
const say = (...all) => console.log(JSON.stringify(all));
const code = async (work) => { try { await work(); return "none"; } catch (error) { if (error instanceof PdfdError) return error.code; throw error; } };
const client = new PdfdClient(env.PDFD_TOKEN, { url: env.PDFD_URL });
const merge = { inputs: ["ok.pdf", "two.pdf"], output: env.OUT + ".pdf" };
const merged = await client.merge(merge);
say("merge", merged.output, merged.pages);
try { await client.merge(merge); } catch (error) { say("error", error.code, error.problem.status); }
const parts = async (input) => { const seen = []; for await (const part of client.parts("pdf_read_text", input)) seen.push(part.pages.map(({ page }) => page)); return seen; };
say("parts", await parts({ input: "long.pdf", max_chars: 100 }), await parts({ input: "long.pdf", max_chars: 100, pages: "2, 1, 4-5" }));
const hits = []; for await (const part of client.parts("pdf_search", { input: "long.pdf", query: "page", max_hits: 2 })) hits.push(part.hits.length);
say("hits", hits);
say("job", (await client.run("pdf_info", { input: "ok.pdf" })).pages);
say("job error", await code(() => client.run("pdf_info", { input: "broken.pdf" })));
const fake = (plan) => new PdfdClient("t", { url: env.FAKE + "/" + plan + "-" + env.OUT, wait: async () => {} });
say("retried", (await fake("429-500-200").info({ input: "x" })).pages);
say("once", await code(() => fake("500").info({ input: "x" })));
say("never", await code(() => fake("422").info({ input: "x" })));
const headers = (signature, time = env.NOW) => ({ "webhook-id": "msg_1", "webhook-timestamp": String(time), "webhook-signature": signature });
say("webhook", (await verifyWebhook(env.SECRET, headers(env.GOOD), env.BODY)).data.job_id);
const refused = (work) => work.then(() => false, () => true);
say("forged", await refused(verifyWebhook(env.SECRET, headers(env.BAD), env.BODY)));
say("old", await refused(verifyWebhook(env.SECRET, headers(env.GOOD), env.BODY, Date.now() + 301000)));
say("absent", await new PdfdClient("t", { url: env.ABSENT }).info({ input: "x" }).catch((error) => error.message));
`;

describe("the TypeScript client", () => {
  it.each([bun, deno])("works on $name", async (target) => {
    writeFileSync(join(folder, "drive.mjs"), typescriptDriver);
    const [program = "", ...args] = (target.command ?? []).slice(0, -1);
    expectAll(await drive(program, [...args, join(folder, "drive.mjs")], { OUT: target.name }), target.name);
  });

  it("works on Node", async () => {
    // Node 20 can't read TypeScript, so it runs the same file without types.
    const [program = ""] = bun.command ?? [];
    const js = join(folder, "pdfd.mjs");
    const built = spawnSync(program, ["build", "--no-bundle", join(folder, "pdfd.ts"), "--outfile", js]);
    expect(built.status, built.stderr.toString()).toBe(0);
    writeFileSync(join(folder, "drive-node.mjs"), typescriptDriver.replace("./pdfd.ts", "./pdfd.mjs"));
    expectAll(await drive("node", [join(folder, "drive-node.mjs")], { OUT: "node" }), "node");
  });

  it("passes the strict compiler", () => {
    const tsc = resolve(import.meta.dirname, "../node_modules/.bin/tsc");
    const flags = [
      "--noEmit",
      "--strict",
      "--ignoreConfig",
      "--target",
      "es2023",
      "--lib",
      "es2024,dom",
      "--types",
      "",
    ];
    const checked = spawnSync(tsc, [...flags, join(folder, "pdfd.ts")], { encoding: "utf8" });
    expect(checked.stdout).toBe("");
    expect(checked.status).toBe(0);
  });
});

const pythonDriver = `
import json, os, sys, time
from pdfd import PdfdClient, PdfdError, verify_webhook
env = os.environ
def say(*all): print(json.dumps(all), flush=True)
def code(work):
    try: work()
    except PdfdError as error: return error.code
    return "none"
client = PdfdClient(env["PDFD_TOKEN"], env["PDFD_URL"])
class Echo(PdfdClient):
    def call(self, tool, input, timeout=None): return input
assert Echo("t").set_document(input="a", output="b", title=None, lang="de") == {"input": "a", "output": "b", "title": None, "lang": "de"}
assert Echo("t").info(input="a", password=None) == {"input": "a"}
merged = client.merge(inputs=["ok.pdf", "two.pdf"], output=env["OUT"] + ".pdf")
say("merge", merged["output"], merged["pages"])
try: client.merge(inputs=["ok.pdf", "two.pdf"], output=env["OUT"] + ".pdf")
except PdfdError as error: say("error", error.code, error.problem["status"])
def parts(input): return [[page["page"] for page in part["pages"]] for part in client.parts("pdf_read_text", input)]
say("parts", parts({"input": "long.pdf", "max_chars": 100}), parts({"input": "long.pdf", "max_chars": 100, "pages": "2, 1, 4-5"}))
search = {"input": "long.pdf", "query": "page", "max_hits": 2}
say("hits", [len(part["hits"]) for part in client.parts("pdf_search", search)])
say("job", client.run("pdf_info", {"input": "ok.pdf"})["pages"])
say("job error", code(lambda: client.run("pdf_info", {"input": "broken.pdf"})))
def fake(plan): return PdfdClient("t", env["FAKE"] + "/" + plan + "-" + env["OUT"], wait=lambda seconds: None)
say("retried", fake("429-500-200").info(input="x")["pages"])
say("once", code(lambda: fake("500").info(input="x")))
say("never", code(lambda: fake("422").info(input="x")))
def headers(signature): return {"Webhook-Id": "msg_1", "Webhook-Timestamp": env["NOW"], "Webhook-Signature": signature}
say("webhook", verify_webhook(env["SECRET"], headers(env["GOOD"]), env["BODY"].encode())["data"]["job_id"])
def refused(*all):
    try: verify_webhook(*all)
    except ValueError: return True
    return False
say("forged", refused(env["SECRET"], headers(env["BAD"]), env["BODY"].encode()))
say("old", refused(env["SECRET"], headers(env["GOOD"]), env["BODY"].encode(), time.time() + 301))
try: PdfdClient("t", env["ABSENT"]).info(input="x")
except ConnectionError as error: say("absent", str(error))
`;

const shellDriver = `
. ./pdfd.sh
field() { sed 's/.*"'"$1"'":"\\{0,1\\}\\([^",}]*\\).*/\\1/'; }
merge='{"inputs":["ok.pdf","two.pdf"],"output":"'$OUT'.pdf"}'
merged=$(printf '%s' "$merge" | pdf_merge -)
printf '["merge","%s",%s]\\n' "$(printf '%s' "$merged" | field output)" "$(printf '%s' "$merged" | field pages)"
problem=$(pdf_merge "$merge" 2>&1) || printf '["error","%s",%s]\\n' "$(printf '%s' "$problem" | field code)" "$(printf '%s' "$problem" | field status)"
# A list of pages for each part.
parts=$(pdfd_parts pdf_read_text '{"input":"long.pdf","max_chars":100}' | sed 's/.*"pages":\\[\\(.*\\)\\],"next_page.*/\\1/; s/"text":"[^"]*"//g; s/[^0-9,]//g; s/,,*/,/g; s/^/[/; s/,*$/],/' | tr -d '\\n')
printf '["parts",[%s],[[1,2],[4,5]]]\\n' "${"$"}{parts%,}"
hits=$(pdfd_parts pdf_search '{"input":"long.pdf","query":"page","max_hits":2}' | awk -F'"before":' '{ print NF - 1 }' | paste -sd, -)
printf '["hits",[%s]]\\n' "$hits"
job=$(pdfd_run pdf_info '{"input":"ok.pdf"}')
printf '["job",%s]\\n' "$(printf '%s' "$job" | sed 's/.*"result":{"pages":\\([0-9]*\\).*/\\1/')"
job=$(pdfd_run pdf_info '{"input":"broken.pdf"}' 2>&1) || printf '["job error","%s"]\\n' "$(printf '%s' "$job" | field code)"
fake() { PDFD_URL="$FAKE/$1-$OUT" pdf_info '{"input":"x"}' 2>&1; }
printf '["retried",%s]\\n' "$(fake 429-500-200 | field pages)"
printf '["once","%s"]\\n' "$(fake 500 | field code)"
printf '["never","%s"]\\n' "$(fake 422 | field code)"
printf '%s\\n' "$SECRET" > secret; printf '%s' "$BODY" > body
pdfd_verify_webhook secret msg_1 "$NOW" "$GOOD" body && printf '["webhook","%s"]\\n' "$(field job_id < body)"
pdfd_verify_webhook secret msg_1 "$NOW" "$BAD" body 2>/dev/null || echo '["forged",true]'
pdfd_verify_webhook secret msg_1 "$((NOW - 301))" "$GOOD" body 2>/dev/null || echo '["old",true]'
printf '["absent","%s"]\\n' "$(PDFD_URL="$ABSENT" pdf_info '{"input":"x"}' 2>&1 | sed 's/^pdfd: //')"
`;

it.skipIf(requireTool("python3"))("the Python client works with Python 3 alone", async () => {
  writeFileSync(join(folder, "drive.py"), pythonDriver);
  expectAll(await drive("python3", [join(folder, "drive.py")], { OUT: "python" }), "python");
});

it.skipIf(requireTool("curl") ?? requireTool("openssl"))(
  "the shell client works in a POSIX shell with curl",
  async () => {
    writeFileSync(join(folder, "drive.sh"), shellDriver);
    expectAll(await drive("sh", [join(folder, "drive.sh")], { OUT: "sh" }), "sh");
  },
);
