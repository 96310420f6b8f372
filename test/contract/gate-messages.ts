/** Messages that aren't plain requests, and connections that don't behave like plain clients. */
import { describe, expect, it } from "vitest";
import { hold } from "./raw.ts";
import { good, type Lines, type Wire } from "./wire.ts";

/** Request smuggling, pipelining, early answers, slow senders. */
export function gateMessages(wire: Wire): void {
  const { running, host, bearer, head, get, post, info, talk, one, refused, malformed, alive } = wire;

  describe("malformed messages", () => {
    const follow = () => get("/v1/tools");
    const tool = (...lines: Lines) =>
      head("POST /v1/tools/pdf_info HTTP/1.1", host(), bearer(), "Content-Type: application/json", ...lines);

    it.each<[string, () => string]>([
      ["length and coding", () => `${tool("Content-Length: 2", "Transfer-Encoding: chunked")}0\r\n\r\n`],
      ["two lengths", () => `${tool("Content-Length: 2", "Content-Length: 3")}{}{}`],
      ["one length twice", () => `${tool("Content-Length: 2", "Content-Length: 2")}{}`],
      ["length in a list", () => `${tool("Content-Length: 2, 2")}{}`],
      ["length +2", () => `${tool("Content-Length: +2")}{}`],
      ["length -1", () => `${tool("Content-Length: -1")}{}`],
      ["length 0x2", () => `${tool("Content-Length: 0x2")}{}`],
      ["length beyond numbers", () => `${tool("Content-Length: 99999999999999999999999")}{}`],
      ["coding gzip", () => `${tool("Transfer-Encoding: gzip")}0\r\n\r\n`],
      ["coding chunked, gzip", () => `${tool("Transfer-Encoding: chunked, gzip")}0\r\n\r\n`],
      ["coding gzip, chunked", () => `${tool("Transfer-Encoding: gzip, chunked")}0\r\n\r\n`],
      ["coding xchunked", () => `${tool("Transfer-Encoding: xchunked")}0\r\n\r\n`],
      ["coding twice", () => `${tool("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")}0\r\n\r\n`],
      ["bad chunk size", () => `${tool("Transfer-Encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`],
      ["bare line feeds", () => get("/v1/tools").replaceAll("\r\n", "\n")],
      ["folded header", () => get("/v1/tools", "X: a", " b")],
      ["space before the colon", () => get("/v1/tools", "X : a")],
      ["NUL in a header", () => get("/v1/tools", "X: a\0b")],
      ["HTTP/2.0", () => head("GET /v1/tools HTTP/2.0", host(), bearer())],
      ["HTTP/2 preface", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ])("answers %s with 400, closes, and ignores the rest", (_, make) => malformed(make() + follow()));

    it.each<[string, () => string | Uint8Array]>([
      ["a TLS hello", () => Buffer.from(`160301020001000001fc0303${"00".repeat(64)}`, "hex")],
      ["64 KB of zeros", () => new Uint8Array(65_536)],
      [
        "1 MB of Authorization",
        () => head("GET /v1/tools HTTP/1.1", host(), `Authorization: Bearer ${"x".repeat(1_000_000)}`),
      ],
      ["3,000 headers", () => get("/v1/tools", ...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`))],
      ["a target of 20 KB", () => get(`/v1/${"x".repeat(20_000)}`)],
    ])("answers %s with 400 and closes", async (_, make) => {
      await malformed(make());
      await alive();
    });

    it("answers OPTIONS * harmlessly", async () => {
      expect([400, 404]).toContain((await one(head("OPTIONS * HTTP/1.1", host(), bearer()))).status);
    });
  });

  describe("connections", () => {
    it("answers pipelined requests in order", async () => {
      const { answers } = await talk(`${info(good)}${get("/v1/nope")}`, { answers: 2 });
      expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    });

    it("answers 32 pipelined requests, and closes the connection if the client has sent more", async () => {
      const { answers, closed } = await talk(info(good).repeat(33), { untilClosedMs: 10_000 });
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
      expect(closed).toBe(true);
    });

    it("answers the complete requests of a client that has closed its side", async () => {
      const { answers, closed } = await talk(info(good).repeat(3), { half: true, untilClosedMs: 10_000 });
      // The service probes a client that has been waiting for long.
      const final = answers.map(({ status }) => status).filter((status) => status !== 102);
      expect(final).toEqual([200, 200, 200]);
      expect(closed).toBe(true);
      const cut = await talk(info(good).slice(0, -3), { half: true, untilClosedMs: 5000 });
      expect(cut.answers.map(({ status }) => status)).toEqual([400]);
    });

    it("answers honest requests while 600 bodies don't arrive", async () => {
      const slow = info(good).slice(0, -3);
      const held = await Promise.all(Array.from({ length: 600 }, () => hold(running().port, slow)));
      for (let k = 0; k < 20; k++) expect((await one(info(good))).status).toBe(200);
      for (const { close } of held) close();
    });

    it("answers a valid request despite invalid bytes after it, and closes", async () => {
      for (const sound of [get("/v1/tools"), get("/v1/tools", "Connection: close")]) {
        const { answers, closed } = await talk(`${sound}\0\0\0\0`, { untilClosedMs: 5000 });
        const [first, ...others] = answers.map(({ status }) => status);
        expect([first, closed]).toEqual([200, true]);
        expect(others.filter((status) => status !== 400)).toEqual([]);
      }
    });

    it("closes after an early answer and ignores the rest", async () => {
      const early = head("POST /v1/tools/pdf_info HTTP/1.1", host(), `Content-Length: ${good.length}`);
      const answer = await refused(`${early}${good}${get("/v1/tools")}`, 401, "unauthorized", {
        untilClosedMs: 5000,
      });
      expect(answer.talk.closed).toBe(true);
      expect(answer.headers.get("connection")).toEqual(["close"]);
    });

    it("answers a bad token without waiting for the body of Expect: 100-continue", async () => {
      const sent = head(
        "POST /v1/tools/pdf_info HTTP/1.1",
        host(),
        "Authorization: Bearer x",
        "Content-Type: application/json",
        "Expect: 100-continue",
        "Content-Length: 900000",
      );
      const answer = await refused(sent, 401, "unauthorized", { untilClosedMs: 5000 });
      expect(answer.talk.firstMs).toBeLessThan(4500);
      expect(answer.talk.closed).toBe(true);
    });

    it("answers 100 to a good one", async () => {
      const { answers } = await talk(post("/v1/tools/pdf_info", good, "Expect: 100-continue"), {
        answers: 2,
      });
      expect(answers.map(({ status }) => status)).toEqual([100, 200]);
    });

    it("refuses other expectations", async () => {
      await refused(post("/v1/tools/pdf_info", good, "Expect: foo"), 400, "bad_request");
    });
  });
}
