import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { spawnChild } from "../../src/host/process/child.ts";
import { childEnvironment } from "../../src/host/process/self.ts";
import { alive, childrenOf, linux, until } from "../support/processes.ts";

const kept = { ...process.env };
afterEach(() => {
  process.env = { ...kept };
});

/** The output of a one-line Node program. */
async function printedBy(code: string): Promise<string> {
  const child = spawnChild([process.execPath, "-e", code]);
  let text = "";
  child.onOutput((piece) => {
    text += Buffer.from(piece).toString();
  });
  await child.exited;
  return text;
}

describe("a child process", () => {
  it("inherits the variables it needs to find things, but no secrets and no proxies", async () => {
    for (const name of [
      "SERVICE_API_TOKEN",
      "SERVICE_WEBHOOK_SECRET",
      "HTTP_PROXY",
      "https_proxy",
      "NODE_OPTIONS",
    ])
      process.env[name] = "must-not-cross";
    process.env.BUN_OPTIONS = "must-not-cross";
    process.env.LANG = "C.UTF-8";
    expect(childEnvironment()).toMatchObject({ PDFD_ENGINE: "1", LANG: "C.UTF-8", PATH: kept.PATH });
    const seen = await printedBy("console.log(JSON.stringify(process.env))");
    expect(seen).toContain("PDFD_ENGINE");
    expect(seen).not.toContain("must-not-cross");
  });

  it("starts in the root folder, where no user configuration can exist", async () => {
    expect(await printedBy("process.stdout.write(process.cwd())")).toBe("/");
  });

  it("reports its exit code after all its output", async () => {
    const child = spawnChild([
      process.execPath,
      "-e",
      "console.log('x'.repeat(200000)); process.exitCode = 7",
    ]);
    let bytes = 0;
    child.onOutput((piece) => {
      bytes += piece.length;
    });
    expect(await child.exited).toEqual({ code: 7, signal: null });
    expect(bytes).toBe(200_001);
  });

  it("reports ENOENT as its exit if the program doesn't exist, without throwing", async () => {
    const child = spawnChild([join(import.meta.dirname, "no-such-program")]);
    child.write("anything\n");
    child.kill();
    expect(await child.exited).toEqual({ code: null, signal: "ENOENT" });
  });

  it("accepts writes after it has ended", async () => {
    const child = spawnChild([process.execPath, "-e", "process.exit(0)"]);
    await child.exited;
    child.write("late\n");
    child.kill();
  });

  it.skipIf(!linux)(
    "takes everything it started down with it, whether killed or exiting by itself",
    async () => {
      for (const end of ["killed", "by itself"]) {
        const sleeper = `require("node:child_process").spawn("sleep", ["600"], { stdio: "inherit" })`;
        const stay = 'process.stdin.once("data", () => process.exit(0))';
        const child = spawnChild([process.execPath, "-e", `console.log(${sleeper}.pid); ${stay}`]);
        const [sleep = 0] = await until("the child of the child to start", () => {
          const found = childrenOf(child.pid);
          return found.length > 0 && found;
        });
        if (end === "killed") child.kill();
        else child.write("end\n");
        await child.exited;
        await until(`${end}: the sleeper to be gone`, () => !alive(sleep));
      }
    },
  );
});
