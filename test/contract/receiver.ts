/** A webhook receiver: records deliveries and answers as instructed. */
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The raw body. */
  readonly body: string;
  /** The arrival time, in milliseconds of the monotonic clock. */
  readonly at: number;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly got: readonly Delivery[];
}

/** The answer to the n-th delivery (from 0): a status, and headers for those that need some. */
export type Answering = (n: number) => { readonly status: number; readonly headers?: Record<string, string> };

/** Listens on 127.0.0.1. */
export async function startReceiver(answering: Answering = () => ({ status: 204 })): Promise<Receiver> {
  const got: Delivery[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { status, headers = {} } = answering(got.length);
      got.push({ headers: request.headers, body: Buffer.concat(parts).toString(), at: performance.now() });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
