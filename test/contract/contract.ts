/** Every statement about the service that holds from outside, for one form of the program. */
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
import { starting } from "./start.ts";
import type { Target } from "./target.ts";
import { officeTool } from "./tools-office.ts";
import { readingTools } from "./tools-read.ts";
import { stampingTools } from "./tools-stamp.ts";
import { steppingTools } from "./tools-steps.ts";
import { structureTool } from "./tools-structure.ts";
import { documentTools } from "./tools-whole.ts";
import { writingTools } from "./tools-write.ts";

export function contract(target: Target): void {
  describe(target.name, () => {
    gateContract(() => target.start({ flags: ["--allow-origin", allowedOrigin] }));
    gateMcp(target);
    readingTools(target);
    writingTools(target);
    stampingTools(target);
    documentTools(target);
    steppingTools(target);
    promises(target);
    structureTool(target);
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
