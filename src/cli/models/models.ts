/** `pdfd models`: the models that read page images. Nothing else in this program ever downloads anything. */
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { type ModelName, modelNames } from "../../core/page-reading.ts";
import { ProblemError, toProblem } from "../../core/problem.ts";
import { onStopSignal } from "../../host/process/signals.ts";
import { print } from "../../host/terminal/terminal.ts";
import type { ModelId } from "../../models/store/catalog.ts";
import { installedModel, ownStore } from "../../models/store/store.ts";
import { isTessdata, tessdataIds } from "../../models/store/tessdata.ts";
import { command } from "../flags/command.ts";
import { exitCodeOf, exitCodes } from "../flags/exit-codes.ts";
import { type FlagTable, type GivenFlags, UsageError } from "../flags/flags.ts";
import { table } from "../flags/usage.ts";
import { type Asked, download, importFolder, remove, selftest, verify } from "./models-actions.ts";
import { printList } from "./models-list.ts";

const flags: FlagTable = {
  unverified: {
    type: "boolean",
    description: "import: accept weights other than the pinned ones; list shows them as unverified",
  },
  quiet: { type: "boolean", description: "Don't print progress or results" },
  json: { type: "boolean", description: "Print the result as JSON" },
};

/** Each action with its arguments. */
const actions: Readonly<Record<string, { readonly usage: string; run(asked: Asked): Promise<number> }>> = {
  list: { usage: "", run: (asked) => printList(atMost(asked, 0)) },
  path: { usage: "[model]", run: async (asked) => await path(atMost(asked, 1)) },
  download: { usage: "<model>", run: (asked) => download(modelOf(asked, 0), atMost(asked, 1)) },
  verify: { usage: "<model>", run: (asked) => verify(modelOf(asked, 0), atMost(asked, 1)) },
  remove: { usage: "<model>", run: async (asked) => remove(modelOf(asked, 0), atMost(asked, 1)) },
  import: {
    usage: "<folder> <model>",
    run: (asked) => importFolder(resolve(textOf(asked, 0, "folder")), modelOf(asked, 1), atMost(asked, 2)),
  },
  selftest: { usage: "<model>", run: (asked) => selftest(pageModelOf(asked), atMost(asked, 1)) },
};

const notes = `Actions:
${table([
  ["list", "Show installed and partly downloaded models, and the runtime"],
  ["path [model]", "The folder of the models, or of one"],
  [
    "download <model>",
    'Get a model: 0.8b (871 MB), 4b (3.8 GB), or a script for "ocr", such as ocr-thai (4 MB); resumes where it stopped',
  ],
  ["verify <model>", "Compare every file with its SHA-256"],
  ["remove <model>", "Remove a model or its partial download"],
  ["import <folder> <model>", "Import a model from a folder, without network access"],
  ["selftest <model>", "Read a page included with pdfd, and print its text and the time"],
])}

Environment:
${table([
  [
    "PDFD_DATA_DIR",
    "Absolute path of the folder for models; default: the system's folder for application data",
  ],
  [
    "PDFD_MODEL_ENDPOINT",
    "A mirror of the hub (https, or http on this computer); default: HF_ENDPOINT, otherwise https://huggingface.co (for scripts, https://raw.githubusercontent.com)",
  ],
  [
    "PDFD_NPM_REGISTRY",
    "Registry from which the npm and JSR packages get the runtime; default: npm's registry",
  ],
])}

Exit codes: 0 done; 5 failed; 6 the model is not installed; 130 interrupted, the partial download stays.`;

export const modelsCommand = command({
  meta: {
    name: "models",
    description: "Download, check and remove the models that read page images (--high-accuracy)",
  },
  args: flags,
  rest: {
    name: "action",
    description: `${Object.keys(actions).join(", ")}, and its argument`,
    required: true,
    choices: [...Object.keys(actions), ...modelNames, ...tessdataIds],
  },
  examples: ["pdfd models download 0.8b", "pdfd models list"],
  notes,
  async run(given) {
    const [name = "", ...rest] = given.rest;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      const what = name === "" ? "name an action" : `there is no action ${JSON.stringify(name)}`;
      throw new UsageError(`${what}: pdfd models ${Object.keys(actions).join(", ")}`);
    }
    if (given.switches.has("unverified") && name !== "import")
      throw new UsageError("--unverified only works with import");

    const stop = new AbortController();
    const interrupted = "interrupted; the partial download can be resumed";
    using _signals = onStopSignal(() => stop.abort(new ProblemError("cancelled", interrupted)));

    try {
      const asked = { action: name, usage: action.usage, rest, signal: stop.signal, store: ownStore() };
      return await action.run({ ...asked, ...switchesOf(given) });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { json, quiet } = switchesOf(given);
      if (error.code === "cancelled") {
        if (!quiet) print(2, `pdfd: ${error.message}\n`);
        return exitCodes.interrupted;
      }
      if (!json) throw error;
      print(1, `${JSON.stringify(toProblem(error, randomUUID()))}\n`);
      return exitCodeOf(error);
    }
  },
});

function switchesOf({ switches }: GivenFlags) {
  return { json: switches.has("json"), quiet: switches.has("quiet"), unverified: switches.has("unverified") };
}

async function path({ rest, store, json }: Asked): Promise<number> {
  const folder = rest[0] === undefined ? resolve(store.folder, "models") : undefined;
  const found = folder ?? (await installedModel(named(rest[0] ?? ""), store)).folder;
  print(1, json ? `${JSON.stringify({ folder: found })}\n` : `${found}\n`);
  return exitCodes.done;
}

function modelOf(asked: Asked, at: number): ModelId {
  return named(textOf(asked, at, "model"));
}

function named(text: string): ModelId {
  const model = modelNames.find((name) => name === text);
  if (model !== undefined) return model;
  if (isTessdata(text)) return text;
  throw new UsageError(
    `there is no model ${JSON.stringify(text)}; there are ${modelNames.join(", ")}, and for "ocr" ${tessdataIds.join(", ")}`,
  );
}

/** A model that reads whole pages. */
function pageModelOf(asked: Asked): ModelName {
  const model = modelOf(asked, 0);
  if (!isTessdata(model)) return model;
  throw new UsageError(`${asked.action} is for ${modelNames.join(" and ")}`);
}

function textOf({ action, usage, rest }: Asked, at: number, what: string): string {
  const text = rest[at];
  if (text === undefined) throw new UsageError(`name the ${what}: pdfd models ${action} ${usage}`);
  return text;
}

function atMost(asked: Asked, count: number): Asked {
  const more = asked.rest[count];
  if (more === undefined) return asked;
  throw new UsageError(
    `unexpected argument ${JSON.stringify(more)}; pdfd models ${`${asked.action} ${asked.usage}`.trim()}`,
  );
}
