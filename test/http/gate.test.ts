import { describe, expect, it } from "vitest";
import { secret } from "../../src/core/secret.ts";
import { corsHeaders, isPreflight } from "../../src/http/cors.ts";
import {
  type Check,
  checkFraming,
  checkHost,
  checkLength,
  checkOrigin,
  checkPath,
  checkToken,
  firstProblem,
  type GateRules,
  gateChecks,
  tokenComparer,
} from "../../src/http/gate.ts";
import type { RequestHead } from "../../src/http/request-head.ts";

const token = "right-token-right-token-right-token";
const origins = new Set(["https://app.example"]);

function rules(port = 7341): GateRules {
  return { port, allowOrigins: origins, tokenMatches: tokenComparer(secret(token)) };
}

function head(headers: RequestHead["headers"], target = "/v1/tools", method = "GET"): RequestHead {
  return { method, target, headers };
}

const verdict = (check: Check, request: RequestHead, port?: number) =>
  check(request, rules(port))?.code ?? "pass";

describe("individual checks", () => {
  it.each<[string, Check, RequestHead["headers"], string]>([
    ["no length", checkFraming, [], "pass"],
    ["one length", checkFraming, [["Content-Length", "3"]], "pass"],
    ["chunked", checkFraming, [["Transfer-Encoding", "Chunked"]], "pass"],
    [
      "two lengths",
      checkFraming,
      [
        ["Content-Length", "3"],
        ["content-length", "3"],
      ],
      "bad_request",
    ],
    [
      "both",
      checkFraming,
      [
        ["Content-Length", "3"],
        ["Transfer-Encoding", "chunked"],
      ],
      "bad_request",
    ],
    ["other coding", checkFraming, [["Transfer-Encoding", "gzip, chunked"]], "bad_request"],
    ["host", checkHost, [["HOST", "LocalHost:7341"]], "pass"],
    ["host, other port", checkHost, [["Host", "localhost:7342"]], "forbidden"],
    ["no host", checkHost, [], "forbidden"],
    [
      "two hosts",
      checkHost,
      [
        ["Host", "localhost:7341"],
        ["Host", "localhost:7341"],
      ],
      "forbidden",
    ],
    ["no origin", checkOrigin, [], "pass"],
    ["origin", checkOrigin, [["Origin", "https://app.example"]], "pass"],
    ["other origin", checkOrigin, [["Origin", "https://app.example:8443"]], "forbidden"],
    ["empty origin", checkOrigin, [["Origin", ""]], "forbidden"],
    ["token", checkToken, [["Authorization", `Bearer ${token}`]], "pass"],
    ["wrong token", checkToken, [["Authorization", `Bearer ${token}x`]], "unauthorized"],
    ["tab", checkToken, [["Authorization", `Bearer\t${token}`]], "unauthorized"],
    ["length at the limit", checkLength, [["Content-Length", "1000000"]], "pass"],
    ["length over the limit", checkLength, [["Content-Length", "1000001"]], "payload_too_large"],
  ])("%s", (_, check, headers, expected) => {
    expect(verdict(check, head(headers))).toBe(expected);
  });

  it.each([
    ["/openapi.json", "pass"],
    ["/openapi.json?x=1", "pass"],
    ["/v1/", "pass"],
    ["/v1/anything?x=/", "pass"],
    ["/v1", "not_found"],
    ["//v1/tools", "not_found"],
    ["/x?/v1/tools", "not_found"],
    ["*", "not_found"],
    ["http://127.0.0.1:7341/v1/tools", "not_found"],
    ["", "not_found"],
  ])("path %j: %s", (target, expected) => {
    expect(verdict(checkPath, head([], target))).toBe(expected);
  });

  it("accepts a Host without a port only on port 80", () => {
    expect(verdict(checkHost, head([["Host", "localhost"]]), 80)).toBe("pass");
    expect(verdict(checkHost, head([["Host", "localhost:80"]]), 80)).toBe("pass");
    expect(verdict(checkHost, head([["Host", "localhost"]]), 8080)).toBe("forbidden");
  });

  it("lets only the description through without a token", () => {
    expect(verdict(checkToken, head([], "/openapi.json"))).toBe("pass");
    expect(verdict(checkToken, head([], "/v1/openapi.json"))).toBe("unauthorized");
  });
});

describe("the list of checks", () => {
  /** Each head fails its check and all later ones. */
  const faults: readonly [string, RequestHead["headers"], string][] = [
    [
      "bad_request",
      [
        ["Content-Length", "1"],
        ["Content-Length", "1"],
      ],
      "/x",
    ],
    [
      "forbidden",
      [
        ["Host", "evil"],
        ["Origin", "https://evil.example"],
      ],
      "/x",
    ],
    [
      "forbidden",
      [
        ["Host", "localhost:7341"],
        ["Origin", "https://evil.example"],
      ],
      "/x",
    ],
    ["not_found", [["Host", "localhost:7341"]], "/x"],
    ["unauthorized", [["Host", "localhost:7341"]], "/v1/x"],
  ];

  it.each(faults)("responds with the first failure: %s", (code, headers, target) => {
    expect(firstProblem(gateChecks, head(headers, target), rules())?.code).toBe(code);
  });

  it("accepts a valid head", () => {
    const good = head([
      ["Host", "127.0.0.1:7341"],
      ["Authorization", `Bearer ${token}`],
    ]);
    expect(firstProblem(gateChecks, good, rules())).toBeUndefined();
  });

  it("distinguishes a bad Host from a bad Origin", () => {
    const [, byHost, byOrigin] = faults.map(([, headers, target]) =>
      firstProblem(gateChecks, head(headers, target), rules()),
    );
    expect(byHost?.message).toContain("Host");
    expect(byOrigin?.message).toContain("Origin");
  });
});

describe("cross-origin headers", () => {
  it("are sent only for a single allowed origin", () => {
    expect(corsHeaders(head([["Origin", "https://app.example"]]), origins)).toEqual({
      "access-control-allow-origin": "https://app.example",
      "access-control-expose-headers": "Location, X-Request-Id",
      vary: "Origin",
    });
    expect(corsHeaders(head([["Origin", "https://evil.example"]]), origins)).toEqual({});
    expect(
      corsHeaders(
        head([
          ["Origin", "https://app.example"],
          ["Origin", "https://app.example"],
        ]),
        origins,
      ),
    ).toEqual({});
    expect(corsHeaders(head([["Origin", "https://app.example"]]), new Set())).toEqual({});
  });

  it("recognize a preflight only if all three signs are present", () => {
    const marks = [
      ["Origin", "https://app.example"],
      ["Access-Control-Request-Method", "POST"],
    ] as const;
    expect(isPreflight(head(marks, "/v1/tools", "OPTIONS"))).toBe(true);
    expect(isPreflight(head(marks, "/v1/tools", "POST"))).toBe(false);
    expect(isPreflight(head(marks.slice(0, 1), "/v1/tools", "OPTIONS"))).toBe(false);
    expect(isPreflight(head(marks.slice(1), "/v1/tools", "OPTIONS"))).toBe(false);
  });
});
