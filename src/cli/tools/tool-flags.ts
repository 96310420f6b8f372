/** The flags of a tool's command, derived from its schema, and the tool's input from a command line. */
import { inWords, type Names } from "../../core/message.ts";
import type { ProblemError } from "../../core/problem.ts";
import type { Tool } from "../../core/tool.ts";
import { basicSettings, officeSettings, readingSettings } from "../../settings.ts";
import { commandName } from "../flags/command-name.ts";
import type { Flag, FlagTable, GivenFlags } from "../flags/flags.ts";
import { UsageError, writtenAs } from "../flags/flags.ts";
import { settingFlags } from "../flags/setting-flags.ts";
import { limitField, limits, type ToolField, toolFields } from "./tool-fields.ts";
import { passwordIn, readFields, readJson, readJsons, readPassword, readSteps } from "./tool-values.ts";

/** Fields without a flag. */
const bare: ReadonlySet<string> = new Set(["input", "inputs", "folder"]);
const isBare = (tool: Tool, name: string) =>
  bare.has(name) || (tool.commandTakes === "paths" && name === "query");
/** Fields for output paths: `-o`. */
const outputs: ReadonlySet<string> = new Set(["output", "output_folder"]);

/** Flags of every tool's command. */
const common: FlagTable = {
  ...settingFlags(basicSettings),
  deadline: {
    type: "string",
    valueHint: "seconds",
    description: "Time limit of one tool call; by default none, or 300 in serve, mcp and --jsonl",
    isCommon: true,
  },
  json: { type: "boolean", description: "Print the result, or the problem, as JSON", isCommon: true },
  quiet: { type: "boolean", description: "Don't print results, warnings or progress", isCommon: true },
};

/** Flags of commands that print a document's text. */
const textFlags: FlagTable = {
  output: { type: "string", alias: "o", valueHint: "file", description: "Write the text to this new file" },
};

/** Flags for form field values. */
const fillFlags: FlagTable = {
  set: {
    type: "string",
    isRepeatable: true,
    valueHint: "name=value",
    description: "Value of a field; repeatable",
  },
  data: {
    type: "string",
    valueHint: "file",
    description: "Field values: JSON, or a CSV file with a header and a row per result",
  },
  "output-folder": {
    type: "string",
    valueHint: "folder",
    description: "Folder for the rows' results, instead of --output; created if missing",
  },
  name: {
    type: "string",
    valueHint: "text",
    description: "Name of each row's result, with columns in braces, such as '{id}.pdf'",
  },
};

/** Flags for a field's members, in addition to the flag that takes all of them as JSON. */
const memberFlags: Readonly<
  Record<string, readonly (readonly [flag: string, member: string, hint: string])[]>
> = {
  images: [
    ["images-dpi", "max_dpi", "The same as max_dpi of --images"],
    ["images-quality", "quality", "The same as quality of --images"],
  ],
};

/** A field's members from their own flags; undefined if none is given. Not with the field's own flag. */
function membersGiven(field: ToolField, { texts }: GivenFlags): object | undefined {
  const given = (memberFlags[field.name] ?? []).filter(([flag]) => texts.has(flag));
  const [first] = given;
  if (!first) return undefined;
  if (texts.has(field.flag))
    throw new UsageError(`--${field.flag} and --${first[0]} can't be combined; give one`);
  return Object.fromEntries(given.map(([flag, member]) => [member, numberOr(texts.get(flag) ?? "")]));
}

/** A number as given; any other text stays: the schema decides. */
const numberOr = (text: string): number | string =>
  /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text;

/** Whether the tool only returns document text: by default, its command reads all of it, and writes it to its own --output. */
export function isReading(tool: Tool): boolean {
  const names = new Set(toolFields(tool).map(({ name }) => name));
  return names.has(limitField) && !names.has("output");
}

/** The field that is given without a flag. */
export function bareField(tool: Tool): ToolField | undefined {
  const [first, ...others] = toolFields(tool).filter(({ name }) => isBare(tool, name));
  return others.find(({ name }) => name === "query") ?? first;
}

