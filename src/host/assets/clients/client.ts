// Client of pdfd VERSION for TypeScript, printed by: pdfd client typescript
// It needs only fetch and WebCrypto: Bun, Deno, Node 20 or later. At most 4 calls run at once; more wait.

// TYPES: the printed client has the generated ones
interface Reading {
  input: { input: string; pages?: string };
  result: { total_pages: number; next_page?: number };
}
export interface Tools {
  pdf_read_text: Reading;
  pdf_extract_structure: Reading;
  pdf_search: { input: { query: string; after?: string }; result: { next: string | null } };
}
interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  request_id: string;
}
interface JobState {
  id: string;
  status: "queued" | "running" | "succeeded" | "failed";
}
export interface JobEvent {
  type: string;
}
// END

/** RFC 9457 problem details; code is stable, detail is for people. */
export interface Problem extends Omit<ProblemBody, "code"> {
  code: string;
}

export type Job<Result = unknown> = JobState &
  (
    | { status: "queued" | "running"; result?: undefined; error?: undefined }
    | { status: "succeeded"; result: Result; error?: undefined }
    | { status: "failed"; result?: undefined; error: Problem }
  );

/** A failed call. */
export class PdfdError extends Error {
  override readonly name = "PdfdError";
  readonly problem: Problem;
  /** The problem's code, stable: "conflict", "validation", ... */
  readonly code: string;
  /** The call was sent twice because the first response was lost. A 409 may mean that the first call wrote the file. */
  readonly repeated: boolean;
  constructor(problem: Problem, repeated = false) {
    super(problem.detail);
    this.problem = problem;
    this.code = problem.code;
    this.repeated = repeated;
  }
}

/** No response within the time limit. */
export class PdfdTimeout extends Error {
  override readonly name = "PdfdTimeout";
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds for the whole call, including retries; default: 5 minutes. */
  timeoutMs?: number;
}

export interface ClientOptions {
  /** Default: http://127.0.0.1:7341. */
  url?: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Waits before a retry. */
  wait?: (ms: number) => Promise<void>;
}

export class PdfdClient {
  readonly #url: string;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #fetch: typeof fetch;
  readonly #wait: (ms: number) => Promise<void>;

