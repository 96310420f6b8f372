/** Tables of settings for readers, generated from the lists that parse the command line. */
import { callSettings, defaultOf, type Setting, serveSettings } from "../../src/settings.ts";

function row(setting: Setting): string {
  const { flag, hint, kind, variable, option, description } = setting;
  const value = kind === "switch" ? "" : ` <${hint}>`;
  const cells = [
    flag === undefined ? "" : `\`--${flag}${value}\``,
    variable === undefined ? "" : `\`${variable}\``,
    option === undefined ? "" : `\`${option}\``,
    `${description}.`,
    defaultOf(setting) ?? "",
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

const head = "| Flag | Variable | `createApp` | Meaning | Default |\n|---|---|---|---|---|\n";

/** Settings of calls, and settings that only the HTTP service has. */
export const callTable = head + Object.values<Setting>(callSettings).map(row).join("");
export const serveTable =
  head +
  Object.entries<Setting>(serveSettings)
    .filter(([key]) => !Object.hasOwn(callSettings, key))
    .map(([, setting]) => row(setting))
    .join("");
