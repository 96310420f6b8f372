/** A thread that never returns. */
import { answerEach } from "../../src/host/process/thread.ts";

answerEach(async (counter: Int32Array) => {
  for (;;) Atomics.add(counter, 0, 1);
});
