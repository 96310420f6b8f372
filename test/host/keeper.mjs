/** Runs the command in its arguments, with PARENT replaced by its own process ID, and lives until it is killed. */
import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2).map((arg) => (arg === "PARENT" ? String(process.pid) : arg));
spawn(program, args, { stdio: ["pipe", "inherit", "inherit"], detached: true });
setInterval(() => {}, 1000);
