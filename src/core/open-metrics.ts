/** Metrics as text in the OpenMetrics format, which Prometheus and its kin collect. */

export interface Sample {
  /** Follows the metric's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metric {
  /** Ends with the unit if there is one. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "info";
  readonly unit?: "seconds" | "bytes";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Names, labels and help are ours: no document's text, and nothing that needs escaping. */
export function openMetrics(metrics: readonly Metric[]): string {
  const families = metrics.map(({ name, type, unit, help, samples }) => {
    const head = [`TYPE ${name} ${type}`, ...(unit ? [`UNIT ${name} ${unit}`] : []), `HELP ${name} ${help}`];
    const lines = samples.map(({ suffix = "", labels = {}, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
      return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
    });
    return head.map((line) => `# ${line}\n`).join("") + lines.join("");
  });
  return `${families.join("")}# EOF\n`;
}

/** A gauge with one value, or one for each value of a label. */
export function gauge(
  name: string,
  help: string,
  value: number | ReadonlyMap<string, number>,
  label = "status",
): Metric {
  const samples =
    typeof value === "number"
      ? [{ value }]
      : [...value].map(([text, count]) => ({ labels: { [label]: text }, value: count }));
  const unit = name.endsWith("_bytes") ? { unit: "bytes" as const } : {};
  return { name, type: "gauge", ...unit, help, samples };
}
