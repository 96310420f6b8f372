/**
 * Content that the suite doesn't show as it was saved: dates and times that it calculates at every conversion, and equations if
 * its component for them isn't installed.
 */
import { localName, type XmlTag, xmlAttributes, xmlTags } from "../core/xml/tags.ts";
import { unescapeXml } from "../core/xml/text.ts";
import type { Format } from "./formats.ts";

export interface LostContentFinder {
  /** A part's `name`, in lower case, and its text. */
  add(name: string, text: string): void;
  /** A sentence for each kind of loss, with its places. `hasMath`: equations are drawn. */
  warnings(hasMath: boolean): readonly string[];
}

const parts =
  /^(word\/(document|header|footer|footnotes|endnotes)\d{0,9}\.xml|ppt\/slides\/slide\d{1,9}\.xml|xl\/worksheets\/[^/]+\.xml|xl\/workbook\d{0,9}\.xml|xl\/_rels\/workbook\d{0,9}\.xml\.rels|content\.xml|styles\.xml|meta-inf\/manifest\.xml)$/;

/** Whether a part with this name, in lower case, may have such content. */
export const mayLose = (name: string): boolean => parts.test(name);

/** Sheets are read whole: their headers and footers come last. */
export const isSheet = (name: string): boolean => name.startsWith("xl/worksheets/");

/** Places listed for each kind of loss, and characters that are shown and looked at for the text of each. */
const [maxPlaces, maxShown, maxLooked] = [10, 60, 4000];

interface Place {
  readonly where: string;
  /** The text as it was saved. */
  readonly saved: string;
  /** The name of a part that tells more about it. */
  readonly part?: string;
}

/** Places, of which the first are listed. */
class Places {
  readonly listed: Place[] = [];
  more = 0;

  add(where: string, saved = "", part?: string): void {
    if (this.listed.some((place) => place.where === where && place.saved === saved && place.part === part))
      return;
    if (this.listed.length < maxPlaces)
      this.listed.push({ where, saved, ...(part !== undefined && { part }) });
    else this.more++;
  }

  /** One sentence, if there are any. `placed` says where a place is, if it is one. */
  sentence(what: string, placed: (place: Place) => string | undefined = ({ where }) => where): string[] {
    const places = this.listed.flatMap((place) => {
      const where = placed(place);
      if (where === undefined) return [];
      return [place.saved === "" ? where : `${where} ("${place.saved}")`];
    });
    if (places.length === 0) return [];
    return [`${what}: ${places.join(", ")}${this.more > 0 ? `, and ${this.more} more` : ""}`];
  }
}