/** All flags of the tool's command. Their descriptions name fields (`inFlags`). */
export function toolFlags(tool: Tool): FlagTable {
  const own = toolFields(tool)
    .filter(({ name }) => !isBare(tool, name))
    .flatMap(flagsOf);
  return {
    ...Object.fromEntries(own),
    ...(isReading(tool) && textFlags),
    ...common,
    ...(tool.lane === "office" && settingFlags(officeSettings)),
    ...(tool.readsByModel && settingFlags(readingSettings)),
  };
}

function flagsOf(field: ToolField): [string, Flag][] {
  const { flag, required, choices } = field;
  const description = limits.has(field.name) ? `${field.description} Omitted: no limit.` : field.description;

  if (field.name === "password") {
    // Most commands use it to open a document; for `protect`, it is the main option.
    const isCommon = !required;
    return [
      [
        "password-file",
        { type: "string", valueHint: "file", description: "Read the password from this file", isCommon },
      ],
      ["password-stdin", { type: "boolean", description: "Read the password from standard input", isCommon }],
    ];
  }

  if (isOtherPassword(field)) return [[`${flag}-file`, { type: "string", valueHint: "file", description }]];
  if (field.name === "fields") return Object.entries(fillFlags);
  if (field.kind === "switch")
    return [
      [flag, { type: "boolean", description, ...(isOn(field) && { negativeDescription: description }) }],
    ];
  const list = choices.join("|");
  const brief = list !== "" && list.length <= maxHint;
  const many = field.kind === "texts" || (field.kind === "jsons" && field.name !== "steps");
  const own: Flag = {
    type: "string",
    ...(many && { isRepeatable: true }),
    valueHint: brief ? list : hintOf(field),
    description: many ? description.replace(/\.$/, "; repeat it for more") : description,
    ...(list !== "" && { choices }),
    ...(outputs.has(field.name) && { alias: "o" }),
    ...(isPlainValue(field.fallback) && !limits.has(field.name) && { usual: String(field.fallback) }),
    // The steps may come from a file.
    isRequired: required && field.name !== "steps",
  };
  const members = (memberFlags[field.name] ?? []).map(([name, , text]): [string, Flag] => [
    name,
    { type: "string", valueHint: "number", description: text },
  ]);
  if (field.name !== "steps") return [[flag, own], ...members];
  const file: Flag = {
    type: "string",
    valueHint: "file",
    description: "The same, read from a file; one of the two is required",
  };

  return [
    [flag, own],
    ["steps-file", file],
  ];
}

/** More characters of choices would make the help's column of flags too wide. */
const maxHint = 25;

