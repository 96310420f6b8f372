/**
 * A request's raw head: no URL normalization, no merging of repeated headers. A web Request has lost both; a node:http
 * listener passes them along in Hono's bindings.
 */
export interface RequestHead {
  readonly method: string;
  /** The request target as sent, without the base path. */
  readonly target: string;
  /** Every header line in order, repeats included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Data in node:http's IncomingMessage that a Request lacks. */
export interface Incoming {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** The context of the app's handlers. */
export interface Env {
  /** From a listener that knows more about a request than a Request can express. */
  Bindings: { readonly incoming?: Incoming | undefined };
  Variables: {
    readonly head: RequestHead;
    /** A UUID, generated here and never taken from the client. */
    readonly requestId: string;
    /** For the log: the tool named in the request body, and the problem code. */
    tool?: string | undefined;
    code?: string | undefined;
  };
}

/** The original head, or what the Request still has of it: its URL's host replaces a Host header. */
export function headOf(request: Request, incoming: Incoming | undefined, basePath: string): RequestHead {
  const target = targetOf(request, incoming, basePath);
  if (incoming) return { method: incoming.method ?? "", target, headers: pairs(incoming.rawHeaders) };
  const headers = [...request.headers];
  if (!request.headers.has("host")) headers.push(["host", new URL(request.url).host]);
  return { method: request.method, target, headers };
}

/** A server that mounts the app under a path may already have removed that path, as Hono's `mount` does. */
export function targetOf(request: Request, incoming: Incoming | undefined, basePath: string): string {
  const target = incoming ? originForm(incoming) : request.url.slice(new URL(request.url).origin.length);
  const mounted = basePath !== "" && target.startsWith(`${basePath}/`);
  return mounted ? target.slice(basePath.length) : target;
}

/** Removes our own authority, that of the Host header, from a target (RFC 9112, 3.2.2); other targets are unchanged. */
function originForm({ url = "", rawHeaders }: Incoming): string {
  if (url.startsWith("/")) return url;
  const hosts = pairs(rawHeaders).filter(([name]) => name.toLowerCase() === "host");
  const origin = `http://${hosts[0]?.[1].toLowerCase()}`;
  if (hosts.length !== 1 || !url.toLowerCase().startsWith(origin)) return url;
  const rest = url.slice(origin.length);
  if (rest === "" || rest.startsWith("?")) return `/${rest}`;
  return rest.startsWith("/") ? rest : url;
}

function pairs(raw: readonly string[]): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return headers;
}

/** All values of a header; `name` in lower case. */
export function headerValues(head: RequestHead, name: string): string[] {
  const values: string[] = [];
  for (const [key, value] of head.headers) {
    if (key.length === name.length && key.toLowerCase() === name) values.push(value);
  }
  return values;
}

/** A target up to its query, as sent. */
export function pathOf({ target }: Pick<RequestHead, "target">): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** The query parameters of a target. */
export function queryOf({ target }: Pick<RequestHead, "target">): URLSearchParams {
  const query = target.indexOf("?");
  return new URLSearchParams(query < 0 ? "" : target.slice(query + 1));
}
