/**
 * The gate, as a list of checks (docs/decisions/0011). Each check is a pure function from the request head to a problem or
 * nothing; the first failed check decides the response. It protects the API and MCP over HTTP.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { maxBodyBytes } from "../core/limits.ts";
import { ProblemError } from "../core/problem.ts";
import type { Secret } from "../core/secret.ts";
import { headerValues, pathOf, type RequestHead } from "./request-head.ts";

/** The values that the checks compare with. */
export interface GateRules {
  /** The port the service listens on. */
  readonly port: number;
  /** The service's own Host headers in lower case, instead of loopback and its port. Without a port, any port matches. */
  readonly hosts?: readonly string[] | undefined;
  /** Origins of --allow-origin in normal form, compared byte by byte. */
  readonly allowOrigins: ReadonlySet<string>;
  readonly tokenMatches: (token: string) => boolean;
}

export type Check = (head: RequestHead, rules: GateRules) => ProblemError | undefined;

/**
 * The body's length must be stated once and unambiguously: a program that uses another statement would see different requests
 * on the same connection (request smuggling). Not every runtime's parser rejects all of these.
 */
export const checkFraming: Check = (head) => {
  const lengths = headerValues(head, "content-length");
  const codings = headerValues(head, "transfer-encoding");
  if (lengths.length + codings.length === 0) return undefined;
  if (lengths.length + codings.length === 1 && codings.every((coding) => coding.toLowerCase() === "chunked"))
    return undefined;
  return new ProblemError(
    "bad_request",
    "The length of the body is not clear; send one Content-Length, or Transfer-Encoding: chunked.",
  );
};

export const checkHost: Check = (head, { port, hosts }) => {
  const given = headerValues(head, "host");
  const host = given[0]?.toLowerCase();
  if (given.length === 1 && host !== undefined && isOurs(host, port, hosts)) return undefined;
  const names = hosts?.join(" or ") ?? `127.0.0.1:${port} or localhost:${port}`;
  return new ProblemError(
    "forbidden",
    `There must be exactly one Host header, with ${names}: the service only answers this computer.`,
  );
};

function isOurs(host: string, port: number, hosts: GateRules["hosts"]): boolean {
  if (hosts) return hosts.includes(host) || hosts.includes(host.replace(/:\d{1,5}$/, ""));
  // Clients omit the port of http if it is 80.
  const names = port === 80 ? [host, `${host}:80`] : [host];
  return names.includes(`127.0.0.1:${port}`) || names.includes(`localhost:${port}`);
}

export const checkOrigin: Check = (head, { allowOrigins }) => {
  const origins = headerValues(head, "origin");
  if (origins.length === 0) return undefined;
  if (origins.length === 1 && allowOrigins.has(origins[0] ?? "")) return undefined;
  return new ProblemError(
    "forbidden",
    "The Origin of this page is not allowed; start the service with --allow-origin <origin> to allow it.",
  );
};

const openApiPath = "/openapi.json";

export const checkPath: Check = (head) => {
  const path = pathOf(head);
  if (path === openApiPath || path.startsWith("/v1/")) return undefined;
  return new ProblemError("not_found", "No such path; GET /openapi.json describes the API.");
};

export const checkToken: Check = (head, { tokenMatches }) => {
  if (pathOf(head) === openApiPath) return undefined;
  const given = headerValues(head, "authorization");
  if (given.length === 0)
    return unauthorized("The token is missing; send it as Authorization: Bearer <token>.");
  if (given.length > 1) return unauthorized("Authorization is given more than once; send one bearer token.");

  const token = /^bearer ([!-~]+)$/i.exec(given[0] ?? "")?.[1];
  if (token === undefined)
    return unauthorized("Authorization is not a bearer token; send Authorization: Bearer <token>.");
  if (!tokenMatches(token))
    return unauthorized("The token is wrong; a generated one changes each time the service starts.");

  return undefined;
};

const unauthorized = (detail: string): ProblemError => new ProblemError("unauthorized", detail);

/** Part of check 5, once the path and method are known to exist: what the head alone reveals about the body. */
export function checkLength(head: RequestHead): ProblemError | undefined {
  const length = headerValues(head, "content-length")[0];
  return length !== undefined && Number(length) > maxBodyBytes ? tooLarge() : undefined;
}

/** 413, also for a body that turns out to be too long while it is read. */
export function tooLarge(): ProblemError {
  return new ProblemError(
    "payload_too_large",
    `The body is over ${maxBodyBytes} bytes; requests carry file paths, not file contents.`,
  );
}

/** Host, Origin, path and token, in this order, after the check that makes the message readable at all. */
export const gateChecks: readonly Check[] = [checkFraming, checkHost, checkOrigin, checkPath, checkToken];

/** Checks for a preflight: browsers send it without the token. */
export const preflightChecks: readonly Check[] = [checkFraming, checkHost, checkOrigin, checkPath];

export function firstProblem(
  checks: readonly Check[],
  head: RequestHead,
  rules: GateRules,
): ProblemError | undefined {
  for (const check of checks) {
    const problem = check(head, rules);
    if (problem) return problem;
  }
  return undefined;
}

/** Compares in constant time: both sides are hashed, so the time reveals neither length nor prefix. */
export function tokenComparer(token: Secret): (given: string) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(token.reveal());
  return (given) => timingSafeEqual(digest(given), expected);
}
