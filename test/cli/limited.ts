/** Runs a command with a memory limit that every process exceeds. */
import process from "node:process";
import { supervise } from "../../src/cli/call/supervise.ts";

process.exit(await supervise(process.argv.slice(2), 1_000_000));
