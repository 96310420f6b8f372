/** Full disks, and services killed while writing: each output file is complete or absent. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { everyTool } from "../support/every-tool.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { alive, childrenOf, linux, until } from "../support/processes.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { qpdfPages, requireTool } from "../support/tools.ts";
import { callTool } from "./client.ts";
import { expectOk, expectProblem } from "./expect.ts";
import { createFolders, launch, readyOf, type Target } from "./target.ts";

const canMount = spawnSync("unshare", ["-Urm", "true"]).status === 0;
/** How often to kill a writing service; use PDFD_ROUNDS=1000 before a release. */
const rounds = Number(process.env.PDFD_ROUNDS ?? 8);
const noQpdf = requireTool("qpdf") !== undefined;

const awaited = [
  ["a temporary file", (name: string, _round: number) => name.endsWith(".tmp")],
  ["a document", (name: string, round: number) => name.startsWith(`r${round}-`)],
] as const;

export function disks(target: Target): void {
  const { command = [] } = target;

  describe.skipIf(!canMount)("a full disk", () => {
    it("makes every writing tool fail without leaving files, and the next call succeeds once space is freed", async () => {
      const folders = createFolders();
      const disk = join(folders.root, "disk");
      mkdirSync(disk);
      // A file system of 2 MB in its own mount namespace, which the test accesses through the process.
      const mount = 'mount -t tmpfs -o size=2m tmpfs "$1" && shift && exec "$@"';
      const serve = [...command, "serve", "--allow-dir", disk, "--allow-dir", folders.second];
      const running = launch(
        ["unshare", "-Urm", "sh", "-c", mount, "sh", disk, ...serve, "--port", "0", "--ready-json"],
        { cwd: folders.root },
      );
      try {
        const service = await readyOf(running);
        const seen = join(`/proc/${running.pid}/root`, disk);
        const big = join(folders.second, "big.pdf");
        writeFileSync(big, richPdf({ label: "big", pages: 3, imageBytes: 100_000 }));
        writeFileSync(join(seen, "ok.pdf"), samplePdf({ pages: pageTexts("ok", 3) }));
        const fill = () => {
          for (let size = 65_536; size > 0; size = Math.floor(size / 2))
            for (let k = 0; ; k++) {
              try {
                writeFileSync(join(seen, `fill-${size}-${k}`), Buffer.alloc(size));
              } catch {
                // Removes the partial file that didn't fit.
                rmSync(join(seen, `fill-${size}-${k}`), { force: true });
                break;
              }
              if (k > 100) throw new Error("the disk does not get full");
            }
        };
        const writers = everyTool(big, "full").filter(({ writes }) => writes !== undefined);
        expect(writers.length).toBeGreaterThan(10);
        fill();
        const before = readdirSync(seen, { recursive: true }).sort();
        for (const { tool, input } of writers) {
          const answer = await callTool(service, tool, input);
          if (tool === "pdf_run_batch" && answer.status === 200)
            expect(expectOk(answer)).toMatchObject({ outputs: [], failed: [{ input: big }] });
          else
            expect([tool, expectProblem(answer, 422, "operation_failed")]).toEqual([
              tool,
              expect.stringMatching(/space/),
            ]);
          expect([tool, readdirSync(seen, { recursive: true }).sort()]).toEqual([tool, before]);
        }
        for (const name of readdirSync(seen)) if (name.startsWith("fill-")) rmSync(join(seen, name));
        for (const { tool, input } of writers) {
          expectOk(await callTool(service, tool, input));
          for (const name of readdirSync(seen))
            if (name !== "ok.pdf") rmSync(join(seen, name), { recursive: true });
        }
      } finally {
        running.kill("SIGKILL");
        await running.exited;
        rmSync(folders.root, { recursive: true, force: true });
      }
    });
  });

  describe.skipIf(noQpdf || !linux)("a service killed while writing", () => {
    it("leaves only complete documents, and the next start removes its temporary files", {
      timeout: 60_000 + rounds * 10_000,
    }, async () => {
      let finished = 0;
      let cut = 0;
      const folders = createFolders();
      try {
        writeFileSync(
          join(folders.allowed, "big.pdf"),
          richPdf({ label: "big", pages: 12, imageBytes: 200_000 }),
        );
        const serve = [...command, "serve", "--allow-dir", folders.allowed, "--port", "0", "--ready-json"];
        for (let round = 0; round < rounds; round++) {
          const running = launch(serve, { cwd: folders.root });
          try {
            const service = await readyOf(running);
            await until(
              "the previous round's temporary files are removed",
              () => !readdirSync(folders.allowed).some((name) => name.endsWith(".tmp")),
              5000,
            );
            let k = 0;
            const write = async (): Promise<void> => {
              const output = `r${round}-${k++}.pdf`;
              const call = k % 2 ? "pdf_rotate_pages" : "pdf_protect";
              const more = k % 2 ? {} : { password: "secret" };
              const answer = await callTool(service, call, { input: "big.pdf", output, ...more }).catch(
                () => undefined,
              );
              if (answer?.status === 200) return write();
            };
            const writing = Promise.all([write(), write(), write()]);
            // Later in each round, so that the kills hit every phase of a call, and some come after a complete document.
            const [what, isThere] = awaited[round % 2 === 0 ? 0 : 1];
            await until(what, () => readdirSync(folders.allowed).some((name) => isThere(name, round)));
            await new Promise((next) => setTimeout(next, 17 * (round % 16)));
            const engines = childrenOf(running.pid);
            running.kill("SIGKILL");
            await writing;
            // The next start only removes files that no living process can write; engines exit within two seconds of
            // their service.
            await until("the engines end", () => !engines.some(alive), 5000);
          } finally {
            running.kill("SIGKILL");
            await running.exited;
          }
          for (const name of readdirSync(folders.allowed)) {
            if (name.endsWith(".tmp")) cut++;
            if (!name.startsWith(`r${round}-`)) continue;
            const password = readFileSync(join(folders.allowed, name)).includes("/Encrypt")
              ? "secret"
              : undefined;
            expect([name, qpdfPages(join(folders.allowed, name), password)]).toEqual([name, 12]);
            rmSync(join(folders.allowed, name));
            finished++;
          }
        }
        expect(finished).toBeGreaterThan(0);
        expect(cut).toBeGreaterThan(0);
      } finally {
        rmSync(folders.root, { recursive: true, force: true });
      }
    });
  });
}
