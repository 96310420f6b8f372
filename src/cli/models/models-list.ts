/** Descriptions of models and their runtime in `pdfd models list` and `pdfd doctor`. */
import { modelNames } from "../../core/page-reading.ts";
import { print } from "../../host/terminal/terminal.ts";
import { runtimeVersion } from "../../models/runtime/runtime-catalog.ts";
import { type RuntimeState, runtimeState } from "../../models/runtime/runtime-files.ts";
import type { ModelId } from "../../models/store/catalog.ts";
import type { CatalogModel } from "../../models/store/catalog-model.ts";
import { type ModelState, modelState } from "../../models/store/store.ts";
import { isTessdata, tessdataIds } from "../../models/store/tessdata.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { printable } from "../flags/printable.ts";
import type { Asked } from "./models-actions.ts";
import { megabytes } from "./transfer-progress.ts";

/** Prints every model that pdfd knows, and the runtime. */
export async function printList({ store, json, quiet }: Asked): Promise<number> {
  const ids: readonly ModelId[] = [...modelNames, ...tessdataIds];
  const models = await Promise.all(
    ids.map(async (id) => ({ id, state: await modelState(id, store), model: store.catalog[id] })),
  );
  const runtime = await runtimeState();

  if (json) {
    const all = {
      models: models.map(entry),
      runtime: { name: "onnxruntime", version: runtimeVersion, ...runtime },
    };
    print(1, `${JSON.stringify(all, undefined, 2)}\n`);
    return exitCodes.done;
  }

  const isOther = ({ id, state }: Listed) => isTessdata(id) && state.state === "absent";
  const lines = models
    .filter((model) => !isOther(model))
    .map(
      ({ id, state, model }) =>
        `${id.padEnd(8)} ${stateWords(state).padEnd(24)} ${sizeOf(state, model).padEnd(7)} ${placeOf(state, model)}\n`,
    );
  const others = models.filter(isOther).map(({ id }) => id);
  const absent = others.length > 0 ? `for "ocr", by script: ${others.join(", ")}\n` : "";
  if (!quiet) print(1, `${lines.join("")}${"runtime".padEnd(8)} ${runtimeWords(runtime)}\n${absent}`);

  return exitCodes.done;
}

interface Listed {
  readonly id: ModelId;
  readonly state: ModelState;
  readonly model: CatalogModel;
}

function entry({ id, state, model }: Listed) {
  const { repo, revision, license, bytes } = model;
  if (state.state !== "installed") return { id, ...state, repo, revision, license, bytes };
  const { folder, verified, bytes: size } = state;
  // The origin of weights from elsewhere is unknown.
  const origin = verified ? { repo, revision, license } : {};
  return { id, state: "installed", verified, folder, bytes: size, ...origin };
}

/** For example `installed`, `partial, 43 %`. */
export function stateWords(state: ModelState): string {
  switch (state.state) {
    case "installed":
      return state.verified ? "installed" : "installed, unverified";
    case "partial":
      return `partial, ${state.percent} %`;
    case "damaged":
      return "damaged";
    case "absent":
      return "absent";
  }
}

function sizeOf(state: ModelState, { size }: CatalogModel): string {
  return state.state === "installed" && !state.verified ? megabytes(state.bytes) : size;
}

function placeOf(state: ModelState, { license }: CatalogModel): string {
  if (state.state === "damaged") return `${printable(state.file)} is missing or truncated`;
  if (state.state !== "installed") return license;
  return state.verified ? `${license}  ${printable(state.folder)}` : printable(state.folder);
}

/** The location of the runtime. */
export function runtimeWords(runtime: RuntimeState): string {
  const name = `ONNX Runtime ${runtimeVersion}`;
  switch (runtime.state) {
    case "installed":
      return `${name} in ${printable(runtime.folder)}`;
    case "embedded":
      return `${name} inside this program`;
    case "absent":
      return `${name} is not installed yet; downloading a model installs it`;
    case "unsupported":
      return `there is no ${name} for this system; use a local model server instead (--model-endpoint)`;
  }
}
