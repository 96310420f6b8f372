/** Request bodies: length, media type, JSON and fields, checked in this order. */
import { describe, expect, it } from "vitest";
import { good, type Lines, type Wire } from "./wire.ts";

/** Which bodies are accepted, and which fault is reported first. */
export function gateBodies(wire: Wire): void {
  const { host, bearer, head, post, info, one, refused, alive } = wire;

  describe("bodies", () => {
    it("refuses an announced length over the limit immediately", async () => {
      const sent = head(
        "POST /v1/tools/pdf_info HTTP/1.1",
        host(),
        bearer(),
        "Content-Type: application/json",
        "Content-Length: 5000000",
      );
      const answer = await refused(sent, 413, "payload_too_large", { untilClosedMs: 5000 });
      expect(answer.talk.firstMs).toBeLessThan(9000);
      expect(answer.talk.closed).toBe(true);
    });

    it("counts the bytes of chunked bodies", async () => {
      const chunk = `20000\r\n${"x".repeat(0x20000)}\r\n`;
      const sent = head(
        "POST /v1/tools/pdf_info HTTP/1.1",
        host(),
        bearer(),
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
      );
      const answer = await refused(sent + chunk.repeat(30), 413, "payload_too_large", {
        untilClosedMs: 5000,
      });
      expect(answer.talk.closed).toBe(true);
    });

    it("accepts exactly 1,000,000 bytes and no more", async () => {
      const padded = (length: number) => good + " ".repeat(length - good.length);
      expect((await one(info(padded(1_000_000)))).status).toBe(200);
      await refused(info(padded(1_000_001)), 413, "payload_too_large");
    });

    it("reads one-byte chunks", async () => {
      const chunks = [...good].map((character) => `1;${"e".repeat(50)}\r\n${character}\r\n`).join("");
      const sent = head(
        "POST /v1/tools/pdf_info HTTP/1.1",
        host(),
        bearer(),
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
      );
      expect((await one(`${sent}${chunks}0\r\n\r\n`)).status).toBe(200);
    });

    const typed = (body: string, ...lines: Lines) =>
      head("POST /v1/tools/pdf_info HTTP/1.1", host(), bearer(), `Content-Length: ${body.length}`, ...lines) +
      body;

    it.each<[string, Lines]>([
      ["no media type", []],
      ["text/plain", ["Content-Type: text/plain"]],
      ["application/jsonx", ["Content-Type: application/jsonx"]],
      ["application/json-patch+json", ["Content-Type: application/json-patch+json"]],
      ["text/json", ["Content-Type: text/json"]],
      ["a form", ["Content-Type: application/x-www-form-urlencoded"]],
      ["two", ["Content-Type: application/json", "Content-Type: application/json"]],
      ["gzip", ["Content-Type: application/json", "Content-Encoding: gzip"]],
    ])("answers %s with 415", async (_, lines) => {
      await refused(typed(good, ...lines), 415, "unsupported_media_type");
    });

    it.each(["application/json", "APPLICATION/JSON; charset=UTF-8", "application/json;charset=utf-8"])(
      "accepts %s",
      async (type) => {
        expect((await one(typed(good, `Content-Type: ${type}`))).status).toBe(200);
      },
    );

    it.each<[string, string]>([
      ["half an object", "{"],
      ["nothing", ""],
      ["NaN", "NaN"],
      ["bare names", "{input:1}"],
      ["a trailing comma", '{"input":"ok.pdf",}'],
      ["a byte order mark", `\xef\xbb\xbf${good}`],
      ["two values", `${good}${good}`],
      ["a byte that is not UTF-8", '{"input":"\xff"}'],
      ["an overlong form", '{"input":"\xc0\xaf"}'],
      ["500,000 arrays", `{"input":${"[".repeat(499_000)}`],
      ["100,000 objects", '{"a":'.repeat(100_000)],
      // Valid JSON that parsers accept, but recursive code that walks it overflows.
      ["490,000 arrays, closed", `{"input":${"[".repeat(490_000)}${"]".repeat(490_000)}}`],
      ["140,000 objects, closed", `${'{"a":'.repeat(140_000)}1${"}".repeat(140_000)}`],
      ["81 arrays, closed", `{"input":${"[".repeat(81)}${"]".repeat(81)}}`],
    ])("answers %s with 400", async (_, body) => {
      await refused(info(body), 400, "bad_request");
      await alive();
    });

    it.each(["null", "[]", '"x"', "1", "true"])(
      "answers %s, which is JSON but not an input, with 422",
      async (body) => {
        await refused(info(body), 422, "validation");
      },
    );

    it("lists every invalid and unknown field", async () => {
      const sent = post(
        "/v1/tools/pdf_rotate_pages",
        '{"page":"1","angle":91,"input":null,"__proto__":{"output":"x.pdf"},"constructor":1}',
      );
      const answer = await refused(sent, 422, "validation");
      const { errors }: { errors: { field: string }[] } = JSON.parse(answer.text);
      expect(errors.map(({ field }) => field).toSorted()).toEqual([
        "__proto__",
        "angle",
        "constructor",
        "input",
        "output",
        "page",
      ]);
    });

    it("checks method before length, length before type, type before JSON", async () => {
      const sent = (method: string, length: number, type: string, body: string) =>
        head(
          `${method} /v1/tools/pdf_info HTTP/1.1`,
          host(),
          bearer(),
          `Content-Length: ${length}`,
          `Content-Type: ${type}`,
        ) + body;
      await refused(sent("PUT", 5_000_000, "text/plain", ""), 405, "method_not_allowed");
      await refused(sent("POST", 5_000_000, "text/plain", ""), 413, "payload_too_large");
      await refused(sent("POST", 1, "text/plain", "{"), 415, "unsupported_media_type");
      await refused(sent("POST", 1, "application/json", "{"), 400, "bad_request");
    });
  });
}
