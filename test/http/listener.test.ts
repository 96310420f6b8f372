/** The listener's duties beyond the gate: disconnects, slow readers, room for well-behaved clients, stopping. */
import { createServer, request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { converse, hold } from "../contract/raw.ts";
import { startTestService, type TestService, token } from "./service.ts";

const call = (service: TestService, body = '{"input":"a"}', ...lines: string[]) =>
  [
    "POST /v1/tools/pdf_info HTTP/1.1",
    `Host: 127.0.0.1:${service.port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...lines,
    "",
    body,
  ].join("\r\n");

/** A promise and the functions that settle it (Node 20 has no Promise.withResolvers). */
function latch() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

const quick = { sweepMs: 20 };

/** A kept-alive connection that has received one response. (Bun doesn't report connections that have sent nothing.) */
async function idleConnection(service: TestService) {
  const before = service.events.length;
  const held = await hold(
    service.port,
    `GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\n\r\n`,
  );
  await expect.poll(() => service.events.length).toBe(before + 1);
  return held;
}

describe("listener", () => {
  it("aborts the call of a client that disconnects, and logs 499", async () => {
    const started = latch();
    const aborted = latch();
    await using service = await startTestService({
      call: async (_, __, { signal }) => {
        started.resolve();
        await new Promise<void>((done) => signal.addEventListener("abort", () => done()));
        aborted.resolve();
        throw signal.reason;
      },
    });
    const client = await hold(service.port, call(service));
    await started.promise;
    client.close();
    await aborted.promise;
    await expect.poll(() => service.events).toMatchObject([{ kind: "request", status: 499 }]);
  });

  it("doesn't abort a call that has its response", async () => {
    const signals: AbortSignal[] = [];
    await using service = await startTestService({
      call: (_, __, { signal }) => {
        signals.push(signal);
        return Promise.resolve({});
      },
    });
    const talk = await converse(service.port, call(service, undefined, "Connection: close"), {
      untilClosedMs: 3000,
    });
    expect(talk.answers).toMatchObject([{ status: 200 }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it("doesn't time out while a response is long in coming", async () => {
    const limits = { ...quick, headMs: 100, bodyMs: 100, keepAliveMs: 100, sendIdleMs: 100 };
    await using service = await startTestService({
      limits,
      call: () => new Promise((done) => setTimeout(() => done({ late: true }), 600)),
    });
    const talk = await converse(service.port, call(service));
    expect(talk.answers).toMatchObject([{ status: 200, text: '{"late":true}' }]);
    expect(talk.ms).toBeGreaterThan(550);
  });

  it("forwards an event stream as it arrives, pauses included", async () => {
    const limits = { ...quick, sendIdleMs: 100, keepAliveMs: 100 };
    const events = new TextEncoder();
    await using service = await startTestService({
      limits,
      mcp: () => {
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(events.encode("data: 1\n\n"));
            await new Promise((done) => setTimeout(done, 500));
            controller.enqueue(events.encode("data: 2\n\n"));
            controller.close();
          },
        });
        return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
      },
    });
    const talk = await converse(
      service.port,
      call(service, "{}", "Connection: close").replace("/v1/tools/pdf_info", "/v1/mcp"),
      { untilClosedMs: 5000 },
    );
    expect(talk.answers).toMatchObject([{ status: 200 }]);
    expect(talk.answers[0]?.headers.get("x-request-id")).toHaveLength(1);
    expect(talk.answers[0]?.text).toMatch(/data: 1[\s\S]*data: 2[\s\S]*0\r\n\r\n$/);
    // The first part arrived alone, long before the second.
    expect(talk.ms - talk.firstMs).toBeGreaterThan(250);
  });

  it("drops a client that reads nothing", async () => {
    const length = 20_000_000;
    const dropped = latch();
    const text = "x".repeat(1_000_000);
    await using service = await startTestService({
      limits: { ...quick, sendIdleMs: 200 },
      mcp: () => {
        let left = length / text.length;
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => (left-- > 0 ? controller.enqueue(Buffer.from(text)) : controller.close()),
          cancel: dropped.resolve,
        });
        return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
      },
    });
    const socket = await slowReader(service, call(service).replace("/v1/tools/pdf_info", "/v1/mcp"));
    await dropped.promise;
    const gone = latch();
    let bytes = 0;
    socket.on("data", (part) => {
      bytes += part.length;
    });
    socket.on("error", () => undefined);
    socket.on("close", gone.resolve);
    socket.resume();
    await gone.promise;
    expect(bytes).toBeLessThan(length);
  });

  it("keeps a client that is merely slow", async () => {
    const length = 12_000_000;
    let now = 0;
    await using service = await startTestService({
      limits: { ...quick, sendIdleMs: 400 },
      now: () => now,
      call: () => Promise.resolve({ text: "x".repeat(length) }),
    });
    const socket = await slowReader(service, call(service, undefined, "Connection: close"));
    let bytes = 0;
    const ended = latch();
    socket.on("data", (part) => {
      bytes += part.length;
      // In total longer than a client may read nothing.
      now += (part.length / length) * 1000;
      socket.pause();
      setTimeout(() => socket.resume(), 5);
    });
    socket.on("end", ended.resolve);
    socket.on("error", ended.reject);
    socket.resume();
    await ended.promise;
    expect(bytes).toBeGreaterThan(length);
  });

  it("makes room for a new client by dropping the longest-idle connection", async () => {
    await using service = await startTestService({ limits: { ...quick, maxConnections: 3 } });
    const idle = [
      await idleConnection(service),
      await idleConnection(service),
      await idleConnection(service),
    ];
    const talk = await converse(service.port, call(service));
    expect(talk.answers).toMatchObject([{ status: 200 }]);
    expect(await idle[0]?.closed).toMatch(/^HTTP\/1\.1 200 /);
    for (const { close } of idle) close();
  });

  it("rejects a new client if all other connections are busy", async () => {
    const release = latch();
    const running = { now: 0 };
    await using service = await startTestService({
      limits: { ...quick, maxConnections: 2 },
      call: () => {
        running.now++;
        return release.promise.then(() => ({}));
      },
    });
    const busy = [converse(service.port, call(service)), converse(service.port, call(service))];
    await expect.poll(() => running.now).toBe(2);
    const late = await converse(service.port, call(service), { untilClosedMs: 3000 });
    expect(late).toMatchObject({ answers: [], closed: true });
    release.resolve();
    for (const talk of await Promise.all(busy)) expect(talk.answers).toMatchObject([{ status: 200 }]);
  });

  it("serves a connection in use and closes it once idle", async () => {
    await using service = await startTestService({ limits: { ...quick, keepAliveMs: 150 } });
    const talk = await converse(service.port, call(service), { untilClosedMs: 3000 });
    expect(talk.closed).toBe(true);
    expect(talk.ms).toBeGreaterThan(140);
  });

  it("closes a connection whose second head never ends", async () => {
    await using service = await startTestService({ limits: { ...quick, keepAliveMs: 100, headMs: 100 } });
    const talk = await converse(service.port, `${call(service)}GET /v1/tools HTTP/1.1\r\nHost: 1`, {
      untilClosedMs: 3000,
    });
    expect(talk.answers[0]?.status).toBe(200);
    expect(talk.closed).toBe(true);
  });

  it("delivers the response although broken bytes follow the request", async () => {
    const release = latch();
    await using service = await startTestService({
      call: () => release.promise.then(() => ({ done: true })),
    });
    setTimeout(() => release.resolve(), 100);
    const talk = await converse(service.port, `${call(service)}\x16\x03\x01 not HTTP`, {
      untilClosedMs: 3000,
    });
    expect(talk.answers).toMatchObject([{ status: 200, text: '{"done":true}' }]);
    expect(talk.closed).toBe(true);
  });

  it("serves pipelined requests one by one, and none after an early response", async () => {
    const calls: unknown[] = [];
    const running = { now: 0, most: 0 };
    await using service = await startTestService({
      call: async (_, input) => {
        calls.push(input);
        running.most = Math.max(running.most, ++running.now);
        await new Promise((done) => setTimeout(done, 20));
        running.now--;
        return { input };
      },
    });
    const [a, b, c] = ["a", "b", "c"].map((input) => call(service, JSON.stringify({ input })));
    const refused = call(service, "{}").replace(token, "wrong");
    const talk = await converse(service.port, `${a}${b}${refused}${c}`, { untilClosedMs: 5000 });
    expect(talk.answers.map(({ status }) => status)).toEqual([200, 200, 401]);
    expect(calls).toEqual([{ input: "a" }, { input: "b" }]);
    expect(running.most).toBe(1);
    expect(talk.closed).toBe(true);
  });

  it("answers pipelined requests up to the limit, then closes", async () => {
    let calls = 0;
    await using service = await startTestService({ call: () => Promise.resolve({ calls: ++calls }) });
    const talk = await converse(service.port, call(service).repeat(500), { untilClosedMs: 5000 });
    expect(talk.answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
    expect(talk.answers.at(-1)?.headers.get("connection")).toEqual(["close"]);
    expect(talk.closed).toBe(true);
    expect(calls).toBe(32);
  });

  it("delivers a 413 even to a client that sends its whole body first", async () => {
    await using service = await startTestService();
    const status = await new Promise((done, fail) => {
      const sent = request(
        {
          port: service.port,
          method: "POST",
          path: "/v1/tools/pdf_info",
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            "content-length": 3_000_000,
          },
        },
        (answer) => {
          answer.resume();
          done(answer.statusCode);
        },
      );
      sent.on("error", fail);
      sent.end(Buffer.alloc(3_000_000));
    });
    expect(status).toBe(413);
  });

  it("is reachable only on 127.0.0.1", async () => {
    await using service = await startTestService();
    for (const host of ["127.0.0.2", "::1"]) {
      const outcome = await new Promise((done) => {
        const socket = connect(service.port, host);
        socket.on("connect", () => done("connected"));
        socket.on("error", () => done("refused"));
      });
      expect(outcome).toBe("refused");
    }
  });

  it("reports that a port is taken", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await using service = await startTestService();
    await service.listener.close({ graceMs: 0 });
    await expect(service.listener.listen(port)).rejects.toMatchObject({ code: "EADDRINUSE" });
    await new Promise((done) => other.close(done));
  });
});

describe("a client that closes its sending side", () => {
  it("gets the responses to its complete requests", async () => {
    const release = latch();
    await using service = await startTestService({
      limits: { ...quick, probeMs: 20 },
      call: (_, input) => release.promise.then(() => ({ input })),
    });
    const talk = converse(service.port, call(service, '"a"') + call(service, '"b"'), {
      half: true,
      untilClosedMs: 5000,
    });
    setTimeout(release.resolve, 200);
    const { answers, closed } = await talk;
    const final = answers.filter(({ status }) => status !== 102);
    expect(final.map(({ text }) => text)).toEqual(['{"input":"a"}', '{"input":"b"}']);
    // The listener has probed the client with interim responses, which clients ignore.
    expect(answers.length).toBeGreaterThan(final.length);
    expect(closed).toBe(true);
  });

  it("is never probed over HTTP/1.0, which has no interim responses", async () => {
    const release = latch();
    await using service = await startTestService({
      limits: { ...quick, probeMs: 20 },
      call: () => release.promise.then(() => ({})),
    });
    setTimeout(release.resolve, 200);
    const sent = call(service).replace("HTTP/1.1", "HTTP/1.0");
    const { answers } = await converse(service.port, sent, { half: true, untilClosedMs: 5000 });
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  it("gets a 400 for an incomplete request", async () => {
    await using service = await startTestService();
    const manner = { half: true, untilClosedMs: 5000 };
    const { answers } = await converse(service.port, call(service).slice(0, -3), manner);
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });

  it("counts as gone if it doesn't read an event stream's comments", async () => {
    const cancelled = latch();
    await using service = await startTestService({
      limits: { ...quick, probeMs: 20 },
      mcp: () => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(Buffer.from("data: 1\n\n")),
          cancel: cancelled.resolve,
        });
        return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
      },
    });
    const client = await hold(service.port, call(service).replace("/v1/tools/pdf_info", "/v1/mcp"));
    await client.heard;
    client.close();
    await cancelled.promise;
  });
});

describe("slow bodies", () => {
  /** A call that sends only the part `sent` of its body. */
  const slowCall = (service: TestService, length: number, sent: string) =>
    hold(
      service.port,
      call(service, `${sent}${" ".repeat(length - sent.length)}`).slice(0, sent.length - length),
    );

  it("lose their places to complete requests, longest overdue first", async () => {
    let now = 0;
    await using service = await startTestService({ limits: { maxConnections: 4 }, now: () => now });
    const received = () => service.events.filter(({ kind }) => kind === "request").length;
    const trickles: Awaited<ReturnType<typeof hold>>[] = [];
    for (let k = 0; k < 4; k++) {
      trickles.push(await slowCall(service, 100, "{"));
      now += 100;
    }
    for (let k = 0; k < 2; k++) {
      const { answers } = await converse(service.port, call(service, undefined, "Connection: close"));
      expect(answers).toMatchObject([{ status: 200 }]);
    }
    expect(await trickles[0]?.closed).toBe("");
    await expect.poll(received).toBe(3);
    for (const { close } of trickles) close();
  });

  it("lose them before a body that arrives at a fair pace, however long it is", async () => {
    let now = 0;
    const limits = { maxConnections: 2, fairBodyPace: 1000 };
    await using service = await startTestService({ limits, now: () => now });
    const body = JSON.stringify({ input: "x".repeat(4000) });
    const fair = await hold(service.port, call(service, body).slice(0, -100));
    now += 4000;
    const slow = await slowCall(service, 100, "{");
    now += 500;
    const { answers } = await converse(service.port, call(service));
    expect(answers).toMatchObject([{ status: 200 }]);
    expect(await slow.closed).toBe("");
    fair.write(call(service, body).slice(-100));
    await fair.heard;
    fair.close();
    expect(await fair.closed).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("lose them when all together hold too many bytes", async () => {
    let now = 0;
    await using service = await startTestService({ limits: { maxBodiesBytes: 10_000 }, now: () => now });
    const first = await slowCall(service, 9000, `"${"x".repeat(5000)}`);
    now += 1000;
    const second = await slowCall(service, 9000, `"${"x".repeat(5500)}`);
    expect(await first.closed).toBe("");
    const { answers } = await converse(service.port, call(service));
    expect(answers).toMatchObject([{ status: 200 }]);
    second.close();
  });
});

