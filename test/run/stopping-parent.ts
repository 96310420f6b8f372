/** Starts a child, pauses it, prints its process ID, and waits to be killed. */
import { spawnChild } from "../../src/host/process/child.ts";

const child = spawnChild([process.execPath, "-e", "setInterval(() => {}, 1000)"]);
if (!child.pause()) throw new Error("the child cannot be paused");
process.stdout.write(`${child.pid}\n`);
setInterval(() => {}, 1000);
