/** A process that exits while a thread never returns. */
import { startThread } from "../../src/host/process/thread.ts";

const counter = new Int32Array(new SharedArrayBuffer(4));
const module = new URL(import.meta.url.endsWith(".ts") ? "spinning.ts" : "spinning.js", import.meta.url);
const thread = startThread(module);
void thread.ask(counter);
while (Atomics.load(counter, 0) === 0) await new Promise((next) => setTimeout(next, 5));
await thread.end();
process.exit(5);
