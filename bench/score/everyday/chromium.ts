/** Prints pages by one Chromium over its debugging protocol: starting one takes longer than a page. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Print } from "./producers.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, string>>;
}

/** A connection to the address that the browser prints. */
async function connected(browser: ChildProcess): Promise<WebSocket> {
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    browser.stderr?.on("data", (data) => {
      said += data;
      const found = /ws:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    browser.on("exit", () => reject(new Error(`chromium: ${said}`)));
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return socket;
}

export async function chromium(pages: readonly Print[], tagged: boolean): Promise<void> {
  if (pages.length === 0) return;
  const profile = mkdtempSync(join(tmpdir(), "pdfd-chromium-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"];
  const browser = spawn("chromium", [...flags, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const socket = await connected(browser);
    const waiting = new Map<number | string, (message: Message) => void>();
    socket.addEventListener("message", ({ data }) => {
      const message: Message = JSON.parse(String(data));
      const key = message.id ?? message.method ?? "";
      waiting.get(key)?.(message);
      waiting.delete(key);
    });
    const next = (key: number | string) => new Promise<Message>((resolve) => waiting.set(key, resolve));
    let count = 0;
    let sessionId: string | undefined;
    const call = async (method: string, params: object = {}) => {
      const id = ++count;
      const answer = next(id);
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      return (await answer).result ?? {};
    };

    const { targetId } = await call("Target.createTarget", { url: "about:blank" });
    ({ sessionId } = await call("Target.attachToTarget", { targetId, flatten: true }));
    await call("Page.enable");
    for (const { html, pdf } of pages) {
      const loaded = next("Page.loadEventFired");
      await call("Page.navigate", { url: `file://${html}` });
      await loaded;
      const options = { preferCSSPageSize: true, printBackground: true, generateTaggedPDF: tagged };
      const { data } = await call("Page.printToPDF", options);
      if (data) writeFileSync(pdf, Buffer.from(data, "base64"));
    }
    socket.close();
  } finally {
    const ended = new Promise((resolve) => browser.on("exit", resolve));
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}
