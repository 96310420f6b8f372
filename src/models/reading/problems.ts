/** Problems for failed page readings: what happened, and how to respond. */
import type { ModelName } from "../../core/page-reading.ts";
import { failed, type ProblemError } from "../../core/problem.ts";

export function tooLittleMemory(model: ModelName, needed: number, free: number): ProblemError {
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
  return failed(
    `The model ${model} needs about ${gigabytes(needed)} GB of free memory, and ${gigabytes(free)} GB are free. Close other programs, then repeat the call`,
  );
}

/** `why` is the runtime's own message, about files and shapes. */
export function cannotLoad(model: ModelName, why: string): ProblemError {
  const command = `pdfd models verify ${model}`;
  return failed(`The model ${model} could not be loaded: ${why}. Check its files with: ${command}`, {
    hint: { kind: "model", command },
  });
}

export function pageTooSlow(model: ModelName, page: number, deadlineMs: number): ProblemError {
  return failed(
    `Page ${page} took longer than ${deadlineMs / 1000} seconds to read with the model ${model}; a longer limit can be set with --page-deadline or PDFD_OCR_PAGE_DEADLINE`,
  );
}

/** The process ended unexpectedly. `how`: its exit code or signal. */
export function workerEnded(page: number, how: string): ProblemError {
  const memory = how === "SIGKILL" || how === "SIGALRM" ? ", probably for lack of memory" : "";
  return failed(
    `Page ${page} could not be read: the model process ended (${how})${memory}. The service is still running; the next call starts a new process`,
  );
}

/** The runtime failed on this page and continues. */
export function pageFailed(page: number, why: string): ProblemError {
  return failed(`Page ${page} could not be read by the model: ${why}`);
}
