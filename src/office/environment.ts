/** The whole environment of a converter (docs/decisions/0014): no secret, no proxy, no folder of the user's. */
import { delimiter } from "node:path";
import { variable } from "../host/environment.ts";
import { system, trustedPath } from "../host/programs.ts";

/** Home and temporary folder are those of the private folder; PATH has no folder in which a caller may write. */
export function converterEnvironment(folder: string, avoid: readonly string[]): Record<string, string> {
  const path = trustedPath(avoid).join(delimiter);
  const locale = variable("LC_ALL") || variable("LANG") || "C.UTF-8";
  const common = { PATH: path, HOME: `${folder}/home`, TMPDIR: `${folder}/tmp`, LANG: locale };
  if (system() !== "windows") return common;
  return {
    PATH: path,
    SystemRoot: variable("SystemRoot") ?? "C:\\Windows",
    TEMP: `${folder}\\tmp`,
    TMP: `${folder}\\tmp`,
    USERPROFILE: `${folder}\\home`,
    APPDATA: `${folder}\\home`,
    LOCALAPPDATA: `${folder}\\home`,
  };
}
