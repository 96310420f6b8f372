/** The registry: every tool, in the order in which HTTP, jobs, MCP and the command line show them. */
import type { Tool } from "../core/tool.ts";
import { pdfAddPageLabels } from "./pdf-add-page-labels.ts";
import { pdfAddWatermark } from "./pdf-add-watermark.ts";
import { pdfExtractPages } from "./pdf-extract-pages.ts";
import { pdfExtractStructure } from "./pdf-extract-structure.ts";
import { pdfFromOffice } from "./pdf-from-office.ts";
import { pdfInfo } from "./pdf-info.ts";
import { pdfListFiles } from "./pdf-list-files.ts";
import { pdfMerge } from "./pdf-merge.ts";
import { pdfProtect } from "./pdf-protect.ts";
import { pdfReadText } from "./pdf-read-text.ts";
import { pdfRemoveMetadata } from "./pdf-remove-metadata.ts";
import { pdfRemovePages } from "./pdf-remove-pages.ts";
import { pdfRepair } from "./pdf-repair.ts";
import { pdfRotatePages } from "./pdf-rotate-pages.ts";
import { pdfRunBatch } from "./pdf-run-batch.ts";
import { pdfRunPipeline } from "./pdf-run-pipeline.ts";
import { pdfSplit } from "./pdf-split.ts";
import { pdfUnlock } from "./pdf-unlock.ts";

export const tools: readonly Tool[] = [
  pdfListFiles,
  pdfInfo,
  pdfReadText,
  pdfExtractStructure,
  pdfMerge,
  pdfExtractPages,
  pdfRemovePages,
  pdfRotatePages,
  pdfAddPageLabels,
  pdfAddWatermark,
  pdfSplit,
  pdfFromOffice,
  pdfRemoveMetadata,
  pdfRepair,
  pdfProtect,
  pdfUnlock,
  pdfRunPipeline,
  pdfRunBatch,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}
