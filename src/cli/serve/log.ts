/** The log on stderr: one line per event, for people or machines, from an allow-list of fields (docs/decisions/0015). */
import { oneLine } from "../../core/trim.ts";
import { describeCause } from "../../run/execute.ts";
import type { ServiceEvent } from "../../service.ts";
import type { ServeSettings } from "../../settings.ts";

/** Maximum characters of a failure's description: its location is enough. */
const maxFailureLength = 1500;

type Fields = Readonly<Record<string, string | number>>;

/** An event as one line with its line break. `now` is Unix time in milliseconds. */
export function logLine(event: ServiceEvent, format: ServeSettings["log"], now: number): string {
  const time = new Date(now).toISOString();
  const fields = fieldsOf(event);
  if (format === "json") return `${JSON.stringify({ time, ...fields })}\n`;
  return `${[time, ...Object.values(fields)].join(" ")}\n`;
}

export function levelOf(event: ServiceEvent): "debug" | "info" | "warn" | "error" {
  if ("kind" in event) return event.kind === "request" && event.status < 500 ? "info" : "error";
  if (event.event === "job") return event.status === "succeeded" ? "info" : "warn";
  if (event.event === "callback") return "warn";
  if (event.what === "debug" || event.what === "retired") return "debug";
  return event.what === "ready" || event.what === "stopped" ? "info" : "warn";
}

function fieldsOf(event: ServiceEvent): Fields {
  const level = levelOf(event);

  if ("kind" in event && event.kind === "request") {
    const { method, path, status, requestId, tool, code } = event;
    const more = { ...(tool && { tool }), ...(code && { code }) };
    return {
      level,
      event: "request",
      method,
      path,
      status,
      ms: tenths(event.ms),
      ...more,
      request_id: requestId,
    };
  }

  if ("kind" in event)
    return { level, event: "failure", request_id: event.requestId, error: failure(event.error) };
  if (event.event === "job") {
    const { id, tool, status, code } = event;
    return { level, event: "job", id, tool, status, ms: tenths(event.ms), ...(code && { code }) };
  }
  if (event.event === "callback") {
    const { id, attempts, status } = event;
    return { level, event: "callback", what: "given up", id, attempts, ...(status !== null && { status }) };
  }
  if (event.event === "service") return { level, ...event };
  const { what, pid, detail } = event;
  const tool = event.event === "engine" ? event.tool : undefined;

  return {
    level,
    event: event.event,
    what,
    pid,
    ...(tool && { tool }),
    ...(detail && { detail: oneLine(detail) }),
  };
}

const tenths = (ms: number) => Math.round(ms * 10) / 10;

const failure = (error: unknown): string => oneLine(describeCause(error)).slice(0, maxFailureLength);
