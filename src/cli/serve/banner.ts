/** The text that `serve` prints once it listens: for people, or as one JSON line for scripts. No other output shows a secret. */
import type { Secret } from "../../core/secret.ts";
import type { ServeSettings } from "../../settings.ts";
import { printable } from "../flags/printable.ts";

export interface Listening {
  readonly port: number;
  readonly pid: number;
  /** Allowed folders, absolute and real. */
  readonly folders: readonly string[];
  /** A PDF in the first folder, relative to it, if there is one near the top. */
  readonly samplePdf: string | undefined;
  /** Whether the line is for cmd.exe, with its own quoting and variables. */
  readonly windows: boolean;
}

type Secrets = Pick<ServeSettings, "token" | "webhookSecret">;

/** The banner for people. It shows secrets generated at this start, never ones that were given. */
export function bannerText({ token, webhookSecret }: Secrets, at: Listening): string {
  const line = (name: string, value: string) => `  ${name.padEnd(15)} ${value}\n`;
  return [
    `pdfd listens on http://127.0.0.1:${at.port}\n\n`,
    line("token", shown(token, "SERVICE_API_TOKEN")),
    line("webhook secret", shown(webhookSecret, "SERVICE_WEBHOOK_SECRET")),
    ...at.folders.map((folder, k) => line(k === 0 ? "folders" : "", printable(folder))),
    `\nTry it:\n\n${curlLine(token, at)}\n\nCtrl+C stops it.\n`,
  ].join("");
}

function shown(secret: Secret, variable: string): string {
  return secret.made ? secret.reveal() : `from ${variable}`;
}

/** The same for programs: one line of JSON. */
export function bannerJson({ token, webhookSecret }: Secrets, at: Listening): string {
  const ready = {
    event: "ready",
    url: `http://127.0.0.1:${at.port}`,
    port: at.port,
    pid: at.pid,
    folders: at.folders,
    ...(token.made && { token: token.reveal() }),
    ...(webhookSecret.made && { webhook_secret: webhookSecret.reveal() }),
  };
  return `${JSON.stringify(ready)}\n`;
}

/** A call to paste: it reads the first page of a real file, or lists the folder if it contains no PDF. */
function curlLine(token: Secret, at: Listening): string {
  const variable = at.windows ? "%SERVICE_API_TOKEN%" : "$SERVICE_API_TOKEN";
  const tool = at.samplePdf === undefined ? "pdf_list_files" : "pdf_read_text";
  const body = at.samplePdf === undefined ? {} : { input: at.samplePdf, pages: "1", max_chars: 500 };
  const json = JSON.stringify(body);
  const quoted = at.windows ? `"${json.replaceAll('"', '\\"')}"` : `'${json.replaceAll("'", "'\\''")}'`;

  return [
    `curl -H "Authorization: Bearer ${token.made ? token.reveal() : variable}"`,
    `-H "Content-Type: application/json"`,
    `-d ${quoted}`,
    `http://127.0.0.1:${at.port}/v1/tools/${tool}`,
  ].join(" ");
}
