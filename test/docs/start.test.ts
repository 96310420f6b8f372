/** `npm start`, the README's command for the main job after `npm ci`, prints commands that can be pasted. */
import { execFileSync, spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const checkout = resolve(import.meta.dirname, "../..");
const child = spawn("npm", ["start", "--silent", "--", "--port", "0"], {
  cwd: checkout,
  detached: true,
  stdio: ["ignore", "pipe", "pipe"],
});
let printed = "";

beforeAll(
  () =>
    new Promise<void>((done, fail) => {
      const read = (chunk: Buffer) => {
        printed += chunk;
        if (/^curl .*\n/m.test(printed)) done();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.on("exit", (code) => fail(new Error(`npm start ended with ${code}: ${printed}`)));
    }),
  60_000,
);

/** The output closes only after the service, which shares it, has ended. */
const closed = new Promise((done) => child.once("close", done));

afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    process.kill(-child.pid, "SIGKILL");
  await closed;
});

it("serves the current folder and prints the address, token, secret, folder and a working curl command", () => {
  expect(printed).toContain(checkout);
  expect(printed).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  expect(printed).toMatch(/whsec_[\w+/=]+/);
  const curl = /^curl .*$/m.exec(printed)?.[0] ?? "";
  const token = /Bearer ([^"' ]+)/.exec(curl)?.[1] ?? "";
  expect(printed.split(token).length).toBeGreaterThan(2);
  const answer: unknown = JSON.parse(
    execFileSync("sh", ["-c", `${curl} --silent --show-error --noproxy '*'`], { encoding: "utf8" }),
  );
  expect(answer).toMatchObject({ pages: [{ page: 1, text: expect.stringContaining("A letter") }] });
});

it("stops when npm is stopped, although npm doesn't pass the signal on", async () => {
  const port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
  child.removeAllListeners("exit");
  child.kill("SIGTERM");
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
