/** Flags and environment to one readonly `Config`, or to lines that say what to mend. Pure: randomness is an argument. */
import { Buffer } from "node:buffer";
import { isAbsolute } from "node:path";
import { defaultDeadlineMs, defaultOfficeDeadlineMs, minTokenLength } from "./core/limits.ts";
import type { ReadingSettings } from "./core/page-reading.ts";
import { type ReadingEnvironment, readingSettings, SettingError } from "./core/reading-settings.ts";
import { type Secret, secret } from "./core/secret.ts";

/** Everything the service is told at its start. */
export interface Config {
  /** Folders as given; `files/scope` resolves them. The first one is where relative paths start. */
  readonly allowDirs: readonly string[];
  /** 0: the system picks a free port. */
  readonly port: number;
  /** Serialized origins: what a browser sends in `Origin`. */
  readonly allowOrigins: readonly string[];
  /** Serialized origins that callbacks may go to besides loopback. */
  readonly webhookAllow: readonly string[];
  readonly token: Secret;
  /** A generated token is printed, a given one never. */
  readonly tokenGenerated: boolean;
  /** `whsec_` and the base64 of 32 bytes. */
  readonly webhookSecret: Secret;
  readonly webhookSecretGenerated: boolean;
  /** Time limit of one tool call, in milliseconds. */
  readonly deadlineMs: number;
  /** The office converter, absolute; undefined: it is looked for. */
  readonly soffice: string | undefined;
  /** Time limit of one office conversion, in milliseconds. */
  readonly officeDeadlineMs: number;
  /** Folders with fonts for characters that the program's own fonts lack. */
  readonly fontDirs: readonly string[];
  /** How pages are read by models. */
  readonly reading: ReadingSettings;
  readonly log: LogFormat;
  /** Whether the log has lines of debug level. */
  readonly debug: boolean;
  /** The banner as one JSON line, for scripts. */
  readonly readyJson: boolean;
}

export type LogFormat = "text" | "json";

/** The flags of `serve` as the command line gave them: texts, still unchecked. */
export interface ServeFlags {
  readonly "allow-dir": readonly string[];
  readonly port?: string | undefined;
  readonly "allow-origin": readonly string[];
  readonly "webhook-allow": readonly string[];
  readonly deadline?: string | undefined;
  readonly soffice?: string | undefined;
  readonly "office-deadline"?: string | undefined;
  /** Absolute: the command line has looked whether they are there. */
  readonly "font-dir"?: readonly string[] | undefined;
  readonly "model-endpoint"?: string | undefined;
  readonly "page-deadline"?: string | undefined;
  readonly log?: string | undefined;
  readonly debug?: boolean | undefined;
  readonly "ready-json": boolean;
}

/** The variables that matter; others are not looked at. */
export interface ServeEnvironment extends ReadingEnvironment {
  readonly SERVICE_API_TOKEN?: string | undefined;
  readonly SERVICE_WEBHOOK_SECRET?: string | undefined;
  /** The office converter where `--soffice` is not given. */
  readonly PDFD_SOFFICE?: string | undefined;
}

/** The default port. */
export const defaultPort = 7341;

/** A day: longer is a mistyped number. */
const maxDeadlineSeconds = 86_400;

export type ConfigResult =
  | { readonly config: Config; readonly errors?: undefined }
  | { readonly config?: undefined; readonly errors: readonly string[] };

/**
 * Checks every flag and variable. `random` gives that many unpredictable bytes.
 * Each error is one line: what is wrong, and what to write instead.
 */
