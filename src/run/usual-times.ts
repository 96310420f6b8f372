/** How long a tool's calls usually take: calls of quick tools precede others that nobody knows anything about. */

/** Calls remembered per tool; a few expensive ones among them don't make it slow. */
const remembered = 21;
/** A tool is quick if half of its calls used less than this, in milliseconds. */
const quickMs = 500;

export interface UsualTimes {
  /** Whether its calls are usually quick; true if none has ended yet. */
  isQuick(tool: string): boolean;
  /** A call has ended after using this much processor time, in milliseconds. */
  ended(tool: string, usedMs: number): void;
}

export function createUsualTimes(): UsualTimes {
  /** By tool, the latest last. There are few tools. */
  const times = new Map<string, readonly number[]>();

  return {
    isQuick(tool) {
      const sorted = [...(times.get(tool) ?? [])].sort((a, b) => a - b);
      return (sorted[sorted.length >> 1] ?? 0) < quickMs;
    },
    ended(tool, usedMs) {
      times.set(tool, [...(times.get(tool) ?? []), usedMs].slice(-remembered));
    },
  };
}
