/** Downloads the tests' small model in the runtime it is started with: `<address of the hub> <data folder>`. */
import process from "node:process";
import { systemWeb } from "../../src/cli/models/models-actions.ts";
import { downloadModel } from "../../src/models/download/download.ts";
import { catalog as ownCatalog } from "../../src/models/store/catalog.ts";
import { smallModel } from "./fake-hub.ts";

const [hub = "", folder = ""] = process.argv.slice(2);
const catalog = { ...ownCatalog, "0.8b": smallModel(), "4b": smallModel() };
const { signal } = new AbortController();
// Normally, the downloader pauses between attempts. Here, each pause would cost a second.
const web = { ...systemWeb, wait: async () => {} };
const model = await downloadModel("0.8b", { store: { folder, catalog }, web, hub, signal, onProgress() {} });
console.log(model.folder);
