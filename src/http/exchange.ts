/** One request as the face sees it: the head exactly as it came, and a body that is read only when a route wants it. */

/** A request head on raw strings: no URL normalising, no merging of repeated headers (RELIABILITY R1). */
export interface RequestHead {
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  /** Every header line in order, repeats included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface Exchange {
  readonly head: RequestHead;
  /** UUID, minted here and never taken from the client. */
  readonly requestId: string;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** The body bytes. Throws 413 beyond the limit, 400 when it does not arrive whole. Call once. */
  readBody(): Promise<Uint8Array>;
}

/** An answer before it is sent: less than a Response, which costs more to make and to take apart than most answers. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Every value of a header; `name` in lower case. */
export function headerValues(head: RequestHead, name: string): string[] {
  const values: string[] = [];
  for (const [key, value] of head.headers) {
    if (key.length === name.length && key.toLowerCase() === name) values.push(value);
  }
  return values;
}

/** The target up to the query, as sent. */
export function pathOf(head: RequestHead): string {
  const query = head.target.indexOf("?");
  return query < 0 ? head.target : head.target.slice(0, query);
}

/** The query parameters of the target. */
export function queryOf(head: RequestHead): URLSearchParams {
  const query = head.target.indexOf("?");
  return new URLSearchParams(query < 0 ? "" : head.target.slice(query + 1));
}
