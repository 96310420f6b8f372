/**
 * One table for every interface: each tool is called with the same input through HTTP, as a job, through MCP over HTTP
 * and stdio, on the command line, and as a line of --jsonl, and all answers must be the same. Every interface must also
 * describe the tools as the registry does.
 */

import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandName } from "../src/cli/flags/command-name.ts";
import { tools } from "../src/tools/index.ts";
import { run } from "./cli/run.ts";
import { ask } from "./contract/client.ts";
import { bareEnvironment, executable, type Folders, type Service } from "./contract/target.ts";
import { picture, scanned } from "./ocr/pictures.ts";
import { formPdf } from "./support/forms.ts";
import { imageFiles } from "./support/image-files.ts";
import { cii } from "./support/invoices.ts";
import { pagesPdf } from "./support/pdf-builder.ts";

/** How a tool is called: `out` is a name that no other interface uses. */
interface Call {
  readonly tool: string;
  input(out: string): object;
  /** The same call on the command line. */
  line(out: string): readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const steps = [{ action: "rotate", options: { pages: "1" } }, { action: "metadata-clear" }];
const stepsText = JSON.stringify(steps);

/** A value for each kind of form field. */
const values = { name: "Łódź", sum: 1234.5, agree: true, color: "Green", many: ["b", "a"], old: null };
const kindsOfFields = [
  "/FT/Tx/T(name)/Rect[0 0 90 20]",
  "/FT/Tx/T(sum)/Rect[0 30 90 50]/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2,0,0,0,'$',true\\))>>>>",
  "/FT/Btn/T(agree)/Rect[0 60 20 80]",
  "/FT/Ch/Ff 131072/T(color)/Opt[[(r)(Red)][(g)(Green)]]/Rect[0 90 90 110]",
  "/FT/Ch/Ff 2097152/T(many)/Opt[(a)(b)(c)]/Rect[0 120 90 160]",
  "/FT/Tx/T(old)/V(gone)/Rect[0 170 90 190]",
];

/** A document with two attachments. */
const withFiles = pagesPdf([""], {
  root: "/Names<</EmbeddedFiles<</Names[(1)<</UF(a.txt)/EF<</F 10 0 R>>>>(2)<</UF<EFBBBF622FC3A42E747874>/EF<</F 11 0 R>>>>]>>>>",
  more: { 10: { dict: "", data: "first" }, 11: { dict: "", data: "second" } },
});

/** One entry per tool; a tool without one fails the test below. */
const calls: readonly Call[] = [
  { tool: "pdf_list_files", input: () => ({ folder: "inner" }), line: () => ["list-files", "inner"] },
  { tool: "pdf_info", input: () => ({ input: "form.pdf" }), line: () => ["info", "form.pdf"] },
  {
    tool: "pdf_read_text",
    input: () => ({ input: "ok.pdf", pages: "2-3", max_chars: 1000 }),
    line: () => ["read-text", "ok.pdf", "--pages", "2-3", "--max-chars", "1000"],
  },
  {
    tool: "pdf_extract_structure",
    input: () => ({ input: "ok.pdf", format: "html" }),
    line: () => ["extract-structure", "ok.pdf", "--format", "html"],
  },
  {
    tool: "pdf_merge",
    input: (out) => ({ inputs: ["ok.pdf", "two.pdf"], output: `${out}.pdf` }),
    line: (out) => ["merge", "ok.pdf", "two.pdf", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_extract_pages",
    input: (out) => ({ input: "ok.pdf", pages: "3, 1", output: `${out}.pdf` }),
    line: (out) => ["extract-pages", "ok.pdf", "--pages", "3, 1", "--output", `${out}.pdf`],
  },
  {
    tool: "pdf_remove_pages",
    input: (out) => ({ input: "ok.pdf", pages: "2", output: `${out}.pdf` }),
    line: (out) => ["remove-pages", "ok.pdf", "--pages=2", `--output=${out}.pdf`],
  },
  {
    tool: "pdf_rotate_pages",
    input: (out) => ({ input: "ok.pdf", angle: 180, output: `${out}.pdf` }),
    line: (out) => ["rotate-pages", "ok.pdf", "--angle", "180", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_add_page_labels",
    input: (out) => ({ input: "ok.pdf", text: "Seite {page}", output: `${out}.pdf` }),
    line: (out) => ["add-page-labels", "ok.pdf", "--text", "Seite {page}", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_add_watermark",
    input: (out) => ({ input: "ok.pdf", text: "Entwurf", opacity: 0.5, output: `${out}.pdf` }),
    line: (out) => ["add-watermark", "ok.pdf", "--text", "Entwurf", "--opacity", "0.5", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_split",
    input: (out) => ({ input: "ok.pdf", pages: "1-2, 3", output_folder: out }),
    line: (out) => ["split", "ok.pdf", "--pages", "1-2, 3", "-o", out],
  },
  {
    tool: "pdf_from_office",
    // Not an office file: conversion is tested where the converter is known to exist.
    input: (out) => ({ input: "ok.pdf", output: `${out}.pdf` }),
    line: (out) => ["from-office", "ok.pdf", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_remove_metadata",
    input: (out) => ({ input: "ok.pdf", output: `${out}.pdf` }),
    line: (out) => ["remove-metadata", "ok.pdf", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_repair",
    input: (out) => ({ input: "ok.pdf", output: `${out}.pdf` }),
    line: (out) => ["repair", "ok.pdf", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_protect",
    input: (out) => ({ input: "ok.pdf", password: "geheim", output: `${out}.pdf` }),
    line: (out) => ["protect", "ok.pdf", "-o", `${out}.pdf`],
    environment: { PDFD_PASSWORD: "geheim" },
  },
  {
    tool: "pdf_unlock",
    input: (out) => ({ input: "locked.pdf", password: "geheim", output: `${out}.pdf` }),
    line: (out) => ["unlock", "locked.pdf", "-o", `${out}.pdf`],
    environment: { PDFD_PASSWORD: "geheim" },
  },
  {
    tool: "pdf_read_text",
    input: () => ({ input: "locked.pdf", password: "geheim" }),
    line: () => ["read-text", "locked.pdf"],
    environment: { PDFD_PASSWORD: "geheim" },
  },
  {
    tool: "pdf_rotate_pages",
    input: (out) => ({ input: "locked.pdf", password: "geheim", output: `${out}-locked.pdf` }),
    line: (out) => ["rotate-pages", "locked.pdf", "-o", `${out}-locked.pdf`],
    environment: { PDFD_PASSWORD: "geheim" },
  },
  {
    tool: "pdf_run_pipeline",
    input: (out) => ({ input: "ok.pdf", steps, output: `${out}.pdf` }),
    line: (out) => ["run-pipeline", "ok.pdf", "--steps", stepsText, "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_run_batch",
    input: (out) => ({ inputs: ["ok.pdf", "broken.pdf"], steps, output_folder: out, suffix: "s" }),
    line: (out) => ["run-batch", "ok.pdf", "broken.pdf", "--steps", stepsText, "-o", out, "--suffix", "s"],
  },
  {
    tool: "pdf_search",
    input: () => ({ input: "ok.pdf", query: "page", whole_words: true, context: 10 }),
    line: () => ["search", "page", "ok.pdf", "--whole-words", "--context", "10"],
  },
  {
    tool: "pdf_fill_form",
    input: (out) => ({ input: "kinds.pdf", fields: values, output: `${out}.pdf` }),
    line: (out) => ["fill-form", "kinds.pdf", "--data", "values.json", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_optimize",
    input: (out) => ({ input: "ok.pdf", output: `${out}.pdf` }),
    line: (out) => ["optimize", "ok.pdf", "-o", `${out}.pdf`],
  },
  {
    tool: "pdf_redact",
    input: (out) => ({
      input: "ok.pdf",
      text: ["page"],
      areas: [{ page: 1, bbox: [0, 0, 9, 9] }],
      output: `${out}.pdf`,
    }),
    line: (out) => [
      ...[
        "redact",
        "ok.pdf",
        "--text",
        "page",
        "--areas",
        '[{"page":1,"bbox":[0,0,9,9]}]',
        "-o",
        `${out}.pdf`,
      ],
    ],
  },
  {
    tool: "pdf_redact",
    input: () => ({ input: "ok.pdf", text: ["page"], dry_run: true }),
    line: () => ["redact", "ok.pdf", "--text", "page", "--dry-run"],
  },
  { tool: "pdf_find_leaks", input: () => ({ input: "ok.pdf" }), line: () => ["find-leaks", "ok.pdf"] },
  {
    tool: "pdf_check",
    input: () => ({ input: "ok.pdf", profile: "pdfa-2b" }),
    line: () => ["check", "ok.pdf", "--profile", "pdfa-2b"],
  },
  {
    tool: "pdf_check_signatures",
    input: () => ({ input: "ok.pdf" }),
    line: () => ["check-signatures", "ok.pdf"],
  },
  {
    tool: "pdf_make_pdfa",
    input: (out) => ({ input: "ok.pdf", level: "3b", substitute_fonts: true, output: out }),
    line: (out) => ["make-pdfa", "ok.pdf", "--level", "3b", "-o", out],
  },
  {
    tool: "pdf_render_pages",
    input: (out) => ({
      input: "ok.pdf",
      pages: "2",
      bbox: [0, 0, 100, 50],
      annotations: false,
      output_folder: out,
    }),
    line: (out) => [
      ...["render-pages", "ok.pdf", "--pages", "2", "--bbox", "0,0,100,50", "--no-annotations", "-o", out],
    ],
  },
  {
    tool: "pdf_extract_tables",
    input: (out) => ({
      ...{ input: "ok.pdf", pages: "1", bbox: [0, 0, 300, 200] },
      ...{ join_pages: false, output: `${out}.csv` },
    }),
    line: (out) => [
      ...["extract-tables", "ok.pdf", "--pages", "1", "--bbox", "0,0,300,200"],
      ...["--no-join-pages", "-o", `${out}.csv`],
    ],
  },
  {
    tool: "pdf_from_images",
    input: (out) => ({ inputs: ["a.bmp", "a.bmp"], page_size: "B5", margin: 20, output: `${out}.pdf` }),
    line: (out) => [
      ...["from-images", "a.bmp", "a.bmp", "--page-size", "B5", "--margin", "20", "-o", `${out}.pdf`],
    ],
  },
  {
    tool: "pdf_extract_attachments",
    input: (out) => ({ input: "files.pdf", names: ["a.txt", "b/ä.txt"], output_folder: out }),
    line: (out) => ["extract-attachments", "files.pdf", "--names", "a.txt", "--names", "b/ä.txt", "-o", out],
  },
  {
    tool: "pdf_attach",
    input: (out) => ({
      ...{ input: "files.pdf", files: [{ path: "a.bmp", relationship: "source" }], remove: ["a.txt"] },
      ...{ invoice: { path: "invoice.xml" }, output: `${out}.pdf` },
    }),
    line: (out) => [
      ...["attach", "files.pdf", "--files", '[{"path":"a.bmp","relationship":"source"}]'],
      ...["--remove", "a.txt", "--invoice", '{"path":"invoice.xml"}', "-o", `${out}.pdf`],
    ],
  },
  {
    tool: "pdf_set_document",
    input: (out) => ({
      ...{ input: "ok.pdf", title: "Łódź", author: null, bookmarks: [{ title: "One", page: 2 }] },
      ...{ page_labels: [{ from: 1, style: "roman" }], output: `${out}.pdf` },
    }),
    line: (out) => [
      ...["set-document", "ok.pdf", "--title", "Łódź", "--author", "null", "--bookmarks", "@bookmarks.json"],
      ...["--page-labels", '[{"from":1,"style":"roman"}]', "-o", `${out}.pdf`],
    ],
  },
  {
    tool: "pdf_arrange_pages",
    input: (out) => ({
      ...{ input: "ok.pdf", per_sheet: 4, paper: { width: 500, height: 400 }, order: "columns" },
      ...{ right_to_left: true, output: `${out}.pdf` },
    }),
    line: (out) => [
      ...["arrange-pages", "ok.pdf", "--per-sheet", "4", "--paper", '{"width":500,"height":400}'],
      ...["--order", "columns", "--right-to-left", "-o", `${out}.pdf`],
    ],
  },
  {
    tool: "pdf_overlay",
    input: (out) => ({
      ...{ input: "ok.pdf", stamp: "two.pdf", stamp_pages: "cycle", under: true, bbox: [10, 20, 110, 170] },
      ...{ opacity: 0.5, rotate: -12.5, output: `${out}.pdf` },
    }),
    line: (out) => [
      ...["overlay", "ok.pdf", "--stamp", "two.pdf", "--stamp-pages", "cycle", "--under"],
      ...["--bbox", "10,20,110,170", "--opacity", "0.5", "--rotate", "-12.5", "-o", `${out}.pdf`],
    ],
  },
  {
    tool: "pdf_add_text_layer",
    input: (out) => ({ input: "scan.pdf", turn_upright: false, output: `${out}.pdf` }),
    line: (out) => ["add-text-layer", "scan.pdf", "--no-turn-upright", "-o", `${out}.pdf`],
  },
];

/** Calls that fail the same way on every interface: the code and the fields named. */
const failures: readonly (readonly [string, Call, string])[] = [
  ["an input that is missing", callOf("pdf_info", { input: "none.pdf" }, ["info", "none.pdf"]), "validation"],
  [
    "an input outside",
    callOf("pdf_info", { input: "../OUT/secret.pdf" }, ["info", "../OUT/secret.pdf"]),
    "validation",
  ],
  [
    "an output that exists",
    callOf("pdf_rotate_pages", { input: "ok.pdf", output: "two.pdf" }, [
      "rotate-pages",
      "ok.pdf",
      "-o",
      "two.pdf",
    ]),
    "conflict",
  ],
  [
    "a broken document",
    callOf("pdf_info", { input: "broken.pdf" }, ["info", "broken.pdf"]),
    "operation_failed",
  ],
  [
    "a wrong password",
    {
      ...callOf("pdf_info", { input: "locked.pdf", password: "offen" }, ["info", "locked.pdf"]),
      environment: { PDFD_PASSWORD: "offen" },
    },
    "operation_failed",
  ],
  [
    "a page beyond the end",
    callOf("pdf_extract_pages", { input: "ok.pdf", pages: "9", output: "x.pdf" }, [
      ...["extract-pages", "ok.pdf", "--pages", "9", "-o", "x.pdf"],
    ]),
    "validation",
  ],
  [
    "values that don't fit a form",
    callOf("pdf_fill_form", { input: "kinds.pdf", fields: { color: "Blue", nam: "x" }, output: "x.pdf" }, [
      ...["fill-form", "kinds.pdf", "--set", "color=Blue", "--set", "nam=x", "-o", "x.pdf"],
    ]),
    "validation",
  ],
];

function callOf(tool: string, input: object, line: readonly string[]): Call {
  return { tool, input: () => input, line: () => line };
}

/** An interface's answer: a result or a problem. */
interface Outcome {
  readonly result?: unknown;
  readonly problem?: unknown;
}

describe("every interface", () => {
  let service: Service;
  let folders: Folders;
  let overHttp: Client;
  let overStdio: Client;
  let lines: ReturnType<typeof startLines>;
  let answers: AsyncIterator<string, undefined>;

  beforeAll(async () => {
    service = await executable.start();
    folders = service.folders;
    mkdirSync(join(folders.allowed, "inner"));
    copyFileSync(join(folders.allowed, "ok.pdf"), join(folders.allowed, "inner/one.pdf"));
    writeFileSync(join(folders.allowed, "a.bmp"), imageFiles.bmp);
    writeFileSync(join(folders.allowed, "files.pdf"), withFiles);
    writeFileSync(join(folders.allowed, "kinds.pdf"), formPdf(kindsOfFields));
    writeFileSync(join(folders.allowed, "invoice.xml"), cii("urn:cen.eu:en16931:2017"));
    writeFileSync(join(folders.allowed, "bookmarks.json"), JSON.stringify([{ title: "One", page: 2 }]));
    writeFileSync(join(folders.allowed, "values.json"), JSON.stringify(values));
    const page = await picture([{ text: "Over the hills and far away", x: 72, baseline: 100, size: 14 }]);
    writeFileSync(join(folders.allowed, "scan.pdf"), scanned([page, page]));
    const protect = { input: "ok.pdf", password: "geheim", output: "locked.pdf" };
    expect((await ask(service, "/v1/tools/pdf_protect", { body: protect })).status).toBe(200);
    const newClient = () => new Client({ name: "test", version: "1" });
    overHttp = newClient();
    await overHttp.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${service.port}/v1/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${service.token}` } },
      }),
    );
    overStdio = newClient();
    const [command = "", ...before] = executable.command ?? [];
    await overStdio.connect(
      new StdioClientTransport({
        command,
        args: [...before, "mcp", ...allowed()],
        env: { ...bareEnvironment },
        stderr: "ignore",
      }),
    );
    lines = startLines(["--jsonl", ...allowed()]);
    answers = createInterface({ input: lines.stdout })[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    lines?.stdin.end();
    await overStdio?.close();
    await overHttp?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const startLines = (args: readonly string[]) => {
    const [command = "", ...before] = executable.command ?? [];
    const options = { cwd: folders.allowed, env: { ...bareEnvironment } };
    return spawn(command, [...before, ...args], { ...options, stdio: ["pipe", "pipe", "ignore"] });
  };
  const allowed = () => ["--allow-dir", folders.allowed, "--allow-dir", folders.second];

  const interfaces: Readonly<Record<string, (call: Call, out: string) => Promise<Outcome>>> = {
    async http({ tool, input }, out) {
      const { status, body } = await ask(service, `/v1/tools/${tool}`, { body: input(out) });
      return status === 200 ? { result: body } : { problem: body };
    },
    async job({ tool, input }, out) {
      const { headers } = await ask(service, "/v1/jobs", { body: { tool, input: input(out) } });
      for (;;) {
        const { body } = await ask(service, `${headers.location}?wait=30`);
        const { status, result, error } = JSON.parse(JSON.stringify(body));
        if (status === "succeeded") return { result };
        if (status === "failed") return { problem: error };
      }
    },
    mcpHttp: (call, out) => callMcp(overHttp, call, out),
    mcpStdio: (call, out) => callMcp(overStdio, call, out),
    async cli({ line, environment }, out) {
      const [command = "", ...args] = line(out);
      const done = await run(executable, [command, ...allowed(), "--json", ...args], {
        cwd: folders.allowed,
        ...(environment && { environment }),
      });
      const answer: unknown = JSON.parse(done.out);
      return done.code === 0 || done.code === 1 ? { result: answer } : { problem: answer };
    },
    async jsonl({ tool, input }, out) {
      lines.stdin.write(`${JSON.stringify({ tool, input: input(out) })}\n`);
      const answer = await answers.next();
      const { status, result, error } = JSON.parse(answer.value ?? "");
      return status === "succeeded" ? { result } : { problem: error };
    },
  };

  async function callMcp(client: Client, { tool, input }: Call, out: string): Promise<Outcome> {
    const done = await client.callTool({ name: tool, arguments: { ...input(out) } });
    if (done.isError !== true) return { result: done.structuredContent };
    const [first] = JSON.parse(JSON.stringify(done.content));
    return { problem: JSON.parse(first.text) };
  }

  it("is tested with every tool", () => {
    const missing = tools.map(({ name }) => name).filter((name) => !calls.some(({ tool }) => tool === name));
    expect(missing, "add them to the table of calls").toEqual([]);
  });

  const present = calls.filter(({ tool }) => tools.some(({ name }) => name === tool));

  it.each(present.map((call) => [call.tool, call] as const))("answers %s the same", async (tool, call) => {
    const asked = Object.entries(interfaces).map(async ([name, ask]) => {
      const out = `${tool}-${name}`;
      return [name, comparable(await ask(call, out), out)] as const;
    });
    const { http, ...others }: Record<string, unknown> = Object.fromEntries(await Promise.all(asked));
    if (tool !== "pdf_from_office") expect(http).toHaveProperty("result");
    for (const [name, answer] of Object.entries(others)) expect(answer, name).toEqual(http);
  });

  it.each(failures)("refuses %s the same", async (_, call, code) => {
    const outcomes = await Promise.all(Object.values(interfaces).map((ask) => ask(call, "x")));
    for (const { problem, result } of outcomes) {
      expect(result).toBeUndefined();
      expect(problem).toMatchObject({ code, type: `urn:service:problem:${code}` });
    }
    const [http, ...others] = outcomes.map((outcome) => comparable(outcome, "x"));
    for (const other of others) expect(other).toEqual(http);
  });

  it("describes the tools as the registry does", async () => {
    const names = tools.map(({ name }) => name);
    const listed = await ask(service, "/v1/tools");
    const described = tools.map(({ name, title, description, reportsProgress, annotations }) => ({
      ...{ name, title, description, reports_progress: reportsProgress, annotations },
    }));
    expect(listed.body).toEqual({ tools: described });
    const onCli = await run(executable, ["tools", "--json"], { cwd: "/" });
    expect(JSON.parse(onCli.out)).toEqual({ tools: described });
    const openapi = JSON.parse((await ask(service, "/openapi.json")).text);
    const paths = Object.keys(openapi.paths).filter((path) => path.startsWith("/v1/tools/"));
    expect(paths.map((path) => basename(path))).toEqual(names);
    for (const client of [overHttp, overStdio]) {
      const { tools: own } = await client.listTools();
      expect(own.slice(0, names.length).map(({ name }) => name)).toEqual(names);
    }
    const help = await run(executable, ["--help"], { cwd: "/" });
    for (const tool of tools) expect(help.out).toContain(`\n  ${commandName(tool)} `);
    const readme = readFileSync(resolve(import.meta.dirname, "../README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| `(pdf_\w+)` \|/gm)].map(([, name]) => name);
    expect(rows).toEqual(names);
  });
});

/** An answer without the parts that vary by call: the output's name, the request ID, and random bytes in the size. */
function comparable(outcome: Outcome, out: string): unknown {
  const text = JSON.stringify(outcome).replaceAll(out, "<out>");
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "request_id" || key === "instance") return undefined;
    return key === "bytes" && typeof value === "number" ? Math.round(value / 64) : value;
  });
}
