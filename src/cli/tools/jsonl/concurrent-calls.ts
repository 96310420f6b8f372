/** Calls that run at the same time. Their answers are taken in the order in which they started, or as they come. */

export interface ConcurrentOptions {
  /** The most calls at once. */
  readonly jobs: number;
  readonly unordered: boolean;
  /** Takes a finished answer. Never throws. */
  readonly take: (answer: string) => void;
}

/** A slow call holds back the answers of later ones: no more than these, so that memory doesn't depend on the input. */
const maxHeld = 1000;
const maxHeldChars = 32_000_000;

/** A started call, with its answer once it has ended. */
interface Started {
  answer?: string;
}

export class ConcurrentCalls {
  readonly #options: ConcurrentOptions;
  /** Calls whose answers weren't taken yet, in the order in which they started. */
  #started: Started[] = [];
  #running = 0;
  #heldChars = 0;
  /** Callers waiting for a call to end. */
  #waiting: (() => void)[] = [];

  constructor(options: ConcurrentOptions) {
    this.#options = options;
  }

  /** Adds a call that has started. Its answer never rejects. */
  add(answer: Promise<string>): void {
    const call: Started = {};
    this.#running += 1;
    this.#started.push(call);
    void answer.then((text) => this.#ended(call, text));
  }

  /** Resolves when another call may start. */
  async room(): Promise<void> {
    const { jobs } = this.#options;
    while (this.#running >= jobs || this.#started.length >= maxHeld || this.#heldChars >= maxHeldChars)
      await this.#nextEnd();
  }

  /** Resolves when no call runs. */
  async idle(): Promise<void> {
    while (this.#running > 0) await this.#nextEnd();
  }

  /** Takes the answers that are held back by calls that still run. */
  flush(): void {
    this.#started = this.#started.filter((call) => !this.#taken(call));
  }

  #nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #ended(call: Started, answer: string): void {
    this.#running -= 1;
    call.answer = answer;
    this.#heldChars += answer.length;

    if (this.#options.unordered) this.flush();
    else {
      const first = this.#started.findIndex((one) => !this.#taken(one));
      this.#started.splice(0, first < 0 ? this.#started.length : first);
    }

    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #taken({ answer }: Started): boolean {
    if (answer === undefined) return false;
    this.#heldChars -= answer.length;
    this.#options.take(answer);
    return true;
  }
}
