import { describe, expect, it } from "vitest";
import { targetOf } from "../../src/http/request-head.ts";

const request = new Request("http://127.0.0.1/");
const target = (url: string, host = "127.0.0.1:7341", basePath = "") =>
  targetOf(request, { url, rawHeaders: ["Host", host] }, basePath);

describe("a request target", () => {
  it.each([
    ["/v1/tools?a=b", "/v1/tools?a=b"],
    ["http://127.0.0.1:7341/v1/tools", "/v1/tools"],
    ["HTTP://127.0.0.1:7341/v1/tools", "/v1/tools"],
    ["http://127.0.0.1:7341", "/"],
    ["http://127.0.0.1:7341?wait=1", "/?wait=1"],
  ])("with our own authority is reduced to its path: %s", (url, path) => {
    expect(target(url)).toBe(path);
  });

  it.each([
    "http://evil.example/v1/tools",
    "http://127.0.0.1:73410/v1/tools",
    "http://127.0.0.1:7341@evil.example/v1/tools",
    "https://127.0.0.1:7341/v1/tools",
    "*",
  ])("with another authority is left unchanged: %s", (url) => {
    expect(target(url)).toBe(url);
  });

  it("loses the app's mount path", () => {
    expect(target("http://127.0.0.1:7341/pdfs/v1/tools", "127.0.0.1:7341", "/pdfs")).toBe("/v1/tools");
  });
});
