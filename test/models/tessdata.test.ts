/** Models for scripts not included in the text recognition: downloaded, found on the computer, and used. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { downloadModel } from "../../src/models/download/download.ts";
import { importModel } from "../../src/models/download/import.ts";
import { removeModel, verifyModel } from "../../src/models/download/keep.ts";
import { tessdataIds, tessdataModels } from "../../src/models/store/tessdata.ts";
import { tessdataHere } from "../../src/models/store/tessdata-here.ts";
import { smallTessdata, smallThai, startHub } from "./fake-hub.ts";
import { never, type TestStore, testStore, testWeb } from "./store-support.ts";

let place: TestStore;
beforeEach(() => {
  place = testStore();
});
afterEach(() => place[Symbol.dispose]());

const scripts = async (folders: readonly string[] = []) =>
  (await tessdataHere(() => place.store, folders)).map(({ script }) => script);

describe("the catalog", () => {
  it("has one file of a pinned commit for each script, with size and hash", () => {
    for (const id of tessdataIds) {
      const { script, revision, files, bytes } = tessdataModels[id];
      expect(id).toBe(`ocr-${script.toLowerCase().replace("_", "-")}`);
      expect(revision).toMatch(/^[0-9a-f]{40}$/);
      expect(files).toEqual([
        { path: `script/${script}.traineddata`, bytes, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]);
    }
    expect(new Set(tessdataIds.map((id) => tessdataModels[id].files[0]?.sha256)).size).toBe(
      tessdataIds.length,
    );
  });
});

describe("a script", () => {
  it.each(["a mirror of the hub", "its own host"])(
    "is downloaded from %s, verified, used and removed",
    async (from) => {
      await using hub = await startHub({ "script/Thai.traineddata": smallThai });
      const entry = smallTessdata(from === "its own host" ? hub.url : undefined);
      const store = { ...place.store, catalog: { ...place.store.catalog, "ocr-thai": entry } };
      const options = { store, web: testWeb(), hub: hub.url, signal: never, onProgress: () => {} };
      expect(await downloadModel("ocr-thai", options)).toMatchObject({
        verified: true,
        bytes: smallThai.length,
      });
      const [found] = await tessdataHere(() => store, []);
      expect([found?.script, found?.chosen]).toEqual(["Thai", true]);
      expect(readFileSync(found?.path ?? "").equals(smallThai)).toBe(true);
      const verified = await verifyModel("ocr-thai", store, { signal: never, onProgress: () => {} });
      expect(verified).toEqual([{ path: "script/Thai.traineddata", ok: true }]);
      expect(removeModel("ocr-thai", store)).toBeGreaterThan(smallThai.length);
      expect(await tessdataHere(() => store, [])).toEqual([]);
    },
  );

  it("is imported from a folder, verified or as is", async () => {
    const folder = join(place.store.folder, "files");
    mkdirSync(folder);
    writeFileSync(join(folder, "Thai.traineddata"), smallThai);
    const options = { store: place.store, signal: never, onProgress: () => {}, freeBytes: () => undefined };
    await importModel("ocr-thai", folder, { ...options, unverified: false });
    expect(await scripts()).toEqual(["Thai"]);
    writeFileSync(join(folder, "Lao.traineddata"), "weights of one's own");
    await expect(importModel("ocr-lao", folder, { ...options, unverified: false })).rejects.toThrow(
      /20 bytes/,
    );
    await importModel("ocr-lao", folder, { ...options, unverified: true });
    expect(await scripts()).toEqual(["Lao", "Thai"]);
  });

  it("isn't found if its folder can't be determined", async () => {
    const refuse = () => {
      throw new Error("PDFD_DATA_DIR is relative");
    };
    expect(await tessdataHere(refuse, [join(place.store.folder, "missing")])).toEqual([]);
  });

  it("is found among the system's files, by its name or one of its languages", async () => {
    const [first, second] = ["a", "b"].map((name) => join(place.store.folder, name));
    for (const folder of [first, second]) mkdirSync(folder ?? "");
    writeFileSync(join(first ?? "", "tha.traineddata"), "language");
    writeFileSync(join(second ?? "", "Thai.traineddata"), "script");
    writeFileSync(join(second ?? "", "kat.traineddata"), "Georgian");
    writeFileSync(join(second ?? "", "eng.traineddata"), "inside");
    const folders = [join(place.store.folder, "missing"), first ?? "", second ?? ""];
    const found = await tessdataHere(() => place.store, folders);
    expect(found.every(({ chosen }) => !chosen)).toBe(true);
    expect(found.map(({ id, path }) => [id, readFileSync(path, "utf8")])).toEqual([
      ["ocr-georgian", "Georgian"],
      ["ocr-thai", "script"],
    ]);
  });
});
