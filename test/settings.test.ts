/** Settings: the rules for every setting, and the values that each accepts. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { optionsHelp } from "../src/cli/commands/help.ts";
import { runLine } from "../src/cli/flags/command.ts";
import { UsageError } from "../src/cli/flags/flags.ts";
import { mcpCommand } from "../src/cli/serve/mcp.ts";
import { serveCommand, serveSettingsOf } from "../src/cli/serve/serve.ts";
import { lineFlags } from "../src/cli/tools/jsonl/jsonl.ts";
import { createApp } from "../src/index.ts";
import { callSettings, defaultOf, readSettings, type Setting, serveSettings } from "../src/settings.ts";
import { readDocument } from "./readme.ts";
import { givenFlags } from "./support/given-flags.ts";

const token = "t".repeat(32);
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The settings of `pdfd serve --allow-dir .` followed by these flags. */
function serve(flags: readonly string[] = [], environment: Record<string, string> = {}) {
  return serveSettingsOf(givenFlags(serveCommand, ["--allow-dir", ".", ...flags]), environment);
}

/** The lines that refuse the settings. */
function refusal(flags: readonly string[], environment: Record<string, string> = {}): readonly string[] {
  try {
    serve(flags, environment);
  } catch (error) {
    if (error instanceof UsageError) return error.message.split("\n");
    throw error;
  }
  return [];
}

const settings: readonly (readonly [string, Setting])[] = Object.entries(serveSettings);

describe("every setting", () => {
  it.each(settings)("%s is set by a flag, a variable or both, with its own names", (_, setting) => {
    expect([setting.flag, setting.variable].filter((name) => name !== undefined)).not.toEqual([]);
    for (const name of ["flag", "variable", "option"] as const)
      if (setting[name] !== undefined)
        expect(settings.filter(([, one]) => one[name] === setting[name])).toHaveLength(1);
  });

  it.each(settings)("%s is in the help and in the documents, with its default", (key, setting) => {
    const { flag, variable, description } = setting;
    const usual = defaultOf(setting);
    if (flag !== undefined) {
      expect(serveCommand.args[flag]?.description).toContain(description);
      expect(serveCommand.args[flag]?.usual).toBe(usual);
    }
    // The help of shared options covers those that other commands also have.
    const help = key in callSettings ? optionsHelp() : serveCommand.notes;
    if (variable !== undefined) expect(help).toContain(variable);
    const row = readDocument("docs/options.md")
      .split("\n")
      .find((line) => line.includes(description.replaceAll("|", "\\|")));
    expect(row).toContain(flag === undefined ? variable : `--${flag}`);
    expect(row).toContain(variable ?? "");
    expect(row).toContain(usual ?? "");
  });

  const wrong = "\u0001 wrong";
  const refusing = settings.filter(
    ([, { kind, schema }]) => !v.is(schema, kind === "list" ? [wrong] : wrong) && kind !== "switch",
  );

  it.each(refusing)(
    "%s is refused under the name it was given by; a flag overrides a variable",
    (_, setting) => {
      const { flag, variable, make } = setting;
      const line = (name: string) => (make ? `${name} ` : `${name} ${JSON.stringify(wrong)} `);
      const environment = variable === undefined ? {} : { [variable]: wrong };
      const given = flag === undefined ? [] : [`--${flag}`, wrong];
      expect(refusal(given, environment)).toEqual([
        expect.stringContaining(line(flag === undefined ? `${variable}` : `--${flag}`)),
      ]);
      if (variable !== undefined)
        expect(refusal([], environment)).toEqual([expect.stringContaining(line(variable))]);
    },
  );

  it.each(refusing.filter(([, { option }]) => option !== undefined))(
    "%s is refused as an option of createApp",
    (_, { option = "", kind }) => {
      const options = { allowDirs: ["."], [option]: kind === "list" ? [wrong] : wrong };
      expect(() => createApp(options)).toThrow(TypeError);
      expect(() => createApp(options)).toThrow(`createApp: ${option} `);
      expect(() => createApp(options)).not.toThrow(/--|[A-Z]_[A-Z]/);
    },
  );

  it("for calls belongs to every command that makes many calls", () => {
    for (const { flag } of Object.values<Setting>(callSettings))
      if (flag !== undefined)
        for (const flags of [serveCommand.args, mcpCommand.args, lineFlags])
          expect(flags).toHaveProperty([flag]);
  });
});

describe("settings", () => {
  it("have defaults", () => {
    expect(serve()).toMatchObject({
      allowDirs: ["."],
      port: 7341,
      allowOrigins: [],
      webhookAllow: [],
      deadlineMs: 300_000,
      officeDeadlineMs: 120_000,
      fontDirs: [],
      modelEndpoint: undefined,
      log: "text",
      debug: false,
      readyJson: false,
    });
  });

  it("report every mistake, each on one line", () => {
    const flags = ["--port", "x\ny", "--log", "z", "--allow-origin", "a", "--allow-origin", "b"];
    const lines = refusal(flags, { SERVICE_API_TOKEN: "short" });
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^(--|SERVICE_)/);
  });

  it("include at least one folder", async () => {
    expect(() => serveSettingsOf(givenFlags(serveCommand, []), {})).toThrow(
      /^--allow-dir must name a folder/,
    );
    await expect(runLine(mcpCommand, [])).rejects.toThrow(/^--allow-dir must name a folder/);
    expect(refusal(["--allow-dir", ""])).toEqual(['--allow-dir "" is not a folder; . is the current one']);
  });
});

