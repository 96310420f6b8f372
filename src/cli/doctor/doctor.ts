/** `pdfd doctor` checks this installation, and names the commands that install missing parts. */
import { tmpdir } from "node:os";
import { version } from "../../core/version.ts";
import { unlimitedScope } from "../../files/scope/scope.ts";
import { type AssetName, asset } from "../../host/assets/assets.ts";
import { isWritable } from "../../host/programs.ts";
import { runtime } from "../../host/runtime.ts";
import { print } from "../../host/terminal/terminal.ts";
import { installCommand, locate } from "../../office/locate.ts";
import { officeSettings } from "../../settings.ts";
import { command } from "../flags/command.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import type { FlagTable } from "../flags/flags.ts";
import { printable } from "../flags/printable.ts";
import { settingFlags, settingsOf } from "../flags/setting-flags.ts";
import { openEngines } from "../tools/jsonl/engine-pool.ts";
import { type Finding, modelFindings } from "./doctor-models.ts";

const settings = { soffice: officeSettings.soffice };

const flags: FlagTable = {
  "allow-dir": {
    type: "string",
    isRepeatable: true,
    valueHint: "folder",
    description: "Check this folder too; repeatable",
  },
  ...settingFlags(settings),
  json: { type: "boolean", description: "Print the findings as JSON" },
};

export const doctorCommand = command({
  meta: {
    name: "doctor",
    description: "Check this installation: runtime, engines, converters, models, fonts, folders",
  },
  args: flags,
  examples: ["pdfd doctor"],
  notes:
    "Exits with 0 if the installation is complete, and with 6 if a part is missing. The models are optional.\n",
  async run(given) {
    const folders = [process.cwd(), tmpdir(), ...(given.lists.get("allow-dir") ?? [])];
    const findings = [
      program(),
      await engine(),
      ...(await Promise.all(files.map(file))),
      converter(folders, settingsOf(settings, given).soffice),
      ...(await modelFindings()),
      ...folders.map(folder),
    ];
    const ok = findings.every((finding) => finding.ok || finding.optional);
    print(
      1,
      given.switches.has("json") ? `${JSON.stringify({ ok, findings }, undefined, 2)}\n` : text(findings),
    );

    return ok ? exitCodes.done : exitCodes.missing;
  },
});

function text(findings: readonly Finding[]): string {
  return findings
    .map(({ part, ok, optional, detail, command }) => {
      const how = command === undefined ? "" : `; get it with: ${command}`;
      const absent = optional ? "optional" : "missing";
      return `${(ok ? "ok" : absent).padEnd(9)} ${part.padEnd(22)} ${detail}${how}\n`;
    })
    .join("");
}

function program(): Finding {
  const form = runtime.compiled ? "executable, " : "";
  const detail = `pdfd ${version}, ${form}${runtime.name} ${runtime.version}, ${process.platform} ${process.arch}`;
  return { part: "program", ok: true, detail };
}

/** Longest wait for an engine's first answer, in milliseconds. */
const engineMs = 20_000;

async function engine(): Promise<Finding> {
  const part = "engine process";
  using engines = openEngines(unlimitedScope(process.cwd()), { deadlineMs: engineMs });
  const started = performance.now();
  try {
    await engines.run("pdf_list_files", { folder: tmpdir() });
    return { part, ok: true, detail: `starts and responds in ${Math.round(performance.now() - started)} ms` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { part, ok: false, detail: `reading text, repairs and large files need it: ${printable(why)}` };
  }
}

/** The program's files that are loaded only when needed. */
const files: readonly (readonly [AssetName, string])[] = [
  ["mupdf-wasm.wasm", "reading, rendering and repairs"],
  ["harfbuzz.wasm", "stamping text"],
  ["noto-sans-latin-400-normal.woff", "stamping text"],
  ["tesseract-core-simd.wasm", "recognizing text on scans"],
];

async function file([name, use]: readonly [AssetName, string]): Promise<Finding> {
  try {
    const { length } = await asset(name);
    return { part: name.replace(/-400-normal|\.\w+$/g, ""), ok: true, detail: `${length} bytes, for ${use}` };
  } catch {
    return { part: name, ok: false, detail: `${use} does not work; reinstall pdfd` };
  }
}

function converter(avoid: readonly string[], program: string | undefined): Finding {
  const part = "office converter";
  const found = locate({ avoid, program, deadlineMs: engineMs });
  if (found !== undefined) return { part, ok: true, detail: printable(found) };
  return { part, ok: false, detail: "pdfd from-office needs it", command: installCommand() };
}

function folder(path: string): Finding {
  const ok = isWritable(path);
  return { part: "folder", ok, detail: `${printable(path)} ${ok ? "can" : "cannot"} be written to` };
}
