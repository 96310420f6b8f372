/** Counts calls for metrics: by tool and outcome, and how long they took. */
import { getOrInsert } from "../core/collections/maps.ts";
import type { Metric, Sample } from "../core/open-metrics.ts";
import { type ProblemCode, ProblemError } from "../core/problem.ts";

/** Upper limits of the histogram's buckets, in seconds. */
const limits = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];

interface Durations {
  /** Calls in each bucket; the last one has no limit. */
  readonly buckets: number[];
  sum: number;
}

export class CallCounts {
  /** By tool and code, `ok` for a result. */
  readonly #calls = new Map<string, Map<ProblemCode | "ok", number>>();
  readonly #durations = new Map<string, Durations>();
  readonly #elapsed: () => number;

  /** `elapsed`: milliseconds from a monotonic clock. */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** Runs a call of a known tool, and counts it. */
  async counted<T>(tool: string, run: () => Promise<T>): Promise<T> {
    const began = this.#elapsed();
    try {
      const result = await run();
      this.#count(tool, "ok", began);
      return result;
    } catch (error) {
      this.#count(tool, error instanceof ProblemError ? error.code : "internal", began);
      throw error;
    }
  }

  metrics(): Metric[] {
    const calls = [...this.#calls].flatMap(([tool, codes]) =>
      [...codes].map(([code, value]) => ({ suffix: "_total", labels: { tool, code }, value })),
    );
    const durations = [...this.#durations].flatMap(([tool, one]) => histogram(tool, one));
    return [
      {
        name: "pdfd_calls",
        type: "counter",
        help: "Tool calls that ended, by tool and the problem's code.",
        samples: calls,
      },
      {
        name: "pdfd_call_duration_seconds",
        type: "histogram",
        unit: "seconds",
        help: "From a call's arrival to its answer, waiting included.",
        samples: durations,
      },
    ];
  }

  #count(tool: string, code: ProblemCode | "ok", began: number): void {
    const codes = getOrInsert(this.#calls, tool, () => new Map());
    codes.set(code, (codes.get(code) ?? 0) + 1);
    const seconds = (this.#elapsed() - began) / 1000;
    const durations = getOrInsert(this.#durations, tool, () => ({
      buckets: Array.from({ length: limits.length + 1 }, () => 0),
      sum: 0,
    }));
    const bucket = limits.findIndex((limit) => seconds <= limit);
    const at = bucket < 0 ? limits.length : bucket;
    durations.buckets[at] = (durations.buckets[at] ?? 0) + 1;
    durations.sum += seconds;
  }
}

/** Each bucket also counts the calls of those before it. */
function histogram(tool: string, { buckets, sum }: Durations): Sample[] {
  let count = 0;
  const cumulative = buckets.map((calls, at) => {
    count += calls;
    return { suffix: "_bucket", labels: { tool, le: decimal(limits[at]) }, value: count };
  });
  const labels = { tool };
  return [
    ...cumulative,
    { suffix: "_count", labels, value: count },
    { suffix: "_sum", labels, value: Math.round(sum * 1e6) / 1e6 },
  ];
}

/** A limit as OpenMetrics writes it: with a decimal point. */
function decimal(limit: number | undefined): string {
  if (limit === undefined) return "+Inf";
  return Number.isInteger(limit) ? `${limit}.0` : `${limit}`;
}
