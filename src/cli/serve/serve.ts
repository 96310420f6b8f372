/** `pdfd serve`: reads flags and environment, starts the service, says where it listens, and waits for a signal. */
import { randomBytes } from "node:crypto";
import { type Config, readConfig } from "../../config.ts";
import { firstPdf } from "../../files/scope/first-pdf.ts";
import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onOrphanOfNpm, onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { runtime } from "../../host/runtime.ts";
import { type Service, startService } from "../../service.ts";
import type { Command } from "../flags/command.ts";
import { fontDirFlag, fontDirsOf } from "../flags/common-flags.ts";
import { takeEnvironment } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, readFlags, UsageError } from "../flags/flags.ts";
import { officeFlags, requireProgram } from "../flags/office-flags.ts";
import { bannerJson, bannerText } from "./banner.ts";
import { levelOf, logLine } from "./log.ts";

const table: FlagTable = {
  "allow-dir": {
    kind: "list",
    hint: "folder",
    description:
      "Folder that callers may read and write in; repeat it for more. Relative paths start in the first",
  },
  port: { kind: "text", hint: "number", description: "Port on 127.0.0.1; 0 picks a free one (default 7341)" },
  "allow-origin": {
    kind: "list",
    hint: "origin",
    description: "Origin of a web page that may call, such as https://app.example; repeat it for more",
  },
  "webhook-allow": {
    kind: "list",
    hint: "origin",
    description: "Origin besides this computer that may receive job callbacks; repeat it for more",
  },
  deadline: { kind: "text", hint: "seconds", description: "Time limit of one tool call (default 300)" },
  ...officeFlags,
  "font-dir": fontDirFlag,
  "model-endpoint": {
    kind: "text",
    hint: "address",
    description:
      "Model server on this computer that reads page images (llama-server, LM Studio, Ollama), such as http://127.0.0.1:8080; pdfd's own models where omitted",
  },
  "page-deadline": {
    kind: "text",
    hint: "seconds",
    description: "Time limit of reading one page image (default 180, with the model 4b 600)",
  },
  log: { kind: "text", hint: "text|json", description: "Form of the request log on stderr (default text)" },
  debug: { kind: "switch", description: "Say in the log too why calls took the way that they took" },
  "ready-json": {
    kind: "switch",
    description: "Print address, token and folders as one line of JSON once it listens",
  },
};

const notes = `ENVIRONMENT

  SERVICE_API_TOKEN       Token that callers send, at least 32 characters. Unset: a random one is made and printed
  SERVICE_WEBHOOK_SECRET  Signs job callbacks: whsec_ and the base64 of 32 bytes. Unset: a random one, printed
  PDFD_SOFFICE            Like --soffice
  PDFD_OCR_ENDPOINT       Like --model-endpoint; PDFD_OCR_ENDPOINT_MODEL_0_8B and _4B say how it calls the models
  PDFD_OCR_PAGE_DEADLINE  Like --page-deadline
  PDFD_OCR_IDLE           Seconds after which the process of a reading model without work ends (default 300)

Ctrl+C (or SIGTERM) stops it: running calls get up to 10 seconds; a second one stops it at once.
`;

export const serveCommand: Command = {
  name: "serve",
  description: "Start the service on the folders you allow",
  flags: table,
  notes,
  run: serve,
};

async function serve(args: readonly string[]): Promise<number> {
  const config = configOf(args, process.env);
  requireProgram(config.soffice);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const service = await start(config);
  const stopped = untilStopped(service);
  process.stdout.write(banner(config, service));
  await stopped;
  return exitCodes.done;
}

/** Flags and environment, checked; takes secrets and proxies out of the environment. Throws `UsageError`. */
export function configOf(args: readonly string[], environment: Record<string, string | undefined>): Config {
  const { texts, lists, switches } = readFlags("serve", table, args);
  const flags = {
    "allow-dir": lists.get("allow-dir") ?? [],
    port: texts.get("port"),
    "allow-origin": lists.get("allow-origin") ?? [],
    "webhook-allow": lists.get("webhook-allow") ?? [],
    deadline: texts.get("deadline"),
    soffice: texts.get("soffice"),
    "office-deadline": texts.get("office-deadline"),
    "font-dir": fontDirsOf({ lists }),
    "model-endpoint": texts.get("model-endpoint"),
    "page-deadline": texts.get("page-deadline"),
    log: texts.get("log"),
    debug: switches.has("debug"),
    "ready-json": switches.has("ready-json"),
  };
  const { config, errors } = readConfig(flags, takeEnvironment(environment), randomBytes);
  if (errors) throw new UsageError(errors.join("\n"));
  return config;
}

async function start(config: Config): Promise<Service> {
  try {
    return await startService(config, {
      pid: process.pid,
      log: (event) => {
        if (config.debug || levelOf(event) !== "debug")
          process.stderr.write(logLine(event, config.log, Date.now()));
      },
    });
  } catch (error) {
    if (error instanceof ScopeError) throw new UsageError(error.message);
    throw portError(error, config.port);
  }
}

/** Why the port cannot be had, in words; any other error as it is. */
function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new UsageError(
      `port ${port} is taken; stop the program that has it, or choose another with --port (0 picks a free one)`,
    );
  if (code === "EACCES" || code === "EPERM")
    return new UsageError(`port ${port} is not allowed for this user; choose one above 1023 with --port`);
  return error;
}

/** Resolves when a signal has stopped the service: in order on the first, at once on the second. */
function untilStopped(service: Service): Promise<void> {
  return new Promise((done) => {
    onOrphanOfNpm(() => service.stop().then(done, done));
    onStopSignal((_, count) => {
      if (count === 1) service.stop().then(done, done);
      else {
        service.kill();
        done();
      }
    });
  });
}

function banner(config: Config, service: Service): string {
  const [first] = service.folders;
  const form = config.readyJson ? bannerJson : bannerText;
  return form(config, {
    port: service.port,
    pid: process.pid,
    folders: service.folders,
    samplePdf: first === undefined ? undefined : firstPdf(first),
    windows: runtime.windows,
  });
}
