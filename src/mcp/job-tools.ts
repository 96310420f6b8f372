/**
 * Jobs as MCP tools: hosts cut off calls after about a minute, so agents start long work, poll it and may cancel it. They
 * exist only in MCP; HTTP has /v1/jobs.
 */
import * as v from "valibot";
import { numberIn, text } from "../core/fields.ts";
import type { Job, Jobs } from "../core/jobs.ts";
import { validate } from "../core/json/validate.ts";
import { toolMeant } from "../core/nearest.ts";
import { invalid, ProblemError } from "../core/problem.ts";
import { reads, type Tool, type ToolAnnotations, writes } from "../core/tool.ts";
import type { OwnTool } from "./own-tool.ts";

/** Longest wait per call, in seconds: well below the minute after which hosts give up. */
const maxWaitSeconds = 45;

/** Cancelling again changes nothing. */
const cancels: ToolAnnotations = { ...writes, idempotentHint: true };

const id = v.pipe(
  v.string(),
  v.description("The job's id as pdf_start_job returned it."),
  v.examples(["job_…"]),
);

export function createJobTools(jobs: Jobs, tools: readonly Tool[]): OwnTool[] {
  // A job that runs a read-only tool writes nothing either.
  const reading = tools.every(({ annotations }) => annotations.readOnlyHint);
  const startInput = v.strictObject({
    tool: text("Name of the tool to run, for example pdf_merge."),
    input: v.pipe(v.looseObject({}), v.description("The tool's own input fields.")),
  });
  const getInput = v.strictObject({
    id,
    wait_seconds: v.optional(
      numberIn(0, maxWaitSeconds, "Wait this long for the job to finish before answering with its state."),
      0,
    ),
  });
  const cancelInput = v.strictObject({ id });

  const found = (job: Job | undefined): Job => {
    if (job) return job;
    throw new ProblemError("not_found", "There is no such job; finished jobs are deleted after one hour.");
  };

  return [
    {
      name: "pdf_start_job",
      title: "Start a job",
      description:
        "Runs a tool in the background, for work of more than a minute. Returns a job immediately; poll it with pdf_get_job.",
      input: startInput,
      annotations: reading ? reads : writes,
      async run(input) {
        const call = validate(startInput, input);
        const tool = tools.find(({ name }) => name === call.tool);
        if (!tool) {
          const near = toolMeant(call.tool, tools);
          throw invalid("tool", `there is no tool ${JSON.stringify(call.tool.slice(0, 60))}${near}`);
        }
        // The input as sent: the loose schema drops members with names such as `constructor`.
        const sent: unknown = Reflect.get(Object(input), "input");
        return jobs.submit({ tool: tool.name, input: validate(tool.input, sent, "input") });
      },
    },
    {
      name: "pdf_get_job",
      title: "Get a job",
      description:
        "The state of a job: its progress, and its result or error once it has finished. Can wait for the end.",
      input: getInput,
      annotations: reads,
      async run(input, signal) {
        const asked = validate(getInput, input);
        return found(await jobs.wait(asked.id, asked.wait_seconds * 1000, signal));
      },
    },
    {
      name: "pdf_cancel_job",
      title: "Cancel a job",
      description:
        "Cancels a waiting or running job; a finished one is unchanged. Files already written stay.",
      input: cancelInput,
      annotations: reading ? reads : cancels,
      run: async (input) => found(jobs.cancel(validate(cancelInput, input).id)),
    },
  ];
}
