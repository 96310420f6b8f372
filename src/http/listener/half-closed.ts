/**
 * A client that has ended its side may wait for its answer or be gone. TCP shows the same for both; only writing shows which.
 * So it gets what every client skips, an interim answer or a comment between events, until its system refuses it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

/** The first write meets a peer that has gone, and the next one after this time, in milliseconds, fails of it. */
const refusalMs = 50;

export interface HalfClosed {
  /** From here on the answer itself is written, and a reader that takes nothing shows. */
  answered(): void;
  /** From here on events are written, which may be a long time apart. */
  streams(): void;
}

/** Asks every `probeMs` from when the client has ended its side; the caller reports that by `ended`. */
export function watchHalfClosed(
  { socket, httpVersion }: IncomingMessage,
  response: ServerResponse,
  probeMs: number,
  ended: () => void,
): HalfClosed {
  let ask = () => {
    // HTTP/1.0 has no interim answers: such a client is believed to wait.
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
