/** Whether this program can start itself, for those who embed it. */
import { existsSync } from "node:fs";
import { runtime } from "../runtime.ts";
import { mainModule } from "./self.ts";

/** Why this program cannot be started once more, where it became a part of another one; undefined when it can. */
export function selfComplaint(): string | undefined {
  const advice =
    "keep pdfd out of the bundle (external), so that it lies in node_modules as it was installed";
  if (runtime.compiled) return `engine processes cannot be started from inside an executable; ${advice}`;
  const main = mainModule();
  if (import.meta.url.startsWith("file:") && !existsSync(main))
    return `engine processes are started from ${main}, which is not there; ${advice}`;
  return undefined;
}
