/** Tesseract models on this computer: downloaded ones, or else the system's. */
import { join } from "node:path";
import type { ScanLanguage } from "../../core/languages.ts";
import type { FurtherModel } from "../../core/page-reading.ts";
import { bytesOf } from "../../files/own/own-files.ts";
import { variable } from "../../host/environment.ts";
import { system } from "../../host/programs.ts";
import { modelState, ownStore, type Store } from "./store.ts";
import { type TessdataId, tessdataIds, tessdataModels, tesseractNames } from "./tessdata.ts";

/** It is chosen if it was downloaded or imported, not if it came with the system. */
export interface TessdataHere extends FurtherModel {
  readonly id: TessdataId;
}

/** In catalog order. `folders` are the system's; earlier ones take precedence. Never throws. */
export async function tessdataHere(
  storeOf: () => Store = ownStore,
  folders: readonly string[] = systemFolders(),
): Promise<readonly TessdataHere[]> {
  const found: TessdataHere[] = [];
  for (const id of tessdataIds) {
    const { script, languages } = tessdataModels[id];
    const own = await ownPath(id, storeOf);
    const names = [script, ...languages].map((name) => `${name}.traineddata`);
    const places = names.flatMap((name) => folders.map((folder) => join(folder, name)));
    const path = own ?? places.find(isFile);
    if (path === undefined) continue;
    found.push({ id, script, chosen: own !== undefined, path });
  }
  return found;
}

/** The models of languages (ISO 639, of two or three letters) that the system has, by these codes. Never throws. */
export function languageModelsHere(
  languages: readonly ScanLanguage[],
  folders: readonly string[] = systemFolders(),
): ReadonlyMap<string, FurtherModel> {
  const found = new Map<string, FurtherModel>();
  for (const { code, language } of languages) {
    const name = tesseractNames.get(language) ?? language;
    const path = folders.map((folder) => join(folder, `${name}.traineddata`)).find(isFile);
    if (path !== undefined) found.set(code, { script: name, chosen: false, path });
  }
  return found;
}

/** An inaccessible file counts as missing. */
function isFile(path: string): boolean {
  try {
    return bytesOf(path) !== undefined;
  } catch {
    return false;
  }
}

/** The file of a model that the user downloaded. An inaccessible one counts as missing: pages in other scripts are read without it. */
async function ownPath(id: TessdataId, storeOf: () => Store): Promise<string | undefined> {
  try {
    const state = await modelState(id, storeOf());
    return state.state === "installed" ? join(state.folder, state.files[0]?.path ?? "") : undefined;
  } catch {
    return undefined;
  }
}

/** Where Tesseract looks for its models: TESSDATA_PREFIX, or else where packages install them. */
function systemFolders(): readonly string[] {
  const chosen = variable("TESSDATA_PREFIX");
  const folders = chosen ? [chosen, join(chosen, "tessdata")] : usualFolders();
  return folders.flatMap((folder) => [join(folder, "script"), folder]);
}

function usualFolders(): readonly string[] {
  switch (system()) {
    case "windows":
      return [variable("ProgramFiles"), variable("LOCALAPPDATA")].flatMap((folder) =>
        folder ? [join(folder, "Tesseract-OCR", "tessdata")] : [],
      );
    case "macos":
      return ["/opt/homebrew/share/tessdata", "/usr/local/share/tessdata", "/opt/local/share/tessdata"];
    default:
      return [
        "/usr/share/tesseract-ocr/5/tessdata",
        "/usr/share/tesseract-ocr/4.00/tessdata",
        "/usr/share/tessdata",
        "/usr/local/share/tessdata",
      ];
  }
}
