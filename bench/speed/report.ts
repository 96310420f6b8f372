/** The report of `npm run bench`: tables for README.md and docs/speed.md, and their chart. */
import { type Goal, type Program, programs } from "./operations.ts";

/** What an operation cost: processor time in milliseconds, medians. */
export interface Result {
  readonly name: string;
  readonly inReadme?: boolean;
  readonly call?: number;
  readonly command?: number;
  /** The service's peak during the calls. */
  readonly peakMb?: number;
  readonly others: Partial<Record<Program, number>>;
  readonly goal?: Goal;
}

function shown(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString("en");
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;

/** The fastest of the other programs; copying a file isn't one. */
function fastest(others: Result["others"]): number | undefined {
  const times = Object.entries(others).flatMap(([program, ms]) => (program === "cp" ? [] : [ms]));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** `call ≤ 0.9 × mutool: 0.62, met`. */
export function goalText({ goal, call, command, others }: Result): string {
  if (!goal) return "";
  const { side, program, atMost } = goal;
  const ratio = (side === "call" ? call : command) ?? Number.NaN;
  const reached = ratio / ((program === "fastest" ? fastest(others) : others[program]) ?? Number.NaN);
  const aim = `${side} ≤ ${atMost} × ${program}`;
  if (Number.isNaN(reached)) return aim;
  return `${aim}: ${reached.toFixed(2)}, ${reached <= atMost ? "met" : "**missed**"}`;
}

/** `qpdf 5.0, mutool 3.4`. */
const besides = (others: Result["others"], left: readonly Program[]) =>
  programs
    .filter((program) => others[program] !== undefined && !left.includes(program))
    .map((program) => `${program} ${shown(others[program])}`)
    .join(", ");

/** All results, with memory and goals; for the README only its rows, without `cp`. */
export function table(results: readonly Result[], forReadme: boolean): string {
  const rows = results.filter(({ inReadme }) => inReadme === true || !forReadme);
  const head = ["Operation", "pdfd, a call of the service", "pdfd, a command", "Other programs"];
  const measured = ({ name, call, command, others }: Result) => [
    ...[name, shown(call), shown(command)],
    besides(others, forReadme ? ["cp"] : []),
  ];
  const lines = forReadme
    ? [head, head.map(() => "---"), ...rows.map(measured)]
    : [
        [...head, "Peak MB", "Goal"],
        [...head, "", ""].map(() => "---"),
        ...rows.map((row) => [...measured(row), row.peakMb?.toFixed(0) ?? "", goalText(row)]),
      ];
  return lines.map(line).join("");
}

/** The chart's units: a row, the names' column, a tenfold difference. */
const row = 38;
const names = 330;
const decade = 150;
const top = 56;

const place = (ratio: number) => names + decade * (2 + Math.log10(Math.min(Math.max(ratio, 0.01), 100)));

/** Bars for a call and a command, on a logarithmic scale around the fastest other program. */
export function chart(results: readonly Result[]): string {
  const rows = results.filter(({ inReadme, others }) => inReadme && fastest(others) !== undefined);
  const height = top + row * rows.length + 10;
  const bar = (ms: number | undefined, base: number, y: number, color: string) => {
    if (ms === undefined) return "";
    const [from = 0, to = 0] = [place(ms / base), place(1)].sort((a, b) => a - b);
    const text = ms / base < 10 ? (ms / base).toPrecision(2) : (ms / base).toFixed(0);
    const [at, anchor] = ms < base ? [from - 4, "end"] : [to + 4, "start"];
    return `<rect x="${from.toFixed(1)}" y="${y}" width="${(to - from).toFixed(1)}" height="13" fill="${color}"/><text x="${at.toFixed(1)}" y="${y + 11}" text-anchor="${anchor}" font-size="11">${text}×</text>\n`;
  };
  const bars = rows.map(({ name, call, command, others }, k) => {
    const y = top + row * k;
    const base = fastest(others) ?? 1;
    const label = `<text x="${names - 10}" y="${y + 19}" text-anchor="end">${name}</text>\n`;
    return `${label}${bar(call, base, y, "#2f7ed8")}${bar(command, base, y + 14, "#9aa5b1")}`;
  });
  const scale = [0.01, 0.1, 1, 10, 100].map((ratio) => {
    const x = place(ratio);
    const stroke = ratio === 1 ? "#222" : "#ddd";
    return `<text x="${x}" y="${top - 12}" text-anchor="middle" fill="#555">${ratio}×</text><line x1="${x}" x2="${x}" y1="${top - 6}" y2="${height - 6}" stroke="${stroke}"/>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${names + 4 * decade + 40}" height="${height}" font-family="system-ui, sans-serif" font-size="13">
<title>Processor time relative to the fastest other program; less is better</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${names}" y="20"><tspan fill="#2f7ed8">■</tspan> a call of the service <tspan fill="#9aa5b1">■</tspan> a command; processor time relative to the fastest other program</text>
${scale.join("")}${bars.join("")}</svg>
`;
}

/** Replaces the part of a document between the two comments. */
export function replaced(document: string, text: string): string {
  const begin = document.indexOf("\n", document.indexOf("<!-- Times")) + 1;
  const end = document.indexOf("<!-- end of the times -->");
  if (begin === 0 || end < begin) throw new Error("the comments around the times are missing");
  return document.slice(0, begin) + text + document.slice(end);
}
