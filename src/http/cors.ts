/** Cross-origin responses for the pages named with --allow-origin. */
import { headerValues, pathOf, type RequestHead } from "./request-head.ts";

/** Headers that let an allowed page read the response; none for anyone else. */
export function corsHeaders(head: RequestHead, allowOrigins: ReadonlySet<string>): Record<string, string> {
  if (allowOrigins.size === 0) return {};
  const origins = headerValues(head, "origin");
  const origin = origins[0];
  if (origins.length !== 1 || origin === undefined || !allowOrigins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Location, X-Request-Id",
    vary: "Origin",
  };
}

/** Whether a browser is asking for permission to send the real request. It carries no token. */
export function isPreflight(head: RequestHead): boolean {
  return (
    head.method === "OPTIONS" &&
    headerValues(head, "origin").length > 0 &&
    headerValues(head, "access-control-request-method").length > 0
  );
}

/** Permissions for a preflight from an allowed origin, whatever it requested: jobs can be cancelled too. */
export function preflightHeaders(head: RequestHead): Record<string, string> {
  const cancels = pathOf(head).startsWith("/v1/jobs/");
  return {
    "access-control-allow-methods": cancels ? "GET, POST, DELETE" : "GET, POST",
    "access-control-allow-headers": "Authorization, Content-Type",
  };
}
