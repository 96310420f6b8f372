/**
 * The fonts that an office document requests, collected from its parts as text. Every document names families for other
 * scripts (East Asian, complex); they count only if its text has such characters.
 */
import { trimOf } from "../core/trim.ts";
import { xmlAttributes, xmlTags } from "../core/xml/tags.ts";
import { unescapeXml } from "../core/xml/text.ts";

export interface FontCollector {
  /** A part's `name`, in lower case, and its text. */
  add(name: string, text: string): void;
  names(): readonly string[];
}

const parts =
  /^(word\/(document|styles|header\d*|footer\d*|footnotes|endnotes)\.xml|xl\/(styles|sharedstrings)\.xml|ppt\/(slides|slidelayouts|slidemasters)\/[^/]+\.xml|(word|xl|ppt)\/theme\/theme1\.xml|content\.xml|styles\.xml)$/;

/** Whether a part with this name, in lower case, should be read for fonts. */
export const collectsFonts = (name: string): boolean => parts.test(name);

/** Hebrew and everything after it. */
const otherScripts = /[\u0590-\u1fff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufefc]/;
/** Bullet fonts: drawn with the suite's own symbols, which look the same. */
const symbols = /^(symbol|wingdings.*|webdings|opensymbol|starsymbol|segoe ui symbol)$/i;

/** The attributes of each tag with a given name. */
function* attributesOf(text: string, name: string): Generator<ReadonlyMap<string, string>> {
  if (!text.includes(name)) return;
  for (const tag of xmlTags(text))
    if (tag.name === name)
      yield new Map([...xmlAttributes(text, tag)].map(({ name, value }) => [name, unescapeXml(value)]));
}

function addTo(names: Set<string>, name: string | undefined): void {
  if (name !== undefined) names.add(name);
}

export function createFontCollector(family: "ooxml" | "odf"): FontCollector {
  const latin = new Set<string>();
  const others = new Set<string>();
  const theme: string[] = [];
  let themed = false;
  let hasOtherScripts = false;
  /** OpenDocument: declaration name → family. */
  const faces = new Map<string, string>();
  const each = (text: string, pattern: RegExp, into: Set<string>) => {
    for (const [, name = ""] of text.matchAll(pattern)) into.add(unescapeXml(name));
  };

  return {
    add(name, text) {
      hasOtherScripts ||= otherScripts.test(text);

      if (name.includes("/theme/")) {
        for (const [, font = ""] of text.matchAll(/<a:(?:major|minor)Font>\s*<a:latin typeface="([^"]+)"/g))
          theme.push(unescapeXml(font));
      } else if (family === "odf") {
        for (const attributes of attributesOf(text, "style:font-face")) {
          const key = attributes.get("style:name");
          const value = attributes.get("svg:font-family");
          if (key !== undefined && value !== undefined) faces.set(key, value);
        }
        each(text, /\sstyle:font-name="([^"]*)"/g, latin);
        each(text, /\sstyle:font-name-(?:asian|complex)="([^"]*)"/g, others);
      } else if (name.startsWith("word/")) {
        for (const attributes of attributesOf(text, "w:rFonts")) {
          for (const key of ["w:ascii", "w:hAnsi"]) addTo(latin, attributes.get(key));
          for (const key of ["w:eastAsia", "w:cs"]) addTo(others, attributes.get(key));
          themed ||= attributes.has("w:asciiTheme");
        }
      } else if (name.startsWith("xl/")) {
        each(text, /<name val="([^"]*)"/g, latin);
        each(text, /<rFont val="([^"]*)"/g, latin);
      } else {
        each(text, /<a:latin typeface="([^"]*)"/g, latin);
        each(text, /<a:(?:ea|cs) typeface="([^"]*)"/g, others);
        themed = true;
      }
    },
    names() {
      const all = new Set<string>();
      for (const name of [...latin, ...(hasOtherScripts ? others : []), ...(themed ? theme : [])]) {
        // A family may be a list of the wanted one and its substitutes; only the first is requested.
        const [first = ""] = (faces.get(name) ?? name).split(/[,;]/);
        const font = trimOf(first, "'\" \t\r\n");
        // "+mn-lt" refers to the theme.
        if (font !== "" && !font.startsWith("+") && !symbols.test(font)) all.add(font);
      }
      return [...all];
    },
  };
}
