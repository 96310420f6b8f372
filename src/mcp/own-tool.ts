/** MCP tools that the serving process answers itself; they aren't in the registry. */
import type * as v from "valibot";
import type { Tool } from "../core/tool.ts";

/** Their names: jobs for long work, and the rest of long lists. */
export const ownToolNames = ["pdf_start_job", "pdf_get_job", "pdf_cancel_job", "pdf_get_rest"] as const;

/** Those that a client with its own tasks doesn't need. */
export const jobToolNames = ["pdf_start_job", "pdf_get_job", "pdf_cancel_job"] as const;

export interface OwnTool extends Pick<Tool, "title" | "description" | "annotations"> {
  readonly name: (typeof ownToolNames)[number];
  readonly input: v.GenericSchema<unknown, object>;
  run(input: unknown, signal: AbortSignal): Promise<object>;
}
