/**
 * Every setting of pdfd, declared once: its flag, its variable, its name in `createApp`, its description, and the schema that
 * validates and converts it. Command line parsing, help, completions, the tables in docs/options.md and the settings' types
 * are derived from these lists.
 */
import { Buffer } from "node:buffer";
import { isAbsolute, resolve } from "node:path";
import * as v from "valibot";
import { defaultDeadlineMs, defaultOfficeDeadlineMs, minTokenLength } from "./core/limits.ts";
import { type Secret, secret } from "./core/secret.ts";
import { defaultPort } from "./core/version.ts";
import { fontFolder } from "./host/font-files.ts";

export interface Setting {
  /** The flag without `--`; a setting without one is set only by its variable. */
  readonly flag?: string;
  /** A single text if omitted. */
  readonly kind?: "list" | "switch";
  /** The value's placeholder in the help, for example `folder`. */
  readonly hint?: string;
  /** The environment variable. A flag takes precedence. */
  readonly variable?: string;
  /** Its name among the options of `createApp`. */
  readonly option?: string;
  /** The schema's default is appended where this is shown. */
  readonly description: string;
  /** Converts the given text, texts or switch to the value. Messages follow the name and the value. */
  readonly schema: v.GenericSchema;
  /** Generates a value if none is given. Such a value is a secret: no message repeats it. */
  readonly make?: (random: RandomBytes) => Secret;
}

/** Returns this many unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

/** A day: anything longer is a typo. */
const maxSeconds = 86_400;

const milliseconds = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0 && Number(text) <= maxSeconds,
    `is not a time; write seconds, more than 0 and at most ${maxSeconds}`,
  ),
  v.transform((text) => Math.ceil(Number(text) * 1000)),
);

/** An empty text counts as unset: scripts pass on unset variables. */
function unlessEmpty<S extends v.GenericSchema<string, unknown>>(schema: S) {
  const given = v.transform((text: string) => (text === "" ? undefined : text));
  return v.optional(v.pipe(v.string(), given, v.optional(schema)));
}

/** A repeatable setting. */
function listOf<const S extends v.GenericSchema<string, string>>(item: S, what: string) {
  return v.optional(v.array(item, `must be a list of ${what}`), []);
}

const folders = listOf(v.pipe(v.string(), v.nonEmpty("is not a folder; . is the current one")), "folders");

const fontFolders = listOf(
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const found = dataset.value === "" ? undefined : fontFolder(resolve(dataset.value));
      if (found !== undefined) return found;
      addIssue({ message: "is not a folder that can be read" });
      return NEVER;
    }),
  ),
  "folders",
);

/** An origin in the form that browsers send: scheme, host and a non-default port. */
const origins = listOf(
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && /^https?:\/\/[^/?#@\\\s]+$/i.test(text),
      "is not an origin; write scheme, host and port only, for example https://app.example",
    ),
    v.transform((text) => new URL(text).origin),
  ),
  "origins",
);

/** A program is given by its full path: some system would search for a short name in the current folder. */
const program = v.pipe(
  v.string(),
  v.check(isAbsolute, "is not an absolute path; write the program's full path"),
);

/** Pages leave this program only for another one on the same computer: documents stay here. */
const modelServer = v.pipe(
  v.string(),
  v.check(isModelServer, "is not the address of a model server; write it like http://127.0.0.1:8080"),
  v.check(
    (text) => /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(new URL(text).hostname),
    "is not on this computer; pages are only sent to 127.0.0.1, localhost or [::1]",
  ),
  v.transform((text) => new URL(text).origin),
);

function isModelServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return protocol === "http:" && /^\/(v1\/?)?$/.test(pathname) && username + password + search + hash === "";
}

/** For every call: where it may read and write, how long it may take, and its fonts. */
export const basicSettings = {
  allowDirs: {
    flag: "allow-dir",
    kind: "list",
    hint: "folder",
    option: "allowDirs",
    description: "Folder that may be read and written; repeatable. Relative paths start in the first",
    schema: folders,
  },
  deadlineMs: {
    flag: "deadline",
    hint: "seconds",
    option: "deadline",
    description: "Time limit of one tool call; by default, the command of a tool has none",
    schema: v.optional(milliseconds, `${defaultDeadlineMs / 1000}`),
  },
  fontDirs: {
    flag: "font-dir",
    kind: "list",
    hint: "folder",
    option: "fontDirs",
    description:
      "Folder of TrueType or OpenType fonts for labels and watermarks, for characters that pdfd's own fonts lack; searched before the system's; repeatable",
    schema: fontFolders,
  },
} as const satisfies SettingTable;

