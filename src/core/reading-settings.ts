/** Settings of the reading models, from texts of flags and environment. Pure. */
import type { ReadingSettings } from "./page-reading.ts";

/** The variables that matter; every command that may read pages looks at them. */
export interface ReadingEnvironment {
  readonly PDFD_OCR_ENDPOINT?: string | undefined;
  readonly PDFD_OCR_ENDPOINT_MODEL_0_8B?: string | undefined;
  readonly PDFD_OCR_ENDPOINT_MODEL_4B?: string | undefined;
  /** Seconds. */
  readonly PDFD_OCR_PAGE_DEADLINE?: string | undefined;
  /** Seconds. */
  readonly PDFD_OCR_IDLE?: string | undefined;
}

export interface ReadingFlags {
  readonly "model-endpoint"?: string | undefined;
  readonly "page-deadline"?: string | undefined;
}

/** A setting that makes no sense; the message is one line that says what to write instead. */
export class SettingError extends Error {}

/** A day: longer is a mistyped number. */
const maxSeconds = 86_400;

/** A flag wins over its variable. Throws `SettingError`. */
export function readingSettings(flags: ReadingFlags, environment: ReadingEnvironment): ReadingSettings {
  const {
    PDFD_OCR_ENDPOINT,
    PDFD_OCR_ENDPOINT_MODEL_0_8B: small,
    PDFD_OCR_ENDPOINT_MODEL_4B: large,
    PDFD_OCR_PAGE_DEADLINE,
    PDFD_OCR_IDLE,
  } = environment;
  const endpoint =
    address("--model-endpoint", flags["model-endpoint"]) ?? address("PDFD_OCR_ENDPOINT", PDFD_OCR_ENDPOINT);
  const pageDeadlineMs =
    milliseconds("--page-deadline", flags["page-deadline"]) ??
    milliseconds("PDFD_OCR_PAGE_DEADLINE", PDFD_OCR_PAGE_DEADLINE);
  const idleMs = milliseconds("PDFD_OCR_IDLE", PDFD_OCR_IDLE);
  return {
    ...(endpoint !== undefined && { endpoint }),
    endpointModels: { ...(small && { "0.8b": small }), ...(large && { "4b": large }) },
    ...(pageDeadlineMs !== undefined && { pageDeadlineMs }),
    ...(idleMs !== undefined && { idleMs }),
  };
}

/** Pages leave this program only for another one on the same computer: documents stay here. An empty text is none. */
function address(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url?.protocol === "http:" && url.username === "" && url.password === "";
  if (!plain || !/^\/(v1\/?)?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    throw new SettingError(
      `${name} ${shown(text)} is not the address of a model server; write it like http://127.0.0.1:8080`,
    );
  if (!isLoopback(url.hostname))
    throw new SettingError(
      `${name} ${shown(text)} is not on this computer; pages are sent to 127.0.0.1, localhost or [::1] alone`,
    );
  return url.origin;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function milliseconds(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= maxSeconds))
    throw new SettingError(
      `${name} ${shown(text)} is not a time; write seconds, more than 0 and at most ${maxSeconds}`,
    );
  return Math.ceil(seconds * 1000);
}

/** What the user typed, on one line and not endless. */
function shown(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
