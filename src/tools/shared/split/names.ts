/** Names of the files that pdf_split writes. */
import { safeFileNames } from "../../../core/file-names.ts";
import type { Part } from "./part.ts";

const words = ["name", "n", "title", "pages"];

/** Whether a template has no other words in braces. */
export const isTemplate = (template: string): boolean =>
  [...template.matchAll(/\{([^{}]*)\}/g)].every(([, word = ""]) => words.includes(word));

/** Safe and distinct names by a template; `stem` is the input's name without its ending. */
export function namesBy(template: string, stem: string, parts: readonly Part[]): string[] {
  const plain = template.replace(/\.pdf$/i, "");
  const untitled = withoutTitle(plain);
  return safeFileNames(
    parts.map((part, at) => {
      const { title = "" } = part;
      const values = new Map([
        ...[["name", stem] as const, ["n", String(at + 1)] as const],
        ...[["title", title] as const, ["pages", numbersOf(part)] as const],
      ]);
      const filled = (title === "" ? untitled : plain)
        .replaceAll(/\{(\w+)\}/g, (_, word) => values.get(word) ?? "")
        // No separator of a title makes a folder.
        .replaceAll(/[/\\]/g, "_")
        .trim();
      return `${/[^\s.]/.test(filled) ? filled : stem}.pdf`;
    }),
  );
}

/** Names by their pages; repeated ones get `-2`, `-3`, …. */
export function namesByPages(stem: string, parts: readonly Part[]): string[] {
  const used = new Map<string, number>();
  return parts.map((part) => {
    const numbers = numbersOf(part);
    const base = `${stem}-${/^\d+$/.test(numbers) ? "page" : "pages"}-${numbers}`;
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    return times === 1 ? `${base}.pdf` : `${base}-${times}.pdf`;
  });
}

function numbersOf({ pages, numbers }: Part): string {
  const [first, last] = [pages[0], pages.at(-1)];
  return numbers ?? (first === last ? `${first}` : `${first}-${last}`);
}

/** Signs beside a title. A bracket that encloses other words isn't. */
const signsAtEnd = /(?<![^\p{L}\p{N}\p{Pe}{])[^\p{L}\p{N}\p{Pe}{]+$/u;
const signsAtStart = /^[^\p{L}\p{N}\p{Ps}}]+/u;
/** Signs that enclose a title. */
const enclosing = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']/gu;

/** The template for a part without a title: signs beside it go, but those on one side stay between two other words. */
function withoutTitle(template: string): string {
  return template.split("{title}").reduce((left, right) => {
    const [before = ""] = signsAtEnd.exec(left) ?? [];
    const [after = ""] = signsAtStart.exec(right) ?? [];
    const [kept, rest] = [left.slice(0, left.length - before.length), right.slice(after.length)];
    const between = after.replaceAll(enclosing, "") || before.replaceAll(enclosing, "");
    return kept + (kept !== "" && rest !== "" ? between : "") + rest;
  });
}
