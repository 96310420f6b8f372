/** Shows values like viewers' format functions: numbers, percentages, dates, times, and US-specific numbers. */
import type { CosDocument } from "../../cos/document.ts";
import { type ConstantCall, constantCall, fieldScript } from "./field-scripts.ts";
import type { FormField } from "./fields.ts";

export const formatTypes = ["number", "percent", "date", "time", "special"] as const;

/** A format requested by a field's script. */
export interface FieldFormat {
  readonly type: (typeof formatTypes)[number];
  /** Its pattern: `#,##0.00 €`, `yyyy-mm-dd`, `(999) 999-9999`. */
  readonly pattern: string;
  /** The text to show; undefined for a value that the format doesn't fit. */
  show(value: string): Shown | undefined;
}

export interface Shown {
  readonly text: string;
  /** Negative numbers may be shown in red, and then without a sign. */
  readonly red?: boolean;
}

/** A field's format; undefined if it has none, or only its script knows it. */
export function fieldFormat(cos: CosDocument, field: FormField): FieldFormat | undefined {
  if (field.kind !== "Tx" && field.kind !== "Ch") return undefined;
  const script = fieldScript(cos, field, "F");
  const call = script === undefined ? undefined : constantCall(script);
  const format = call && formatOf(call);
  return format && { ...format, show: (value) => (value.trim() === "" ? { text: "" } : format.show(value)) };
}

const dateFormats = (
  "m/d|m/d/yy|mm/dd/yy|mm/yy|d-mmm|d-mmm-yy|dd-mmm-yy|yy-mm-dd|mmm-yy|mmmm-yy|mmm d, yyyy|" +
  "mmmm d, yyyy|m/d/yy h:MM tt|m/d/yy HH:MM"
).split("|");
const timeFormats = "HH:MM|h:MM tt|HH:MM:ss|h:MM:ss tt".split("|");

function formatOf({ name, values }: ConstantCall): FieldFormat | undefined {
  const [first, second, third, , unit, before] = values;
  const [decimals, separators, negative] = [first, second, third].map((value) => Number(value) || 0);
  const number = { decimals, separators };

  switch (name) {
    case "AFNumber_Format":
      return numberFormat({ ...number, negative, unit: String(unit ?? ""), before: before === true });
    case "AFPercent_Format":
      return numberFormat({ ...number, unit: "%", before: third === true, percent: true });
    case "AFDate_Format":
      return dateFormat("date", dateFormats[Number(first)]);
    case "AFDate_FormatEx":
      return dateFormat("date", first);
    case "AFTime_Format":
      return dateFormat("time", timeFormats[Number(first)]);
    case "AFTime_FormatEx":
      return dateFormat("time", first);
    case "AFSpecial_Format":
      return second === undefined ? specialFormat(Number(first)) : undefined;
    default:
      return undefined;
  }
}

interface NumberStyle {
  readonly decimals?: number | undefined;
  /** 0: 1,234.5; 1: 1234.5; 2: 1.234,5; 3: 1234,5; 4: 1'234.5. */
  readonly separators?: number | undefined;
  /** 0: a sign; 1: red; 2: in parentheses; 3: both. */
  readonly negative?: number | undefined;
  readonly unit: string;
  /** Whether the unit precedes the number. */
  readonly before: boolean;
  readonly percent?: boolean;
}

const groupMarks = [",", "", ".", "", "'"];
/** More decimals than any number has. */
const maxDecimals = 20;

function numberFormat(style: NumberStyle): FieldFormat | undefined {
  const { decimals: given = 0, separators = 0, negative = 0, unit, before, percent = false } = style;
  const group = groupMarks[separators];
  if (group === undefined || !Number.isFinite(given)) return undefined;
  const decimals = Math.min(Math.max(0, Math.floor(given)), maxDecimals);

  const point = separators === 2 || separators === 3 ? "," : ".";
  const withUnit = (digits: string) => (before ? unit + digits : digits + unit);
  const pattern = `${group === "" ? "0" : `#${group}##0`}${decimals > 0 ? point + "0".repeat(decimals) : ""}`;

  return {
    type: percent ? "percent" : "number",
    pattern: withUnit(pattern),
    show(value) {
      const number = numberIn(value, point);
      if (number === undefined) return undefined;
      const size = rounded(Math.abs(number), percent ? 2 : 0, decimals);
      if (size === undefined) return undefined;
      const [whole = "", rest] = size.split(".");
      const digits = grouped(whole, group) + (rest === undefined ? "" : point + rest);
      const text = withUnit(digits);
      if (number >= 0 || !/[1-9]/.test(size)) return { text };

      const signed = [`-${text}`, text, `(${text})`, `(${text})`][negative] ?? `(${text})`;
      return { text: signed, red: negative === 1 || negative === 3 };
    },
  };
}

function grouped(digits: string, mark: string): string {
  let text = digits;
  for (let at = digits.length - 3; at > 0; at -= 3) text = text.slice(0, at) + mark + text.slice(at);
  return text;
}

