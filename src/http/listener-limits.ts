/** What connections may take of this computer (RELIABILITY R1, R9). Tests pass smaller times. */

/** Times in milliseconds and counts that bound what connections may take. */
export interface ListenerLimits {
  /** From connecting, or from the last answer, to the end of a request head. */
  readonly headMs: number;
  /** From the end of the head to the end of the body. It bounds receiving, never the tool. */
  readonly bodyMs: number;
  /** An idle connection is kept this long after an answer. */
  readonly keepAliveMs: number;
  /** A reader that takes nothing for this long is dropped. */
  readonly sendIdleMs: number;
  /** After an early answer, what is still coming is read and thrown away this long, so that the answer is not lost. */
  readonly lingerMs: number;
  /** How often connections are looked over. */
  readonly sweepMs: number;
  /** Open connections; beyond it the longest idle one makes room. Bun ignores node's own setting. */
  readonly maxConnections: number;
}

export const defaultLimits: ListenerLimits = {
  headMs: 10_000,
  bodyMs: 30_000,
  keepAliveMs: 5_000,
  sendIdleMs: 30_000,
  lingerMs: 500,
  sweepMs: 1_000,
  maxConnections: 512,
};
