/** Limits on the resources that connections may use. Tests use smaller numbers. */

/** Times in milliseconds, and counts. */
export interface ListenerLimits {
  /** From connecting, or the last response, to the end of a request head. */
  readonly headMs: number;
  /** From the end of the head to the end of the body. It limits receiving, never the tool. */
  readonly bodyMs: number;
  /** How long an idle connection is kept after a response. */
  readonly keepAliveMs: number;
  /** A reader that accepts nothing for this long is dropped. */
  readonly sendIdleMs: number;
  /** After an early response, how long further input is read and discarded, so that the response isn't lost. */
  readonly lingerMs: number;
  /** How often connections are swept. */
  readonly sweepMs: number;
  /** How often to probe a half-closed client. */
  readonly probeMs: number;
  /** Requests that a connection may send without waiting for responses. */
  readonly maxPipelined: number;
  /** Open connections; beyond it, the one that has kept the service waiting longest is closed. */
  readonly maxConnections: number;
  /** Total bytes of all arriving bodies; beyond it, the most overdue connection is closed. */
  readonly maxBodiesBytes: number;
  /** A body that arrives at this pace, in bytes per second, keeps nobody waiting. */
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
