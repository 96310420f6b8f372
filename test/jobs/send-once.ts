/** Sends one webhook and prints the status: a program of its own, so that it runs under a runtime and an environment of choice. */
import { createSend } from "../../src/jobs/send.ts";

const url = new URL(process.argv[2] ?? "");
console.log(await createSend()(url, {}, new TextEncoder().encode("{}"), 10_000));
// Deno waits for the timer of the attempt otherwise.
process.exit();
