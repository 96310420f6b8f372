/**
 * Builds the contract's requests and checks every answer: requests over raw sockets with the correct Host and token,
 * problems with every field.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { type Conversation, converse, type Manner, type RawAnswer } from "./raw.ts";

/** The service must have been started with this value for `--allow-origin`. */
export const allowedOrigin = "https://app.example";

export interface GateService extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  /** The timeouts it was started with, in milliseconds; default: the program's. */
  readonly times?: { readonly headMs: number; readonly bodyMs: number };
}

export type Lines = readonly string[];

/** An input that pdf_info accepts. */
export const good = '{"input":"ok.pdf"}';

export type Wire = ReturnType<typeof createWire>;

/** Starts the service before the tests of the surrounding block and stops it after them. */
export function createWire(start: () => Promise<GateService>) {
  let service: GateService | undefined;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  const running = () => {
    if (!service) throw new Error("the service has not started");
    return service;
  };
  const host = () => `Host: 127.0.0.1:${running().port}`;
  const bearer = () => `Authorization: Bearer ${running().token}`;
  const head = (line: string, ...lines: Lines) => `${[line, ...lines].join("\r\n")}\r\n\r\n`;
  const get = (path: string, ...lines: Lines) => head(`GET ${path} HTTP/1.1`, host(), bearer(), ...lines);
  /** The head of a tool call; `lines` includes the length or coding. */
  const toolHead = (...lines: Lines) =>
    head("POST /v1/tools/pdf_info HTTP/1.1", host(), bearer(), "Content-Type: application/json", ...lines);
  /** A POST with its body; each character is one byte. */
  const post = (path: string, body: string, ...lines: Lines) =>
    head(
      `POST ${path} HTTP/1.1`,
      host(),
      bearer(),
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      ...lines,
    ) + body;
  const info = (body: string) => post("/v1/tools/pdf_info", body);
  const talk = (sent: string | Uint8Array, manner?: Manner) => converse(running().port, sent, manner);

  async function one(
    sent: string | Uint8Array,
    manner?: Manner,
  ): Promise<RawAnswer & { readonly talk: Conversation }> {
    const conversation = await talk(sent, manner);
    const [answer] = conversation.answers;
    if (!answer || conversation.answers.length !== 1)
      throw new Error(`${conversation.answers.length} answers, and ${conversation.rest}`);
    return { ...answer, talk: conversation };
  }

  async function refused(sent: string | Uint8Array, status: number, code: string, manner?: Manner) {
    const answer = await one(sent, manner);
    expectProblem(answer, status, code);
    return answer;
  }

  /** Expects bytes that can't be read as a request to get a 400 problem, then the end of the connection. */
  async function malformed(sent: string | Uint8Array) {
    const answer = await refused(sent, 400, "bad_request", { untilClosedMs: 5000 });
    expect(answer.talk.closed).toBe(true);
  }

  /** Expects an honest request to be answered before the stalled connections time out, after ten seconds in a real service. */
  async function alive() {
    const started = performance.now();
    expect((await one(head("GET /openapi.json HTTP/1.1", host()))).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(9000);
  }

  return { running, host, bearer, head, get, toolHead, post, info, talk, one, refused, malformed, alive };
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const titles: Record<string, string> = {
  bad_request: "Malformed request",
  unauthorized: "Authentication required",
  forbidden: "Request not allowed",
  not_found: "Resource not found",
  method_not_allowed: "Method not allowed",
  payload_too_large: "Request body too large",
  unsupported_media_type: "Unsupported media type",
  validation: "Invalid input",
};

/** Checks every field of a problem, and the header that repeats its id. */
export function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(`${answer.status} ${answer.text}`).toContain(`${status} `);
  expect(answer.headers.get("content-type")).toEqual(["application/problem+json"]);
  const problem: Record<string, unknown> = JSON.parse(answer.text);
  const id = answer.headers.get("x-request-id")?.[0] ?? "";
  expect(id).toMatch(uuid);
  expect(problem).toMatchObject({
    type: `urn:service:problem:${code}`,
    title: titles[code],
    status,
    detail: expect.stringMatching(/\S/),
    instance: `urn:service:request:${id}`,
    code,
    request_id: id,
  });
}
