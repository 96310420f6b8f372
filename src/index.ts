/**
 * pdfd inside another program: the whole service as one function, `Request` in, `Response` out.
 *
 * ```ts
 * import { createApp } from "pdfd";
 *
 * const pdfs = createApp({ allowDirs: ["/srv/documents"] });
 * Bun.serve({ port: 8080, hostname: "127.0.0.1", fetch: pdfs.fetch });
 * ```
 *
 * `Deno.serve(pdfs.fetch)` is the same on Deno; on Node, an adapter such as `@hono/node-server` takes `pdfs.fetch`. Below
 * a path of a server that has others, `basePath` names it: `createApp({ allowDirs, basePath: "/pdfs" })` for
 * `hono.mount("/pdfs", pdfs.fetch)`. Paths, fields and errors are those of `GET /openapi.json`.
 * Documents are read in processes of their own, which `close` ends.
 */
import { randomBytes } from "node:crypto";
import { logLine } from "./cli/serve/log.ts";
import { didYouMean } from "./core/nearest.ts";
import { version as programVersion } from "./core/version.ts";
import { ownPid, selfComplaint } from "./host/process/self.ts";
import { callGraceMs, openService } from "./service.ts";
import {
  readSettings,
  type ServiceSettings,
  type Setting,
  SettingsError,
  serviceSettings,
} from "./settings.ts";

/** The options of a service inside another program. */
export interface AppOptions {
  /** Folders that callers may read and write in, at least one. Relative paths of requests start in the first. */
  readonly allowDirs: readonly string[];
  /** What callers send as `Authorization: Bearer`, at least 32 characters; a random one where omitted. */
  readonly token?: string | undefined;
  /** Signs job callbacks: `whsec_` and the base64 of 32 bytes; a random one where omitted. */
  readonly webhookSecret?: string | undefined;
  /**
   * `Host` headers that the server answers to; without a port, with any. `127.0.0.1` and `localhost` where omitted: a
   * name that leads here from a foreign page is then refused (DNS rebinding).
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * The path that the service is mounted at, such as `/pdfs`: addresses in its answers begin with it. Requests are taken
   * with it and, as a server that mounts may take it off, without it.
   */
  readonly basePath?: string | undefined;
  /** Origins of web pages that may call, such as `https://app.example`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Origins besides loopback that job callbacks may go to. */
  readonly webhookAllow?: readonly string[] | undefined;
  /** Time limit of one call, in seconds; 300 where omitted. */
  readonly deadline?: number | undefined;
  /** LibreOffice's `soffice`, absolute; looked for where omitted. */
  readonly soffice?: string | undefined;
  /** Time limit of one office conversion, in seconds; 120 where omitted. */
  readonly officeDeadline?: number | undefined;
  /** Folders of fonts for characters that pdfd's own fonts lack; the system's come after them. */
  readonly fontDirs?: readonly string[] | undefined;
  /** A model server on this computer that reads page images, such as `http://127.0.0.1:8080`; pdfd's own models where omitted. */
  readonly modelEndpoint?: string | undefined;
  /** Time limit of reading one page image, in seconds; 180 where omitted, with the model 4b 600. */
  readonly pageDeadline?: number | undefined;
  /** Takes the log: one JSON object a line, never with a body, a token or text of a document. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The input and the result of every tool, by its name. The package has them one by one. */
export interface Tools {
  [tool: string]: { readonly input: object; readonly result: object };
}

/** A service inside another program. */
export interface App {
  /** Answers one request, errors included; never rejects. Needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Calls a tool without HTTP. Rejects with an `Error` that has the problem's `code`, `message` and `errors`. */
  readonly call: <Name extends keyof Tools>(
    tool: Name,
    input: Tools[Name]["input"],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Tools[Name]["result"]>;
  /** What callers send as `Authorization: Bearer`. */
  readonly token: string;
  /** What signs job callbacks. */
  readonly webhookSecret: string;
  /** The allowed folders, absolute and real. */
  readonly folders: readonly string[];
  /** Takes no more calls, gives those that run up to 9 seconds, and leaves no process behind. */
  readonly close: () => Promise<void>;
}

/** The version of pdfd. */
export const version: string = programVersion;

/**
 * A service on the folders given. Starts engine processes ahead; they keep the program alive until `close`.
 * Throws a `TypeError` whose message names the option that is wrong, and an error for a folder that cannot be had.
 */
export function createApp(options: AppOptions): App {
  const complaint = selfComplaint();
  if (complaint !== undefined) throw new Error(`createApp: ${complaint}`);
  checkNames(options);
  const hosts = readHosts(options.hosts);
  const basePath = readBasePath(options.basePath);
  const settings = settingsOf(options);
  const { log } = options;
  const service = openService(
    settings,
    { pid: ownPid, log: (event) => log?.(logLine(event, "json", Date.now()).trimEnd()) },
    { port: () => 0, hosts, basePath, server: { url: basePath || "/", description: "Where this was read." } },
  );
  service.warm();
  return {
    fetch: async (request) => service.app.fetch(request),
    call: (tool, input, context) => service.call(String(tool), input, context),
    token: settings.token.reveal(),
    webhookSecret: settings.webhookSecret.reveal(),
    folders: service.folders,
    close: () => service.close(callGraceMs),
  };
}

/** JavaScript has no types to say so. */
function checkNames(options: unknown): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError('createApp: needs options, such as { allowDirs: ["/srv/documents"] }');
  const settings = Object.values<Setting>(serviceSettings).flatMap(({ option }) => option ?? []);
  const known = ["hosts", "basePath", "log", ...settings];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`createApp: unknown option ${JSON.stringify(unknown)}${didYouMean(unknown, known)}`);
}

function readHosts(hosts: readonly string[] = ["127.0.0.1", "localhost"]): readonly string[] {
  if (hosts.length === 0 || !hosts.every((host) => /^[^\s/@]+$/.test(host)))
    throw new TypeError(
      "createApp: hosts must name hosts as the Host header does, such as docs.example:8080",
    );
  return hosts.map((host) => host.toLowerCase());
}

/** Without a slash at its end; empty at the root. */
function readBasePath(path = ""): string {
  const base = path.replace(/\/$/, "");
  if (!/^(\/[\w.~-]+)*$/.test(base))
    throw new TypeError('createApp: basePath must be a path such as "/pdfs", of letters, digits and -._~');
  return base;
}

/** Names of settings that `createApp` takes. One that `AppOptions` lacks does not compile below. */
type SettingOption = Extract<
  (typeof serviceSettings)[keyof typeof serviceSettings],
  { readonly option: string }
>["option"];

/** The rules of the command line are the rules here. Throws a `TypeError` that names the options that are wrong. */
function settingsOf(options: Pick<AppOptions, SettingOption>): ServiceSettings {
  const given = new Map<string, unknown>(Object.entries(options));
  try {
    return readSettings(
      serviceSettings,
      ({ option = "" }) => ({ name: `createApp: ${option}`, value: asText(given.get(option)) }),
      randomBytes,
    );
  } catch (error) {
    if (error instanceof SettingsError) throw new TypeError(error.message);
    throw error;
  }
}

/** Times are numbers here, and texts on a command line. */
function asText(value: unknown): unknown {
  return typeof value === "number" ? `${value}` : value;
}
