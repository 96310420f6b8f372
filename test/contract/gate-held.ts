/**
 * Connections that withhold data. The service waits for them as long as its limits allow, so they start before all other
 * tests and are checked after them.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { hold } from "./raw.ts";
import { createWire, type GateService, good } from "./wire.ts";

/** The delay to allow for on a busy computer. */
const patienceMs = 10_000;

/** Starts immediately; the returned function defines the tests. */
export function heldConnections(start: () => Promise<GateService>): () => void {
  const { running, host, head, info, refused, alive } = createWire(start);

  const heads = begunFirst(async () => {
    const headMs = running().times?.headMs ?? 10_000;
    const half = head("GET /v1/tools HTTP/1.1", host()).slice(0, -4);
    const started = performance.now();
    const held = await Promise.all([
      ...Array.from({ length: 100 }, () => hold(running().port, half)),
      ...Array.from({ length: 100 }, () => hold(running().port, "")),
    ]);
    // An occasional byte doesn't save a connection whose head never ends.
    const dripping = await Promise.all(Array.from({ length: 20 }, () => hold(running().port, half)));
    const drip = setInterval(() => dripping.forEach((one) => void one.write("X")), headMs / 10);
    await alive();
    const ends = await Promise.all([...held, ...dripping].map(({ closed }) => closed));
    clearInterval(drip);
    return { ends, ms: performance.now() - started, headMs };
  });

  const body = begunFirst(async () => {
    const bodyMs = running().times?.bodyMs ?? 30_000;
    const dripping = await hold(running().port, info(good).slice(0, -good.length));
    const drip = setInterval(() => dripping.write(" "), bodyMs / (2 * good.length));
    const started = performance.now();
    const { talk } = await refused(info(good).slice(0, -3), 400, "bad_request", {
      untilClosedMs: bodyMs + patienceMs,
    });
    const end = await dripping.closed;
    clearInterval(drip);
    return { talk, end, ms: performance.now() - started, bodyMs };
  });

  return () =>
    describe("connections that withhold data", () => {
      it("time out by the hundreds, with half a head or none, while honest requests are answered", async () => {
        const { ends, ms, headMs } = await heads();
        expect(ms).toBeLessThan(headMs + patienceMs);
        for (const text of ends) if (text !== "") expect(text).toMatch(/^HTTP\/1\.1 400 /);
        await alive();
      });

      it("time out if the body never arrives", async () => {
        const { talk, end, ms, bodyMs } = await body();
        expect(talk.closed).toBe(true);
        expect(talk.firstMs).toBeGreaterThan(bodyMs - 100);
        expect(ms).toBeLessThan(bodyMs + patienceMs);
        if (end !== "") expect(end).toMatch(/^HTTP\/1\.1 400 /);
      });
    });
}

/** Runs before the tests of the surrounding block without delaying them. */
function begunFirst<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> = Promise.reject(new Error("it was not begun"));
  result.catch(() => {});
  beforeAll(() => {
    result = run();
    // Errors surface in the test that awaits the result.
    result.catch(() => {});
  });
  return () => result;
}
