/** State that a command's two threads share, so that publishing and ending a call exclude each other. */

const reading = 0;
const publishing = 1;
const ended = 2;

/** Results of a call that are not exit codes: prompt for the password of a document, or for a new one. */
export const asksPassword = { toOpen: -1, toProtect: -2 };

export class CallPhase {
  /** Pass this to the other thread, which creates its own `CallPhase` from it. */
  readonly memory: Int32Array<SharedArrayBuffer>;

  constructor(memory = new Int32Array(new SharedArrayBuffer(4))) {
    this.memory = memory;
  }

  /** Call before publishing files. False if the call has been ended; then nothing may be published. */
  beginPublishing(): boolean {
    return Atomics.compareExchange(this.memory, 0, reading, publishing) !== ended;
  }

  /** Call between files, when the call may be ended. */
  endPublishing(): void {
    Atomics.compareExchange(this.memory, 0, publishing, reading);
  }

  /** Ends the call before it publishes anything more. False while it is publishing. */
  end(): boolean {
    return Atomics.compareExchange(this.memory, 0, reading, ended) !== publishing;
  }
}