describe("stopping", () => {
  it("finishes running calls, closes idle connections and accepts no new ones", async () => {
    const release = latch();
    const started = latch();
    await using service = await startTestService({
      call: () => {
        started.resolve();
        return release.promise.then(() => ({ done: true }));
      },
    });
    const idle = await idleConnection(service);
    const running = converse(service.port, call(service), { untilClosedMs: 5000 });
    await started.promise;
    const stopped = service.listener.close({ graceMs: 5000 });
    expect(await idle.closed).toMatch(/^HTTP\/1\.1 200 /);
    const late = await converse(service.port, call(service), { untilClosedMs: 1000 });
    expect(late.answers).toEqual([]);
    release.resolve();
    const { answers, closed } = await running;
    expect(answers).toMatchObject([{ status: 200 }]);
    expect(answers[0]?.headers.get("connection")).toEqual(["close"]);
    expect(closed).toBe(true);
    await stopped;
  });

  it("cuts the remaining connections after the grace period and aborts their calls", async () => {
    const aborted = latch();
    await using service = await startTestService({
      call: (_, __, { signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        return new Promise(() => undefined);
      },
    });
    const running = converse(service.port, call(service), { untilClosedMs: 5000 });
    await new Promise((done) => setTimeout(done, 50));
    await service.listener.close({ graceMs: 100 });
    await aborted.promise;
    expect((await running).answers).toEqual([]);
  });
});

/** A client that has sent its request and isn't reading yet. */
function slowReader(service: TestService, sent: string): Promise<Socket> {
  return new Promise((done) => {
    const socket = connect(service.port, "127.0.0.1");
    socket.pause();
    socket.on("connect", () => {
      socket.write(sent);
      done(socket);
    });
  });
}
