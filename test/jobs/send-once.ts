/** Sends one webhook and prints the status. A separate program, so that tests can choose its runtime and environment. */
import { createSend } from "../../src/jobs/send.ts";

const url = new URL(process.argv[2] ?? "");
console.log(await createSend()(url, {}, new TextEncoder().encode("{}"), 10_000));
// Otherwise, Deno waits for the timer of the attempt.
process.exit();
