/**
 * A client that has ended its side may be waiting for the response or gone. TCP shows no difference until we write. So it gets
 * something that every client skips, an interim response or a comment between events, until its system rejects it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

/** If the peer is gone, a write after the first one fails once this many milliseconds have passed. */
const refusalMs = 50;

export interface HalfClosed {
  /** From here on, the response itself is written, and a stalled reader is noticed. */
  answered(): void;
  /** From here on, events are written, possibly far apart. */
  streams(): void;
}

/** Probes every `probeMs` once the client has ended its side, which the caller reports through `ended`. */
export function watchHalfClosed(
  { socket, httpVersion }: IncomingMessage,
  response: ServerResponse,
  probeMs: number,
  ended: () => void,
): HalfClosed {
  let ask = () => {
    // HTTP/1.0 has no interim responses: assume that such a client is waiting.
    if (httpVersion === "1.1" && !response.destroyed) response.writeProcessing();
  };
  let timer: ReturnType<typeof setInterval> | undefined;

  const begin = () => {
    ended();
    timer ??= setInterval(() => {
      ask();
      setTimeout(() => ask(), refusalMs).unref();
    }, probeMs);
  };

  const stop = () => {
    clearInterval(timer);
    socket.off("end", begin);
    ask = () => {};
  };

  socket.once("end", begin);
  response.once("close", stop);
  if (socket.readableEnded) begin();

  return {
    answered: stop,
    streams() {
      ask = () => {
        if (response.headersSent && !response.destroyed) response.write(":\n\n");
      };
    },
  };
}
