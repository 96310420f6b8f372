/** `GET /v1/metrics`: what it counts, whether other programs can parse it, and who may read it. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMetrics, openMetricsType } from "../../src/core/open-metrics.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { CallCounts } from "../../src/run/call-counts.ts";
import { executable, type Service } from "../contract/target.ts";
import { requireTool } from "../support/tools.ts";

describe("counted calls", () => {
  it("fill their tool's buckets", async () => {
    let now = 0;
    const counts = new CallCounts(() => now);
    const call = async (tool: string, seconds: number, error?: Error) =>
      await counts
        .counted(tool, async () => {
          now += seconds * 1000;
          if (error) throw error;
        })
        .catch(() => {});
    await call("pdf_info", 0.02);
    await call("pdf_info", 2);
    await call("pdf_info", 400, new ProblemError("operation_failed", "no"));
    await call("pdf_merge", 0.5, new Error("not foreseen"));
    const lines = openMetrics(counts.metrics()).split("\n");
    expect(lines.filter((line) => line.startsWith("pdfd_calls"))).toEqual([
      'pdfd_calls_total{tool="pdf_info",code="ok"} 2',
      'pdfd_calls_total{tool="pdf_info",code="operation_failed"} 1',
      'pdfd_calls_total{tool="pdf_merge",code="internal"} 1',
    ]);
    const info = lines.filter((line) => line.includes("_seconds_") && line.includes("pdf_info"));
    expect(info.map((line) => line.split(" ")[1])).toEqual(
      [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 402.02].map(String),
    );
    expect(info[0]).toBe('pdfd_call_duration_seconds_bucket{tool="pdf_info",le="0.01"} 0');
    expect(info[4]).toContain('le="1.0"');
    expect(info[10]).toContain('le="+Inf"');
  });
});

describe("GET /v1/metrics", () => {
  let service: Service;
  beforeAll(async () => {
    service = await executable.start();
  });
  afterAll(async () => await service?.[Symbol.asyncDispose]());

  const ask = async (path: string, body?: object, token = service.token) =>
    await fetch(`http://127.0.0.1:${service.port}${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });

  it("counts calls over HTTP and in jobs", async () => {
    await ask("/v1/tools/pdf_info", { input: "ok.pdf" });
    await ask("/v1/tools/pdf_info", { input: "nowhere.pdf" });
    const submitted = await ask("/v1/jobs", { tool: "pdf_info", input: { input: "broken.pdf" } });
    const { id }: { id: string } = JSON.parse(await submitted.text());
    await ask(`/v1/jobs/${id}?wait=20`);
    const answer = await ask("/v1/metrics");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(openMetricsType);
    const text = await answer.text();
    expect(text).toContain('pdfd_calls_total{tool="pdf_info",code="ok"} 1\n');
    expect(text).toContain('pdfd_calls_total{tool="pdf_info",code="validation"} 1\n');
    expect(text).toContain('pdfd_calls_total{tool="pdf_info",code="operation_failed"} 1\n');
    expect(text).toContain('pdfd_call_duration_seconds_count{tool="pdf_info"} 3\n');
    expect(text).toContain('pdfd_jobs{status="failed"} 1\n');
    expect(text).not.toContain("ok.pdf");
    for (const name of [
      "pdfd_engines_resident_bytes",
      "process_resident_memory_bytes",
      "pdfd_engine_starts_total",
    ])
      expect(Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1])).toBeGreaterThan(0);
  });

  it("requires the token and allows only GET", async () => {
    expect((await ask("/v1/metrics", undefined, "wrong")).status).toBe(401);
    const posted = await ask("/v1/metrics", {});
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it.skipIf(requireTool("prometheus"))("can be parsed by the official Prometheus client", async () => {
    const text = await (await ask("/v1/metrics")).text();
    const script = `import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
print(*sorted(family.name for family in parse(sys.stdin.read())))`;
    const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script], {
      input: text,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout.split(" ")).toContain("pdfd_call_duration_seconds");
  });
});
