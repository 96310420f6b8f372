/**
 * Tests the service from outside, in one form of the program. The tools' results don't depend on the form: their rules
 * are tested in-process, and every other form is tested to return the same results.
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
    // In-process and the executable have everything; Node and Deno share what either of them shows.
    const half = runsWhole(target) ? undefined : target.name;
    const startForGate = () => target.start({ flags: ["--allow-origin", allowedOrigin] });
    // For the in-process form, test/http/gate-contract.test.ts runs these with shorter timeouts.
    const testHeld = target.command && heldConnections(startForGate);
    if (target.command) gateContract(startForGate);
    gateMcp(target);
    if (target.command === undefined) toolRules(target);
    else sameAnswers(target);
    ciphers(target);
    oneNameOnce(target);
    if (half !== "deno") stampingFonts(target);
    if (target.command === undefined) promises(target);
    if (half !== "node") officeTool(target);
    if (runsWhole(target)) readingByModel(target);
    if (half !== "deno") hostileDocuments(target);
    if (half !== "node") paths(target);
    disks(target);
    processes(target);
    if (half !== "node") jobs(target);
    starting(target);
    testHeld?.();
  });
}
