/** Models of Tesseract that are on this computer: downloaded ones, else those that the system has. */
import { join } from "node:path";
import type { FurtherModel } from "../../core/page-reading.ts";
import { bytesOf } from "../../files/own/own-files.ts";
import { variable } from "../../host/environment.ts";
import { system } from "../../host/programs.ts";
import { modelState, ownStore, type Store } from "./store.ts";
import { type TessdataId, tessdataIds, tessdataModels } from "./tessdata.ts";

/** It was chosen where it was downloaded or imported, not where it came with the system. */
export interface TessdataHere extends FurtherModel {
  readonly id: TessdataId;
}

/** In the order of the catalogue. `folders` are those of the system, of which earlier ones count more. Never throws. */
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

/** One that cannot be looked at is none. */
function isFile(path: string): boolean {
  try {
    return bytesOf(path) !== undefined;
  } catch {
    return false;
  }
}

/** The file of a model that the user has got. One that cannot be looked at is none: pages in other scripts are read without it. */
async function ownPath(id: TessdataId, storeOf: () => Store): Promise<string | undefined> {
  try {
    const state = await modelState(id, storeOf());
    return state.state === "installed" ? join(state.folder, state.files[0]?.path ?? "") : undefined;
  } catch {
    return undefined;
  }
}

/** Where Tesseract looks for its models: TESSDATA_PREFIX, else where packages put them. */
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
