/**
 * What tools make of a document with everything, on each form of the program: what they make of it in the process of the tests,
 * where the rules of each tool are tested.
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
/** What is encrypted is opened by the rules of pdf_protect, which hold on each form. */
const calls = everyTool(input, "same").filter(({ tool }) => tool !== "pdf_protect");

export function sameAnswers(target: Target): void {
  describe("every tool answers as it does in process", () => {
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
            // Each runtime compresses with a zlib of its own.
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

/** Every runtime runs the same program that draws: pictures are equal to the byte. */
async function seen(bytes: Buffer): Promise<unknown> {
  return bytes.subarray(0, 5).toString("latin1") === "%PDF-"
    ? await seenTexts(bytes)
    : bytes.toString("base64");
}

/** What is seen on each page of what was written; bytes and identifiers differ from runtime to runtime. */
async function written({ folders }: Service, name: string | undefined): Promise<readonly unknown[]> {
  const path = name === undefined ? undefined : join(folders.allowed, name);
  if (path === undefined || !existsSync(path)) return [];
  const names = statSync(path).isDirectory() ? readdirSync(path).sort() : [""];
  return await Promise.all(names.map(async (file) => seen(readFileSync(join(path, file)))));
}
