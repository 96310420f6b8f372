/** Runs attack files through the program's interfaces: every tool as a service job and as a command. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "../contract/client.ts";
import { executable, launch, readyOf } from "../contract/target.ts";
import type { AttackFile } from "./attack-files.ts";
import { everyField, everyTool, type ToolCall } from "./every-tool.ts";
import { samplePdf } from "./pdf.ts";
import { pagesPdf } from "./pdf-builder.ts";

export const faces = ["job", "command"] as const;
export type Face = (typeof faces)[number];

/** One call, from request to end. */
export interface FaceRun {
  readonly attack: string;
  readonly tool: string;
  /** Whether it ended as documented: with a result, or a problem of the caller's document. */
  readonly right: boolean;
  readonly detail: string;
  /** Wall-clock time, in seconds. */
  readonly seconds: number;
}

interface End extends Pick<FaceRun, "right" | "detail"> {
  /** Whether it completed the request. */
  readonly done: boolean;
}

type Call = (call: ToolCall) => Promise<End>;

/** Seconds after which the program itself must end a call. */
const deadline = 30;

/** Runs every tool on these files through one interface of the executable, which works in its own folder. */
export async function runByFace(
  face: Face,
  files: readonly AttackFile[],
  onRun: (run: FaceRun) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-attack-"));
  writeFileSync(join(folder, "ok.pdf"), pagesPdf(["", "", ""]));
  writeFileSync(join(folder, "secret"), "secret");
  await using opened = face === "job" ? await jobs(folder) : commands(folder);
  const make = () => samplePdf({ pages: ["one", "two"], field: everyField });
  const sound: AttackFile = { name: "a sound file", make };
  for (const { name, make } of [sound, ...files]) {
    writeFileSync(join(folder, "attack.pdf"), make());
    for (const call of everyTool("attack.pdf", "made")) {
      const start = performance.now();
      const end = await opened.call(call);
      // A program that refuses everything would pass, so the sound file must succeed.
      if (name === sound.name && !end.done) throw new Error(`${call.tool} as ${face}: ${end.detail}`);
      onRun({ attack: name, tool: call.tool, ...end, seconds: (performance.now() - start) / 1000 });
      if (call.writes !== undefined) rmSync(join(folder, call.writes), { recursive: true, force: true });
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

async function jobs(folder: string): Promise<AsyncDisposable & { readonly call: Call }> {
  const flags = ["--allow-dir", folder, "--port", "0", "--ready-json", "--deadline", String(deadline)];
  const running = launch([...(executable.command ?? []), "serve", ...flags], { cwd: folder });
  const service = await readyOf(running);
  return {
    async call({ tool, input }) {
      const made = await ask(service, "/v1/jobs", { body: { tool, input } });
      if (made.status !== 202) return { done: false, right: made.status === 422, detail: made.text };
      const { text } = await ask(service, `${made.headers.location}?wait=60`);
      const job: { readonly status: string; readonly error?: { readonly code?: string } } = JSON.parse(text);
      const code = job.error?.code ?? "";
      const done = job.status === "succeeded";
      return { done, right: done || /^(operation_failed|validation)$/.test(code), detail: text };
    },
    async [Symbol.asyncDispose]() {
      running.kill("SIGTERM");
      await running.exited;
    },
  };
}

/** The documented exit codes of a command that succeeded or reported a fault of the document. */
const rightCodes: ReadonlySet<number | null> = new Set([0, 1, 2, 5]);

function commands(folder: string): AsyncDisposable & { readonly call: Call } {
  const [program = "", ...before] = executable.command ?? [];
  return {
    call: (call) =>
      new Promise((resolve) => {
        const child = spawn(program, [...before, ...argumentsOf(call)], {
          cwd: folder,
          stdio: ["ignore", "pipe", "pipe"],
        });
        let text = "";
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding("utf8").on("data", (part: string) => {
            if (text.length < 10_000) text += part;
          });
        child.on("close", (code) =>
          resolve({ done: code === 0, right: rightCodes.has(code), detail: `${code}: ${text}` }),
        );
      }),
    async [Symbol.asyncDispose]() {},
  };
}

/** The command line of a call. */
function argumentsOf({ tool, input }: ToolCall): string[] {
  const args = [tool.replace("pdf_", "").replaceAll("_", "-"), "--json", "--deadline", String(deadline)];
  for (const [key, value] of Object.entries(input)) {
    if (key === "input" || key === "inputs") args.push(...[value].flat());
    else if (key === "fields")
      for (const [name, text] of Object.entries(Object(value))) args.push("--set", `${name}=${text}`);
    else if (key === "password") args.push(...(value === "" ? [] : ["--password-file", "secret"]));
    else
      args.push(`--${key.replaceAll("_", "-")}`, typeof value === "string" ? value : JSON.stringify(value));
  }
  return args;
}
