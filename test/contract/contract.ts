/**
 * Every statement about the service that holds from outside, for one form of the program. What tools make of documents does not
 * depend on the form: their rules are tested in process, and on each other form that every tool does the same.
 */
import { describe } from "vitest";
import { disks } from "./disk.ts";
import { allowedOrigin, gateContract } from "./gate.ts";
import { gateMcp } from "./gate-mcp.ts";
import { hostileDocuments } from "./hostile.ts";
import { jobs } from "./jobs.ts";
import { paths } from "./paths.ts";
import { processes } from "./process.ts";
import { promises } from "./promises.ts";
import { readingByModel } from "./reading.ts";
import { sameAnswers } from "./same-answers.ts";
import { starting } from "./start.ts";
import type { Target } from "./target.ts";
import { officeTool } from "./tools-office.ts";
import { readingTools } from "./tools-read.ts";
import { stampingFonts, stampingTools } from "./tools-stamp.ts";
import { steppingTools } from "./tools-steps.ts";
import { structureTool } from "./tools-structure.ts";
import { documentTools } from "./tools-whole.ts";
import { oneNameOnce, writingTools } from "./tools-write.ts";

export function contract(target: Target): void {
  describe(target.name, () => {
    gateContract(() => target.start({ flags: ["--allow-origin", allowedOrigin] }));
    gateMcp(target);
    if (target.command === undefined) {
      readingTools(target);
      writingTools(target);
      stampingTools(target);
      steppingTools(target);
      structureTool(target);
    } else sameAnswers(target);
    // Its ciphers, and how it inflates what is damaged, are the runtime's.
    documentTools(target);
    oneNameOnce(target);
    stampingFonts(target);
    promises(target);
    officeTool(target);
    readingByModel(target);
    hostileDocuments(target);
    paths(target);
    disks(target);
    processes(target);
    jobs(target);
    starting(target);
  });
}
