/** The environment variables of the service: read once, then gone, so that nothing that runs later finds a secret or a proxy. */
import type { ServeEnvironment } from "../config.ts";
import type { ReadingSettings } from "../core/page-reading.ts";
import { type ReadingEnvironment, readingSettings, SettingError } from "../core/reading-settings.ts";
import { UsageError } from "./flags.ts";

/** SERVICE_ variables, and the proxies that would otherwise see callbacks to this computer (RELIABILITY R7, R10). */
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

/** Gives SERVICE_ variables and removes them and the proxy variables from `environment`. */
export function takeEnvironment(environment: Record<string, string | undefined>): ServeEnvironment {
  const variable = (name: keyof ServeEnvironment) => allowed(() => environment[name], undefined);
  const given = {
    SERVICE_API_TOKEN: variable("SERVICE_API_TOKEN"),
    SERVICE_WEBHOOK_SECRET: variable("SERVICE_WEBHOOK_SECRET"),
  };
  const names = allowed(
    () => Object.keys(environment),
    named.flatMap((name) => [name, name.toLowerCase()]),
  );
  for (const name of names) if (taken.test(name)) allowed(() => delete environment[name], false);
  return given;
}

/** What Deno does not allow to be read is as if it were not set: the start says that the token is a random one. */
function allowed<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
