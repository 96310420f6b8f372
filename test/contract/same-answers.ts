/**
 * Compares each form's results for a document with every feature to the in-process results, for which each tool's rules
 * are tested.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { everyTool } from "../support/every-tool.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { seenTexts } from "../support/seen-text.ts";
import { callTool } from "./client.ts";
import { expectOk, sharedService } from "./expect.ts";
import { inProcess, type Service, type Target } from "./target.ts";

const input = "rich.pdf";
/** The tests of pdf_protect open encrypted files on each form. */
const calls = everyTool(input, "same").filter(({ tool }) => tool !== "pdf_protect");

export function sameAnswers(target: Target): void {
  describe("every tool returns the same as in-process", () => {
    const services = [sharedService(inProcess), sharedService(target)];
    beforeAll(() => {
      for (const service of services)
        writeFileSync(join(service().folders.allowed, input), richPdf({ label: "R", pages: 3 }));
    });

    it.each(calls)("$tool", async ({ tool, input, writes }) => {
      const [here, there] = await Promise.all(
        services.map(async (service) => {
          const answer = expectOk(await callTool(service(), tool, input));
          const { allowed } = service().folders;
          const said = JSON.stringify(answer).replaceAll(allowed, "");
          return {
            // Each runtime compresses with its own zlib.
            said: said.replaceAll(/"(bytes|object_streams|streams)":\d+/g, '"$1":0'),
            written: await written(service(), writes),
          };
        }),
      );
      expect(there).toEqual(here);
      if (writes !== undefined) expect(here?.written).not.toEqual([]);
    });
  });
}

/** Every runtime renders with the same program, so images match byte for byte. */
async function seen(bytes: Buffer): Promise<unknown> {
  return bytes.subarray(0, 5).toString("latin1") === "%PDF-"
    ? await seenTexts(bytes)
    : bytes.toString("base64");
}

/** The visible content of each written page; bytes and identifiers differ between runtimes. */
async function written({ folders }: Service, name: string | undefined): Promise<readonly unknown[]> {
  const path = name === undefined ? undefined : join(folders.allowed, name);
  if (path === undefined || !existsSync(path)) return [];
  const names = statSync(path).isDirectory() ? readdirSync(path).sort() : [""];
  return await Promise.all(names.map(async (file) => seen(readFileSync(join(path, file)))));
}
