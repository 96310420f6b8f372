/**
 * Tests the service from outside, in one form of the program. The tools' results don't depend on the form: their rules
 * are tested in-process, and every other form is tested to return the same results. What needs a process is tested with the
 * forms that have one: with Node and Deno what a runtime does itself (connections, processes, signals, starting, and every
 * tool once), with the executable all of it.
 */
import { describe } from "vitest";
import { ciphers } from "./ciphers.ts";
import { disks } from "./disk.ts";
import { stampingFonts } from "./fonts.ts";
import { allowedOrigin, gateContract } from "./gate.ts";
import { heldConnections } from "./gate-held.ts";
import { gateMcp } from "./gate-mcp.ts";
import { hostileDocuments } from "./hostile.ts";
import { jobs } from "./jobs.ts";
import { oneNameOnce, paths } from "./paths.ts";
import { processes } from "./process.ts";
import { promises } from "./promises.ts";
import { readingByModel } from "./reading.ts";
import { sameAnswers } from "./same-answers.ts";
import { starting } from "./start.ts";
import { runsWhole, type Target } from "./target.ts";
import { toolRules } from "./tools.ts";
import { officeTool } from "./tools-office.ts";

export function contract(target: Target): void {
  describe(target.name, () => {
    gateMcp(target);
    if (target.command === undefined) {
      toolRules(target);
      promises(target);
      return;
    }
    sameAnswers(target);
    processes(target);
    starting(target);
    // Node's connections are tested in-process (test/http/gate-contract.test.ts), with shorter timeouts.
    if (target.name === "node") return;
    const startForGate = () => target.start({ flags: ["--allow-origin", allowedOrigin] });
    const testHeld = heldConnections(startForGate);
    gateContract(startForGate);
    oneNameOnce(target);
    if (runsWhole(target)) {
      ciphers(target);
      stampingFonts(target);
      officeTool(target);
      readingByModel(target);
      hostileDocuments(target);
      paths(target);
      disks(target);
      jobs(target);
    }
    testHeld();
  });
}
