import { describe, expect, it } from "vitest";
import { readConfig, type ServeFlags } from "../src/config.ts";

const flags: ServeFlags = {
  "allow-dir": ["."],
  "allow-origin": [],
  "webhook-allow": [],
  "ready-json": false,
};
const zeros = (bytes: number) => new Uint8Array(bytes);
const token = "t".repeat(32);
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

function errorsOf(change: Partial<ServeFlags>, environment: Record<string, string> = {}) {
  return readConfig({ ...flags, ...change }, environment, zeros).errors ?? [];
}

describe("readConfig", () => {
  it("fills in the defaults", () => {
    const { config } = readConfig(flags, {}, zeros);
    expect(config).toMatchObject({
      allowDirs: ["."],
      port: 7341,
      allowOrigins: [],
      webhookAllow: [],
      tokenGenerated: true,
      webhookSecretGenerated: true,
      deadlineMs: 300_000,
      log: "text",
      debug: false,
      readyJson: false,
    });
  });

  it("makes a token of 32 random bytes in base64url, and a secret of another 32", () => {
    let next = 0;
    const random = (bytes: number) => new Uint8Array(bytes).fill(++next);
    const { config } = readConfig(flags, {}, random);
    expect(config?.token.reveal()).toBe(Buffer.alloc(32, 1).toString("base64url"));
    expect(config?.webhookSecret.reveal()).toBe(`whsec_${Buffer.alloc(32, 2).toString("base64")}`);
  });

  it("takes the given token and secret, and shows neither in JSON", () => {
    const environment = { SERVICE_API_TOKEN: token, SERVICE_WEBHOOK_SECRET: webhookSecret };
    const { config } = readConfig(flags, environment, zeros);
    expect(config?.token.reveal()).toBe(token);
    expect(config?.webhookSecret.reveal()).toBe(webhookSecret);
    expect(config).toMatchObject({ tokenGenerated: false, webhookSecretGenerated: false });
    expect(JSON.stringify(config)).not.toContain(token);
    expect(`${config?.webhookSecret}`).toBe("[secret]");
  });

  it("says how to allow a folder when none is", () => {
    expect(errorsOf({ "allow-dir": [] })).toEqual([
      expect.stringContaining("pdfd serve --allow-dir <folder>"),
    ]);
    expect(errorsOf({ "allow-dir": ["a", ""] })).toHaveLength(1);
  });

  it.each([
    ["0", 0],
    ["65535", 65_535],
    ["08080", 8080],
  ])("takes port %s", (port, number) => {
    expect(readConfig({ ...flags, port }, {}, zeros).config?.port).toBe(number);
  });

  it.each(["65536", "-1", "", "80a", "1e3", "0x50", " 80", "999999999999"])("refuses port %j", (port) => {
    expect(errorsOf({ port })).toEqual([expect.stringContaining("--port")]);
  });

  it.each([
    ["https://app.example", "https://app.example"],
    ["https://App.Example:443", "https://app.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://[::1]:80", "http://[::1]"],
  ])("takes origin %s as browsers write it", (given, origin) => {
    const { config } = readConfig({ ...flags, "allow-origin": [given], "webhook-allow": [given] }, {}, zeros);
    expect(config?.allowOrigins).toEqual([origin]);
    expect(config?.webhookAllow).toEqual([origin]);
  });

  const badOrigins = [
    ["*"],
    ["null"],
    [""],
    ["a.example"],
    ["https://a/b"],
    ["https://a/"],
    ["https://a?b"],
    ["https://a#b"],
    ["https://u@a"],
    ["https:\\\\a"],
    ["https://"],
    ["ftp://a"],
    ["https://a b"],
    ["https://*.a.example:x"],
    ["//a"],
  ];
  it.each(badOrigins)("refuses origin %j for both flags", (origin) => {
    expect(errorsOf({ "allow-origin": [origin] })).toEqual([expect.stringContaining("--allow-origin")]);
    expect(errorsOf({ "webhook-allow": [origin] })).toEqual([expect.stringContaining("--webhook-allow")]);
  });

  it.each([["t".repeat(31)], [""], [`${token} x`], [`${token}\n`], [`${token}é`], [`${token}\u007f`]])(
    "refuses token %j without repeating it",
    (given) => {
      const errors = errorsOf({}, { SERVICE_API_TOKEN: given });
      expect(errors).toEqual([expect.stringContaining("SERVICE_API_TOKEN")]);
      if (given.length > 0) expect(errors[0]).not.toContain(given);
    },
  );

  it.each([
    [""],
    ["whsec_"],
    [Buffer.alloc(32).toString("base64")],
    [`whsec_${Buffer.alloc(31).toString("base64")}`],
    [`whsec_${Buffer.alloc(33).toString("base64")}`],
    [`whsec_${Buffer.alloc(32, 255).toString("base64url")}`],
    [`${webhookSecret} `],
    [`WHSEC_${Buffer.alloc(32).toString("base64")}`],
  ])("refuses webhook secret %j", (given) => {
    expect(errorsOf({}, { SERVICE_WEBHOOK_SECRET: given })).toEqual([
      expect.stringContaining("SERVICE_WEBHOOK_SECRET"),
    ]);
  });

  it("reads the deadline in seconds", () => {
    expect(readConfig({ ...flags, deadline: "1.5" }, {}, zeros).config?.deadlineMs).toBe(1500);
    expect(readConfig({ ...flags, deadline: "86400" }, {}, zeros).config?.deadlineMs).toBe(86_400_000);
  });

  it.each(["0", "-1", "5m", "", "86401", "Infinity"])("refuses deadline %j", (deadline) => {
    expect(errorsOf({ deadline })).toEqual([expect.stringContaining("--deadline")]);
  });

  it("refuses another log format", () => {
    expect(errorsOf({ log: "xml" })).toEqual([expect.stringContaining("--log")]);
    expect(readConfig({ ...flags, log: "json" }, {}, zeros).config?.log).toBe("json");
  });

  it("names every mistake, each on one line", () => {
    const errors = errorsOf({ "allow-dir": [], port: "x\ny", log: "z" }, { SERVICE_API_TOKEN: "short" });
    expect(errors).toHaveLength(4);
    for (const line of errors) expect(line).not.toContain("\n");
  });
});
