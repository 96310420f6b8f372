/** A long list as JSON, entry by entry: all results of jobs are up to 64 MB, and others are answered between two of them. */

/** Set on an answer whose body is sent as it comes; the listener takes it off. */
export const streamedHeader = "x-streamed";

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
