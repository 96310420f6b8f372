/**
 * Embeds pdfd in another program: the whole service as one function, `Request` in, `Response` out.
 *
 * ```ts
 * import { createApp } from "pdfd";
 *
 * const pdfs = createApp({ allowDirs: ["/srv/documents"] });
 * Bun.serve({ port: 8080, hostname: "127.0.0.1", fetch: pdfs.fetch });
 * ```
 *
 * With Deno, use `Deno.serve(pdfs.fetch)`; on Node, pass `pdfs.fetch` to an adapter such as `@hono/node-server`. To mount it
 * below a path of an existing server, use `createApp({ allowDirs, basePath: "/pdfs" })` and
 * `hono.mount("/pdfs", pdfs.fetch)`. `GET /openapi.json` describes paths, fields and errors.
 * Documents are read in separate processes; `close` ends them.
 */
import { randomBytes } from "node:crypto";
import { logLine } from "./cli/serve/log.ts";
import { didYouMean } from "./core/nearest.ts";
import { version as programVersion } from "./core/version.ts";
import { ownPid, selfComplaint } from "./host/process/self.ts";
import { callGraceMs, type OpenService, openService, ScopeError } from "./service.ts";
import {
  readSettings,
  type ServiceSettings,
  type Setting,
  SettingsError,
  serviceSettings,
} from "./settings.ts";

/** Options for embedding the service in another program. */
export interface AppOptions {
  /** Folders that callers may read and write; at least one. Relative paths in requests are resolved against the first. */
  readonly allowDirs: readonly string[];
  /** The token that callers send as `Authorization: Bearer`, at least 32 characters; random by default. */
  readonly token?: string | undefined;
  /** Signs job callbacks: `whsec_` and the base64 of 32 bytes; random by default. */
  readonly webhookSecret?: string | undefined;
  /**
   * `Host` headers to accept; an entry without a port matches any port. By default `127.0.0.1` and `localhost`, which rejects
   * foreign pages whose name resolves here (DNS rebinding).
   */
  readonly hosts?: readonly string[] | undefined;
  /**
   * The path where the service is mounted, such as `/pdfs`: addresses in its responses start with it. Requests are accepted
   * with it and, since a mounting server may remove it, without it.
   */
  readonly basePath?: string | undefined;
  /** Origins of web pages that may call the service, such as `https://app.example`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Origins other than this computer that may receive job callbacks. */
  readonly webhookAllow?: readonly string[] | undefined;
  /** Time limit per call, in seconds; default 300. */
  readonly deadline?: number | undefined;
  /** Absolute path of LibreOffice's `soffice`; by default, it is searched for. */
  readonly soffice?: string | undefined;
  /** Time limit per office conversion, in seconds; default 120. */
  readonly officeDeadline?: number | undefined;
  /** Folders with fonts for characters that pdfd's own fonts lack, searched before the system's. */
  readonly fontDirs?: readonly string[] | undefined;
  /** A model server on this computer that reads page images, such as `http://127.0.0.1:8080`; by default, pdfd's own models. */
  readonly modelEndpoint?: string | undefined;
  /** Time limit for reading one page image, in seconds; default 180, or 600 with the model 4b. */
  readonly pageDeadline?: number | undefined;
  /**
   * Receives the log: one JSON object per line, for each request, failure, job and engine event (`event` says which), never
   * with a body, a token or document text.
   */
  readonly log?: ((line: string) => void) | undefined;
}

/** The input and the result of every tool, by its name. The package has them one by one. */
export interface Tools {
  [tool: string]: { readonly input: object; readonly result: object };
}

/** A service embedded in another program. */
export interface App {
  /** Answers one request, including errors; never rejects. Needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Calls a tool without HTTP. Rejects with an `Error` that has the problem's `code`, `message` and `errors`. */
  readonly call: <Name extends keyof Tools>(
    tool: Name,
    input: Tools[Name]["input"],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<Tools[Name]["result"]>;
  /** The token that callers send as `Authorization: Bearer`. */
  readonly token: string;
  /** The secret that signs job callbacks. */
  readonly webhookSecret: string;
  /** The allowed folders, absolute and real. */
  readonly folders: readonly string[];
  /** Takes no more calls, gives running ones up to 9 seconds, and leaves no process running. */
  readonly close: () => Promise<void>;
}

/** The version of pdfd. */
export const version: string = programVersion;

/**
 * A service on the given folders. Starts engine processes ahead; they keep the program alive until `close`. Throws a
 * `TypeError` naming the invalid option.
 */
export function createApp(options: AppOptions): App {
  const complaint = selfComplaint();
  if (complaint !== undefined) throw new Error(`createApp: ${complaint}`);
  checkNames(options);
  const hosts = readHosts(options.hosts);
  const basePath = readBasePath(options.basePath);
  const settings = settingsOf(options);
  const { log } = options;
  const service = opened(
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

/** Without a trailing slash; empty at the root. */
function readBasePath(path = ""): string {
  const base = path.replace(/\/$/, "");
  if (!/^(\/[\w.~-]+)*$/.test(base))
    throw new TypeError('createApp: basePath must be a path such as "/pdfs", of letters, digits and -._~');
  return base;
}

/** Names of the settings that `createApp` accepts. If `AppOptions` lacks one, it doesn't compile below. */
type SettingOption = Extract<
  (typeof serviceSettings)[keyof typeof serviceSettings],
  { readonly option: string }
>["option"];

/** The command line's rules apply here too. Throws a `TypeError` naming the invalid options. */
function settingsOf(options: Pick<AppOptions, SettingOption>): ServiceSettings {
  const given = new Map<string, unknown>(Object.entries(options));
  try {
    return readSettings(
      serviceSettings,
      ({ option = "", hint }) => ({
        name: `createApp: ${option}`,
        value: hint === "seconds" ? secondsOf(given.get(option), option) : given.get(option),
      }),
      randomBytes,
    );
  } catch (error) {
    if (error instanceof SettingsError) throw new TypeError(error.message);
    throw error;
  }
}

/** Times are numbers here, and text on a command line. */
function secondsOf(value: unknown, option: string): string | undefined {
  if (value === undefined || typeof value === "number") return value?.toString();
  throw new TypeError(`createApp: ${option} must be a number of seconds`);
}

/** Names the option, as for other mistakes. */
function opened(...service: Parameters<typeof openService>): OpenService {
  try {
    return openService(...service);
  } catch (error) {
    if (!(error instanceof ScopeError)) throw error;
    throw new TypeError(`createApp: allowDirs: ${error.message}`, { cause: error });
  }
}