function isPlainValue(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function hintOf({ name, kind }: ToolField): string {
  if (outputs.has(name)) return name === "output" ? "file" : "folder";
  return { text: "text", texts: "text", number: "number", json: "json", jsons: "json", switch: "" }[kind];
}

/** The tool's input before validation. Throws `UsageError`. `environment` may contain `PDFD_PASSWORD`. */
export function inputOf(
  tool: Tool,
  given: GivenFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const command = commandName(tool);
  if (isReading(tool)) checkPath(given.texts.get("output") ?? "");

  const input: Record<string, unknown> = {};
  for (const field of toolFields(tool)) {
    const value = isBare(tool, field.name)
      ? bareValue(tool, field, given)
      : flagValue(field, given, environment);
    if (value !== undefined) input[field.name] = value;
  }

  if (given.texts.has("model") && toolFields(tool).some(({ name }) => name === "high_accuracy"))
    input.high_accuracy = true;
  if (!bareField(tool) && given.rest.length > 0) throw unexpected(given.rest[0] ?? "", command);

  return input;
}

function bareValue(tool: Tool, field: ToolField, { rest }: GivenFlags): unknown {
  for (const path of rest) checkPath(path);
  if (field.kind === "texts") return rest;
  const [first, second] = rest;
  if (tool.commandTakes === "paths") return { query: first, input: second }[field.name];
  if (second !== undefined && tool.commandTakes !== "files") throw unexpected(second, commandName(tool));
  return first;
}

function unexpected(argument: string, command: string): UsageError {
  return new UsageError(
    `unexpected argument ${JSON.stringify(argument)}; pdfd ${command} --help shows the usage`,
  );
}

/** Documents are never read from or written to the standard streams: a lone hyphen is a mistake, not a guess. */
function checkPath(path: string): void {
  if (path === "-")
    throw new UsageError(
      "- is not a file: pdfd reads and writes files by name, never standard input or output (write ./- for a file of that name)",
    );
}

function flagValue(
  field: ToolField,
  given: GivenFlags,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  if (field.name === "password") return readPassword(given, environment);
  if (isOtherPassword(field)) return passwordIn(`${field.flag}-file`, given.texts);
  if (field.name === "steps") return readSteps(given);
  if (field.name === "fields") return readFields(given);
  if (field.kind === "switch") return given.switches.has(field.flag) ? !isOn(field) : undefined;

  if (field.kind === "texts") {
    const texts = given.lists.get(field.flag);
    // Names of values have no commas.
    return field.choices.length > 0 ? texts?.flatMap((text) => text.split(",")) : texts;
  }

  if (field.kind === "jsons") return readJsons(field, given);
  const members = membersGiven(field, given);
  if (members) return members;
  const text = given.texts.get(field.flag);
  if (text === undefined) return undefined;

  if (outputs.has(field.name)) checkPath(text);
  if (field.nullable && text === "null") return null;
  if (field.name === "output_folder" && /\.(pdf|png|jpe?g|csv)$/i.test(text))
    throw new UsageError(
      `--${field.flag} names a folder for the new files, and ${JSON.stringify(text)} looks like a file; end it with / if you mean a folder`,
    );
  if (field.kind === "number") return numberOr(text);
  if (field.kind === "json") return readJson(field, text);

  return text;
}

/** Whether it is the password of a document other than the input. */
const isOtherPassword = ({ name }: ToolField): boolean => name.endsWith("_password");

/** Whether a boolean is on by default: then its switch turns it off. */
const isOn = ({ fallback }: ToolField): boolean => fallback === true;

/** Names for a command line: `pdfd unlock` for a tool, `--pages` for a field of this tool. */
export function commandNames(tool: Tool): Names {
  return {
    tool: (name) => `pdfd ${commandName({ name })}`,
    field(name) {
      if (name === "output" && isReading(tool)) return "--output";
      const field = toolFields(tool).find((one) => one.name === name);
      if (!field || isBare(tool, name)) return name;
      if (name === "password") return "--password-file, --password-stdin or PDFD_PASSWORD";
      const [first] = flagsOf(field);
      return `--${first ? writtenAs(...first) : field.flag}`;
    },
  };
}

/** A text from the registry as shown on the command line: `--high-accuracy` for the field. Ordinary words stay. */
export function inFlags(tool: Tool, text: string): string {
  const names = commandNames(tool);
  // A command can access whatever its user can.
  const everywhere = text.replace(/ Inside an allowed folder[^.;]{0,80}[.;]( [mc])?/, (_, start = "") =>
    String(start).toUpperCase(),
  );
  return everywhere.replaceAll(/\b[a-z]+(_[a-z]+)+\b/g, (word) =>
    word.startsWith("pdf_") ? names.tool(word) : names.field(word),
  );
}

/** A problem as lines, one per invalid value. */
export function problemLines(error: ProblemError, names: Names): string[] {
  if (error.code !== "validation" || !error.faults) return [inWords(error.detail, names)];
  return error.faults.map(({ field, message }) => {
    // The name may be followed by a path in its value: `steps[0].options.angle`.
    const [name = ""] = /^\w*/.exec(field) ?? [];
    const place = field.slice(name.length);
    const shown = names.field(name);
    return `${shown}${shown === "--set" ? place.replace(".", " ") : place}: ${inWords(message, names)}`;
  });
}