export const officeSettings = {
  soffice: {
    flag: "soffice",
    hint: "program",
    variable: "PDFD_SOFFICE",
    option: "soffice",
    description: "Absolute path of LibreOffice's soffice; by default, PATH and the usual places are searched",
    schema: unlessEmpty(program),
  },
  officeDeadlineMs: {
    flag: "office-deadline",
    hint: "seconds",
    option: "officeDeadline",
    description: "Time limit of one office conversion",
    schema: v.optional(milliseconds, `${defaultOfficeDeadlineMs / 1000}`),
  },
} as const satisfies SettingTable;

/** How models read page images; matches `ReadingSettings` in src/core/page-reading.ts. */
export const readingSettings = {
  modelEndpoint: {
    flag: "model-endpoint",
    hint: "address",
    variable: "PDFD_OCR_ENDPOINT",
    option: "modelEndpoint",
    description:
      "Model server on this computer that reads page images (llama-server, LM Studio, Ollama), such as http://127.0.0.1:8080; by default, pdfd's own models read",
    schema: unlessEmpty(modelServer),
  },
  endpointModel08b: {
    variable: "PDFD_OCR_ENDPOINT_MODEL_0_8B",
    description: "That server's name for the model 0.8b",
    schema: unlessEmpty(v.string()),
  },
  endpointModel4b: {
    variable: "PDFD_OCR_ENDPOINT_MODEL_4B",
    description: "That server's name for the model 4b",
    schema: unlessEmpty(v.string()),
  },
  pageDeadlineMs: {
    flag: "page-deadline",
    hint: "seconds",
    variable: "PDFD_OCR_PAGE_DEADLINE",
    option: "pageDeadline",
    description: "Time limit for reading one page image (default 180, or 600 with the model 4b)",
    schema: unlessEmpty(milliseconds),
  },
  modelIdleMs: {
    variable: "PDFD_OCR_IDLE",
    description: "Seconds after which an idle reading model's process ends (default 300)",
    schema: unlessEmpty(milliseconds),
  },
} as const satisfies SettingTable;

/** For every command that makes many calls. */
export const callSettings = { ...basicSettings, ...officeSettings, ...readingSettings };

/** The same for a server, which requires a folder. */
export const serverSettings = {
  ...callSettings,
  allowDirs: {
    ...basicSettings.allowDirs,
    schema: v.pipe(folders, v.minLength(1, "must name a folder to work in (. is the current one)")),
  },
};

/** Fewer tools: each one costs an agent tokens in every conversation. */
const offeredTools = {
  flag: "tools",
  hint: "names",
  description:
    "Comma-separated tools to offer, such as info,read-text, or groups: read, convert, edit, spec (the eighteen of the specification); default: all",
  schema: unlessEmpty(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").map((name) => name.trim())),
    ),
  ),
} as const satisfies Setting;

export const mcpSettings = {
  ...serverSettings,
  tools: offeredTools,
  readOnly: {
    flag: "read-only",
    kind: "switch",
    description: "Offer only tools that write nothing",
    schema: v.optional(v.boolean(), false),
  },
} as const satisfies SettingTable;

/** For the HTTP service, in `serve` and in `createApp`. */
export const serviceSettings = {
  ...serverSettings,
  allowOrigins: {
    flag: "allow-origin",
    kind: "list",
    hint: "origin",
    option: "allowOrigins",
    description: "Origin of a web page that may call, such as https://app.example; repeatable",
    schema: origins,
  },
  webhookAllow: {
    flag: "webhook-allow",
    kind: "list",
    hint: "origin",
    option: "webhookAllow",
    description: "Origin other than this computer that may receive job callbacks; repeatable",
    schema: origins,
  },
  token: {
    variable: "SERVICE_API_TOKEN",
    option: "token",
    description: `Token that callers send, at least ${minTokenLength} characters; by default, a random one is generated and printed`,
    schema: v.pipe(
      v.string(),
      v.minLength(
        minTokenLength,
        ({ received }) =>
          `has ${received} characters; it needs at least ${minTokenLength} (unset it to get a random one)`,
      ),
      v.regex(
        /^[\x21-\x7e]+$/,
        "contains a space or a character that is not visible ASCII, which can't be sent in a header",
      ),
      v.transform((text) => secret(text)),
    ),
    make: (random) => secret(Buffer.from(random(32)).toString("base64url"), true),
  },
  webhookSecret: {
    variable: "SERVICE_WEBHOOK_SECRET",
    option: "webhookSecret",
    description:
      "Signs job callbacks: whsec_ and the base64 of 32 bytes; by default, a random one is generated and printed",
    schema: v.pipe(
      v.string(),
      v.check(
        isWebhookSecret,
        "is malformed; write whsec_ and the base64 of 32 random bytes (unset it to get one)",
      ),
      v.transform((text) => secret(text)),
    ),
    make: (random) => secret(`whsec_${Buffer.from(random(32)).toString("base64")}`, true),
  },
} as const satisfies SettingTable;

