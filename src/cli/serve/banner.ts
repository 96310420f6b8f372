/** What `serve` prints once it listens: for people, or as one JSON line for scripts. The only place a secret is shown. */
import type { Config } from "../../config.ts";
import { printable } from "../flags/printable.ts";

export interface Listening {
  readonly port: number;
  readonly pid: number;
  /** Allowed folders, absolute and real. */
  readonly folders: readonly string[];
  /** A PDF in the first folder, relative to it, if there is one near the top. */
  readonly samplePdf: string | undefined;
  /** cmd.exe and PowerShell quote and name variables in their own way. */
  readonly windows: boolean;
}

/** The banner for people. Generated secrets are shown, given ones never. */
export function bannerText(config: Config, at: Listening): string {
  const line = (name: string, value: string) => `  ${name.padEnd(15)} ${value}\n`;
  return [
    `pdfd listens on http://127.0.0.1:${at.port}\n\n`,
    config.tokenGenerated ? line("token", config.token.reveal()) : line("token", "from SERVICE_API_TOKEN"),
    config.webhookSecretGenerated
      ? line("webhook secret", config.webhookSecret.reveal())
      : line("webhook secret", "from SERVICE_WEBHOOK_SECRET"),
    ...at.folders.map((folder, k) => line(k === 0 ? "folders" : "", printable(folder))),
    `\nTry it:\n\n${curlLine(config, at)}\n\nCtrl+C stops it.\n`,
  ].join("");
}

/** The same for programs: one line of JSON. */
export function bannerJson(config: Config, at: Listening): string {
  const ready = {
    event: "ready",
    url: `http://127.0.0.1:${at.port}`,
    port: at.port,
    pid: at.pid,
    folders: at.folders,
    ...(config.tokenGenerated && { token: config.token.reveal() }),
    ...(config.webhookSecretGenerated && { webhook_secret: config.webhookSecret.reveal() }),
  };
  return `${JSON.stringify(ready)}\n`;
}

/** A call that works when pasted: it reads the first page of a real file, or lists the folder when it holds no PDF. */
function curlLine(config: Config, at: Listening): string {
  const variable = at.windows ? "%SERVICE_API_TOKEN%" : "$SERVICE_API_TOKEN";
  const token = config.tokenGenerated ? config.token.reveal() : variable;
  const tool = at.samplePdf === undefined ? "pdf_list_files" : "pdf_read_text";
  const body = at.samplePdf === undefined ? {} : { input: at.samplePdf, pages: "1", max_chars: 500 };
  const json = JSON.stringify(body);
  const quoted = at.windows ? `"${json.replaceAll('"', '\\"')}"` : `'${json.replaceAll("'", "'\\''")}'`;
  return [
    `curl -H "Authorization: Bearer ${token}"`,
    `-H "Content-Type: application/json"`,
    `-d ${quoted}`,
    `http://127.0.0.1:${at.port}/v1/tools/${tool}`,
  ].join(" ");
}
