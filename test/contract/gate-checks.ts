/** The gate's checks one by one, and its CORS responses. */
import { describe, expect, it } from "vitest";
import { allowedOrigin, good, type Lines, uuid, type Wire } from "./wire.ts";

/** Host, Origin, path, token and method, each with values that must not pass. */
export function gateChecks(wire: Wire): void {
  const { running, host, bearer, head, get, post, one, refused } = wire;

  describe("host", () => {
    it("accepts its own names in any case", async () => {
      expect((await one(get("/v1/tools"))).status).toBe(200);
      for (const name of [`localhost:${running().port}`, `LOCALHOST:${running().port}`])
        expect((await one(head("GET /v1/tools HTTP/1.1", `Host: ${name}`, bearer()))).status).toBe(200);
    });

    it.each([
      "evil.example:P",
      "evil@localhost:P",
      "localhost:P@evil",
      "127.1:P",
      "2130706433:P",
      "localhost.:P",
      "[::1]:P",
      "localhost",
      "127.0.0.1",
      "127.0.0.1:1P",
      "localhost:0P",
      "",
      "localhost:P, evil",
      "127.0.0.1:P.evil.example",
    ])("refuses Host %j before checking the token", async (name) => {
      const line = `Host: ${name.replace("P", String(running().port))}`;
      await refused(head("GET /v1/tools HTTP/1.1", line, bearer()), 403, "forbidden");
      await refused(head("GET /v1/tools HTTP/1.1", line, "Authorization: Bearer wrong"), 403, "forbidden");
      await refused(head("GET /openapi.json HTTP/1.1", line), 403, "forbidden");
    });

    it("refuses a missing Host", async () => {
      await refused(head("GET /v1/tools HTTP/1.1", bearer()), 403, "forbidden");
      await refused(head("GET /v1/tools HTTP/1.0", bearer()), 403, "forbidden");
    });

    it("refuses two Hosts in either order, no matter how far apart", async () => {
      const evil = "Host: evil.example";
      await refused(head("GET /v1/tools HTTP/1.1", host(), evil, bearer()), 403, "forbidden");
      await refused(head("GET /v1/tools HTTP/1.1", evil, host(), bearer()), 403, "forbidden");
      await refused(head("GET /v1/tools HTTP/1.1", host(), host(), bearer()), 403, "forbidden");
      const many = Array.from({ length: 2100 }, () => "a:");
      const far = await one(head("GET /v1/tools HTTP/1.1", host(), bearer(), ...many, evil));
      expect([400, 403]).toContain(far.status);
    });

    it("ignores the authority of the request target", async () => {
      await refused(head("GET http://evil.example/v1/tools HTTP/1.1", host(), bearer()), 404, "not_found");
      const own = `GET http://127.0.0.1:${running().port}/v1/tools HTTP/1.1`;
      await refused(head(own, "Host: evil.example", bearer()), 403, "forbidden");
    });
  });

  describe("origin", () => {
    it.each([
      "https://evil.example",
      "null",
      "http://localhost:P",
      "http://127.0.0.1:P",
      "https://app.example.evil",
      "HTTPS://APP.EXAMPLE",
      "https://app.example/",
      "https://app.example:443",
      "http://app.example",
      "",
    ])("refuses Origin %j", async (origin) => {
      const line = `Origin: ${origin.replace("P", String(running().port))}`;
      for (const sent of [
        get("/v1/tools", line),
        post("/v1/tools/pdf_info", good, line),
        get("/openapi.json", line),
      ]) {
        const answer = await refused(sent, 403, "forbidden");
        expect(answer.headers.has("access-control-allow-origin")).toBe(false);
      }
    });

    it("refuses two Origins", async () => {
      const line = `Origin: ${allowedOrigin}`;
      await refused(get("/v1/tools", line, line), 403, "forbidden");
      await refused(get("/v1/tools", line, "Origin: https://evil.example"), 403, "forbidden");
    });

    it("lets an allowed page read answers and errors", async () => {
      const line = `Origin: ${allowedOrigin}`;
      const wrong = head("GET /v1/tools HTTP/1.1", host(), line);
      const sent = [
        get("/v1/tools", line),
        get("/openapi.json", line),
        wrong,
        get("/v1/no", line),
        get("/no", line),
      ];
      const invalid = post("/v1/tools/pdf_info", "{}", line);
      const put = head("PUT /v1/tools HTTP/1.1", host(), bearer(), line);
      const statuses: number[] = [];
      for (const request of [...sent, invalid, put]) {
        const answer = await one(request);
        statuses.push(answer.status);
        expect(answer.headers.get("access-control-allow-origin")).toEqual([allowedOrigin]);
        expect(answer.headers.get("access-control-expose-headers")).toEqual(["Location, X-Request-Id"]);
        expect(answer.headers.get("vary")).toEqual(["Origin"]);
      }
      expect(statuses).toEqual([200, 200, 401, 404, 404, 422, 405]);
    });

    it("omits CORS headers if a request has no origin", async () => {
      expect((await one(get("/v1/tools"))).headers.has("access-control-allow-origin")).toBe(false);
    });

    it("answers preflights from an allowed page without a token, for GET and POST", async () => {
      const preflight = (origin: string, name: string, method = "POST") =>
        head(
          "OPTIONS /v1/tools/pdf_info HTTP/1.1",
          `Host: ${name}`,
          `Origin: ${origin}`,
          `Access-Control-Request-Method: ${method}`,
          "Access-Control-Request-Headers: authorization, content-type",
        );
      const own = `127.0.0.1:${running().port}`;
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await one(preflight(allowedOrigin, own, method));
        expect(answer.status).toBe(204);
        expect(answer.text).toBe("");
        expect(answer.headers.get("access-control-allow-origin")).toEqual([allowedOrigin]);
        expect(answer.headers.get("access-control-allow-methods")).toEqual(["GET, POST"]);
        expect(answer.headers.get("access-control-allow-headers")).toEqual(["Authorization, Content-Type"]);
        expect(answer.headers.get("x-request-id")?.[0]).toMatch(uuid);
      }
      await refused(preflight("https://evil.example", own), 403, "forbidden");
      await refused(preflight(allowedOrigin, "evil.example"), 403, "forbidden");
    });

    it("treats an OPTIONS request that isn't a preflight like any other method", async () => {
      await refused(head("OPTIONS /v1/tools HTTP/1.1", host()), 401, "unauthorized");
      const answer = await refused(
        head("OPTIONS /v1/tools HTTP/1.1", host(), bearer()),
        405,
        "method_not_allowed",
      );
      expect(answer.headers.get("allow")).toEqual(["GET"]);
    });
  });

  describe("path", () => {
    it.each([
      "/admin",
      "/",
      "/v1",
      "/V1/tools",
      "//v1/tools",
      "/v1x/tools",
      "/v1/../openapi.json/x",
      "/%76%31/tools",
      "/openapi.json/",
      "/openapi",
    ])("answers %s with 404 or 401 by the raw target", async (path) => {
      const inside = path.startsWith("/v1/");
      const [status, code] = inside ? ([401, "unauthorized"] as const) : ([404, "not_found"] as const);
      await refused(head(`GET ${path} HTTP/1.1`, host()), status, code);
      await refused(get(path), 404, "not_found");
    });

    it.each([
      "/v1/nope",
      "/v1/",
      "/v1/tools/",
      "/v1/tools/nope",
      "/v1/tools/pdf%5Finfo",
      "/v1/tools/pdf_info/",
      "/v1//tools",
      "/v1/tools/../tools",
      "/v1/tools/constructor",
      "/v1/tools/__proto__",
    ])("answers %s with 404, but only to requests with the token", async (path) => {
      await refused(head(`GET ${path} HTTP/1.1`, host()), 401, "unauthorized");
      await refused(get(path), 404, "not_found");
      await refused(post(path, good), 404, "not_found");
    });

    it("serves its own description without a token", async () => {
      const answer = await one(head("GET /openapi.json HTTP/1.1", host()));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toEqual(["application/json"]);
      const document: unknown = JSON.parse(answer.text);
      expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "0.1.0" } });
    });
  });

  describe("token", () => {
    it.each<[string, (token: string) => Lines]>([
      ["no Authorization", () => []],
      ["Basic", () => ["Authorization: Basic YTpi"]],
      ["no token", () => ["Authorization: Bearer"]],
      ["two spaces", (right) => [`Authorization: Bearer  ${right}`]],
      ["more after it", (right) => [`Authorization: Bearer ${right} x`]],
      ["cut by one", (right) => [`Authorization: Bearer ${right.slice(0, -1)}`]],
      ["one more", (right) => [`Authorization: Bearer ${right}x`]],
      ["the token alone", (right) => [`Authorization: ${right}`]],
      ["cookie", (right) => [`Cookie: token=${right}`]],
      ["good then bad", (right) => [`Authorization: Bearer ${right}`, "Authorization: Bearer x"]],
      ["bad then good", (right) => ["Authorization: Bearer x", `Authorization: Bearer ${right}`]],
      ["twice", (right) => [`Authorization: Bearer ${right}`, `Authorization: Bearer ${right}`]],
    ])("answers %s with 401", async (_, lines) => {
      const answer = await refused(
        head("GET /v1/tools HTTP/1.1", host(), ...lines(running().token)),
        401,
        "unauthorized",
      );
      expect(answer.headers.get("www-authenticate")).toEqual(['Bearer realm="service"']);
    });

    it("doesn't accept the token in the query", async () => {
      await refused(
        head(`GET /v1/tools?access_token=${running().token} HTTP/1.1`, host()),
        401,
        "unauthorized",
      );
    });

    it("distinguishes a missing token from a wrong one", async () => {
      const missing = await refused(head("GET /v1/tools HTTP/1.1", host()), 401, "unauthorized");
      const wrong = await refused(
        head("GET /v1/tools HTTP/1.1", host(), "Authorization: Bearer x"),
        401,
        "unauthorized",
      );
      expect(missing.text).toContain("missing");
      expect(wrong.text).toContain("wrong");
      expect(wrong.text).not.toContain("missing");
    });

    it("accepts the scheme in any case", async () => {
      expect(
        (await one(head("GET /v1/tools HTTP/1.1", host(), `authorization: bEARER ${running().token}`)))
          .status,
      ).toBe(200);
    });
  });

  describe("method", () => {
    it.each(["PUT", "PATCH", "TRACE", "DELETE", "POST"])(
      "answers %s on a list with 405 and Allow",
      async (method) => {
        const answer = await refused(
          head(`${method} /v1/tools HTTP/1.1`, host(), bearer()),
          405,
          "method_not_allowed",
        );
        expect(answer.headers.get("allow")).toEqual(["GET"]);
      },
    );

    it("names the only method of a tool and of the description", async () => {
      expect(
        (await refused(get("/v1/tools/pdf_info"), 405, "method_not_allowed")).headers.get("allow"),
      ).toEqual(["POST"]);
      const description = await refused(post("/openapi.json", good), 405, "method_not_allowed");
      expect(description.headers.get("allow")).toEqual(["GET"]);
    });

    it("answers HEAD like GET without the body, or with the headers of the 405 if there is no GET", async () => {
      for (const path of ["/openapi.json", "/v1/tools", "/v1/jobs"]) {
        const answer = await one(head(`HEAD ${path} HTTP/1.1`, host(), bearer()), { head: true });
        const body = await one(get(path));
        expect([path, answer.status]).toEqual([path, body.status]);
        expect(answer.headers.get("content-type")).toEqual(body.headers.get("content-type"));
        expect(answer.talk.rest).toBe("");
      }
      const refused = await one(head("HEAD /v1/tools/pdf_info HTTP/1.1", host(), bearer()), { head: true });
      expect(refused.status).toBe(405);
      expect(refused.headers.get("allow")).toEqual(["POST"]);
      expect(refused.talk.rest).toBe("");
    });

    it("answers unknown methods and CONNECT", async () => {
      expect([400, 405]).toContain((await one(head("FOO /v1/tools HTTP/1.1", host(), bearer()))).status);
      const tunnel = await one(head("CONNECT x:1 HTTP/1.1", host(), bearer()), { untilClosedMs: 5000 });
      expect([400, 404, 405]).toContain(tunnel.status);
      expect(tunnel.talk.closed).toBe(true);
    });

    it("never upgrades a connection", async () => {
      const wish = [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ];
      await refused(head("GET /v1/tools HTTP/1.1", bearer(), ...wish), 403, "forbidden");
      await refused(get("/v1/tools/pdf_info", ...wish), 405, "method_not_allowed");
      const h2c = [
        "Connection: Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
      ];
      expect((await one(get("/v1/tools", ...h2c))).status).toBe(200);
    });
  });

  describe("request ids", () => {
    it("are the service's own, unique to each answer, and repeated in the problem", async () => {
      const mine = "11111111-1111-4111-8111-111111111111";
      const ids = new Set<string>();
      for (const sent of [
        get("/v1/tools", `X-Request-Id: ${mine}`),
        get("/v1/no"),
        get("/no"),
        "GET\r\n\r\n",
      ])
        ids.add((await one(sent)).headers.get("x-request-id")?.[0] ?? "");
      expect(ids.size).toBe(4);
      for (const id of ids) expect(id).toMatch(uuid);
      expect(ids.has(mine)).toBe(false);
    });
  });
}
