/**
 * Independent judges of the three formats of pdf_extract_structure: micromark with GFM for the Markdown, html-validate
 * for the HTML, and ajv with the published schema for the JSON.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { HtmlValidate } from "html-validate/node";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const schema: object = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../src/tools/structure-v1.schema.json"), "utf8"),
);
const matchesSchema = new Ajv2020({ strict: false, allErrors: false }).compile(schema);

/** The schema violations of the JSON. */
export function schemaFault(json: string): string | undefined {
  if (matchesSchema(JSON.parse(json))) return undefined;
  const [error] = matchesSchema.errors ?? [];
  return `${error?.instancePath} ${error?.message}`;
}

const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: {
    // A document's own headings may skip levels and repeat texts.
    "heading-level": "off",
    "no-trailing-whitespace": "off",
    "long-title": "off",
  },
});

/** The fault of an HTML fragment. */
export function htmlValidateFault(html: string): string | undefined {
  const { valid, results } = validator.validateStringSync(html);
  if (valid) return undefined;
  const [message] = results.flatMap(({ messages }) => messages);
  return message && `${message.ruleId}: ${message.message} (line ${message.line})`;
}

const blockTags = /^(?:h[1-6]|p|li|td|th|pre)$/;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The text of HTML without its tags. */
export const plainText = (html: string) =>
  html.replaceAll(/<[^>]*>/g, "").replaceAll(/&(amp|lt|gt|quot);/g, (_, name) => named[name] ?? "");

/** The texts of HTML by their element, in order: `h2 Title`. White space is ignored. */
export function outlineOfHtml(html: string): string[] {
  const found: { tag: string; text: string }[] = [];
  const open: { tag: string; text: string }[] = [];
  for (const [, text = "", close, tag = ""] of html.matchAll(/([^<]*)(?:<(\/?)([a-z0-9]+)[^>]*>|$)/g)) {
    const own = open.at(-1);
    if (own) own.text += text;
    if (!blockTags.test(tag)) continue;
    // A paragraph in an item or cell counts as the item's text.
    if (tag === "p" && open.some((one) => one.tag !== "p")) continue;
    if (close === "/") open.pop();
    else {
      const entry = { tag, text: "" };
      open.push(entry);
      found.push(entry);
    }
  }
  return found.flatMap(({ tag, text }) => {
    const plain = text.replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (named[name] ?? ""),
    );
    const bare = plain.replaceAll(/\s/g, "");
    // A Markdown table has a single header row, and the same number of cells in every row.
    const cell = tag === "td" || tag === "th";
    return cell && bare === "" ? [] : [`${cell ? "cell" : tag} ${bare}`];
  });
}

/** Markdown rendered by micromark, with HTML tables unchanged. */
export const renderMarkdown = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

/** The same, with footnotes rendered in place. */
const renderInPlace = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [
      gfm(),
      { disable: { null: ["gfmFootnoteDefinition", "gfmPotentialFootnoteCall", "gfmFootnoteCall"] } },
    ],
    htmlExtensions: [gfmHtml()],
  });

/** Markdown's footnotes with the marks that HTML prints: `[^3-1]`, the first of page 3, may be "*" there. */
function withMarks(texts: readonly string[], html: string): string[] {
  const marks = new Map<string, string>();
  for (const [, id = "", mark = ""] of html.matchAll(/ id="note-(\d+-\d+)"><sup>([^<]*)</g))
    marks.set(id, mark);
  return texts.map((text) =>
    text.replaceAll(
      /\[\^(\d+(?:-\d+)?)\](?:(?<=^p \[\^[\d-]+\]):)?/g,
      (_, label: string) => marks.get(label) ?? label,
    ),
  );
}

/** Reports footnotes, or references to them, that GitHub's Markdown loses. */
export function footnoteFault(markdown: string): string | undefined {
  const written = markdown.match(/^\[\^[\d-]+\]:/gm)?.length ?? 0;
  const read = renderMarkdown(markdown).match(/<li id="user-content-fn-/g)?.length ?? 0;
  return read === written ? undefined : `${written} footnotes are written and ${read} read`;
}

/** Reports where Markdown differs from the HTML of the same document in an element or its text. */
export function meaningFault(markdown: string, html: string): string | undefined {
  const read = withMarks(outlineOfHtml(renderInPlace(markdown)), html);
  const meant = outlineOfHtml(html);
  const at = meant.findIndex((entry, k) => entry !== read[k]);
  if (at >= 0)
    return `${JSON.stringify(read[at]?.slice(0, 160))} where ${JSON.stringify(meant[at]?.slice(0, 160))} is meant`;
  return read.length > meant.length ? `${JSON.stringify(read[meant.length])} is not meant` : undefined;
}