function isWebhookSecret(text: string): boolean {
  const encoded = text.startsWith("whsec_") ? text.slice("whsec_".length) : "";
  const key = Buffer.from(encoded, "base64");
  // Buffer skips anything but base64, so decoding and encoding must give the same text.
  return key.length === 32 && key.toString("base64") === encoded;
}

const { allowDirs, ...others } = serviceSettings;

/** Adds a listener, a log and a first line for `pdfd serve`. Its help begins with the most common settings. */
export const serveSettings = {
  allowDirs,
  port: {
    flag: "port",
    hint: "number",
    description: "Port on 127.0.0.1; 0 picks a free one",
    schema: v.optional(
      v.pipe(
        v.string(),
        v.check(
          (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
          "is not a port; write a number from 0 to 65535 (0 picks a free one)",
        ),
        v.transform(Number),
      ),
      String(defaultPort),
    ),
  },
  ...others,
  tools: offeredTools,
  log: {
    flag: "log",
    hint: "text|json",
    description:
      "Format of the log on stderr: one line per request or event, never a body, a token or document text",
    schema: v.optional(v.picklist(["text", "json"], "is not a format; write text or json"), "text"),
  },
  debug: {
    flag: "debug",
    kind: "switch",
    description: "Also log why calls took the path they did",
    schema: v.optional(v.boolean(), false),
  },
  readyJson: {
    flag: "ready-json",
    kind: "switch",
    description: "Once listening, print address, token and folders as one line of JSON",
    schema: v.optional(v.boolean(), false),
  },
} as const satisfies SettingTable;

export type SettingTable = Readonly<Record<string, Setting>>;

/** The values of a list of settings. */
export type Settings<T extends SettingTable> = {
  readonly [K in keyof T]: v.InferOutput<T[K]["schema"]>;
};
export type CallSettings = Settings<typeof callSettings>;
export type McpSettings = Settings<typeof mcpSettings>;
export type ServiceSettings = Settings<typeof serviceSettings>;
export type ServeSettings = Settings<typeof serveSettings>;

/** A setting's given value, and the name of its flag, variable or option. */
export interface Given {
  readonly name: string;
  readonly value: unknown;
}

/** Invalid settings: a line for each mistake and its correction. */
export class SettingsError extends Error {}

/** Validates all given settings, and fills in the rest. Throws `SettingsError`. */
export function readSettings<T extends SettingTable>(
  table: T,
  given: (setting: Setting) => Given,
  random: RandomBytes,
): Settings<T> {
  const mistakes: string[] = [];
  const entries = Object.entries(table).map(([key, setting]) => {
    const { name, value } = given(setting);
    if (value === undefined && setting.make) return [key, setting.make(random)];
    const read = v.safeParse(setting.schema, value, { abortPipeEarly: true });
    for (const { input, message } of read.issues ?? []) {
      const shown = setting.make || typeof input !== "string" ? "" : ` ${quoted(input)}`;
      mistakes.push(`${name}${shown} ${message}`);
    }
    return [key, read.output];
  });
  if (mistakes.length > 0) throw new SettingsError(mistakes.join("\n"));

  // Each key has its own schema's output, or a secret if the schema produces one.
  return Object.fromEntries(entries) as Settings<T>;
}

/** The user's text, on one line and truncated. */
const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** A setting's default as it would be written; undefined if it has none. */
export function defaultOf({ schema }: Setting): string | undefined {
  const usual: unknown = "default" in schema ? schema.default : undefined;
  return typeof usual === "string" ? usual : undefined;
}
