import { describe, expect, it } from "vitest";
import { checkMediaType } from "../../src/http/body.ts";

describe("checkMediaType", () => {
  it.each<[string, readonly (readonly [string, string])[], string | undefined]>([
    ["json", [["Content-Type", "application/json"]], undefined],
    [
      "json, identity",
      [
        ["Content-Type", "application/json"],
        ["Content-Encoding", "identity"],
      ],
      undefined,
    ],
    ["json with a parameter", [["Content-Type", "Application/JSON ; charset=utf-8"]], undefined],
    [
      "br",
      [
        ["Content-Type", "application/json"],
        ["Content-Encoding", "br"],
      ],
      "unsupported_media_type",
    ],
    ["two types in one line", [["Content-Type", "application/json, text/plain"]], "unsupported_media_type"],
    ["nothing", [], "unsupported_media_type"],
  ])("%s", (_, headers, code) => {
    expect(checkMediaType({ method: "POST", target: "/", headers })?.code).toBe(code);
  });
});
