/**
 * Tests the service from outside, in one form of the program. The tools' results don't depend on the form: their rules
 * are tested in-process, and every other form is tested to return the same results. What needs a process is tested with the
 * forms that have one: all of it with the executable, while Node and Deno share what either of them shows.
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
    const half = runsWhole(target) ? undefined : target.name;
    const startForGate = () => target.start({ flags: ["--allow-origin", allowedOrigin] });
    const testHeld = heldConnections(startForGate);
    gateContract(startForGate);
    sameAnswers(target);
    ciphers(target);
    if (half !== "node") oneNameOnce(target);
    if (half !== "deno") stampingFonts(target);
    if (half !== "node") officeTool(target);
    if (runsWhole(target)) readingByModel(target);
    if (half !== "deno") hostileDocuments(target);
    if (half !== "node") paths(target);
    disks(target);
    processes(target);
    if (half !== "node") jobs(target);
    starting(target);
    testHeld();
  });
}