describe("a secret", () => {
  const make = (environment: Record<string, string> = {}) => {
    let next = 0;
    const random = (bytes: number) => new Uint8Array(bytes).fill(++next);
    return readSettings(
      { token: serveSettings.token, webhookSecret: serveSettings.webhookSecret },
      ({ variable = "" }) => ({ name: variable, value: environment[variable] }),
      random,
    );
  };

  it("is generated if none is given: 32 random bytes, a token in base64url", () => {
    const made = make();
    expect(made.token.reveal()).toBe(Buffer.alloc(32, 1).toString("base64url"));
    expect(made.webhookSecret.reveal()).toBe(`whsec_${Buffer.alloc(32, 2).toString("base64")}`);
    expect(made).toMatchObject({ token: { made: true }, webhookSecret: { made: true } });
  });

  it("is used if given, and appears in no JSON", () => {
    const given = make({ SERVICE_API_TOKEN: token, SERVICE_WEBHOOK_SECRET: webhookSecret });
    expect(given.token.reveal()).toBe(token);
    expect(given.webhookSecret.reveal()).toBe(webhookSecret);
    expect(given).toMatchObject({ token: { made: false }, webhookSecret: { made: false } });
    expect(JSON.stringify(given)).not.toContain(token);
    expect(`${given.webhookSecret}`).toBe("[secret]");
  });

  it.each([["t".repeat(31)], [""], [`${token} x`], [`${token}\n`], [`${token}é`], [`${token}\u007f`]])(
    "can't be the token %j, which isn't repeated",
    (given) => {
      const lines = refusal([], { SERVICE_API_TOKEN: given });
      expect(lines).toEqual([expect.stringContaining("SERVICE_API_TOKEN")]);
      if (given.length > 0) expect(lines[0]).not.toContain(given);
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
  ])("can't sign callbacks if it is %j", (given) => {
    expect(refusal([], { SERVICE_WEBHOOK_SECRET: given })).toEqual([
      expect.stringMatching(/^SERVICE_WEBHOOK_SECRET is malformed/),
    ]);
  });
});

describe("a port", () => {
  it.each([
    ["0", 0],
    ["65535", 65_535],
    ["08080", 8080],
  ])("can be %s", (port, number) => {
    expect(serve(["--port", port]).port).toBe(number);
  });

  it.each(["65536", "-1", "", "80a", "1e3", "0x50", " 80", "999999999999"])("can't be %j", (port) => {
    expect(refusal([`--port=${port}`])).toEqual([expect.stringContaining("--port")]);
  });
});

describe("an origin", () => {
  it.each([
    ["https://app.example", "https://app.example"],
    ["https://App.Example:443", "https://app.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://[::1]:80", "http://[::1]"],
  ])("can be %s, as browsers write it", (given, origin) => {
    const { allowOrigins, webhookAllow } = serve(["--allow-origin", given, "--webhook-allow", given]);
    expect([allowOrigins, webhookAllow]).toEqual([[origin], [origin]]);
  });

  it.each([
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
  ])("can't be %j", (origin) => {
    for (const flag of ["--allow-origin", "--webhook-allow"])
      expect(refusal([`${flag}=${origin}`])).toEqual([expect.stringContaining(flag)]);
  });
});

describe("a time", () => {
  it.each([
    ["1.5", 1500],
    ["86400", 86_400_000],
    ["0.0001", undefined],
  ])("is given in seconds: %s", (text, ms) => {
    if (ms === undefined) expect(refusal(["--deadline", text])).toHaveLength(1);
    else expect(serve(["--deadline", text]).deadlineMs).toBe(ms);
  });

  it.each(["0", "-1", "5m", "", "1e3", "86401", "Infinity"])("can't be %j", (text) => {
    expect(refusal([`--deadline=${text}`])).toEqual([expect.stringMatching(/^--deadline /)]);
  });
});

describe("reading by a model", () => {
  it("is configured by flags, then by the environment; an empty text sets nothing", () => {
    const environment = {
      PDFD_OCR_ENDPOINT: "http://localhost:8080/v1",
      PDFD_OCR_ENDPOINT_MODEL_0_8B: "small",
      PDFD_OCR_ENDPOINT_MODEL_4B: "",
      PDFD_OCR_PAGE_DEADLINE: "60",
      PDFD_OCR_IDLE: "0.5",
    };
    expect(serve([], environment)).toMatchObject({
      modelEndpoint: "http://localhost:8080",
      endpointModel08b: "small",
      endpointModel4b: undefined,
      pageDeadlineMs: 60_000,
      modelIdleMs: 500,
    });
    const flags = ["--model-endpoint", "http://[::1]:1234/", "--page-deadline", "5"];
    expect(serve(flags, environment)).toMatchObject({
      modelEndpoint: "http://[::1]:1234",
      pageDeadlineMs: 5000,
    });
    expect(serve(["--model-endpoint="], {}).modelEndpoint).toBeUndefined();
  });

  it.each([
    "http://192.168.1.2:8080",
    "http://127.0.0.1.example.com",
    "https://models.example",
    "http://user:secret@127.0.0.1:8080",
    "http://127.0.0.1:8080/other",
    "http://127.0.0.1:8080?x",
    "127.0.0.1:8080",
    "ftp://127.0.0.1",
    "x",
  ])("is refused at %s", (endpoint) => {
    expect(refusal(["--model-endpoint", endpoint])).toEqual([expect.stringMatching(/^--model-endpoint "/)]);
    expect(refusal([], { PDFD_OCR_ENDPOINT: endpoint })).toEqual([
      expect.stringMatching(/^PDFD_OCR_ENDPOINT "/),
    ]);
  });
});
