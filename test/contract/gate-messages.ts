/** Messages that are not plain requests, and connections that are not plain clients. */
import { describe, expect, it } from "vitest";
import { hold } from "./raw.ts";
import { good, type Lines, type Wire } from "./wire.ts";

/** Smuggling forms, pipelining, early answers, slow senders. */
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
    ])("%s: 400, closed, and nothing after it is answered", (_, make) => malformed(make() + follow()));

    it.each<[string, () => string | Uint8Array]>([
      ["a TLS hello", () => Buffer.from(`160301020001000001fc0303${"00".repeat(64)}`, "hex")],
      ["64 KB of zeros", () => new Uint8Array(65_536)],
      [
        "1 MB of Authorization",
        () => head("GET /v1/tools HTTP/1.1", host(), `Authorization: Bearer ${"x".repeat(1_000_000)}`),
      ],
      ["3,000 headers", () => get("/v1/tools", ...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`))],
      ["a target of 20 KB", () => get(`/v1/${"x".repeat(20_000)}`)],
    ])("%s: 400 and closed", async (_, make) => {
      await malformed(make());
      await alive();
    });

    it("answers OPTIONS * without harm", async () => {
      expect([400, 404]).toContain((await one(head("OPTIONS * HTTP/1.1", host(), bearer()))).status);
    });
  });

  describe("connections", () => {
    it("answers pipelined requests in order", async () => {
      const { answers } = await talk(`${info(good)}${get("/v1/nope")}`, { answers: 2 });
      expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    });

    it("answers 32 pipelined requests, and closes on the client that has sent more", async () => {
      const { answers, closed } = await talk(info(good).repeat(33), { untilClosedMs: 10_000 });
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
      expect(closed).toBe(true);
    });

    it("answers what has come whole from a client that has ended its side", async () => {
      const { answers, closed } = await talk(info(good).repeat(3), { half: true, untilClosedMs: 10_000 });
      // A client that waits long is asked whether it is still there.
      const final = answers.map(({ status }) => status).filter((status) => status !== 102);
      expect(final).toEqual([200, 200, 200]);
      expect(closed).toBe(true);
      const cut = await talk(info(good).slice(0, -3), { half: true, untilClosedMs: 5000 });
      expect(cut.answers.map(({ status }) => status)).toEqual([400]);
    });

    it("answers honest requests while 600 bodies do not come", async () => {
      const slow = info(good).slice(0, -3);
      const held = await Promise.all(Array.from({ length: 600 }, () => hold(running().port, slow)));
      for (let k = 0; k < 20; k++) expect((await one(info(good))).status).toBe(200);
      for (const { close } of held) close();
    });

    it("answers a sound request although bytes that are none follow, and closes", async () => {
      for (const sound of [get("/v1/tools"), get("/v1/tools", "Connection: close")]) {
        const { answers, closed } = await talk(`${sound}\0\0\0\0`, { untilClosedMs: 5000 });
        const [first, ...others] = answers.map(({ status }) => status);
        expect([first, closed]).toEqual([200, true]);
        expect(others.filter((status) => status !== 400)).toEqual([]);
      }
    });

    it("closes after an early answer and ignores what follows", async () => {
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

    it("lets a good one continue", async () => {
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
