/** Secrets in the environment. Variables that Deno doesn't permit us to read count as unset. */

export type Environment = Record<string, string | undefined>;

/** SERVICE_ variables (docs/decisions/0015), and the proxies that would otherwise see callbacks to this computer (docs/decisions/0013). */
const secretive = /^(SERVICE_.*|(HTTP|HTTPS|ALL|NO)_PROXY|NODE_USE_ENV_PROXY)$/i;

/** Removed if other names can't be listed: Deno with `--allow-env=` and a list. */
const named = [
  "SERVICE_API_TOKEN",
  "SERVICE_WEBHOOK_SECRET",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
];

/** Removes secrets and proxies: nothing that runs later, and no engine, finds them. */
export function removeSecrets(environment: Environment): void {
  const names = allowed(
    () => Object.keys(environment),
    named.flatMap((name) => [name, name.toLowerCase()]),
  );
  for (const name of names) if (secretive.test(name)) allowed(() => delete environment[name], false);
}

function allowed<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
