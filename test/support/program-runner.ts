/** Runs programs for `run-program.ts`: a JSON line for each comes through the first pipe, and the outcome goes through the second. */
import { spawnSync } from "node:child_process";
import { openSync, readSync, writeSync } from "node:fs";

const [, , requests = "", answers = ""] = process.argv;
const input = openSync(requests, "r");
const output = openSync(answers, "w");
const piece = Buffer.alloc(65_536);
let text = "";

for (;;) {
  const length = readSync(input, piece);
  // The tests have ended.
  if (length === 0) break;
  text += piece.toString("latin1", 0, length);
  if (!text.endsWith("\n")) continue;
  const [program, args, timeout]: [string, string[], number] = JSON.parse(
    Buffer.from(text, "latin1").toString(),
  );
  text = "";
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1e9, timeout });
  const [out, err] = [stdout ?? Buffer.alloc(0), stderr ?? Buffer.alloc(0)];
  const head = { status, out: out.length, err: err.length };
  let rest = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), out, err]);
  while (rest.length > 0) rest = rest.subarray(writeSync(output, rest));
}
