/**
 * Reads with the user's own model server on this computer, through the chat completions that llama-server, LM Studio and
 * Ollama share: for systems without our runtime, and for users whose server has a large graphics card.
 */
import * as http from "node:http";
import * as v from "valibot";
import { parseAs } from "../../core/json/lines.ts";
import type { ModelName, ModelPage, Reading, ReadRequest } from "../../core/page-reading.ts";
import { cancellation, codeOf, failed, ProblemError } from "../../core/problem.ts";
import { oneLine } from "../../core/trim.ts";
import { deadline, type Timers } from "../../host/process/timers.ts";
import { pageTooSlow } from "./problems.ts";
import { maxTokens, pageDeadlineMs, prompt } from "./prompt.ts";

export interface EndpointOptions {
  /** Base address on this computer: `http://127.0.0.1:8080`. */
  readonly endpoint: string;
  /** The server's names for the models. */
  readonly models: Readonly<Record<ModelName, string>>;
  /** Time limit per page; by default, the model's own. */
  readonly pageDeadlineMs?: number | undefined;
  readonly timers: Timers;
}

/** A page of text and everything around it, in bytes; longer responses are rejected. */
const maxAnswerBytes = 1_000_000;
/** Characters of the server's own messages to pass on. */
const maxQuoted = 200;

export function createEndpointEngine(options: EndpointOptions): Reading {
  const closing = new AbortController();
  const stop = () => closing.abort();
  return {
    // Whether the server responds is known when the first page is sent.
    ready: async () => {},
    read: (request, signal) => ask(options, request, [closing.signal, ...(signal ? [signal] : [])]),
    close: async () => stop(),
    [Symbol.dispose]: stop,
  };
}

async function ask(
  options: EndpointOptions,
  request: ReadRequest,
  signals: readonly AbortSignal[],
): Promise<ModelPage> {
  const { model, page } = request;
  const limitMs = options.pageDeadlineMs ?? pageDeadlineMs[model];
  const late = new AbortController();
  const signal = AbortSignal.any([...signals, late.signal]);
  using _timer = deadline(options.timers, limitMs, () => late.abort(pageTooSlow(model, page, limitMs)));
  try {
    const address = new URL("/v1/chat/completions", options.endpoint);
    return pageOf(await post(address, bodyOf(options, request), signal), options.endpoint);
  } catch (error) {
    throw signal.aborted ? cancellation(signal) : asProblem(error, options.endpoint);
  }
}

function bodyOf({ models }: EndpointOptions, { model, png }: ReadRequest): string {
  return JSON.stringify({
    model: models[model],
    temperature: 0,
    max_tokens: maxTokens[model],
    stream: false,
    // Without it, llama-server thinks aloud.
    chat_template_kwargs: { enable_thinking: false },
    messages: [
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
          { type: "text", text: prompt },
        ],
      },
    ],
  });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Not `fetch`: under Bun and Deno it sends even loopback requests to HTTP_PROXY. Doesn't follow redirects. */
function post(address: URL, body: string, signal: AbortSignal): Promise<Answer> {
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: address.hostname.replace(/^\[|\]$/g, ""),
        port: Number(address.port || 80),
        path: address.pathname,
        method: "POST",
        headers: {
          host: address.host,
          "content-type": "application/json",
          accept: "application/json",
          "content-length": String(bytes.length),
          connection: "close",
        },
        agent: new http.Agent({ keepAlive: false, proxyEnv: {} }),
        signal,
      },
      (answer) => {
        const parts: Buffer[] = [];
        let length = 0;
        answer.on("data", (part: Buffer) => {
          length += part.length;
          parts.push(part);
          if (length > maxAnswerBytes) request.destroy(new AnswerError("answered with too much text"));
        });
        answer.once("error", reject);
        answer.once("end", () => resolve({ status: answer.statusCode ?? 0, body: text(parts) }));
        // No effect after the end.
        answer.once("close", () => reject(new AnswerError("cut off its answer")));
      },
    );
    request.once("error", reject);
    // Some runtimes end an aborted request without an error.
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    request.end(bytes);
  });
}

const text = (parts: readonly Buffer[]) => Buffer.concat(parts).toString("utf8");

/** The problem with a response, in words that follow "the model server". */
class AnswerError extends Error {}

/** OpenAI's chat completion: the text of its first choice. */
const completion = v.object({
  choices: v.looseTuple([
    v.object({ message: v.object({ content: v.string() }), finish_reason: v.optional(v.unknown()) }),
  ]),
});

/** Servers answer `{error: {message}}` or `{error: "…"}`. */
const refusal = v.union([
  v.pipe(
    v.object({ error: v.string() }),
    v.transform(({ error }) => error),
  ),
  v.pipe(
    v.object({ error: v.object({ message: v.string() }) }),
    v.transform(({ error }) => error.message),
  ),
]);

function pageOf({ status, body }: Answer, endpoint: string): ModelPage {
  if (status !== 200) {
    const reason = oneLine(parseAs(refusal, body) ?? "")
      .slice(0, maxQuoted)
      .toWellFormed();
    throw failed(`The model server at ${endpoint} answered ${status}${reason && `: ${reason}`}`);
  }
  const [choice] = parseAs(completion, body)?.choices ?? [];
  if (!choice)
    throw failed(`The model server at ${endpoint} answered with something other than a chat completion`);
  return { text: choice.message.content, end: choice.finish_reason === "length" ? "length" : "stop" };
}

function asProblem(error: unknown, endpoint: string): unknown {
  if (error instanceof ProblemError) return error;
  if (error instanceof AnswerError) return failed(`The model server at ${endpoint} ${error.message}`);
  const code = codeOf(error);
  if (code === undefined) return error;
  const refused = code === "ECONNREFUSED" || code === "ConnectionRefused";
  return failed(
    refused
      ? `No model server responds at ${endpoint}: start it, or omit --model-endpoint and PDFD_OCR_ENDPOINT`
      : `The model server at ${endpoint} could not be reached (${code})`,
    { cause: error },
  );
}
