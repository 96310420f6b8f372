/** What connections may take of this computer. Tests pass smaller numbers. */

/** Times in milliseconds, and counts. */
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
  /** How often a client that sends no more is asked whether it still waits for its answer. */
  readonly probeMs: number;
  /** Requests that one connection may have sent without waiting for answers. */
  readonly maxPipelined: number;
  /** Open connections; beyond it the one that has kept the service waiting longest loses its place. */
  readonly maxConnections: number;
  /** Bytes of all bodies that are on their way; beyond it the one that is most overdue loses its place. */
  readonly maxBodiesBytes: number;
  /** A body that comes at this pace, in bytes a second, keeps nobody waiting. */
  readonly fairBodyPace: number;
}

export const defaultLimits: ListenerLimits = {
  headMs: 10_000,
  bodyMs: 30_000,
  keepAliveMs: 5_000,
  sendIdleMs: 30_000,
  lingerMs: 500,
  sweepMs: 1_000,
  probeMs: 500,
  maxPipelined: 32,
  maxConnections: 512,
  maxBodiesBytes: 64_000_000,
  fairBodyPace: 64_000,
};
