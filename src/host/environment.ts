/** The environment of this process. It loads no other module: every command reads a variable before it does anything else. */
import process from "node:process";

/** A variable of the environment; undefined where it is not set, and where Deno was not permitted to read it. */
export function variable(name: string, environment = process.env): string | undefined {
  try {
    return environment[name];
  } catch {
    return undefined;
  }
}
