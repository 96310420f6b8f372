/** A child's line as a message of the protocol, or nothing: an engine that a document has taken over must not confuse its parent. */
import { isRecord } from "../core/json-lines.ts";
import { modelNames } from "../core/page-reading.ts";
import {
  type FieldError,
  type LimitReached,
  type ProblemCode,
  type ProblemHint,
  problemCodes,
} from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import type { Output } from "../files/write/publish.ts";
import type { ProblemMessage, ReadingQuestion } from "./messages.ts";

export type EngineMessage = { readonly ready: true } | CallAnswer;

/** What an engine says about one call. */
export type CallAnswer =
  | { readonly kind: "progress"; readonly id: number; readonly state: Progress }
  | { readonly kind: "debug"; readonly id: number; readonly message: string }
  | { readonly kind: "temp"; readonly id: number; readonly path: string }
  | { readonly kind: "group"; readonly id: number; readonly group: number }
  | { readonly kind: "publishing"; readonly id: number; readonly outputs: readonly Output[] }
  | { readonly kind: "published"; readonly id: number }
  | { readonly kind: "reading"; readonly id: number; readonly question: ReadingQuestion }
  | {
      readonly kind: "done";
      readonly id: number;
      readonly result: object | undefined;
      readonly problem: ProblemMessage | undefined;
      readonly recycle: boolean;
      readonly rss: number;
    };

/** A line for the log, in characters. */
const maxDebugLength = 300;

type Fields = Readonly<Record<string, unknown>>;

export function readMessage(value: Fields): EngineMessage | undefined {
  if (value.ready === true) return { ready: true };
  const [[kind, body] = []] = Object.entries(value);
  if (!isRecord(body) || typeof body.id !== "number") return undefined;
  const { id } = body;
  switch (kind) {
    case "progress":
      return readProgress(id, body);
    case "debug":
      return typeof body.message === "string"
        ? { kind, id, message: body.message.slice(0, maxDebugLength) }
        : undefined;
    case "temp":
      return typeof body.path === "string" ? { kind, id, path: body.path } : undefined;
    case "group":
      return Number.isInteger(body.group) ? { kind, id, group: Number(body.group) } : undefined;
    case "publishing":
      return { kind, id, outputs: Array.isArray(body.outputs) ? body.outputs.filter(isOutput) : [] };
    case "published":
      return { kind, id };
    case "reading":
      return readQuestion(id, body);
    case "done":
      return {
        kind,
        id,
        result: isRecord(body.result) ? body.result : undefined,
        problem: readProblem(body.problem),
        recycle: body.recycle === true,
        rss: typeof body.rss === "number" ? body.rss : 0,
      };
    default:
      return undefined;
  }
}

function readProgress(id: number, { progress, total, message }: Fields): EngineMessage | undefined {
  const sane = typeof progress === "number" && typeof total === "number" && progress >= 0 && total > 0;
  // JSON has no NaN or Infinity: they arrive as null and fail above.
  if (!sane) return undefined;
  const text = typeof message === "string" ? { message: message.slice(0, 200).toWellFormed() } : {};
  return { kind: "progress", id, state: { progress, total, ...text } };
}

/** The picture is not looked at here: whoever reads it judges it. */
function readQuestion(id: number, { model, page }: Fields): EngineMessage | undefined {
  const name = modelNames.find((one) => one === model);
  if (name === undefined) return undefined;
  if (page === undefined) return { kind: "reading", id, question: { id, model: name } };
  if (!isRecord(page) || typeof page.number !== "number" || typeof page.png !== "string") return undefined;
  const { number, png } = page;
  return { kind: "reading", id, question: { id, model: name, page: { number, png } } };
}

export function readProblem(value: unknown): ProblemMessage | undefined {
  if (!isRecord(value) || !isCode(value.code) || typeof value.detail !== "string") return undefined;
  const errors = Array.isArray(value.errors) ? value.errors.filter(isFieldError) : undefined;
  return {
    code: value.code,
    detail: value.detail,
    errors,
    hint: isHint(value.hint) ? value.hint : undefined,
    limit: isLimit(value.limit) ? value.limit : undefined,
    cause: typeof value.cause === "string" ? value.cause : undefined,
  };
}

function isCode(value: unknown): value is ProblemCode {
  return typeof value === "string" && Object.hasOwn(problemCodes, value);
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.field === "string" && typeof value.message === "string";
}

function isOutput(value: unknown): value is Output {
  return isRecord(value) && typeof value.path === "string" && typeof value.id === "string";
}

function isLimit(value: unknown): value is LimitReached {
  return isRecord(value) && (value.tookMs === undefined || typeof value.tookMs === "number");
}

function isHint(value: unknown): value is ProblemHint {
  return isRecord(value) && typeof value.kind === "string" && typeof value.command === "string";
}
