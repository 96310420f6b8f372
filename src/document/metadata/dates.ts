/** Dates of PDF (ISO 32000-2, 7.9.4) and of XMP, as ISO 8601. */

/** A PDF date or XMP date as ISO 8601. Omitted parts default to their lowest value. */
export function isoDate(text: string): string | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d)?'?(\d\d)?/.exec(text);
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour = "00",
    minute = "00",
    second = "00",
    zone = "",
    minutes = "00",
  ] = parts ?? [];
  const offset = zone.length > 1 ? `${zone}:${minutes}` : zone;
  const iso = parts ? `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}` : text.trim();
  return /^\d{4}/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

const partsOfIso =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** A PDF or XMP date in full, to the second; a missing zone means UTC. Undefined if it is no date. */
export function utcDate(text: string): string | undefined {
  const iso = /^D:|^\d{4}(?:-|$)/.test(text.trim()) ? isoDate(text) : undefined;
  const parts = iso === undefined ? null : partsOfIso.exec(iso);
  if (!parts) return undefined;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone = "Z"] = parts;
  const full = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  return isMoment(full) ? full : undefined;
}

/** Whether a full date exists: no 30th of February, no offset of 99 hours. */
export function isMoment(iso: string): boolean {
  const [, year, month, day, hour, minute, second, zone = ""] = partsOfIso.exec(iso) ?? [];
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const [hours = 0, minutes = 0] = zone.slice(1).split(":").map(Number);
  return (
    zone !== "" &&
    Number(year) > 0 &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= days &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second ?? 0) < 60 &&
    hours < 24 &&
    minutes < 60
  );
}

/** The same for dates in Info, which some programs write without `D:`. */
export const infoDate = (text: string): string | undefined =>
  utcDate(/^\d{6}/.test(text) ? `D:${text}` : text);

/** Whether two dates in full mean the same second. */
export const isSameMoment = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b);

/** A full date as a PDF date: `D:20240131102030+01'00'`. */
export function pdfDate(iso: string): string {
  const [, year, month, day, hour, minute, second = "00", zone = "Z"] = partsOfIso.exec(iso) ?? [];
  const offset = zone === "Z" ? "Z" : `${zone.replace(":", "'")}'`;
  return `D:${year}${month}${day}${hour}${minute}${second}${offset}`;
}