/** `number × 10^shift` with this many decimals, rounded as written: 1.005 becomes 1.01. Undefined for very large numbers. */
function rounded(number: number, shift: number, decimals: number): string | undefined {
  if (number >= 1e15) return undefined;
  const [digits = "0", exponent = "0"] = String(number).split("e");
  const scaled = Math.round(Number(`${digits}e${Number(exponent) + shift + decimals}`));
  if (!Number.isSafeInteger(scaled)) return Number(`${digits}e${Number(exponent) + shift}`).toFixed(decimals);
  const text = String(scaled).padStart(decimals + 1, "0");
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** The number in a value, with a point or the format's decimal comma. */
function numberIn(value: string, point: string): number | undefined {
  const plain = value.trim().replace(/^\((.*)\)$/s, "-$1");
  const text =
    point === "," && !/^[-+]?\d*(?:\.\d*)?$/.test(plain) ? plain.replace(/\./g, "").replace(",", ".") : plain;
  const digits = text.replace(/[,'\s]/g, "");
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i.test(digits) ? Number(digits) : undefined;
}

const monthNames =
  "January February March April May June July August September October November December".split(" ");
const dayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Parts of a date pattern. */
const datePart = /\\.|d{1,4}|m{1,4}|y{4}|yy|H{1,2}|h{1,2}|M{1,2}|s{1,2}|t{1,2}/g;
/** Longer patterns are invalid. */
const maxPattern = 100;

function dateFormat(type: "date" | "time", pattern: unknown): FieldFormat | undefined {
  if (typeof pattern !== "string" || pattern === "" || pattern.length > maxPattern) return undefined;
  return {
    type,
    pattern,
    show(value) {
      const moment = momentIn(value, pattern, type);
      return moment && { text: pattern.replace(datePart, (part) => printed(part, moment)) };
    },
  };
}

function printed(part: string, at: Date): string {
  const letter = part.charAt(0);
  const hours = at.getUTCHours();
  if (letter === "t") return (hours < 12 ? "am" : "pm").slice(0, part.length);
  if (/^[dm]{3}/.test(part)) {
    const name = (letter === "m" ? monthNames[at.getUTCMonth()] : dayNames[at.getUTCDay()]) ?? "";
    return part.length === 3 ? name.slice(0, 3) : name;
  }

  const numbers: Readonly<Record<string, number>> = {
    ...{ y: at.getUTCFullYear(), m: at.getUTCMonth() + 1, d: at.getUTCDate() },
    ...{ H: hours, h: hours % 12 || 12, M: at.getUTCMinutes(), s: at.getUTCSeconds() },
  };
  const number = numbers[letter];
  if (number === undefined) return part.replace("\\", "");
  const digits = String(number).padStart(part.length, "0");

  return letter === "y" ? digits.slice(-part.length) : digits;
}

/** The moment in a value, in ISO 8601 or in the pattern's order. */
function momentIn(value: string, pattern: string, type: "date" | "time"): Date | undefined {
  if (value.length > maxPattern) return undefined;
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s](.{1,20}))?$/.exec(value);
  if (iso) return moment({ y: Number(iso[1]), m: Number(iso[2]), d: Number(iso[3]) }, iso[4] ?? "");
  if (type === "time") return moment({}, value);

  const colon = value.search(/\d{1,2}:/);
  const timeAt = colon < 0 ? value.length : colon;
  const words = value.slice(0, timeAt).match(/\d+|\p{L}+/gu) ?? [];
  const m = words.map(monthOf).find((month) => month !== undefined);
  const numbers = words.filter((word) => /^\d/.test(word)).map(Number);
  const order = (pattern.match(/[dmy]+/g) ?? []).filter((part) => !part.startsWith("ddd"));
  const keys = order.map((part) => part.slice(0, 1)).filter((key) => m === undefined || key !== "m");
  if (numbers.length !== keys.length) return undefined;
  const found: Day = { ...(m && { m }), ...Object.fromEntries(keys.map((key, k) => [key, numbers[k]])) };
  const { y } = found;
  // Two-digit years are in the same century as in viewers.
  const century = y !== undefined && y < 50 ? 2000 : 1900;
  const isShort = y !== undefined && y < 100;

  return moment({ ...found, ...(isShort && { y: y + century }) }, value.slice(timeAt));
}

function monthOf(word: string): number | undefined {
  if (word.length < 3) return undefined;
  const at = monthNames.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return at < 0 ? undefined : at + 1;
}

interface Day {
  readonly y?: number;
  readonly m?: number;
  readonly d?: number;
}

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:\s*(?:([ap])\.?m?\.?|z))?$/i;

/** `time`: hours, minutes and seconds; midnight if it is empty. Undefined for what doesn't exist. */
function moment({ y = 2000, m = 1, d = 1 }: Day, time: string): Date | undefined {
  const [, hours, minutes, seconds = "0", half] = clock.exec(time.trim() || "0:00") ?? [];
  const shift = half?.toLowerCase() === "p" ? 12 : 0;
  const H = half === undefined ? Number(hours) : (Number(hours) % 12) + shift;
  const made = new Date(Date.UTC(2000, m - 1, d, H, Number(minutes), Number(seconds)));
  made.setUTCFullYear(y, m - 1, d);
  const isReal = made.getUTCMonth() === m - 1 && made.getUTCDate() === d;
  return isReal && H < 24 && Number(minutes) < 60 && Number(seconds) < 60 ? made : undefined;
}

/** ZIP code, ZIP+4, phone number (with and without area code), Social Security number. */
const specials = [["99999"], ["99999-9999"], ["(999) 999-9999", "999-9999"], ["999-99-9999"]];

function specialFormat(kind: number): FieldFormat | undefined {
  const patterns = specials[kind];
  if (!patterns) return undefined;
  return {
    type: "special",
    pattern: patterns[0] ?? "",
    show(value) {
      const digits = value.replace(/[\s().+-]/g, "");
      const pattern = patterns.find((one) => one.replace(/[^9]/g, "").length === digits.length);
      if (pattern === undefined || !/^\d+$/.test(digits)) return undefined;
      let next = 0;
      return { text: pattern.replace(/9/g, () => digits[next++] ?? "") };
    },
  };
}
