/** This process's environment. Loads no other module: every command reads a variable before anything else. */
import process from "node:process";

/** An environment variable; undefined if unset, or if Deno lacks permission to read it. */
export function variable(name: string, environment = process.env): string | undefined {
  try {
    return environment[name];
  } catch {
    return undefined;
  }
}
