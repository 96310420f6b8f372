#!/usr/bin/env node
/** The entry of every form of the program: source under Bun and Deno, the bundle under Node, the executable. */
import { runProgram } from "./cli/program.ts";

process.exit(await runProgram(process.argv.slice(2)));
