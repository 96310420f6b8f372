import { execFile } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { createSend } from "../../src/jobs/send.ts";

const bin = (name: string) => resolve(import.meta.dirname, "../../node_modules/.bin", name);
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A raw receiver that records requests and answers each connection with `answer`. */
async function receiver(answer: (socket: Socket) => void, host = "127.0.0.1") {
  const got: string[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      got.push(bytes.toString("latin1"));
      answer(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, got };
}

const send = createSend();
const body = new TextEncoder().encode('{"a":1}');
const post = (url: string, timeoutMs = 10_000) => send(new URL(url), { "x-test": "1" }, body, timeoutMs);

describe("sending a webhook", () => {
  it("posts the exact bytes and reads the status", async () => {
    const { port, got } = await receiver((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    expect(await post(`http://127.0.0.1:${port}/hook?x=1`)).toBe(204);
    expect(got[0]).toMatch(/^POST \/hook\?x=1 HTTP\/1\.1\r\n/);
    expect(got[0]?.toLowerCase()).toContain(`host: 127.0.0.1:${port}\r\n`);
    expect(got[0]?.endsWith('\r\n\r\n{"a":1}')).toBe(true);
  });

  it("does not follow a redirect", async () => {
    const other = await receiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    const { port } = await receiver((socket) =>
      socket.end(
        `HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:${other.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toBe(307);
    expect(other.got).toEqual([]);
  });

  // The service also removes these variables from its environment. Here they are all set.
  it.each([
    ["Bun", [bin("bun")]],
    ["Deno", [bin("deno"), "run", "-A", "--quiet"]],
  ])("bypasses every proxy of the environment on %s", async (_, [program = "", ...args]) => {
    const proxy = await receiver((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    const { port, got } = await receiver((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    const url = `http://127.0.0.1:${proxy.port}`;
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);
    const env = { ...process.env, ...Object.fromEntries(names.map((name) => [name, url])) };
    const script = join(import.meta.dirname, "send-once.ts");
    const run = promisify(execFile)(program, [...args, script, `http://localhost:${port}/hook`], {
      env: { ...env, DENO_NO_UPDATE_CHECK: "1", NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" },
      timeout: 30_000,
    });
    expect((await run).stdout).toBe("204\n");
    expect(got).toHaveLength(1);
    expect(proxy.got).toEqual([]);
  });

  it("finishes once the headers arrive, whatever the body does", async () => {
    const { port } = await receiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const more = setInterval(() => socket.write(`4000\r\n${"x".repeat(0x4000)}\r\n`), 1);
      socket.on("close", () => clearInterval(more));
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toBe(200);
  });

  it("gives up when the whole attempt takes too long, even while headers trickle in", async () => {
    const silent = await receiver(() => {});
    await expect(post(`http://127.0.0.1:${silent.port}/`, 50)).rejects.toThrow();
    const dripping = await receiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-A: ");
      const more = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(more));
    });
    await expect(post(`http://127.0.0.1:${dripping.port}/`, 80)).rejects.toThrow();
    const continuing = await receiver((socket) => socket.write("HTTP/1.1 100 Continue\r\n\r\n"));
    await expect(post(`http://127.0.0.1:${continuing.port}/`, 50)).rejects.toThrow();
  });

  it("fails on a refused connection, a reset and an endless header block", async () => {
    const { port } = await receiver(() => {});
    servers.pop()?.close();
    await expect(post(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    const reset = await receiver((socket) => socket.resetAndDestroy());
    await expect(post(`http://127.0.0.1:${reset.port}/`)).rejects.toThrow();
    const large = await receiver((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nX-A: ${"x".repeat(1_000_000)}\r\n\r\n`),
    );
    await expect(post(`http://127.0.0.1:${large.port}/`)).rejects.toThrow();
  });

  it("connects to localhost on either loopback address without a lookup", async () => {
    const asked: string[] = [];
    const careful = createSend(async (name) => {
      asked.push(name);
      return ["10.9.9.9"];
    });
    const { port } = await receiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    expect(await careful(new URL(`http://localhost:${port}/`), {}, body, 10_000)).toBe(200);
    expect(asked).toEqual([]);
  });

  it("looks up an allowed name once and connects to that address, with the name as Host", async () => {
    let asked = 0;
    const careful = createSend(async () => {
      asked++;
      return ["127.0.0.1"];
    });
    const { port, got } = await receiver((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    expect(await careful(new URL(`http://rebind.test:${port}/`), {}, body, 10_000)).toBe(200);
    expect(asked).toBe(1);
    expect(got[0]?.toLowerCase()).toContain(`host: rebind.test:${port}\r\n`);
  });

  it("counts a hanging lookup toward the attempt's time limit", async () => {
    const stuck = createSend(() => new Promise(() => {}));
    await expect(stuck(new URL("http://rebind.test/"), {}, body, 30)).rejects.toThrow();
  });
});
