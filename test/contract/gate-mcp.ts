/** The gate in front of MCP over HTTP: the same checks in the same order, and no tool runs after a refusal. */
import { describe, expect, it } from "vitest";
import { expectNothingWritten } from "./expect.ts";
import type { Service, Target } from "./target.ts";
import { allowedOrigin, createWire, type Lines } from "./wire.ts";

export function gateMcp(target: Target): void {
  describe("the MCP gate", () => {
    let service: Service | undefined;
    const wire = createWire(async () => {
      service = await target.start({ flags: ["--allow-origin", allowedOrigin] });
      return service;
    });
    const { running, host, bearer, head, one } = wire;

    const rotate = { name: "pdf_rotate_pages", arguments: { input: "ok.pdf", output: "by-mcp.pdf" } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: rotate });
    /** A call of a writing tool with these lines for Host, Origin and token. */
    const call = (method: string, path: string, lines: Lines) => {
      const data = method === "POST" ? body : "";
      const accept = "Accept: application/json, text/event-stream";
      const type = "Content-Type: application/json";
      return (
        head(`${method} ${path} HTTP/1.1`, ...lines, accept, type, `Content-Length: ${data.length}`) + data
      );
    };
    const port = () => String(running().port);

    const foreign: (readonly [string, number, () => Lines])[] = [
      ["a foreign Host", 403, () => ["Host: evil.example", bearer()]],
      ["a foreign Host on our port", 403, () => [`Host: evil.example:${port()}`, bearer()]],
      ["a foreign Host and a wrong token", 403, () => ["Host: evil.example", "Authorization: Bearer x"]],
      ["no Host", 403, () => [bearer()]],
      ["two Hosts", 403, () => [host(), "Host: evil.example", bearer()]],
      ["a foreign Origin", 403, () => [host(), bearer(), "Origin: https://evil.example"]],
      ["the Origin null", 403, () => [host(), bearer(), "Origin: null"]],
      ["an Origin of this computer", 403, () => [host(), bearer(), `Origin: http://localhost:${port()}`]],
      ["a foreign Origin and no token", 403, () => [host(), "Origin: https://evil.example"]],
      ["no token", 401, () => [host()]],
      ["a wrong token", 401, () => [host(), `${bearer()}x`]],
      ["two tokens", 401, () => [host(), bearer(), "Authorization: Bearer x"]],
      ["no token from an allowed page", 401, () => [host(), `Origin: ${allowedOrigin}`]],
    ];

    it.each(foreign)(
      "refuses %s with %i, as on every tool path, and runs nothing",
      async (_, status, lines) => {
        if (!service) throw new Error("not started");
        await expectNothingWritten(service, async () => {
          for (const method of ["POST", "GET", "DELETE"]) {
            const answer = await one(call(method, "/v1/mcp", lines()));
            expect([method, answer.status], answer.text).toEqual([method, status]);
            expect(answer.headers.get("content-type")).toEqual(["application/problem+json"]);
            if (status === 403) expect(answer.headers.has("access-control-allow-origin")).toBe(false);
            else expect(answer.headers.get("www-authenticate")).toEqual(['Bearer realm="service"']);
            expect(answer.headers.has("mcp-session-id")).toBe(false);
          }
          const input = JSON.stringify(rotate.arguments);
          const plain = (path: string, text: string) =>
            head(
              `POST ${path} HTTP/1.1`,
              ...lines(),
              "Content-Type: application/json",
              `Content-Length: ${text.length}`,
            ) + text;
          expect((await one(plain("/v1/tools/pdf_rotate_pages", input))).status).toBe(status);
          const job = JSON.stringify({ tool: rotate.name, input: rotate.arguments });
          expect((await one(plain("/v1/jobs", job))).status).toBe(status);
        });
      },
    );

    it("takes the token only from the header", async () => {
      const answer = await one(call("POST", `/v1/mcp?access_token=${running().token}`, [host()]));
      expect(answer.status).toBe(401);
    });

    it.each(["GET", "DELETE", "PUT"])(
      "has no sessions: answers %s with 405, a problem like any other",
      async (method) => {
        const answer = await one(call(method, "/v1/mcp", [host(), bearer()]));
        expect([answer.status, answer.headers.get("allow")]).toEqual([405, ["POST"]]);
        expect(answer.headers.get("content-type")).toEqual(["application/problem+json"]);
      },
    );

    /** A message with these bytes as its body; each character is one byte. */
    const message = (data: string) => {
      const accept = "Accept: application/json, text/event-stream";
      const lines = [host(), bearer(), accept, "Content-Type: application/json"];
      return head("POST /v1/mcp HTTP/1.1", ...lines, `Content-Length: ${data.length}`) + data;
    };
    const calls = (input: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pdf_info","arguments":${input}}}`;

    it.each([
      ["a byte that is not UTF-8", calls('{"input":"ok\xff.pdf"}')],
      ["a byte order mark", `\xef\xbb\xbf${calls('{"input":"ok.pdf"}')}`],
      ["83 levels", calls(`{"input":${"[".repeat(81)}${"]".repeat(81)}}`)],
      ["half a message", calls("{").slice(0, -2)],
      ["nothing", ""],
    ])("reads messages as strictly as the tools do: %s", async (_, data) => {
      await wire.refused(message(data), 400, "bad_request");
    });

    it.each(["__proto__", "constructor", "page"])(
      "refuses the unknown field %s as the tools do",
      async (field) => {
        const answer = await one(message(calls(`{"input":"ok.pdf","${field}":{"pages":"1"}}`)));
        expect(answer.status).toBe(200);
        expect(answer.text).toContain(`\\"errors\\":[{\\"field\\":\\"${field}\\"`);
        expect(answer.text).toContain('"isError":true');
      },
    );

    it("lets a valid call through", async () => {
      const answer = await one(call("POST", "/v1/mcp", [host(), bearer()]));
      expect([200, 400], answer.text).toContain(answer.status);
      expect(answer.headers.get("content-type")).not.toEqual(["application/problem+json"]);
    });
  });
}
