/** A long list as JSON, entry by entry: all job results can total 64 MB, and other requests are served between entries. */

/** Marks a response whose body is streamed; the listener removes it. */
export const streamedHeader = "x-streamed";

export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

export function jsonList(name: string, entries: readonly object[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let at = 0;

  return new ReadableStream({
    pull(controller) {
      const start = at === 0 ? `{${JSON.stringify(name)}:[` : ",";
      const entry = entries[at++];
      if (entry) controller.enqueue(encoder.encode(start + JSON.stringify(entry)));
      else {
        controller.enqueue(encoder.encode(entries.length === 0 ? `${start}]}` : "]}"));
        controller.close();
      }
    },
  });
}
