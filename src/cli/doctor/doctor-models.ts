/** The findings of `pdfd doctor` about the reading models and their runtime. */
import { modelNames } from "../../core/page-reading.ts";
import { runtimeState } from "../../models/runtime/runtime-files.ts";
import { missingModel, modelState, ownStore } from "../../models/store/store.ts";
import { printable } from "../flags/printable.ts";
import { runtimeWords, stateWords } from "../models/models-list.ts";

/** One finding per model, and one for the runtime. Loads and unpacks nothing. */
export async function modelFindings(): Promise<readonly Finding[]> {
  const store = ownStore();
  const models = await Promise.all(
    modelNames.map(async (id): Promise<Finding> => {
      const part = `reading model ${id}`;
      const state = await modelState(id, store);
      if (state.state === "installed")
        return {
          part,
          ok: true,
          detail: `${stateWords(state)} in ${printable(state.folder)}, for difficult scans, tables and formulas`,
        };
      const { hint } = missingModel(id, state, store.catalog[id]);
      const detail = `${stateWords(state)}; --model ${id} reads difficult scans, tables and formulas with it, and --model ocr reads scans without`;
      return { part, ok: false, optional: true, detail, ...(hint && { command: hint.command }) };
    }),
  );

  return [...models, await runtimeFinding()];
}

async function runtimeFinding(): Promise<Finding> {
  const part = "model runtime";
  const runtime = await runtimeState();
  const detail = runtimeWords(runtime);

  switch (runtime.state) {
    case "installed":
    case "embedded":
      return { part, ok: true, detail };
    case "absent":
      return { part, ok: false, optional: true, detail, command: `pdfd models download ${modelNames[0]}` };
    case "unsupported":
      return {
        part,
        ok: false,
        optional: true,
        detail,
        command: "pdfd serve --model-endpoint http://127.0.0.1:8080",
      };
  }
}

export interface Finding {
  readonly part: string;
  readonly ok: boolean;
  /** An installation is complete without it. */
  readonly optional?: boolean;
  /** The finding, or the features that need the missing part. */
  readonly detail: string;
  /** The command that installs the part. */
  readonly command?: string;
}
