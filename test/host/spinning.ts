/** A thread that never returns. */
import { answerOnce } from "../../src/host/process/thread.ts";

answerOnce(async (counter: Int32Array) => {
  for (;;) Atomics.add(counter, 0, 1);
});
