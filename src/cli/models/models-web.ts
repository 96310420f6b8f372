/** This process's network and clock, for the downloader. */
import { setTimeout as sleep } from "node:timers/promises";
import { systemTimers } from "../../host/process/timers.ts";
import type { Web } from "../../models/download/web.ts";

export const systemWeb: Web = {
  ...systemTimers,
  fetch: (url, init) => fetch(url, init),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};
