/** Exit codes are part of the interface: scripts decide by them. */
export const exitCodes = { done: 0, usage: 2, failed: 5 } as const;