const dateField = /^\s*(?:DATE|TIME|SAVEDATE|PRINTDATE)\b/i;
const dateFormula = /\b(?:TODAY|NOW)\s*\(/i;
/** Date and time in the codes of a sheet's headers. */
const dateCode = /&(?:amp;)?[DT]/;
const wordParts: Readonly<Record<string, string>> = {
  header: "a header",
  footer: "a footer",
  footnotes: "a footnote",
  endnotes: "an endnote",
};

export function createLostContentFinder({ part, family }: Format): LostContentFinder {
  const dates = new Places();
  const equations = new Places();
  /** Names of a workbook's sheets by relationship, and relationships by part. */
  const sheetNames = new Map<string, string>();
  const relationships = new Map<string, string>();
  /** Folders of the formulas in an OpenDocument package. */
  const formulas = new Set<string>();

  const add = (name: string, text: string) => {
    if (name.endsWith(".rels")) {
      for (const [, attribute] of elements(text, "Relationship"))
        relationships.set(
          `xl/${attribute("Target")
            .replace(/^\/xl\//, "")
            .toLowerCase()}`,
          attribute("Id"),
        );
    } else if (name.startsWith("xl/workbook")) {
      for (const [, attribute] of elements(text, "sheet")) sheetNames.set(attribute("id"), attribute("name"));
    } else if (isSheet(name)) sheetDates(name, text, dates);
    else if (name.startsWith("word/")) wordPart(name, text, dates, equations);
    else if (name.startsWith("meta-inf/")) {
      for (const [, attribute] of elements(text, "file-entry"))
        if (attribute("media-type").endsWith(".formula")) formulas.add(attribute("full-path"));
    } else if (family === "ooxml") {
      const where = `slide ${/\d+/.exec(name)?.[0]}`;
      for (const [tag, attribute] of elements(text, "fld"))
        if (/^datetime\d*$/.test(attribute("type"))) dates.add(where, inside(text, tag));
      for (const [tag] of elements(text, "oMath")) equations.add(where, inside(text, tag));
    } else openDocument(name, text, part, dates, equations);
  };

  const inSheet = ({ where, part = "" }: Place) => {
    const name = sheetNames.get(relationships.get(part) ?? "");
    return name === undefined ? where : `${where} of sheet "${name}"`;
  };
  const ifEquation = ({ where, part }: Place) =>
    part === undefined || formulas.has(part) ? where : undefined;

  return {
    add,
    warnings: (hasMath) => [
      ...dates.sentence("Dates and times show when the file was converted, or nothing", inSheet),
      ...(hasMath
        ? []
        : equations.sentence(
            "Equations are missing, since the component of LibreOffice that draws them (Math) is not installed",
            ifEquation,
          )),
    ],
  };
}

type Attributes = (name: string) => string;

/** The opening tags with this local name; attributes are also found by theirs. */
function* elements(text: string, name: string): Generator<readonly [XmlTag, Attributes]> {
  if (!text.includes(name)) return;
  for (const tag of xmlTags(text))
    if (tag.kind !== "close" && localName(tag.name) === name) yield [tag, attributesOf(text, tag)];
}

const attributesOf =
  (text: string, tag: XmlTag): Attributes =>
  (wanted) => {
    for (const { name, value } of xmlAttributes(text, tag))
      if (localName(name) === wanted) return unescapeXml(value);
    return "";
  };

/** The text within an element, up to the first closing tag of its name. */
function inside(text: string, { kind, name, end }: XmlTag): string {
  if (kind === "empty") return "";
  const near = text.slice(end, end + maxLooked);
  const close = near.indexOf(`</${name}>`);
  return plain(close < 0 ? near : near.slice(0, close));
}

/** The text of a part without its tags. */
function plain(part: string): string {
  let text = "";
  let at = 0;
  for (const { start, end } of xmlTags(part)) {
    text += part.slice(at, start);
    at = end;
  }
  const whole = unescapeXml(text + part.slice(at)).replaceAll(/\s+/g, " ");
  return whole.length > maxShown ? `${whole.slice(0, maxShown)}…` : whole;
}

function sheetDates(name: string, text: string, dates: Places): void {
  if (!dateFormula.test(text) && !dateCode.test(text)) return;
  let cell = "";
  for (const tag of xmlTags(text)) {
    if (tag.kind === "close") continue;
    const element = localName(tag.name);
    if (element === "c") cell = attributesOf(text, tag)("r");
    const end = text.indexOf("<", tag.end);
    const content = text.slice(tag.end, end < 0 ? text.length : end);
    if (element === "f" && dateFormula.test(content)) dates.add(`cell ${cell}`, "", name);
    if (/^(?:odd|even|first)(?:Header|Footer)$/.test(element) && dateCode.test(content))
      dates.add(element.endsWith("Header") ? "a header" : "a footer", "", name);
  }
}

/** A field in several parts (ISO 29500-1, 17.16.18): its instruction, and where its saved text begins. */
interface OpenField {
  instruction: string;
  from?: number;
}

function wordPart(name: string, text: string, dates: Places, equations: Places): void {
  const fields: OpenField[] = [];
  const part = wordParts[/^word\/([a-z]+)/.exec(name)?.[1] ?? ""];
  let paragraph = 0;
  for (const tag of xmlTags(text)) {
    if (tag.kind === "close") continue;
    const element = localName(tag.name);
    const where = part ?? `paragraph ${paragraph}`;
    if (element === "p") paragraph++;
    else if (element === "oMath") equations.add(where, inside(text, tag));
    else if (element === "fldSimple" && dateField.test(attributesOf(text, tag)("instr")))
      dates.add(where, inside(text, tag));
    else if (element === "instrText") {
      const field = fields.at(-1);
      if (field) field.instruction += inside(text, tag);
    } else if (element === "fldChar") {
      const type = attributesOf(text, tag)("fldCharType");
      const field = type === "begin" ? undefined : fields.at(-1);
      if (type === "begin") fields.push({ instruction: "" });
      else if (type === "separate" && field) field.from = tag.end;
      else if (type === "end" && fields.pop() && field && dateField.test(field.instruction))
        dates.add(where, plain(text.slice(field.from ?? tag.start, tag.start).slice(0, maxLooked)));
    }
  }
}

/** OpenDocument: an equation with a picture of it is drawn. */
function openDocument(
  name: string,
  text: string,
  part: Format["part"],
  dates: Places,
  equations: Places,
): void {
  let [paragraph, slide, sheet] = [0, 0, ""];
  /** The folder of the last object without a picture. */
  let object: string | undefined;
  const where = () => {
    if (name === "styles.xml") return "a header or footer";
    if (part === "impress") return slide === 0 ? "a header or footer" : `slide ${slide}`;
    return part === "calc" ? `sheet "${sheet}"` : `paragraph ${paragraph}`;
  };

  for (const tag of xmlTags(text)) {
    if (tag.kind === "close") {
      if (tag.name === "draw:frame" && object !== undefined) equations.add(where(), "", object);
      if (tag.name === "draw:frame") object = undefined;
      continue;
    }
    const attribute = attributesOf(text, tag);
    const isDate =
      (/^text:(?:date|time)$/.test(tag.name) && attribute("fixed") !== "true") ||
      (tag.name === "table:table-cell" && dateFormula.test(attribute("formula"))) ||
      (tag.name === "presentation:date-time-decl" && attribute("source") === "current-date");
    if (isDate) dates.add(where(), inside(text, tag));
    else if (tag.name === "text:p" || tag.name === "text:h") paragraph++;
    else if (tag.name === "draw:page") slide++;
    else if (tag.name === "table:table") sheet = attribute("name");
    else if (tag.name === "draw:object") object = `${attribute("href").replace(/^\.\//, "")}/`;
    else if (tag.name === "draw:image") object = undefined;
  }
}
