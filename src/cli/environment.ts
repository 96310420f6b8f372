/** The environment variables of the service: read once, then gone, so that nothing that runs later finds a secret or a proxy. */
import type { ServeEnvironment } from "../config.ts";

/** SERVICE_ variables, and the proxies that would otherwise see callbacks to this computer (RELIABILITY R7, R10). */
const taken = /^(SERVICE_.*|(HTTP|HTTPS|ALL|NO)_PROXY|NODE_USE_ENV_PROXY)$/i;

/** Gives SERVICE_ variables and removes them and the proxy variables from `environment`. */
export function takeEnvironment(environment: Record<string, string | undefined>): ServeEnvironment {
  const { SERVICE_API_TOKEN, SERVICE_WEBHOOK_SECRET } = environment;
  for (const name of Object.keys(environment)) if (taken.test(name)) delete environment[name];
  return { SERVICE_API_TOKEN, SERVICE_WEBHOOK_SECRET };
}