export function readConfig(
  flags: ServeFlags,
  environment: ServeEnvironment,
  random: (bytes: number) => Uint8Array,
): ConfigResult {
  const errors: string[] = [];
  const check = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError || error instanceof SettingError)) throw error;
      errors.push(error.message);
      return otherwise;
    }
  };
  const config: Config = {
    allowDirs: check(() => readFolders(flags["allow-dir"]), []),
    port: check(() => readPort(flags.port), 0),
    allowOrigins: check(() => flags["allow-origin"].map((text) => readOrigin("--allow-origin", text)), []),
    webhookAllow: check(() => flags["webhook-allow"].map((text) => readOrigin("--webhook-allow", text)), []),
    token: check(() => readToken(environment.SERVICE_API_TOKEN, random), secret("")),
    tokenGenerated: environment.SERVICE_API_TOKEN === undefined,
    webhookSecret: check(() => readWebhookSecret(environment.SERVICE_WEBHOOK_SECRET, random), secret("")),
    webhookSecretGenerated: environment.SERVICE_WEBHOOK_SECRET === undefined,
    deadlineMs: check(() => readSeconds("--deadline", flags.deadline, defaultDeadlineMs), 0),
    soffice: check(() => readSoffice(flags, environment), undefined),
    officeDeadlineMs: check(
      () => readSeconds("--office-deadline", flags["office-deadline"], defaultOfficeDeadlineMs),
      0,
    ),
    fontDirs: flags["font-dir"] ?? [],
    reading: check(() => readingSettings(flags, environment), {}),
    log: check(() => readLog(flags.log), "text"),
    debug: flags.debug === true,
    readyJson: flags["ready-json"],
  };
  return errors.length > 0 ? { errors } : { config };
}

class ConfigError extends Error {}

function readFolders(folders: readonly string[]): readonly string[] {
  if (folders.length === 0)
    throw new ConfigError(
      "serve needs a folder it may work in: pdfd serve --allow-dir <folder> (. is the current one)",
    );
  if (folders.includes("")) throw new ConfigError("--allow-dir is empty; write --allow-dir <folder>");
  return folders;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new ConfigError(
      `--port ${shown(text)} is not a port; write a number from 0 to 65535 (0 picks a free one)`,
    );
  return port;
}

/** One origin, in the form browsers send: scheme, host and a port that is not the scheme's own. */
function readOrigin(flag: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const wholeOrigin =
    url !== undefined &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    /^https?:\/\/[^/?#@\\\s]+$/i.test(text);
  if (!wholeOrigin)
    throw new ConfigError(
      `${flag} ${shown(text)} is not an origin; write scheme, host and port only, for example https://app.example`,
    );
  return url.origin;
}

function readToken(text: string | undefined, random: (bytes: number) => Uint8Array): Secret {
  if (text === undefined) return secret(Buffer.from(random(32)).toString("base64url"));
  if (text.length < minTokenLength)
    throw new ConfigError(
      `SERVICE_API_TOKEN has ${text.length} characters; it needs at least ${minTokenLength} (unset it to get a random one)`,
    );
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new ConfigError(
      "SERVICE_API_TOKEN holds a space or a character that is not visible ASCII; it could not be sent in a header",
    );
  return secret(text);
}

function readWebhookSecret(text: string | undefined, random: (bytes: number) => Uint8Array): Secret {
  if (text === undefined) return secret(`whsec_${Buffer.from(random(32)).toString("base64")}`);
  const encoded = text.startsWith("whsec_") ? text.slice("whsec_".length) : undefined;
  const key = encoded === undefined ? undefined : Buffer.from(encoded, "base64");
  // Buffer skips what is not base64, so the key must give back exactly the text it came from.
  if (key?.length !== 32 || key.toString("base64") !== encoded)
    throw new ConfigError(
      "SERVICE_WEBHOOK_SECRET is malformed; write whsec_ and the base64 of 32 random bytes (unset it to get one)",
    );
  return secret(text);
}

function readSeconds(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= maxDeadlineSeconds))
    throw new ConfigError(
      `${flag} ${shown(text)} is not a time; write seconds, more than 0 and at most ${maxDeadlineSeconds}`,
    );
  return Math.ceil(seconds * 1000);
}

function readSoffice({ soffice }: ServeFlags, { PDFD_SOFFICE }: ServeEnvironment): string | undefined {
  return readProgram("--soffice", soffice) ?? readProgram("PDFD_SOFFICE", PDFD_SOFFICE || undefined);
}

/** A program is named by its whole path: a short name would be looked for in the current folder by some system or other. */
function readProgram(flag: string, text: string | undefined): string | undefined {
  if (text === undefined || isAbsolute(text)) return text;
  throw new ConfigError(`${flag} ${shown(text)} is not an absolute path; write where the program is`);
}

function readLog(text: string | undefined): LogFormat {
  if (text === undefined || text === "text" || text === "json") return text ?? "text";
  throw new ConfigError(`--log ${shown(text)} is not a format; write text or json`);
}

/** What the user typed, on one line and not endless. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
