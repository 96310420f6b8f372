/** A variable of this process's environment; what Deno does not allow to be read is as if it were not set. */
export function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
}
