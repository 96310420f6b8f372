/** Who looks after a process that reads documents for a command. */
import process from "node:process";
import { runtime } from "../runtime.ts";

/**
 * Whether its parent does: where it sees how much memory a child holds and has a shell to end it when it dies itself. Elsewhere,
 * and under Deno, which asks for permission for both, a thread of the child does, which takes longer to start than most
 * commands need.
 */
export const keptFromOutside = process.platform === "linux" && runtime.name !== "deno";
