/** The environment variables of the service: read once, then gone, so that nothing that runs later finds a secret or a proxy. */
import type { ServeEnvironment } from "../../config.ts";
import type { ReadingSettings } from "../../core/page-reading.ts";
import { type ReadingEnvironment, readingSettings, SettingError } from "../../core/reading-settings.ts";
import { UsageError } from "./flags.ts";

/**
 * SERVICE_ variables (docs/decisions/0015), and the proxies that would otherwise see callbacks to this computer
 * (docs/decisions/0013).
 */
const taken = /^(SERVICE_.*|(HTTP|HTTPS|ALL|NO)_PROXY|NODE_USE_ENV_PROXY)$/i;

/** What is taken where the names of the others may not be asked for: Deno with `--allow-env=` and a list. */
const named = [
  "SERVICE_API_TOKEN",
  "SERVICE_WEBHOOK_SECRET",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
];

type Environment = Record<string, string | undefined>;

/** Gives what `serve` looks at, and removes SERVICE_ variables and proxies from `environment`. */
export function takeEnvironment(environment: Environment): ServeEnvironment {
  const given = {
    SERVICE_API_TOKEN: variableOf(environment, "SERVICE_API_TOKEN"),
    SERVICE_WEBHOOK_SECRET: variableOf(environment, "SERVICE_WEBHOOK_SECRET"),
    PDFD_SOFFICE: variableOf(environment, "PDFD_SOFFICE"),
    ...readingVariables(environment),
  };
  const names = allowed(
    () => Object.keys(environment),
    named.flatMap((name) => [name, name.toLowerCase()]),
  );
  for (const name of names) if (taken.test(name)) allowed(() => delete environment[name], false);
  return given;
}

/**
 * Settings of the reading models from the environment alone, for commands that have no flags for them. Throws
 * `UsageError`.
 */
export function readingOf(environment: Environment): ReadingSettings {
  try {
    return readingSettings({}, readingVariables(environment));
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(error.message);
    throw error;
  }
}

function readingVariables(environment: Environment): ReadingEnvironment {
  return {
    PDFD_OCR_ENDPOINT: variableOf(environment, "PDFD_OCR_ENDPOINT"),
    PDFD_OCR_ENDPOINT_MODEL_0_8B: variableOf(environment, "PDFD_OCR_ENDPOINT_MODEL_0_8B"),
    PDFD_OCR_ENDPOINT_MODEL_4B: variableOf(environment, "PDFD_OCR_ENDPOINT_MODEL_4B"),
    PDFD_OCR_PAGE_DEADLINE: variableOf(environment, "PDFD_OCR_PAGE_DEADLINE"),
    PDFD_OCR_IDLE: variableOf(environment, "PDFD_OCR_IDLE"),
  };
}

function variableOf(environment: Environment, name: string): string | undefined {
  return allowed(() => environment[name], undefined);
}

/** What Deno does not allow to be read is as if it were not set: the start says that the token is a random one. */
function allowed<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
