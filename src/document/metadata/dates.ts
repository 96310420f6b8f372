/** Dates (ISO 32000-2, 7.9.4) as ISO 8601. */

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

/** The same where a missing zone means UTC. */
export function utcDate(text: string): string | undefined {
  const iso = isoDate(text);
  return iso === undefined || /(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso}Z`;
}
