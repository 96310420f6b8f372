/** `pdfd serve`: reads flags and environment, starts the service, prints its address, and waits for a signal. */
import { firstPdf } from "../../files/scope/first-pdf.ts";
import { ScopeError } from "../../files/scope/scope.ts";
import { forbidOwnCoreFile } from "../../host/process/core-dumps.ts";
import { onOrphanOfNpm, onStopSignal, surviveClosedStreams } from "../../host/process/signals.ts";
import { runtime } from "../../host/runtime.ts";
import { type Service, startService } from "../../service.ts";
import { type ServeSettings, serveSettings } from "../../settings.ts";
import { command } from "../flags/command.ts";
import { type Environment, removeSecrets } from "../flags/environment.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { type GivenFlags, UsageError } from "../flags/flags.ts";
import { requireProgram, settingFlags, settingsOf, variableRows } from "../flags/setting-flags.ts";
import { table } from "../flags/usage.ts";
import { bannerJson, bannerText } from "./banner.ts";
import { levelOf, logLine } from "./log.ts";
import { offeredTools } from "./offered-tools.ts";

export const serveCommand = command({
  meta: { name: "serve", description: "Start the service on the folders you allow" },
  args: settingFlags(serveSettings),
  examples: [
    "pdfd serve --allow-dir .",
    "pdfd serve --allow-dir ~/Documents --allow-dir /data/pdf --port 8080",
  ],
  notes: `Environment ("pdfd help options" has the rest):\n${table(variableRows([serveSettings.token, serveSettings.webhookSecret]))}

Ctrl+C (or SIGTERM) stops it: running calls get up to 10 seconds; a second one stops it at once.
`,
  run: serve,
});

async function serve(given: GivenFlags): Promise<number> {
  const settings = serveSettingsOf(given, process.env);
  removeSecrets(process.env);
  requireProgram(settings.soffice);
  surviveClosedStreams();
  await forbidOwnCoreFile();
  const service = await start(settings);
  const stopped = untilStopped(service);
  process.stdout.write(banner(settings, service));
  await stopped;
  return exitCodes.done;
}

/** The validated settings from flags and an environment. Throws `UsageError`. */
export function serveSettingsOf(given: GivenFlags, environment: Environment): ServeSettings {
  const settings = settingsOf(serveSettings, given, environment);
  return { ...settings, tools: offeredTools(settings.tools) };
}

async function start(settings: ServeSettings): Promise<Service> {
  try {
    return await startService(settings, {
      pid: process.pid,
      log: (event) => {
        if (settings.debug || levelOf(event) !== "debug")
          process.stderr.write(logLine(event, settings.log, Date.now()));
      },
    });
  } catch (error) {
    if (error instanceof ScopeError) throw new UsageError(error.message);
    throw portError(error, settings.port);
  }
}

/** Explains why the port can't be opened; other errors are unchanged. */
function portError(error: unknown, port: number): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new UsageError(
      `port ${port} is taken; stop the program that uses it, or choose another with --port (0 picks a free one)`,
    );
  if (code === "EACCES" || code === "EPERM")
    return new UsageError(`port ${port} is not allowed for this user; choose one above 1023 with --port`);
  return error;
}

/** Resolves when a signal has stopped the service: gracefully on the first, at once on the second. */
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

function banner(settings: ServeSettings, service: Service): string {
  const [first] = service.folders;
  const form = settings.readyJson || settings.log === "json" ? bannerJson : bannerText;
  return form(settings, {
    port: service.port,
    pid: process.pid,
    folders: service.folders,
    samplePdf: first === undefined ? undefined : firstPdf(first),
    windows: runtime.windows,
  });
}
