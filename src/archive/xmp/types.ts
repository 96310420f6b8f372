/** The types of values in XMP (XMP Specification, 2004 and 2005), as far as PDF/A asks for them. */
import type { XmpNode } from "./packet.ts";

/** A type by its name in lower case: `text`, `seq date`, or one that an extension schema describes. */
export type TypeName = string;

const simple: Readonly<Record<string, RegExp>> = {
  boolean: /^(?:True|False)$/,
  integer: /^[+-]?\d+$/,
  real: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  mimetype: /^[-\w+.]+\/[-\w+.]+$/,
  propername: /^/,
  text: /^/,
  agentname: /^/,
  rational: /^/,
  renditionclass: /^/,
  gpscoordinate: /^/,
  locale: /^/,
  uri: /^/,
  url: /^/,
  xpath: /^/,
  date: /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/,
};

/** Structures with their fields: `field:type`, separated by commas. */
const structures: Readonly<Record<string, string>> = {
  dimensions: "w:real, h:real, unit:text",
  thumbnail: "format:text, height:integer, width:integer, image:text",
  resourceevent: "action:text, instanceID:uri, parameters:text, softwareAgent:agentname, when:date",
  resourceref:
    "instanceID:uri, documentID:uri, versionID:text, renditionClass:renditionclass, renditionParams:text, manager:agentname, managerVariant:text, manageTo:uri, manageUI:uri",
  version: "comments:text, event:resourceevent, modifyDate:date, modifier:propername, version:text",
  job: "name:text, id:text, url:url",
  font: "fontName:text, fontFamily:text, fontFace:text, fontType:text, versionString:text, composite:boolean, fontFileName:text, childFontFiles:seq text",
  colorant:
    "swatchName:text, mode:text, type:text, cyan:real, magenta:real, yellow:real, black:real, red:integer, green:integer, blue:integer, L:real, A:integer, B:integer",
  flash: "Fired:boolean, Return:text, Mode:text, Function:boolean, RedEyeMode:boolean",
  "oecf/sfr": "Columns:integer, Rows:integer, Names:seq text, Values:seq rational",
  cfapattern: "Columns:integer, Rows:integer, Values:seq integer",
  devicesettings: "Columns:integer, Rows:integer, Settings:seq text",
  beatsplicestretch: "useFileBeatsMarker:boolean, riseInDecibel:real, riseInTimeDuration:time",
  marker: "startTime:any, duration:any, comment:text, name:text, location:uri, target:text, type:text",
  media: "path:uri, track:text, startTime:time, duration:time, managed:boolean, webStatement:uri",
  projectlink: "path:uri, type:text",
  resamplestretch: "quality:text",
  time: "value:integer, scale:rational",
  timecode: "timeValue:text, timeFormat:text",
  timescalestretch: "frameSize:real, frameOverlappingPercentage:real, quality:text",
};

/** Types described by extension schemas: name to fields, undefined for a simple one. */
export type OwnTypes = ReadonlyMap<string, ReadonlyMap<string, TypeName>>;

const known = new Map(
  Object.entries(structures).map(([name, fields]) => [
    name,
    new Map(
      fields.split(", ").map((field): [string, string] => {
        const [key = "", type = ""] = field.split(":");
        return [key, type];
      }),
    ),
  ]),
);

/** `Bag of Text`, `bag text`, `Closed Choice of Integer` and the like in one form. */
export function normalType(name: string): TypeName {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:(?:open |closed )?choice (?:of )?)/, "")
    .replace(/^(bag|seq|alt) (?:of )?(?:(?:open |closed )?choice (?:of )?)?/, "$1 ");
}

export function isKnownType(name: string, own: OwnTypes): boolean {
  const type = normalType(name);
  const item = /^(?:bag|seq|alt) (.+)$/.exec(type)?.[1] ?? type;
  return (
    type === "lang alt" || item === "any" || Object.hasOwn(simple, item) || known.has(item) || own.has(item)
  );
}

/** Whether a value has a type; undefined if the type is unknown. */
export function hasType(node: XmpNode, name: TypeName, own: OwnTypes, depth = 0): boolean | undefined {
  const type = normalType(name);
  if (type === "any" || depth > 20) return true;
  if (type === "lang alt")
    return (
      node.kind === "alt" &&
      node.children.every(({ kind, language }) => kind === "simple" && language !== undefined)
    );
  const [, list, item = ""] = /^(bag|seq|alt) (.+)$/.exec(type) ?? [];
  if (list !== undefined)
    return (
      node.kind === list && node.children.every((child) => hasType(child, item, own, depth + 1) !== false)
    );
  const pattern = Object.hasOwn(simple, type) ? simple[type] : undefined;
  if (pattern)
    return node.kind === "simple" && pattern.test(node.text) && (type !== "date" || isDate(node.text));
  const fields = own.get(type) ?? known.get(type);
  if (!fields) return undefined;
  return (
    node.kind === "struct" &&
    node.children.every((child) => {
      const field = fields.get(child.name);
      return field !== undefined && hasType(child, field, own, depth + 1) !== false;
    })
  );
}

function isDate(text: string): boolean {
  const [, month = "01", day = "01", hour = "00", minute = "00", second = "00"] =
    /^\d{4}(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text) ?? [];
  const within = (value: string, low: number, high: number) => Number(value) >= low && Number(value) <= high;
  return (
    within(month, 1, 12) &&
    within(day, 1, 31) &&
    within(hour, 0, 23) &&
    within(minute, 0, 59) &&
    within(second, 0, 59)
  );
}