  constructor(token: string, options: ClientOptions = {}) {
    this.#url = (options.url ?? "http://127.0.0.1:7341").replace(/\/$/, "");
    this.#token = token;
    this.#timeoutMs = options.timeoutMs ?? 300_000;
    this.#fetch = options.fetch ?? fetch;
    this.#wait = options.wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  }

  // METHODS

  /** Calls any tool by name. */
  async call<Name extends keyof Tools>(
    tool: Name,
    input: Tools[Name]["input"],
    options: CallOptions = {},
  ): Promise<Tools[Name]["result"]> {
    return (await this.#send("POST", `/v1/tools/${tool}`, input, options)) as Tools[Name]["result"];
  }

  /** A reading tool's results in parts, following next_page or, in a search, next to the end. */
  async *parts<Name extends keyof typeof largestParts>(
    tool: Name,
    input: Tools[Name]["input"],
    options: CallOptions = {},
  ): AsyncGenerator<Tools[Name]["result"], void, undefined> {
    const { pages } = input as { pages?: string };
    let more = {};
    for (;;) {
      // As few parts as possible: a page that is longer than max_chars is cut.
      const part = await this.call(tool, { ...largestParts[tool], ...input, ...more }, options);
      yield part;
      if ("next" in part && typeof part.next === "string") more = { after: part.next };
      else if ("next_page" in part && typeof part.next_page === "number")
        more = { pages: pagesFrom(pages ?? `1-${part.total_pages}`, part.next_page) };
      else return;
    }
  }

  /** Starts a job and returns immediately. */
  async startJob<Name extends keyof Tools>(
    tool: Name,
    input: Tools[Name]["input"],
    options: CallOptions & { callbackUrl?: string } = {},
  ): Promise<Job<Tools[Name]["result"]>> {
    const body = {
      tool,
      input,
      ...(options.callbackUrl !== undefined && { callback_url: options.callbackUrl }),
    };
    return (await this.#send("POST", "/v1/jobs", body, options)) as Job<Tools[Name]["result"]>;
  }

  /** Returns a job, waiting up to waitSeconds (at most 60) for it to finish. */
  async job(id: string, options: CallOptions & { waitSeconds?: number } = {}): Promise<Job> {
    const wait = options.waitSeconds === undefined ? "" : `?wait=${options.waitSeconds}`;
    return (await this.#send("GET", `/v1/jobs/${encodeURIComponent(id)}${wait}`, undefined, options)) as Job;
  }

  /** Lists jobs without their results. */
  async jobs(options: CallOptions = {}): Promise<Job<undefined>[]> {
    const list = await this.#send("GET", "/v1/jobs?results=false", undefined, options);
    return (list as { jobs: Job<undefined>[] }).jobs;
  }

  async cancelJob(id: string, options: CallOptions = {}): Promise<Job> {
    return (await this.#send("DELETE", `/v1/jobs/${encodeURIComponent(id)}`, undefined, options)) as Job;
  }

  /** Runs a tool as a job and waits until it finishes, however long it takes. Throws the job's problem as PdfdError. */
  async run<Name extends keyof Tools>(
    tool: Name,
    input: Tools[Name]["input"],
    options: { signal?: AbortSignal; onProgress?: (job: Job) => void } = {},
  ): Promise<Tools[Name]["result"]> {
    const call = options.signal ? { signal: options.signal } : {};
    let job: Job = await this.startJob(tool, input, call);
    try {
      while (job.status === "queued" || job.status === "running") {
        job = await this.job(job.id, { ...call, waitSeconds: options.onProgress ? 1 : 30 });
        options.onProgress?.(job);
      }
    } catch (error) {
      if (options.signal?.aborted) await this.cancelJob(job.id).catch(() => undefined);
      throw error;
    }
    if (job.status === "failed") throw new PdfdError(job.error);
    return job.result as Tools[Name]["result"];
  }

  /** Retries 429 after waiting, and 500 and lost responses once. Anything else would fail the same way again. */
  async #send(method: string, path: string, body: unknown, options: CallOptions): Promise<unknown> {
    const limit = options.timeoutMs ?? this.#timeoutMs;
    const timeout = AbortSignal.timeout(limit);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    let repeated = false;
    for (;;) {
      let answer: Response;
      let text: string;
      try {
        answer = await this.#fetch(this.#url + path, {
          method,
          headers: {
            authorization: `Bearer ${this.#token}`,
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal,
        });
        text = await answer.text();
      } catch (error) {
        if (timeout.aborted) throw new PdfdTimeout(`no answer within ${limit} ms`);
        if (isRefused(error))
          throw new Error(`no pdfd at ${this.#url}: start it with pdfd serve`, { cause: error });
        if (repeated || signal.aborted) throw error;
        repeated = true;
        continue;
      }
      if (answer.ok) return JSON.parse(text);
      const problem = problemOf(answer.status, text);
      if (answer.status === 429) {
        await this.#wait(1000 * (Number(answer.headers.get("retry-after")) || 1));
        if (!signal.aborted) continue;
      } else if (answer.status === 500 && !repeated) {
        repeated = true;
        continue;
      }
      throw new PdfdError(problem, repeated);
    }
  }
}

/** The limits of one answer: as much as the tools return. */
const largestParts = {
  pdf_read_text: { max_chars: 200_000 },
  pdf_extract_structure: { max_chars: 400_000 },
  pdf_search: { max_hits: 1000 },
};

/** Whether nothing is listening; each runtime reports it differently. */
function isRefused(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  return /refused/i.test([error, code, cause].join(" "));
}

/** The rest of a page selector, starting at a page. */
function pagesFrom(pages: string, first: number): string {
  const ranges = pages.split(",").map((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return [Math.max(from, first), to] as const;
  });
  return ranges
    .filter(([from, to]) => from <= to)
    .map(([from, to]) => (from === to ? from : `${from}-${to}`))
    .join(",");
}

function problemOf(status: number, text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    const detail = `the answer ${status} is not from pdfd`;
    return {
      type: "about:blank",
      title: detail,
      status,
      detail,
      instance: "",
      code: "unknown",
      request_id: "",
    };
  }
}

/**
 * Checks a callback: body is the request's body, unchanged. Throws if the signature is wrong or the timestamp
 * is more than five minutes off. Skip events whose webhook-id you have already handled.
 */
export async function verifyWebhook(
  secret: string,
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
  now: number = Date.now(),
): Promise<JobEvent> {
  const header = (name: string): string => {
    const value =
      typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, unknown>)[name];
    if (typeof value !== "string") throw new Error(`the header ${name} is missing`);
    return value;
  };
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > 300)
    throw new Error("the webhook is too old, or from the future");
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const encoder = new TextEncoder();
  const raw = typeof body === "string" ? encoder.encode(body) : body;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + raw.length);
  signed.set(head);
  signed.set(raw, head.length);
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret.replace(/^whsec_/, "")), hash, false, [
    "verify",
  ]);
  for (const value of header("webhook-signature").split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]+={0,2}$/.test(value)) continue;
    // WebCrypto compares in constant time.
    if (await crypto.subtle.verify("HMAC", key, bytes(value.slice(3)), signed))
      return JSON.parse(new TextDecoder().decode(raw)) as JobEvent;
  }
  throw new Error("the webhook's signature is wrong");
}
