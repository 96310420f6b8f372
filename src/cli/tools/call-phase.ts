/** What the two threads of a command know of its call, in memory that both see: of publishing and ending, only one begins. */

const reading = 0;
const publishing = 1;
const ended = 2;

export class CallPhase {
  /** Hand this to the other thread, which makes its own `CallPhase` of it. */
  readonly memory: Int32Array<SharedArrayBuffer>;

  constructor(memory = new Int32Array(new SharedArrayBuffer(4))) {
    this.memory = memory;
  }

  /** Files are about to get their names. False when the call has been ended: then they get none. */
  beginPublishing(): boolean {
    return Atomics.compareExchange(this.memory, 0, reading, publishing) !== ended;
  }

  /** Between the files of a call, where it may be ended. */
  endPublishing(): void {
    Atomics.compareExchange(this.memory, 0, publishing, reading);
  }

  /** Ends the call before it publishes anything more. False while files get their names. */
  end(): boolean {
    return Atomics.compareExchange(this.memory, 0, reading, ended) !== publishing;
  }
}
